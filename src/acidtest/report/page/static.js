// A page without data of its own: dark or light, boards that sort, and hints at wide tables.

document.querySelectorAll(".scroll").forEach(hint);
document.querySelectorAll(".standings").forEach((table) => sortable(table));
theme();
document.documentElement.dataset.ready = "yes";
