// Without this script the page works except for the samples. All text from a run is put into the
// page as text (textContent), never as HTML.

const COMPARED = ["metric", "A", "B", "B − A", "interval", "p", "effect", "better / worse / same", "n", "test"];
const signed = (text) => (/^[1-9]|^0\.0*[1-9]/.test(text) ? `+${text}` : text);

// Two runs of a section, chosen from its pairs.
function compare(section, source, place, samples) {
  if (!section.pairs?.length) return;
  const out = make("div", { data: { role: "status" } });
  const name = (run) => visible(section.runs[run].label);
  const choice = make("select", { data: { "aria-label": "Runs" }, on: { change: () => draw() } },
    ...section.pairs.map((pair) => {
      const [a, b] = pair.split(",").map(name);
      return make("option", { value: pair, textContent: `A: ${a}   B: ${b}` });
    }));
  const chosen = () => choice.value.split(",").map(Number);
  const bySample = (row) => section.metrics.findIndex((metric) => metric.name === row.metric);
  let rows = [];
  // In the first metric in which they do; pooled metrics have no value per sample.
  const differ = async () => {
    const first = rows.find((row) => row.wins + row.losses && bySample(row) >= 0);
    for (const metric of first ? [bySample(first)] : section.metrics.keys())
      if (await samples.differ(chosen(), metric)) return;
  };
  const counts = (row) => {
    if (!row.effect_name) return row.n ? `${row.n - row.ties} changed` : "–";
    const text = `${row.wins} / ${row.losses} / ${row.ties}`;
    if (bySample(row) < 0 || !(row.wins + row.losses)) return text;
    return make("button", { type: "button", className: "link", textContent: text, title: `show the samples that differ in ${row.metric}`,
      on: { click: () => samples.differ(chosen(), bySample(row)) } });
  };
  const cells = (row) => [figure(row.a, row.unit), figure(row.b, row.unit), signed(figure(row.difference, row.unit)),
    row.low === null ? "–" : `${figure(row.low, row.unit)} to ${figure(row.high, row.unit)}`,
    row.p_adjusted === null ? "–" : row.p_adjusted < 0.001 ? "< 0.001" : row.p_adjusted.toFixed(3),
    row.effect === null ? "–" : `${signed(row.effect.toFixed(2))} ${row.effect_name.split(" ").pop()}`, counts(row), row.n, row.test];
  const draw = async () => {
    const pair = choice.value;
    out.replaceChildren(make("p", { className: "muted", textContent: "comparing…" }));
    let found;
    try { found = await source.compared(section, pair); } catch (error) { found = { rows: [], warning: error.message }; }
    if (pair !== choice.value) return;
    rows = found.rows;
    const table = make("div", { className: "scroll", data: { role: "region", "aria-label": `Comparison in ${section.key}` } }, make("table", { className: "cards compared" },
      make("thead", {}, make("tr", {}, ...COMPARED.map((text, i) => make("th", { scope: "col", textContent: text, className: i ? "number" : "" })))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, make("th", { scope: "row", textContent: row.metric }),
        ...cells(row).map((cell, i) => make("td", { className: "number", data: { "data-name": COMPARED[i + 1] } }, cell)))))));
    out.replaceChildren(
      ...(found.warning ? [make("p", { className: "bad", textContent: found.warning })] : []),
      ...(found.left ? [make("p", { className: "notice", textContent: `${found.left} ${found.left === 1 ? "sample has a score in one of the runs only and is" : "samples were scored in only one of the runs and are"} left out.` })] : []),
      make("ul", {}, ...rows.filter((row) => row.words).map((row) => make("li", { textContent: visible(row.words) }))), ...(rows.length ? [table] : []),
      ...(found.family ? [make("p", { className: "notice", textContent: `Corrected over the ${found.family} on this page: all its statements together are wrong in at most 5 % of cases.` })] : []));
    hint(table);
  };
  place.append(make("div", { className: "filters" }, make("label", {}, "Runs", choice),
    make("button", { type: "button", textContent: "Samples where they differ", on: { click: differ } })));
  const all = (section.runs.length * (section.runs.length - 1)) / 2;
  if (section.pairs.length < all) {
    place.append(make("p", { className: "notice", textContent: `This shows ${section.pairs.length} of ${all} pairs: each run with ${name(0)}. \`acidtest compare\` takes any two runs.` }));
  }
  place.append(out);
  draw();
}

// Open everything that an element is folded into.
function reveal(node) {
  for (let fold = node?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

// On paper nothing is folded.
function unfoldOnPaper() {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    opened.forEach((fold) => { fold.open = true; });
  });
  addEventListener("afterprint", () => { opened.forEach((fold) => { fold.open = false; }); });
}

async function start() {
  theme();
  document.querySelectorAll(".standings").forEach((table) => sortable(table));
  const data = await unpack();
  const source = data.served ? new Served() : new Enclosed();
  const sections = new Map(data.sections.map((section) => [section.key, section]));
  const tables = new Map();
  // The samples of a section, made when it is opened for the first time.
  const begin = (key) => {
    if (!tables.has(key)) {
      const samples = new Samples(sections.get(key), source, byId(`samples-${key}`));
      tables.set(key, samples);
      const place = byId(`compare-${key}`);
      if (place) compare(sections.get(key), source, place, samples);
    }
    return tables.get(key);
  };
  for (const key of sections.keys()) {
    const fold = byId(key).closest("details");
    fold.addEventListener("toggle", () => { if (fold.open) begin(key); });
    if (fold.open) begin(key);
  }
  addEventListener("beforeprint", () => { for (const key of sections.keys()) begin(key); });
  unfoldOnPaper();
  const opened = new Opened();
  const follow = () => {
    let key, id;
    try { [key, id] = location.hash.slice(1).split(/\/(.*)/s).map(decodeURIComponent); } catch { return; } // a damaged link
    const node = byId(key);
    const own = key.replace(/^compare-/, "");
    reveal(node);
    if (node && sections.has(own)) begin(own);
    if (sections.has(key) && id) opened.open(begin(key), id);
    else {
      if (opened.box.open) opened.box.close();
      node?.scrollIntoView();
    }
    if (key.startsWith("compare-") && !node) {
      byId("main").prepend(make("p", { className: "notice", textContent: "These runs were scored differently or on other data: there is no comparison of them." }));
    }
  };
  addEventListener("hashchange", follow);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, select, textarea") || opened.box.open) return;
    event.preventDefault();
    const first = document.querySelector("details[open] .search");
    if (!first) { const [key] = sections.keys(); reveal(byId(key)); begin(key); }
    (first ?? document.querySelector("details[open] .search"))?.focus();
  });
  document.querySelectorAll(".scroll").forEach(hint);
  follow();
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  byId("main").prepend(make("p", { className: "bad", textContent: `The samples cannot be shown: ${error.message}` }));
});
