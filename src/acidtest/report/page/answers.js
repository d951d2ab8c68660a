// Answers of all runs: searched, filtered, failures counted by cause, two of them side by side.

const PAGE = 20;
const kept = new URLSearchParams(location.hash.slice(1));
const query = { search: "", suite: "", run: "", verdict: "", cause: "", id: "", controls: "", from: 0 };
for (const name of Object.keys(query)) if (kept.has(name)) query[name] = kept.get(name);
query.from = Number(query.from) || 0;
const chosen = new Map();

const status = make("span", { className: "muted", textContent: "loading…", data: { role: "status" } });
const bar = make("div", { className: "filters" });
const causes = make("details", { open: innerWidth > 960 });
const rows = make("div", { className: "hits" });
const pager = make("div", { className: "pager" });
const both = make("button", { type: "button", textContent: "Side by side (0 of 2 chosen)", disabled: true, on: { click: () => compare() } });
const search = make("input", { type: "search", className: "search", value: query.search, placeholder: "words of a question or an answer  ( / )",
  on: { input: () => { query.search = search.value; soon(); } } });
const choices = new Map();
for (const [name, label] of [["suite", "Suite"], ["run", "Run"], ["verdict", "Verdict"], ["cause", "Cause"]])
  choices.set(name, make("select", { data: { "aria-label": label, "data-name": name }, on: { change: (event) => change({ [name]: event.target.value }) } }));
const controls = make("input", { type: "checkbox", checked: Boolean(query.controls), on: { change: () => change({ controls: controls.checked ? "yes" : "" }) } });

function change(values) {
  Object.assign(query, { from: 0 }, values);
  look();
}

let waiting = 0;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(() => change({}), 150);
}

const keyOf = (row) => JSON.stringify([row.run, row.id, row.attempt]);
const opened = (row) => `report?${new URLSearchParams([["run", row.run]])}#${encodeURIComponent(row.suite)}/${encodeURIComponent(row.id)}`;

// An excerpt: what was searched for stands between two marks.
function excerpt(text) {
  const parts = String(text).split(/\x02([^\x03]*)\x03/);
  return parts.map((part, i) => (i % 2 ? make("mark", {}, written(part)) : written(part)));
}

function choose() {
  both.disabled = chosen.size !== 2;
  both.textContent = `Side by side (${chosen.size} of 2 chosen)`;
}

function hit(row) {
  const box = make("input", { type: "checkbox", checked: chosen.has(keyOf(row)), on: { change: () => {
    if (box.checked) chosen.set(keyOf(row), row); else chosen.delete(keyOf(row));
    choose();
  } } });
  const name = `${visible(row.system)}: ${visible(row.id)}${row.attempt ? `, attempt ${row.attempt}` : ""}`;
  box.setAttribute("aria-label", `choose ${name} of ${visible(row.run)}`);
  const kind = { right: "good", wrong: "bad", "not scored": "bad" }[row.verdict] ?? "muted";
  return make("article", { className: "hit" },
    make("h3", {}, box, " ", make("a", { href: opened(row), textContent: name })),
    make("p", { className: "about" }, make("span", { className: `tag ${kind}`, textContent: row.verdict }), " ",
      make("span", { className: "muted", textContent: visible(row.suite) + (row.control ? ", control" : "") }), " ",
      row.cause ? make("span", { className: "cause", textContent: visible(row.cause) }) : null,
      make("button", { type: "button", className: "link", textContent: "all answers to this sample",
        on: { click: () => { search.value = ""; change({ search: "", suite: row.suite, id: row.id, run: "", verdict: "", cause: "" }); } } })),
    row.question ? make("p", { className: "excerpt" }, make("b", { textContent: "question " }), ...excerpt(row.question)) : null,
    make("p", { className: "excerpt" }, make("b", { textContent: "answer " }), ...(row.answer ? excerpt(row.answer) : [make("span", { className: "muted", textContent: "(empty)" })])));
}

