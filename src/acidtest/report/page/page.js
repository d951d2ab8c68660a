// The page works without this script up to the samples. Everything from a run is put into the
// page as text (textContent), never as HTML.

const PAGE = 50;
const COLUMNS = 8; // runs in the table of samples, systems first; a sample opened shows all

const figure = (value, unit) =>
  value === null || value === undefined ? "–" : unit === "%" ? (100 * value).toFixed(value === 0 || value === 1 ? 0 : 1) : String(Number(value.toPrecision(3)));

// ---- where the samples come from: this file, or `acidtest serve` ----

async function unpack() {
  const data = JSON.parse(byId("data").textContent);
  if (!data.packed) return data;
  const bytes = Uint8Array.from(atob(data.packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

class Enclosed {
  async rows(section, query) {
    const all = section.ids.map((_, i) => i).filter((i) => this.#fits(section, query, i));
    const key = this.#key(section, query.sort);
    if (key) {
      const down = query.sort.startsWith("-") ? -1 : 1;
      all.sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === y) return a - b;
        if (x === null) return 1;
        if (y === null) return -1;
        return x < y ? -down : down;
      });
    }
    const rows = all.slice(query.from, query.from + PAGE).map((i) => ({
      id: section.ids[i],
      groups: section.groups.map((group, g) => group.values[section.of[g][i]] ?? ""),
      cells: query.columns.map(([run, metric]) => section.scores[run][metric][i]),
      errors: section.errors.map((errors) => errors[section.ids[i]] ?? null),
    }));
    return { total: all.length, rows };
  }

  #fits(section, query, i) {
    for (const [g, value] of Object.entries(query.groups)) if (section.of[g][i] !== value) return false;
    if (query.search) {
      const names = section.groups.map((group, g) => group.values[section.of[g][i]] ?? "");
      const text = [section.ids[i], ...names].join(" ").toLowerCase();
      if (!query.search.toLowerCase().split(/\s+/).every((word) => text.includes(word))) return false;
    }
    const told = (query.show === "differ" ? section.rivals : section.systems)
      .map((run) => section.scores[run][query.metric]?.[i] ?? null).filter((value) => value !== null);
    const worst = section.metrics[query.metric]?.better === "lower" ? Math.max : Math.min;
    const best = section.metrics[query.metric]?.better === "lower" ? 0 : 1;
    if (query.show === "differ") return new Set(told).size > 1;
    if (query.show === "below") return told.length > 0 && worst(...told) !== best;
    if (query.show === "best") return told.length > 0 && worst(...told) === best;
    if (query.show === "errors") return section.errors.some((errors) => section.ids[i] in errors);
    return true;
  }

  #key(section, sort) {
    const name = sort.replace(/^-/, "");
    if (!name) return null;
    if (name === "id") return (i) => section.ids[i];
    const [kind, a, b] = name.split(":");
    if (kind === "group") return (i) => (section.of[a][i] < 0 ? null : section.of[a][i]);
    return (i) => section.scores[a][b][i];
  }

  async sample(section, id) { return section.texts[id] ?? null; }
  async compared(section, pair) { return section.compared[pair]; }
}

