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
function ends(runs) {
  const values = runs.flatMap((run) => [lead(run).value, lead(run).low, lead(run).high]).filter((v) => typeof v === "number");
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return lead(runs[0]).unit === "%" ? [low, Math.max(1, high)] : [low, high > low ? high : low + 1];
}

const VALUES = {
  rank: (run) => run.rank, system: (run) => run.system, lead: (run) => run.order,
  published: (run) => published(run)?.value, cost: (run) => run.cost_usd,
};

class Boards {
  constructor() {
    this.sorts = new Map();
    this.place = make("div", { className: "boards" });
  }

  draw(runs) {
    const boards = new Map();
    for (const run of runs) if (run.board !== undefined && lead(run)) boards.set(run.board, [...(boards.get(run.board) ?? []), run]);
    const focus = document.activeElement?.closest?.(".card")?.dataset.key;
    const nth = focus === undefined ? -1 : [...this.place.querySelectorAll(`[data-key="${CSS.escape(focus)}"] button`)].indexOf(document.activeElement);
    this.place.replaceChildren(...[...boards.values()].sort((a, b) => (a[0].suite < b[0].suite ? -1 : a[0].suite > b[0].suite ? 1 : 0)).map((own) => this.#card(own)));
    if (nth >= 0) this.place.querySelectorAll(`[data-key="${CSS.escape(focus)}"] button`)[nth]?.focus();
  }

  #card(runs) {
    const key = `${runs[0].suite}|${runs[0].signature}`;
    const sort = this.sorts.get(key) ?? "rank";
    const all = ends(runs);
    const costs = runs.some((run) => run.cost_usd);
    const beside = runs.map(published).find(Boolean);
    const head = (name, text, number) => sorter(name, text, sort, number, (to) => { this.sorts.set(key, to); this.again(); });
    const title = (f) => `${f.name}${f.unit ? `, ${f.unit}` : ""}${f.better === "lower" ? ", lower is better" : ""}`;
    const heads = [head("rank", "#"), head("system", "system"), head("lead", title(lead(runs[0])), true),
      ...(beside ? [head("published", title(beside), true)] : []), ...(costs ? [head("cost", "$ an answer", true)] : [])];
    heads[2].colSpan = 2;
    const line = (run) => {
      const f = lead(run);
      const over = beside && published(run)?.unit === f.unit && published(run).value - f.value >= 0.2;
      return make("tr", { className: run.control ? "control" : "system" },
        make("td", { className: "rank", textContent: run.control ? "" : run.rank ?? "–" }),
        make("th", { scope: "row" }, make("a", { href: address([run.run]) }, ...broken(run.system)),
          ...(run.apart ? [" ", tag(`asked otherwise, ${run.n} ${run.n === 1 ? "sample" : "samples"}`)] : [])),
        make("td", { className: "bar" }, bar(f, all, run.control)),
        make("td", { className: "figure" }, make("b", { textContent: percent(f.value, f.unit) }),
          ...(typeof f.low === "number" ? [make("span", { className: "muted", textContent: ` [${percent(f.low, f.unit)}, ${percent(f.high, f.unit)}]` })] : []),
          ...(f.worst ? [make("span", { className: "bad", textContent: ` worst case ${percent(f.worst.value, f.unit)}` })] : [])),
        ...(beside ? [make("td", { className: over ? "number beside bad" : "number beside", textContent: published(run) ? percent(published(run).value, published(run).unit) : "" })] : []),
        ...(costs ? [make("td", { className: "number", textContent: run.cost_usd === null ? "" : String(Number(run.cost_usd.toPrecision(2))) })] : []));
    };
    const by = (some) => (sort === "rank" ? sorted(some, lead(runs[0]).better === "lower" ? "lead" : "-lead", VALUES) : some);
    const systems = sorted(by(runs.filter((run) => !run.control)), sort, VALUES);
    const controls = sorted(by(runs.filter((run) => run.control)), sort === "rank" ? "" : sort, VALUES);
    const apart = controls.length ? [make("tr", { className: "apart" }, make("td", { colSpan: heads.length + 1, textContent: "controls, whose results are known in advance" }))] : [];
    return make("article", { className: "card", data: { "data-key": key, "aria-label": `board of ${visible(runs[0].suite)}` } },
      make("h2", {}, make("a", { href: address(runs.map((run) => run.run)), textContent: visible(runs[0].suite) })),
      make("p", { className: "muted", textContent: `${visible(runs[0].data)}; ${runs.length} ${runs.length === 1 ? "run" : "runs"}` }),
      make("table", { className: "standings" }, make("thead", {}, make("tr", {}, ...heads)),
        make("tbody", {}, ...systems.map(line), ...apart, ...controls.map(line))));
  }
}
