// A page without data of its own: dark or light, and hints at wide tables.

document.querySelectorAll(".scroll").forEach(hint);
theme();
document.documentElement.dataset.ready = "yes";