class Served {
  async #get(path, values) {
    const answer = await fetch(`${path}?${new URLSearchParams(values)}`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }
  #runs(section) { return section.runs.map((run) => ["run", run.folder]); }
  rows(section, query) {
    const asked = { ...query, groups: Object.fromEntries(
      Object.entries(query.groups).map(([g, v]) => [section.groups[g].name, section.groups[g].values[v]])) };
    return this.#get("api/samples", [...this.#runs(section), ["query", JSON.stringify(asked)]]);
  }
  sample(section, id) { return this.#get("api/sample", [...this.#runs(section), ["id", id]]); }
  compared(section, pair) {
    const [a, b] = pair.split(",");
    return this.#get("api/compare", [["run", section.runs[a].folder], ["run", section.runs[b].folder]]);
  }
}

// ---- the table of samples ----

class Samples {
  constructor(section, source, place) {
    Object.assign(this, { section, source, place });
    this.query = { search: "", groups: {}, show: "all", sort: "", metric: 0, from: 0, columns: [] };
    this.rows = [];
    this.table = make("div", { className: "scroll", tabIndex: 0, data: { role: "region", "aria-label": `Samples of ${section.key}` } });
    this.pager = make("div", { className: "pager" });
    this.count = make("span", { data: { role: "status" } });
    place.append(this.#filters(), this.pager, this.table);
    this.show();
  }

  #filters() {
    const { section, query } = this;
    const again = (change) => (event) => { change(event.target.value); query.from = 0; this.show(); };
    const choice = (label, options, act) => make("label", {}, label, make("select", { data: { "aria-label": label }, on: { change: again(act) } },
      ...options.map(([value, text]) => make("option", { value, textContent: visible(text) }))));
    const bar = make("div", { className: "filters" }, make("label", {}, "Search",
      make("input", { type: "search", placeholder: "id or group  ( / )", className: "search", on: { input: again((v) => { query.search = v; }) } })));
    section.groups.forEach((group, g) => {
      if (group.values.length < 2 || group.values.length > 60) return;
      bar.append(choice(group.name, [["", "all"], ...group.values.map((v, i) => [i, v])], (v) => {
        if (v === "") delete query.groups[g]; else query.groups[g] = Number(v);
      }));
    });
    if (section.runs.length > 1) {
      bar.append(choice("Metric", section.metrics.map((m, i) => [i, m.name]), (v) => {
        query.metric = Number(v); query.sort = "";
      }));
    }
    const kinds = [["all", "all samples"], ["below", "not at the best"], ["best", "at the best"]];
    if (section.runs.length > 1) kinds.push(["differ", "where runs differ"]);
    kinds.push(["errors", "errors of our side"]);
    bar.append(choice("Show", kinds, (v) => { query.show = v; }));
    return bar;
  }

  #columns() {
    const { section, query } = this;
    if (section.runs.length > 1) return section.runs.slice(0, COLUMNS).map((run, r) => [r, query.metric, run.label]);
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
    this.#page();
  }

  #page() {
    const { query } = this;
    const turn = (text, by, able) => make("button", { type: "button", textContent: text, disabled: !able,
      on: { click: () => { query.from += by; this.show(); } } });
    const last = Math.min(query.from + PAGE, this.total);
    this.count.textContent = this.total ? `${query.from + 1} to ${last} of ${this.total} samples` : "no sample fits";
    const turns = this.total > PAGE
      ? [turn("Back", -PAGE, query.from > 0), turn("On", PAGE, last < this.total)] : [];
    const told = this.section.told ? make("span", { className: "muted", textContent: this.section.told }) : null;
    this.pager.replaceChildren(...[this.count, ...turns, told].filter(Boolean));
  }
}

const link = (section, id) => `#${encodeURIComponent(section.key)}/${encodeURIComponent(id)}`;

// ---- one sample ----

