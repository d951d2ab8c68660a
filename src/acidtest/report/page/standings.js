// Boards, in a file or made from the list of runs: each column sorts the systems among themselves and
// the controls among themselves, and long boards are folded.

const LONG = { system: 10, control: 8 };

// `kept` says which column sorts and whether all rows are shown; it outlives a board drawn again.
function sortable(table, kept = {}) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells].filter((head) => head.dataset.sort);
  const values = {};
  const shows = heads.map((head) => {
    const key = head.dataset.sort;
    values[key] = ({ dataset }) => (dataset[key] === undefined || key === "system" ? dataset[key] : Number(dataset[key]));
    return sorter(head, key, key !== "rank" && key !== "system", (to) => { kept.sort = to; draw(); });
  });
  const parts = ["system", "control"].map((kind) => [kind, rows.filter((row) => row.classList.contains(kind))]);
  const long = parts.filter(([kind, own]) => own.length > LONG[kind]);
  const all = make("button", { type: "button", className: "link", textContent: `show all ${long.map(([kind, own]) => `${own.length} ${kind}s`).join(" and ")}`,
    on: { click: () => { kept.all = true; draw(); heads[0]?.querySelector("button").focus(); } } });
  const rest = make("tr", { className: "rest" }, make("td", { colSpan: 9 }, all));
  const draw = () => {
    const sort = kept.sort ?? "rank";
    shows.forEach((show) => show(sort));
    const [systems, controls] = parts.map(([kind, own]) => {
      const lines = sorted(own, kind === "control" && /rank$/.test(sort) ? "" : sort, values); // controls have no rank
      lines.forEach((row, place) => row.classList.toggle("folded", !kept.all && place >= LONG[kind]));
      return lines;
    });
    const others = (kind) => rows.filter((row) => row.classList.contains(kind));
    body.replaceChildren(...systems, ...others("apart"), ...controls, ...others("rest"), ...(long.length && !kept.all ? [rest] : []));
  };
  draw();
}
