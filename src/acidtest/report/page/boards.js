// Boards of the list of runs: comparable runs of one suite, the best first, controls apart.

const percent = (value, unit) => (value === null ? "–" : unit === "%" ? (100 * value).toFixed(1) : String(Number(value.toPrecision(3))));
const amount = (f) => `${percent(f.value, f.unit)}${f.low === null || f.low === undefined ? "" : ` [${percent(f.low, f.unit)}, ${percent(f.high, f.unit)}]`}`;
const address = (names, place = "") => `report?${new URLSearchParams(names.map((run) => ["run", run]))}${place}`;
const lead = (run) => run.figures?.[0];
const published = (run) => run.figures?.slice(1).find((f) => f.name.startsWith("published."));
const tag = (text) => make("span", { className: "tag", textContent: text });

// A bar as wide as its cell, with the interval.
function bar(figure, [low, high], control) {
  const at = (value) => (100 * (Math.min(Math.max(value, low), high) - low)) / (high - low);
  const line = (kind, x1, x2, y1, y2) => drawn("line", { class: kind, x1: `${x1}%`, x2: `${x2}%`, y1, y2 });
  const svg = drawn("svg", { class: "wide", width: "100%", height: 18, "aria-hidden": "true" },
    drawn("rect", { class: "band", y: 4, width: "100%", height: 10 }));
  if (typeof figure.value === "number") {
    const [start, end] = [at(0), at(figure.value)].sort((a, b) => a - b);
    svg.append(drawn("rect", { class: control ? "muted" : "d0", x: `${start}%`, y: 4, width: `${end - start}%`, height: 10 }));
    if (typeof figure.low === "number") {
      const [x1, x2] = [at(figure.low), at(figure.high)];
      svg.append(line("whisker", x1, x2, 9, 9), line("whisker", x1, x1, 6, 12), line("whisker", x2, x2, 6, 12));
    }
  }
  if (low < 0) svg.append(line("axis", at(0), at(0), 0, 18));
  return svg;
}

// The ends of the axis of a board.
function endsOf(runs) {
  const values = runs.flatMap((run) => [lead(run).value, lead(run).low, lead(run).high]).filter((v) => typeof v === "number");
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return lead(runs[0]).unit === "%" ? [low, Math.max(1, high)] : [low, high > low ? high : low + 1];
}

const BOARDS = 6;

class Boards {
  constructor() {
    this.kept = new Map(); // what is sorted and unfolded, by board
    this.cards = make("div", { className: "boards" });
    this.more = make("button", { type: "button", hidden: true, on: { click: () => { this.all = true; this.again(); } } });
    this.place = make("div", {}, this.cards, this.more);
  }

  draw(runs) {
    const boards = new Map();
    for (const run of runs) if (run.board !== undefined && lead(run)) boards.set(run.board, [...(boards.get(run.board) ?? []), run]);
    const focus = document.activeElement?.closest?.(".card")?.dataset.key;
    const buttons = () => [...this.cards.querySelectorAll(`[data-key="${CSS.escape(focus)}"] button`)];
    const nth = focus === undefined ? -1 : buttons().indexOf(document.activeElement);
    const every = [...boards.values()].sort((a, b) => (a[0].suite < b[0].suite ? -1 : a[0].suite > b[0].suite ? 1 : 0));
    this.cards.replaceChildren(...every.slice(0, this.all ? every.length : BOARDS).map((own) => this.#card(own)));
    this.more.textContent = `Show all ${every.length} boards`;
    this.more.hidden = this.all || every.length <= BOARDS;
    if (nth >= 0) buttons()[nth]?.focus();
  }

  #card(runs) {
    const key = `${runs[0].suite}|${runs[0].signature}`;
    const ends = endsOf(runs);
    const costs = runs.some((run) => run.cost_usd);
    const beside = runs.map(published).find(Boolean);
    const head = (sort, text, rest = {}) => make("th", { scope: "col", ...rest, data: { "data-sort": sort } }, ...broken(text));
    const title = (f) => `${f.name}${f.unit ? `, ${f.unit}` : ""}${f.better === "lower" ? ", lower is better" : ""}`;
    const rank = make("th", { scope: "col", data: { "data-sort": "rank" } }, make("span", { className: "unseen", textContent: "rank" }), make("span", { textContent: "#", data: { "aria-hidden": "true" } }));
    const heads = [rank, head("system", "system"), head("lead", title(lead(runs[0])), { colSpan: 2 }),
      ...(beside ? [head("published", title(beside), { className: "number beside" })] : []),
      ...(costs ? [head("cost", "$ an answer", { className: "number" })] : [])];
    const line = (run) => {
      const f = lead(run);
      const other = published(run);
      const over = other?.unit === f.unit && other.value - f.value >= 0.2;
      const order = { rank: run.rank, system: run.system, lead: run.order, published: other?.value, cost: run.cost_usd };
      return make("tr", { className: run.control ? "control" : "system", data: Object.fromEntries(Object.entries(order).filter(([, value]) => (value ?? null) !== null).map(([name, value]) => [`data-${name}`, value])) },
        make("td", { className: "rank", textContent: run.control ? "" : run.rank ?? "–" }),
        make("th", { scope: "row" }, make("a", { href: address([run.run]) }, ...broken(run.system)),
          ...(run.apart ? [" ", tag(`asked otherwise, ${run.n} ${run.n === 1 ? "sample" : "samples"}`)] : [])),
        make("td", { className: "bar" }, bar(f, ends, run.control)),
        make("td", { className: "figure" }, make("b", { textContent: percent(f.value, f.unit) }),
          ...(f.value === null ? [make("span", { className: "muted", textContent: " not defined" })] : []),
          ...(typeof f.low === "number" ? [make("span", { className: "muted", textContent: ` [${percent(f.low, f.unit)}, ${percent(f.high, f.unit)}]` })] : []),
          ...(f.worst ? [make("span", { className: "bad", textContent: ` worst case ${percent(f.worst.value, f.unit)}` })] : [])),
        ...(beside ? [make("td", { className: over ? "number beside bad" : "number beside", textContent: other ? percent(other.value, other.unit) : "–" })] : []),
        ...(costs ? [make("td", { className: "number", textContent: run.cost_usd === null ? "" : String(Number(run.cost_usd.toPrecision(2))) })] : []));
    };
    const best = sorted(runs, lead(runs[0]).better === "lower" ? "lead" : "-lead", { lead: (run) => run.order });
    const controls = best.filter((run) => run.control);
    const apart = controls.length ? [make("tr", { className: "apart" }, make("td", { colSpan: heads.length + 1, textContent: "controls, whose results are known in advance" }))] : [];
    const table = make("table", { className: costs && beside ? "standings costs" : "standings" }, make("thead", {}, make("tr", {}, ...heads)),
      make("tbody", {}, ...best.filter((run) => !run.control).map(line), ...apart, ...controls.map(line)));
    if (!this.kept.has(key)) this.kept.set(key, {});
    sortable(table, this.kept.get(key));
    return make("article", { className: "card", data: { "data-key": key, "aria-label": `board of ${visible(runs[0].suite)}` } },
      make("h2", {}, make("a", { href: address(runs.map((run) => run.run)), textContent: visible(runs[0].suite) })),
      make("p", { className: "muted", textContent: `${visible(runs[0].data)}; ${runs.length} ${runs.length === 1 ? "run" : "runs"}` }), table);
  }
}