class Opened {
  constructor(tables) {
    this.tables = tables;
    this.box = byId("sample");
    this.run = 0;
    this.attempt = 0;
    this.box.addEventListener("close", () => {
      if (location.hash.includes("/")) history.pushState(null, "", `#${encodeURIComponent(this.samples.section.key)}`);
      this.opener?.isConnected && this.opener.focus();
    });
    this.box.addEventListener("keydown", (event) => {
      if (event.target.matches("select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (["j", "n"].includes(event.key)) this.step(1);
      if (["k", "p"].includes(event.key)) this.step(-1);
    });
  }

  async open(samples, id) {
    if (!this.box.open) this.opener = document.activeElement;
    Object.assign(this, { samples, id });
    if (this.run >= samples.section.runs.length) this.run = 0;
    try { this.texts = await samples.source.sample(samples.section, id); }
    catch (error) { this.texts = null; this.why = error.message; }
    this.draw();
    if (!this.box.open) this.box.showModal();
    byId("sample-title").focus();
    this.box.scrollTop = 0;
    document.title = `${id} · ${this.samples.section.key}`;
  }

  step(by) {
    const at = this.samples.rows.indexOf(this.id) + by;
    const id = this.samples.rows[at];
    if (id !== undefined && (at - by >= 0 || by > 0)) location.hash = link(this.samples.section, id);
  }

  draw() {
    const { section } = this.samples;
    const button = (text, act, hint) => make("button", { type: "button", textContent: text, title: hint, on: { click: act } });
    const head = make("header", {}, make("h2", { id: "sample-title", tabIndex: -1, textContent: visible(this.id) }));
    if (section.runs.length > 1) {
      head.append(make("label", {}, "Answer of ", make("select", { data: { "aria-label": "Answer of" }, on: { change: (event) => { this.run = Number(event.target.value); this.attempt = 0; this.draw(); } } },
        ...section.runs.map((run, r) => make("option", { value: r, textContent: visible(run.label), selected: r === this.run })))));
    }
    head.append(button("Previous", () => this.step(-1), "key k"), button("Next", () => this.step(1), "key j"),
      button("Close", () => this.box.close(), "key Escape"));
    const attempts = this.texts?.runs[this.run] ?? [];
    if (attempts.length > 1) {
      head.append(make("label", {}, "Attempt ", make("select", { data: { "aria-label": "Attempt" }, on: { change: (event) => { this.attempt = Number(event.target.value); this.draw(); } } },
        ...attempts.map((_, a) => make("option", { value: a, textContent: a, selected: a === this.attempt })))));
    }
    const focus = document.activeElement?.getAttribute("aria-label");
    this.box.replaceChildren(head, ...this.#content(section, attempts[this.attempt]));
    if (focus) this.box.querySelector(`select[aria-label="${CSS.escape(focus)}"]`)?.focus();
  }

  #content(section, given) {
    const at = section.ids ? section.ids.indexOf(this.id) : -1;
    if (!this.texts) {
      const told = [make("p", { textContent: this.why ?? (at < 0
        ? "There is no such sample here." : "This file holds the texts of the most telling samples only; this one is not among them. `acidtest serve` shows all.") })];
      if (at >= 0) told.push(this.#table("Scores", section.metrics.map((m, i) => [m.name, figure(section.scores[this.run][i][at], m.unit)])));
      return told;
    }
    const { question, reference, missing } = this.texts;
    const parts = [];
    if (missing) parts.push(make("p", { className: "muted", textContent: `Question and reference cannot be shown: ${visible(missing)}` }));
    if (!given) parts.push(make("p", { textContent: "This run was not asked about this sample." }));
    if (given?.error) parts.push(make("p", { className: "bad", textContent: `Error on our side, no score: ${visible(given.error)}` }));
    const [wanted, answer] = formatted(reference, given?.answer ?? "");
    const plain = (text) => make("pre", { tabIndex: 0 }, written(text || "(nothing)"));
    const [left, right] = wanted && answer ? marked(wanted, answer) : [plain(wanted), plain(answer)];
    const pane = (title, node) => { node.setAttribute("aria-label", title); node.setAttribute("role", "region"); return make("div", {}, make("h3", { textContent: title }), node); };
    const panes = [pane("Reference", left), pane("Answer", right)];
    if (question) panes.unshift(pane("Question", plain(question)));
    parts.push(make("div", { className: panes.length < 3 ? "panes two" : "panes" }, ...panes));
    if (given) parts.push(this.#scores(section, given));
    return parts;
  }

  #scores(section, given) {
    const line = ([name, value]) => [name.replace(/^published\./, ""), figure(value, section.units[name] ?? ""), given.reasons[name] ?? ""];
    const all = Object.entries(given.metrics);
    const published = all.filter(([name]) => name.startsWith("published."));
    const told = [...Object.entries(given.told), ...Object.entries(given.evidence)]
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
    return make("div", { className: "scores" },
      this.#table("Scores", all.filter(([name]) => !name.startsWith("published.")).map(line)),
      published.length ? this.#table("Published reading", published.map(line)) : null,
      this.#table("Evidence", told));
  }

  #table(title, rows) {
    const cell = (value, i) => i === 0 ? make("th", { scope: "row", textContent: visible(value) })
      : make("td", { className: i === 1 && title !== "Evidence" ? "number" : "" }, written(value));
    return make("div", {}, make("h3", { textContent: title }), make("table", {},
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell))))));
  }
}

// ---- two runs compared ----

