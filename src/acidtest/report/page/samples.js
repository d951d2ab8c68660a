// The table of samples: searched, filtered, sorted, page by page.

const COLUMNS = 8; // runs in the table of samples, systems first; a sample opened shows all

const figure = (value, unit) =>
  value === null || value === undefined ? "–" : unit === "%" ? (100 * value).toFixed(value === 0 || value === 1 ? 0 : 1) : String(Number(value.toPrecision(3)));

const link = (section, id) => `#${encodeURIComponent(section.key)}/${encodeURIComponent(id)}`;

class Samples {
  constructor(section, source, place) {
    Object.assign(this, { section, source, place });
    this.query = { search: "", groups: {}, show: "all", runs: null, sort: "", metric: 0, from: 0, columns: [] };
    this.rows = [];
    this.total = 0;
    this.table = make("div", { className: "scroll", data: { role: "region", "aria-label": `Samples of ${section.key}` } });
    hint(this.table);
    this.pager = make("div", { className: "pager" });
    this.count = make("span", { data: { role: "status" } });
    this.bar = this.#filters();
    place.append(this.bar, this.pager, this.table);
    this.show();
  }

  #filters() {
    const { section, query } = this;
    const again = (change) => (event) => { change(event.target.value); query.from = 0; this.show(); };
    const choice = (label, now, options, act) => make("label", {}, label, make("select", { data: { "aria-label": label }, on: { change: again(act) } },
      ...options.map(([value, text]) => make("option", { value, textContent: visible(text), selected: String(value) === String(now) }))));
    const bar = make("div", { className: "filters" }, make("label", {}, "Search",
      make("input", { type: "search", placeholder: "id or group  ( / )", className: "search", value: query.search, on: { input: again((v) => { query.search = v; }) } })));
    section.groups.forEach((group, g) => {
      if (group.values.length < 2 || group.values.length > 60) return;
      bar.append(choice(group.name, query.groups[g] ?? "", [["", "all"], ...group.values.map((v, i) => [i, v])], (v) => {
        if (v === "") delete query.groups[g]; else query.groups[g] = Number(v);
      }));
    });
    if (section.runs.length > 1) {
      bar.append(choice("Metric", query.metric, section.metrics.map((m, i) => [i, m.name]), (v) => {
        query.metric = Number(v); query.sort = "";
      }));
    }
    const kinds = [["all", "all samples"], ["below", "not at the best"], ["best", "at the best"]];
    if (section.runs.length > 1) kinds.push(["differ", "where runs differ"]);
    const pair = query.runs;
    if (pair) kinds.push(["pair", `where ${pair.map((run) => section.runs[run].label).join(" and ")} differ`]);
    kinds.push(["errors", "not scored"]);
    bar.append(choice("Show", pair ? "pair" : query.show, kinds, (v) => {
      query.show = v === "pair" ? "differ" : v;
      query.runs = v === "pair" ? pair : null;
    }));
    return bar;
  }

  // Shows all samples on which two runs differ in a metric, resetting the search; returns how many.
  async differ(runs, metric) {
    Object.assign(this.query, { search: "", groups: {}, show: "differ", runs, sort: "", metric, from: 0 });
    const bar = this.#filters();
    this.bar.replaceWith(bar);
    this.bar = bar;
    this.place.scrollIntoView();
    bar.querySelector("label:last-child select").focus();
    await this.show();
    return this.total;
  }

  // To the next or previous page; false if there is none.
  async turn(by) {
    const from = this.query.from + by * PAGE;
    if (from < 0 || from >= this.total) return false;
    this.query.from = from;
    await this.show();
    return true;
  }

  #columns() {
    const { section, query } = this;
    if (section.runs.length > 1) {
      const first = query.runs ?? [];
      const rest = section.runs.map((_, r) => r).filter((r) => !first.includes(r));
      return [...first, ...rest].slice(0, COLUMNS).map((r) => [r, query.metric, section.runs[r].label]);
    }
    const shown = section.metrics.map((m, i) => [0, i, m.name, m.headline]).filter((c) => c[3]);
    return shown.length ? shown : section.metrics.slice(0, 4).map((m, i) => [0, i, m.name]);
  }

  async show() {
    const { section, query } = this;
    const columns = this.#columns();
    query.columns = columns.map(([run, metric]) => [run, metric]);
    const asked = (this.asked = JSON.stringify(query));
    let found;
    try { found = await this.source.rows(section, query); }
    catch (error) { this.table.replaceChildren(make("p", { className: "bad", textContent: error.message })); return; }
    if (asked !== this.asked) return;
    this.rows = found.rows.map((row) => row.id);
    this.total = found.total;
    const groups = section.groups.map((group, g) => [g, group]).filter(([, group]) => group.values.length > 1).slice(0, 4);
    const head = (key, text, number) => {
      const now = query.sort.replace(/^-/, "") === key ? (query.sort.startsWith("-") ? "descending" : "ascending") : "none";
      const mark = { ascending: " ▲", descending: " ▼", none: "" }[now];
      return make("th", { scope: "col", className: number ? "number" : "", data: { "aria-sort": now } },
        make("button", { type: "button", textContent: visible(text) + mark, on: { click: () => {
          const first = number ? `-${key}` : key;
          query.sort = query.sort === first ? (number ? key : `-${key}`) : first;
          query.from = 0;
          this.show();
        } } }));
    };
    const body = found.rows.map((row) => make("tr", {},
      make("td", {}, make("a", { href: link(section, row.id), textContent: visible(row.id) }),
        ...row.errors.filter(Boolean).slice(0, 1).map((text) => make("div", { className: "bad", textContent: visible(text).slice(0, 200) }))),
      ...groups.map(([g]) => make("td", { textContent: visible(row.groups[g]) })),
      ...row.cells.map((value, c) => {
        const metric = section.metrics[columns[c][1]];
        const zero = value === (metric.better === "lower" ? 1 : 0) && metric.better !== "neither";
        return make("td", { className: zero ? "number zero" : "number", textContent: figure(value, metric.unit) });
      })));
    this.table.replaceChildren(make("table", { className: "samples" },
      make("thead", {}, make("tr", {}, head("id", "sample"), ...groups.map(([g, group]) => head(`group:${g}`, group.name)),
        ...columns.map(([run, metric, name]) => head(`score:${run}:${metric}`, name, true)))),
      make("tbody", {}, ...body)));
    this.table.dispatchEvent(new Event("scroll"));
    this.#page();
  }

  #page() {
    const { query } = this;
    const turn = (text, by, able) => make("button", { type: "button", textContent: text, disabled: !able, on: { click: () => this.turn(by) } });
    const last = Math.min(query.from + PAGE, this.total);
    this.count.textContent = this.total ? `${query.from + 1} to ${last} of ${this.total} samples` : "no matching samples";
    const turns = this.total > PAGE ? [turn("Previous", -1, query.from > 0), turn("Next", 1, last < this.total)] : [];
    const told = this.section.told ? make("span", { className: "muted", textContent: this.section.told }) : null;
    this.pager.replaceChildren(...[this.count, ...turns, told].filter(Boolean));
  }
}
