// The list of runs in a folder, asked for again and again while runs are going.

// Selection and search are kept in the address, so that Back restores them.
const kept = new URLSearchParams(location.hash.slice(1));
const chosen = new Set(kept.getAll("run"));
let sort = kept.get("sort") ?? "-created";
let all = kept.has("all");
let runs = [];
const FEW = 10;

// A run that is going has its figures so far in a folder of their own.
const shown = (run) => (run.state === "done" ? run.run : run.live);

const button = (text, act) => make("button", { type: "button", textContent: text, disabled: true, on: { click: act } });
const open = button("Open report", () => { location.href = address([...chosen]); });
const compare = button("Compare", () => { location.href = address([...chosen], `#compare-${encodeURIComponent(two())}`); });
compare.title = "two runs of one suite";
const search = make("input", { type: "search", className: "search", value: kept.get("search") ?? "", placeholder: "system, suite, data, folder", on: { input: () => draw() } });
const status = make("span", { className: "muted", data: { role: "status" } });
const body = make("tbody");

const boards = new Boards();
boards.again = () => draw();
const more = make("button", { type: "button", hidden: true, on: { click: () => { all = true; draw(); } } });
const headRow = make("tr", {}, make("td", { textContent: "sort by" }));
const area = make("div", { className: "scroll", data: { role: "region", "aria-label": "Runs" } },
  make("table", { className: "board cards runs" }, make("thead", {}, headRow), body));
hint(area);
status.textContent = "loading…";

const COLUMNS = {
  system: (run) => run.system ?? run.run, suite: (run) => run.suite, created: (run) => run.created || null,
  scored: (run) => run.scored, state: (run) => run.state, lead: (run) => run.order, published: (run) => published(run)?.value,
};
const shows = [["system", "system"], ["suite", "suite"], ["created", "date, UTC", true], ["scored", "scored / asked", true],
  ["state", "state"], ["lead", "headline, % [95 % interval]", true], ["published", "published", true]].map(([key, text, number]) => {
  const head = make("th", { scope: "col", className: number ? "number" : "", textContent: text });
  headRow.append(head);
  return sorter(head, key, number, (to) => { sort = to; draw(); });
});

// The suite that both of two chosen runs are of.
function two() {
  const suites = new Set(runs.filter((run) => chosen.has(shown(run))).map((run) => run.suite));
  return chosen.size === 2 && suites.size === 1 ? [...suites][0] : null;
}

function choose() {
  open.disabled = chosen.size === 0;
  open.textContent = chosen.size ? `Open report (${chosen.size})` : "Open report";
  compare.disabled = two() === null;
  const names = [...chosen].map((run) => ["run", run]);
  const state = new URLSearchParams([...(search.value ? [["search", search.value]] : []), ...(sort === "-created" ? [] : [["sort", sort]]), ...(all ? [["all", "yes"]] : []), ...names]);
  history.replaceState(null, "", state.size ? `#${state}` : location.pathname + location.search);
}

const cell = (name, ...children) => make("td", { data: { "data-name": name } }, ...children);

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
  const first = lead(run);
  const beside = published(run);
  const others = (run.figures ?? []).filter((f) => f !== first && f !== beside && (f.value !== null || f.n));
  const named = (f) => [make("div", { className: "figure" }, make("b", { textContent: amount(f) }), ` ${visible(f.name)}`),
    // The worst case counts answers without a score as failed.
    ...(f.worst ? [make("div", { className: "figure bad", textContent: `worst case ${amount({ ...f.worst, unit: f.unit })}` })] : []),
    ...(f.value === null && f.reason ? [make("div", { className: "muted", textContent: visible(f.reason).slice(0, 120) })] : [])];
  const partial = run.live ? [tag(`partial, ${run.n} samples`), " "] : [];
  const time = new Date(run.created);
  const when = isNaN(time) ? run.created : time.toISOString().slice(0, 16).replace("T", " ");
  const small = (text) => make("div", { className: "muted small", textContent: visible(text) });
  return make("tr", {}, make("td", {}, box), make("td", {}, link, ...(run.control ? [" ", tag("control")] : []), small(run.run)),
    cell("suite", visible(run.suite), small(run.data)), cell("date", visible(when)),
    cell("scored / asked", run.n === undefined ? "" : `${run.scored} / ${run.asked}`), cell("state", ...state(run)),
    cell("headline", ...partial, ...(first ? named(first) : []), make("div", { className: "others" }, ...others.map((f) => make("span", { textContent: `${visible(f.name)} ${percent(f.value, f.unit)}` })))),
    cell("published", ...(beside ? named(beside) : [])));
}

function draw() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (run) => [run.system, run.suite, run.data, run.run, run.created, run.state, run.control ? "control" : ""].join(" ").toLowerCase();
  const fit = runs.filter((run) => words.every((word) => text(run).includes(word)));
  const focus = document.activeElement?.getAttribute?.("aria-label");
  boards.draw(fit);
  shows.forEach((show) => show(sort));
  body.replaceChildren(...sorted(fit, sort, COLUMNS).slice(0, all ? fit.length : FEW).map(line));
  more.textContent = `Show all ${fit.length} runs`;
  more.hidden = all || fit.length <= FEW;
  if (focus) [...body.querySelectorAll("input")].find((box) => box.getAttribute("aria-label") === focus)?.focus();
  const going = runs.filter((run) => run.state === "going").length;
  status.textContent = `${fit.length < runs.length ? `${fit.length} of ` : ""}${runs.length} runs, ${going} going`;
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
    status.textContent = `no answer: ${error.message}`;
  }
  document.documentElement.dataset.ready = "yes";
  setTimeout(look, document.hidden ? 10000 : 2000);
}

byId("runs").append(boards.place, make("h2", { textContent: "All runs" }),
  make("div", { className: "filters" }, make("label", {}, "Search", search), open, compare, status), area, more);
theme();
look();