function compare(section, source, place, samples) {
  if (!section.pairs?.length) return;
  const out = make("div", { data: { role: "status" } });
  const choice = make("select", { data: { "aria-label": "Runs" }, on: { change: () => draw() } },
    ...section.pairs.map((pair) => {
      const [a, b] = pair.split(",").map((r) => visible(section.runs[r].label));
      return make("option", { value: pair, textContent: `A: ${a}   B: ${b}` });
    }));
  const draw = async () => {
    let found;
    try { found = await source.compared(section, choice.value); }
    catch (error) { out.replaceChildren(make("p", { className: "bad", textContent: error.message })); return; }
    const cells = (row) => [figure(row.a, row.unit), figure(row.b, row.unit), row.difference === null ? "–" : figure(row.difference, row.unit),
      row.low === null ? "–" : `${figure(row.low, row.unit)} to ${figure(row.high, row.unit)}`,
      row.p_adjusted === null ? "–" : row.p_adjusted < 0.001 ? "< 0.001" : row.p_adjusted.toFixed(3),
      row.effect === null ? "–" : `${row.effect > 0 ? "+" : ""}${row.effect.toFixed(2)}`,
      row.effect_name ? `${row.wins} / ${row.losses} / ${row.ties}` : row.n ? `${row.n - row.ties} changed` : "–", row.n, row.test];
    out.replaceChildren(
      ...(found.warning ? [make("p", { className: "bad", textContent: found.warning })] : []),
      make("ul", {}, ...found.rows.map((row) => make("li", { textContent: visible(row.words) }))),
      make("div", { className: "scroll", tabIndex: 0, data: { role: "region", "aria-label": "Comparison" } }, make("table", {},
        make("thead", {}, make("tr", {}, ...["metric", "A", "B", "B − A", "95 % interval", "p (Holm)", "effect", "better / worse / same", "n", "test"]
          .map((text, i) => make("th", { scope: "col", textContent: text, className: i ? "number" : "" })))),
        make("tbody", {}, ...found.rows.map((row) => make("tr", {}, make("th", { scope: "row", textContent: row.metric }),
          ...cells(row).map((text) => make("td", { className: "number", textContent: text }))))))));
  };
  place.append(make("div", { className: "filters" }, make("label", {}, "Runs", choice),
    make("button", { type: "button", textContent: "Samples where they differ", on: { click: () => samples.only("differ") } })), out);
  draw();
}

Samples.prototype.only = function only(kind) {
  const choice = [...this.place.querySelectorAll("select")].find((s) => [...s.options].some((o) => o.value === kind));
  choice.value = kind;
  choice.dispatchEvent(new Event("change"));
  choice.focus();
  this.place.scrollIntoView();
};

// ---- the page ----

function theme() {
  const button = byId("theme");
  const kept = (value) => { try { return value === undefined ? localStorage.getItem("theme") : localStorage.setItem("theme", value); } catch { return null; } };
  const set = (value) => { if (value) document.documentElement.dataset.theme = value; };
  set(kept());
  button.hidden = false;
  button.addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme === "dark"
      || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    set(dark ? "light" : "dark");
    kept(dark ? "light" : "dark");
  });
}

async function start() {
  theme();
  const data = await unpack();
  const source = data.served ? new Served() : new Enclosed();
  const tables = new Map();
  for (const section of data.sections) {
    const samples = new Samples(section, source, byId(`samples-${section.key}`));
    tables.set(section.key, samples);
    const place = byId(`compare-${section.key}`);
    if (place) compare(section, source, place, samples);
  }
  const opened = new Opened(tables);
  const title = document.title;
  const follow = () => {
    const [key, ...rest] = location.hash.slice(1).split("/");
    let id;
    try { id = decodeURIComponent(rest.join("/")); } catch { return; }
    const samples = tables.get(decodeURIComponent(key));
    if (samples && id) opened.open(samples, id);
    else { if (opened.box.open) opened.box.close(); document.title = title; }
  };
  addEventListener("hashchange", follow);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, select, textarea") || opened.box.open) return;
    event.preventDefault();
    document.querySelector(".search")?.focus();
  });
  document.querySelectorAll(".scroll").forEach((node) => { node.tabIndex = 0; });
  follow();
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  byId("main").prepend(make("p", { className: "bad", textContent: `The samples cannot be shown: ${error.message}` }));
});