function draw(page) {
  for (const [name, select] of choices) {
    const options = page[`${name}s`].map(([value, count]) => [value, `${value} (${count})`]);
    if (query[name] && !options.some(([value]) => value === query[name])) options.push([query[name], `${query[name]} (0)`]);
    if (document.activeElement === select && select.options.length) continue; // never under the hand that chooses
    select.replaceChildren(make("option", { value: "", textContent: "all" }),
      ...options.map(([value, text]) => make("option", { value, textContent: visible(text), selected: value === query[name] })));
  }
  const table = make("table", { className: "causes" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col", className: "number", textContent: "answers" }), make("th", { scope: "col", textContent: "cause" }))),
    make("tbody", {}, ...page.causes.slice(0, 12).map(([cause, count]) => make("tr", {}, make("td", { className: "number", textContent: count }),
      make("td", { className: "cause" }, make("button", { type: "button", className: "link", textContent: visible(cause), data: { "aria-pressed": String(cause === query.cause) },
        on: { click: () => change({ cause: cause === query.cause ? "" : cause }) } }))))));
  const more = page.causes.length - 12;
  causes.hidden = !page.causes.length;
  causes.replaceChildren(make("summary", {}, make("h2", { textContent: "Why answers are wrong" })), table,
    ...(more > 0 ? [make("p", { className: "muted", textContent: `${more} more under Cause` })] : []));
  rows.replaceChildren(make("h2", { textContent: "Answers" }), pager, ...page.rows.map(hit));
  const last = Math.min(query.from + PAGE, page.total);
  const turn = (text, by, able) => make("button", { type: "button", textContent: text, disabled: !able, on: { click: () => { query.from += by * PAGE; look(); } } });
  pager.replaceChildren(make("span", { textContent: page.total ? `${query.from + 1} to ${last} of ${page.total} answers` : "no matching answers" }),
    ...(page.total > PAGE ? [turn("Previous", -1, query.from > 0), turn("Next", 1, last < page.total)] : []),
    ...(query.id ? [make("button", { type: "button", textContent: `only sample ${visible(query.id)} ✕`, on: { click: () => change({ id: "" }) } })] : []));
  const skipped = Object.keys(page.skipped).length;
  status.textContent = [page.indexing ? (page.left ? `indexing ${page.left} more questions…` : "indexing answers…") : "",
    skipped ? `${skipped} unreadable ${skipped === 1 ? "run is" : "runs are"} left out` : ""].filter(Boolean).join("; ");
}

let asked = 0;
let again = 0;
async function look() {
  clearTimeout(again);
  const state = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  history.replaceState(null, "", state.size ? `#${state}` : location.pathname + location.search);
  const mine = ++asked;
  try {
    const answer = await fetch(`api/answers?${new URLSearchParams([["query", JSON.stringify(query)]])}`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(await answer.text());
    const page = await answer.json();
    if (mine !== asked) return;
    draw(page);
    if (page.indexing) again = setTimeout(look, 1000);
    else document.documentElement.dataset.ready = "yes";
  } catch (error) {
    if (mine !== asked) return;
    status.textContent = `no answer: ${error.message}`;
    again = setTimeout(look, 5000);
  }
}

// Two answers, line by line.
async function compare() {
  const box = byId("sample");
  const sides = await Promise.all([...chosen.values()].map(async (row) => {
    const answer = await fetch(`api/sample?${new URLSearchParams([["run", row.run], ["id", row.id]])}`, { credentials: "same-origin" });
    if (!answer.ok) return { row, text: `(${await answer.text()})`, question: "" };
    const texts = await answer.json();
    return { row, text: texts.runs[0][row.attempt]?.answer ?? "", question: texts.question };
  }));
  const panes = marked(...formatted(...sides.map((side) => side.text.replaceAll("\r\n", "\n"))));
  const pane = (side, node) => {
    node.tabIndex = 0;
    node.setAttribute("role", "region");
    node.setAttribute("aria-label", `Answer of ${visible(side.row.run)} to ${visible(side.row.id)}`);
    return make("div", { className: "pane" }, make("h3", {}, `${visible(side.row.system)}: ${visible(side.row.id)} `, make("span", { className: "tag", textContent: side.row.verdict }),
      make("div", { className: "muted", textContent: visible(side.row.cause ?? "") })), node);
  };
  const view = make("div", { className: "both", tabIndex: 0 }, ...sides.map((side, i) => pane(side, panes[i])));
  for (const one of view.children) one.style.gridRow = `span ${Math.max(panes[0].childElementCount, 1) + 1}`;
  const questions = [...new Set(sides.map((side) => side.question).filter(Boolean))];
  box.replaceChildren(make("header", {}, make("h2", { id: "sample-title", tabIndex: -1, textContent: "Two answers side by side" }),
    make("button", { type: "button", textContent: "Close", on: { click: () => box.close() } })), view,
  ...questions.map((text) => make("details", {}, make("summary", { textContent: questions.length > 1 ? "Question (they differ)" : "Question" }), make("pre", { tabIndex: 0 }, written(text)))));
  box.showModal();
  byId("sample-title").focus();
}

bar.append(make("label", {}, "Search", search), ...[...choices].map(([, select]) => make("label", {}, select.getAttribute("aria-label"), select)),
  make("label", { className: "check" }, controls, " with controls"), both, status);
byId("answers").append(bar, make("div", { className: "split" }, causes, rows));
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, select, textarea") || byId("sample").open) return;
  event.preventDefault();
  search.focus();
});
theme();
look();
