// The list of runs in a folder, asked for again and again while runs are going.

// Selection and search are kept in the address, so that Back restores them.
const kept = new URLSearchParams(location.hash.slice(1));
const chosen = new Set(kept.getAll("run"));
let runs = [];

const percent = (value, unit) => (value === null ? "–" : unit === "%" ? (100 * value).toFixed(1) : Number(value.toPrecision(3)));
const address = (names, place = "") => `report?${new URLSearchParams(names.map((run) => ["run", run]))}${place}`;
// A run that is going has its figures so far in a folder of their own.
const shown = (run) => (run.state === "done" ? run.run : run.live);

const button = (text, act) => make("button", { type: "button", textContent: text, disabled: true, on: { click: act } });
const open = button("Open report", () => { location.href = address([...chosen]); });
const compare = button("Compare", () => { location.href = address([...chosen], `#compare-${encodeURIComponent(two())}`); });
compare.title = "two runs of one suite";
const search = make("input", { type: "search", className: "search", value: kept.get("search") ?? "", placeholder: "system, suite, data, folder", on: { input: () => draw() } });
const told = make("span", { className: "muted", data: { role: "status" } });
const body = make("tbody");

// The suite that both of two chosen runs are of.
function two() {
  const suites = new Set(runs.filter((run) => chosen.has(shown(run))).map((run) => run.suite));
  return chosen.size === 2 && suites.size === 1 ? [...suites][0] : null;
}

function choose() {
  open.disabled = chosen.size === 0;
  compare.disabled = two() === null;
  const names = [...chosen].map((run) => ["run", run]);
  const state = new URLSearchParams(search.value ? [["search", search.value], ...names] : names);
  history.replaceState(null, "", state.size ? `#${state}` : location.pathname + location.search);
}

const cell = (name, ...children) => make("td", { data: { "data-name": name } }, ...children);
const tag = (text) => make("span", { className: "tag", textContent: text });

function state(run) {
  if (run.state === "going") return [make("progress", { max: run.of || 1, value: run.done, ariaLabel: "answers" }), ` ${run.done} of ${run.of}`];
  return [run.state === "stopped" ? `stopped at ${run.done} of ${run.of}` : run.state,
    ...(run.why ? [make("div", { className: "bad", textContent: visible(run.why).slice(0, 300) })] : [])];
}

function line(run) {
  const mine = shown(run);
  const box = make("input", { type: "checkbox", checked: chosen.has(mine), disabled: !mine, on: { change: () => {
    if (box.checked) chosen.add(mine); else chosen.delete(mine);
    choose();
  } } });
  box.setAttribute("aria-label", `choose ${visible(run.run)}`);
  const name = visible(run.system ?? run.run);
  const link = mine ? make("a", { href: address([mine]), textContent: name }) : make("span", { textContent: name });
  const amount = (f, unit) => `${percent(f.value, unit)}${f.low === null ? "" : ` [${percent(f.low, unit)}, ${percent(f.high, unit)}]`}`;
  // The worst case counts answers without a score as failed.
  const figures = (run.figures ?? []).flatMap((f) => [`${f.name} ${amount(f, f.unit)}`, ...(f.worst ? [`worst case ${amount(f.worst, f.unit)}`] : [])]);
  const partial = run.live ? [tag(`partial, ${run.n} samples`), " "] : [];
  const time = new Date(run.created);
  const when = isNaN(time) ? run.created : time.toISOString().slice(0, 16).replace("T", " ");
  return make("tr", {}, make("td", {}, box), make("td", {}, link, ...(run.control ? [" ", tag("control")] : [])), cell("suite", visible(run.suite)),
    cell("data", visible(run.data)), cell("date", visible(when)), cell("scored / asked", run.n === undefined ? "" : `${run.scored} / ${run.asked}`), cell("state", ...state(run)),
    cell("", ...partial, ...figures.map((text) => make("div", { className: "figure", textContent: text }))), cell("folder", visible(run.run)));
}

function draw() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (run) => [run.system, run.suite, run.data, run.run, run.created, run.state, run.control ? "control" : ""].join(" ").toLowerCase();
  const fit = runs.filter((run) => words.every((word) => text(run).includes(word)));
  const focus = document.activeElement?.getAttribute?.("aria-label");
  body.replaceChildren(...fit.map(line));
  if (focus) [...body.querySelectorAll("input")].find((box) => box.getAttribute("aria-label") === focus)?.focus();
  const going = runs.filter((run) => run.state === "going").length;
  told.textContent = `${fit.length < runs.length ? `${fit.length} of ` : ""}${runs.length} runs, ${going} going`;
  choose();
}

let before = "";
async function look() {
  try {
    const answer = await fetch("api/runs", { credentials: "same-origin" });
    if (!answer.ok) throw new Error(await answer.text());
    const text = await answer.text();
    if (text !== before) {
      runs = JSON.parse(text);
      const there = new Set(runs.map(shown));
      chosen.forEach((run) => { if (!there.has(run)) chosen.delete(run); });
      draw();
    }
    before = text;
  } catch (error) {
    before = "";
    told.textContent = `no answer: ${error.message}`;
  }
  document.documentElement.dataset.ready = "yes";
  setTimeout(look, document.hidden ? 10000 : 2000);
}

const head = make("thead", {}, make("tr", {}, ...["", "system", "suite", "data", "date, UTC", "scored / asked", "state", "figures, % [95 % interval]", "folder"]
  .map((text) => text ? make("th", { scope: "col", textContent: text }) : make("td"))));
const area = make("div", { className: "scroll", data: { role: "region", "aria-label": "Runs" } }, make("table", { className: "board cards runs" }, head, body));
hint(area);
byId("runs").append(make("div", { className: "filters" }, make("label", {}, "Search", search), open, compare, told), area);
theme();
look();
