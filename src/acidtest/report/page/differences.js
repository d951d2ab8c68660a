// What differs between a reference and an answer, line by line and word by word.

// Longest common subsequence; gives [kind, a, b] with kind same, gone or new.
function differences(a, b, same = (x, y) => x === y) {
  // Common lines at both ends stay together.
  const least = Math.min(a.length, b.length);
  let [head, tail] = [0, 0];
  while (head < least && same(a[head], b[head])) head++;
  while (tail < least - head && same(a.at(-1 - tail), b.at(-1 - tail))) tail++;
  const ends = (from, to) => a.slice(from[0], to[0]).map((x, k) => ["same", x, b[from[1] + k]]);
  const [x, y] = [a.length - tail, b.length - tail];
  return [...ends([0, 0], [head, head]), ...between(a.slice(head, x), b.slice(head, y), same), ...ends([x, y], [a.length, b.length])];
}

function between(a, b, same) {
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

// Two JSON documents get the same layout, so that only their content differs.
function formatted(a, b) {
  try { return [a, b].map((text) => JSON.stringify(JSON.parse(text), null, 1)); } catch { return [a, b]; }
}

// Similarity of two lines, from 0 to 1; 0 if they only share punctuation.
function likeness(a, b) {
  const left = new Map();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let [common, telling] = [0, false];
  for (const word of b) {
    const more = left.get(word) ?? 0;
    if (!more) continue;
    common++;
    telling ||= /\w/.test(word);
    left.set(word, more - 1);
  }
  return telling ? (2 * common) / (a.length + b.length) : 0;
}

// Which new line replaces which old one: pairs of indexes in order, for similar lines.
const ALIKE = 0.4;
function replaced(gone, fresh) {
  if (gone.length * fresh.length > 4e4) return [];
  const solid = (line) => words(line).filter((word) => word.trim());
  const [a, b] = [gone.map(solid), fresh.map(solid)];
  const width = b.length + 1;
  const best = new Float64Array((a.length + 1) * width);
  const like = new Float64Array(a.length * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const near = likeness(a[i], b[j]);
      like[i * width + j] = near >= ALIKE ? near + best[(i + 1) * width + j + 1] : -1;
      best[i * width + j] = Math.max(like[i * width + j], best[(i + 1) * width + j], best[i * width + j + 1]);
    }
  const pairs = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (like[i * width + j] === best[i * width + j] && like[i * width + j] > 0) pairs.push([i++, j++]);
    else if (best[(i + 1) * width + j] >= best[i * width + j + 1]) i++;
    else j++;
  }
  return pairs;
}

// Reference and answer with their lines side by side. Lines that differ are marked;
// if one replaces another, the words that differ are marked more strongly.
function marked(reference, answer) {
  const sides = [make("pre"), make("pre")];
  const line = (side, kind, pieces) => sides[side].append(make("span", { className: `line ${kind}` }, ...pieces, "\n"));
  const nothing = (side) => sides[side].append(make("span", { className: "line none", data: { "aria-hidden": "true" } }));
  const beside = (gone, fresh) => {
    for (let k = 0; k < Math.max(gone.length, fresh.length); k++) {
      if (k < gone.length) line(0, "gone", [written(gone[k])]); else nothing(0);
      if (k < fresh.length) line(1, "new", [written(fresh[k])]); else nothing(1);
    }
  };
  const word = (steps, kind, index) => steps.filter((step) => step[0] === "same" || step[0] === kind)
    .map((step) => step[0] === "same" || !step[index].trim() ? written(step[index]) : make("mark", {}, written(step[index])));
  const steps = differences(reference.split("\n"), answer.split("\n"), (x, y) => tidy(x) === tidy(y));
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
    let [i, j] = [0, 0];
    for (const [x, y] of replaced(gone, fresh)) {
      beside(gone.slice(i, x), fresh.slice(j, y));
      const both = differences(words(gone[x]), words(fresh[y]));
      line(0, "gone", word(both, "gone", 1));
      line(1, "new", word(both, "new", 2));
      [i, j] = [x + 1, y + 1];
    }
    beside(gone.slice(i), fresh.slice(j));
  }
  return sides;
}
