// What differs between a reference and an answer, line by line and word by word.

// Longest common subsequence; gives [kind, a, b] with kind same, gone or new.
function differences(a, b, same = (x, y) => x === y) {
  if (a.length * b.length > 4e6) return [...a.map((x) => ["gone", x]), ...b.map((y) => ["new", null, y])];
  const width = b.length + 1;
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i * width + j] = same(a[i], b[j]) ? length[(i + 1) * width + j + 1] + 1
        : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
  const found = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && same(a[i], b[j])) found.push(["same", a[i++], b[j++]]);
    else if (j >= b.length || (i < a.length && length[(i + 1) * width + j] >= length[i * width + j + 1])) found.push(["gone", a[i++]]);
    else found.push(["new", null, b[j++]]);
  }
  return found;
}

const tidy = (line) => line.replace(/\s+/g, " ").trim();
const words = (line) => line.match(/\w+|\s+|[^\w\s]/gu) ?? [];

// Two JSON documents are laid out alike, so that only what they say differs.
function formatted(a, b) {
  try { return [a, b].map((text) => JSON.stringify(JSON.parse(text), null, 1)); } catch { return [a, b]; }
}

// Word by word where at least half of the shorter line is in the other; else marks would be noise.
function alike(a, b) {
  const steps = differences(a, b);
  const kept = steps.filter((step) => step[0] === "same" && step[1].trim()).length;
  const most = Math.min(...[a, b].map((side) => side.filter((word) => word.trim()).length));
  return most && 2 * kept >= most ? steps : null;
}

// Reference and answer as two marked texts; in lines that replace one another the words are marked.
function marked(reference, answer) {
  const steps = differences(reference.split("\n"), answer.split("\n"), (x, y) => tidy(x) === tidy(y));
  const sides = [make("pre", { tabIndex: 0 }), make("pre", { tabIndex: 0 })];
  const line = (side, kind, pieces) => sides[side].append(make("span", { className: `line ${kind}` }, ...pieces, "\n"));
  for (let at = 0; at < steps.length;) {
    if (steps[at][0] === "same") {
      line(0, "same", [written(steps[at][1])]);
      line(1, "same", [written(steps[at][2])]);
      at++;
      continue;
    }
    const gone = [], fresh = [];
    for (; at < steps.length && steps[at][0] !== "same"; at++)
      if (steps[at][0] === "gone") gone.push(steps[at][1]); else fresh.push(steps[at][2]);
    for (let k = 0; k < Math.max(gone.length, fresh.length); k++) {
      const pair = k < gone.length && k < fresh.length ? alike(words(gone[k]), words(fresh[k])) : null;
      const pieces = (kind, index) => pair.filter((step) => step[0] === "same" || step[0] === kind)
        .map((step) => step[0] === "same" || !step[index].trim() ? written(step[index]) : make("mark", {}, written(step[index])));
      if (k < gone.length) line(0, "gone", pair ? pieces("gone", 1) : [written(gone[k])]);
      if (k < fresh.length) line(1, "new", pair ? pieces("new", 2) : [written(fresh[k])]);
    }
  }
  return sides;
}
