// One sample opened: question, reference and answer side by side, scores and evidence.

// Numbers with a useful number of digits.
const brief = (value) => (typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value);

class Opened {
  constructor() {
    this.box = byId("sample");
    this.run = 0;
    this.attempt = 0;
    this.title = document.title;
    this.box.addEventListener("close", () => {
      if (location.hash.includes("/")) history.pushState(null, "", `#${encodeURIComponent(this.samples.section.key)}`);
      document.title = this.title;
      const here = [...this.samples.table.querySelectorAll("td a")].find((a) => a.hash === link(this.samples.section, this.id));
      (here ?? this.opener)?.focus();
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
    let texts = null, why = null;
    try { texts = await samples.source.sample(samples.section, id); } catch (error) { why = error.message; }
    if (this.id !== id || this.samples !== samples) return;
    Object.assign(this, { texts, why });
    this.draw();
    if (!this.box.open) this.box.showModal();
    byId("sample-title").focus();
    this.box.scrollTop = 0;
    document.title = `${visible(id)} · ${samples.section.key}`;
  }

  // To the next or previous sample in the table's order; turns the page if necessary.
  async step(by) {
    const { samples } = this;
    let at = samples.rows.indexOf(this.id) + by;
    if (this.turning || (at < 0 && at - by < 0)) return;
    if (samples.rows[at] === undefined) {
      this.turning = true;
      try { if (!(await samples.turn(by))) return; } finally { this.turning = false; }
      at = by > 0 ? 0 : samples.rows.length - 1;
    }
    location.hash = link(samples.section, samples.rows[at]);
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
        ? "No such sample." : "This file only has the texts of the most informative samples, and this is not one of them. `acidtest serve` shows all.") })];
      if (at >= 0) told.push(this.#scores("Scores", section.metrics.map((m, i) => [m.name, section.scores[this.run][i][at], m.unit, ""])));
      return told;
    }
    const parts = [];
    if (this.texts.missing) parts.push(make("p", { className: "muted", textContent: `Question and reference cannot be shown: ${visible(this.texts.missing)}` }));
    if (!given) parts.push(make("p", { textContent: "This run was not asked about this sample." }));
    if (given?.error) parts.push(make("p", { className: "bad", textContent: `Not scored: ${visible(given.error)}` }));
    if (given?.cause) parts.push(make("p", { className: "bad", textContent: `Wrong: ${visible(given.cause)}` }));
    parts.push(this.#panes(this.texts.question, this.texts.reference, given?.answer ?? ""));
    if (given?.steps) parts.push(this.#steps(given.steps));
    if (given) parts.push(this.#told(section, given));
    return parts;
  }

  #panes(question, reference, answer) {
    const plain = (text) => make("pre", {}, written(text || "(nothing)"));
    const pane = (title, text, node) => {
      const ends = text.includes("\r\n") ? make("span", { className: "muted", textContent: " CRLF line ends" }) : null;
      node.tabIndex = 0;
      node.setAttribute("role", "region");
      node.setAttribute("aria-label", title);
      return make("div", { className: "pane" }, make("h3", {}, title, ends), node);
    };
    const [wanted, got] = formatted(...[reference, answer].map((text) => text.replaceAll("\r\n", "\n")));
    const [left, right] = wanted && got ? marked(wanted, got) : [plain(wanted), plain(got)];
    const both = make("div", { className: "both", tabIndex: 0 }, pane("Reference", reference, left), pane("Answer", answer, right));
    // One grid row per line, so that lines stay side by side even if one wraps.
    for (const one of both.children) one.style.gridRow = `span ${Math.max(left.childElementCount, 1) + 1}`;
    return make("div", { className: question ? "panes" : "panes two" }, question ? pane("Question", question, plain(question)) : null, both);
  }

  // What an agent did, one line for each step; the line opens what was said and called.
  #steps(steps) {
    return make("div", { className: "steps" }, make("h3", { textContent: "Steps of the agent" }),
      ...steps.map(([title, text]) => make("details", {}, make("summary", { textContent: visible(title) }),
        make("pre", { tabIndex: 0 }, written(text || "(nothing)")))));
  }

  #told(section, given) {
    const line = ([name, value]) => [name.replace(/^published\./, ""), value, own(section.units, name) ?? "", own(given.reasons, name) ?? ""];
    const all = Object.entries(given.metrics);
    const published = all.filter(([name]) => name.startsWith("published."));
    const told = [...Object.entries(given.told), ...Object.entries(given.evidence)]
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value, (_, part) => brief(part))]);
    return make("div", { className: "scores" },
      this.#scores("Scores", all.filter(([name]) => !name.startsWith("published.")).map(line)),
      published.length ? this.#scores("Published reading", published.map(line)) : null,
      make("div", {}, make("h3", { textContent: "Evidence" }), this.#table(told, "evidence")));
  }

  // Metrics with their reasons; those that do not apply are collapsed.
  #scores(title, lines) {
    const row = ([name, value, unit, why]) => [name, figure(value, unit), why];
    const [known, rest] = [true, false].map((there) => lines.filter(([, value]) => (value !== null) === there).map(row));
    const count = rest.length === 1 ? "1 metric does not apply" : `${rest.length} metrics do not apply`;
    return make("div", {}, make("h3", { textContent: title }), this.#table(known, "known"),
      rest.length ? make("details", {}, make("summary", { textContent: count }), this.#table(rest, "known")) : null);
  }

  #table(rows, kind) {
    const name = (text) => visible(text).split(/(?<=[._])/).flatMap((part) => [part, make("wbr")]);
    const cell = (value, i) => i === 0 ? make("th", { scope: "row" }, ...name(value))
      : make("td", { className: i === 1 && kind === "known" ? "number" : "why" }, written(value));
    const columns = rows.some((row) => row[2]) ? 3 : 2;
    return make("table", { className: kind }, make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.slice(0, columns).map(cell)))));
  }
}
