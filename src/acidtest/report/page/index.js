// The list of runs in a folder, asked for again and again while runs are going.

const chosen = new Set();

const percent = (value, unit) => (value === null ? "–" : unit === "%" ? (100 * value).toFixed(1) : Number(value.toPrecision(3)));

const open = make("button", { type: "button", textContent: "Open report", disabled: true, on: { click: () => {
  location.href = `report?${new URLSearchParams([...chosen].map((run) => ["run", run]))}`;
} } });
const told = make("span", { className: "muted" });
told.setAttribute("role", "status");
const body = make("tbody");

const cell = (name, ...children) => make("td", { data: { "data-name": name } }, ...children);

function line(run) {
  // A run that is going has its figures so far in a folder of their own.
  const shown = run.state === "done" ? run.run : run.live;
  const box = make("input", { type: "checkbox", checked: chosen.has(shown), disabled: !shown, on: { change: () => {
    if (box.checked) chosen.add(shown); else chosen.delete(shown);
    open.disabled = chosen.size === 0;
  } } });
  box.setAttribute("aria-label", `choose ${visible(run.run)}`);
  const state = run.state === "going"
    ? make("td", { className: "figure", data: { "data-name": "state" } }, make("progress", { max: run.of || 1, value: run.done, ariaLabel: "answers" }), ` ${run.done} of ${run.of}`)
    : make("td", { data: { "data-name": "state" } }, run.state === "stopped" ? `stopped at ${run.done} of ${run.of}` : run.state,
      ...(run.why ? [make("div", { className: "bad", textContent: visible(run.why).slice(0, 300) })] : []));
  const name = visible(run.system ?? run.run);
  const link = shown
    ? make("a", { href: `report?${new URLSearchParams([["run", shown]])}`, textContent: name }) : make("span", { textContent: name });
  const figures = (run.figures ?? []).map((f) => `${f.name} ${percent(f.value, f.unit)} [${percent(f.low, f.unit)}, ${percent(f.high, f.unit)}]`);
  const partial = run.live ? [make("span", { className: "tag", textContent: `partial, ${run.n} samples` }), " "] : [];
  return make("tr", {}, make("td", {}, box), make("td", {}, link), cell("suite", visible(run.suite)),
    cell("data", visible(run.data)), state, cell("", ...partial, ...figures.map((text) => make("div", { textContent: text }))),
    cell("folder", visible(run.run)));
}

let before = "";
async function look() {
  try {
    const answer = await fetch("api/runs", { credentials: "same-origin" });
    if (!answer.ok) throw new Error(await answer.text());
    const text = await answer.text();
    const runs = JSON.parse(text);
    const there = new Set(runs.map((run) => (run.state === "done" ? run.run : run.live)));
    chosen.forEach((run) => { if (!there.has(run)) chosen.delete(run); });
    open.disabled = chosen.size === 0;
    if (text !== before) {
      const focus = document.activeElement?.getAttribute?.("aria-label");
      body.replaceChildren(...runs.map(line));
      if (focus) [...body.querySelectorAll("input")].find((box) => box.getAttribute("aria-label") === focus)?.focus();
    }
    before = text;
    const going = runs.filter((run) => run.state === "going").length;
    told.textContent = `${runs.length} runs, ${going} going`;
  } catch (error) {
    told.textContent = `no answer: ${error.message}`;
  }
  document.documentElement.dataset.ready = "yes";
  setTimeout(look, document.hidden ? 10000 : 2000);
}

const head = make("thead", {}, make("tr", {}, ...["", "system", "suite", "data", "state", "figures, % [95 % interval]", "folder"]
  .map((text) => text ? make("th", { scope: "col", textContent: text }) : make("td"))));
const area = make("div", { className: "scroll", tabIndex: 0 }, make("table", { className: "board" }, head, body));
area.setAttribute("role", "region");
area.setAttribute("aria-label", "Runs");
document.getElementById("runs").append(make("div", { className: "pager" }, open, told), area);
look();
