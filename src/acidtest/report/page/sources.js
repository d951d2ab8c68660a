// Where the samples come from: this file, or `acidtest serve`.

const PAGE = 50;

// An id may equal the name of a built-in property.
const own = (of, name) => (Object.hasOwn(of, name) ? of[name] : null);

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
      errors: section.errors.map((errors) => own(errors, section.ids[i])),
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
    const told = (query.show === "differ" ? query.runs ?? section.rivals : section.systems)
      .map((run) => section.scores[run][query.metric]?.[i] ?? null).filter((value) => value !== null);
    const worst = section.metrics[query.metric]?.better === "lower" ? Math.max : Math.min;
    const best = section.metrics[query.metric]?.better === "lower" ? 0 : 1;
    if (query.show === "differ") return new Set(told).size > 1;
    if (query.show === "below") return told.length > 0 && worst(...told) !== best;
    if (query.show === "best") return told.length > 0 && worst(...told) === best;
    if (query.show === "errors") return section.errors.some((errors) => Object.hasOwn(errors, section.ids[i]));
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

  async sample(section, id) { return own(section.texts, id); }
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
    return this.#get("api/compare", [["run", section.runs[a].folder], ["run", section.runs[b].folder], ["pairs", section.pairs.length]]);
  }
}
