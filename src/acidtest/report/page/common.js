"use strict";
// Shared by both pages: elements, escaping of untrusted text, dark and light mode.

const byId = (id) => document.getElementById(id);

function make(tag, options = {}, ...children) {
  const { on = {}, data = {}, ...rest } = options;
  const node = Object.assign(document.createElement(tag), rest);
  for (const [name, act] of Object.entries(on)) node.addEventListener(name, act);
  for (const [name, value] of Object.entries(data)) node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

// An element of a picture.
function drawn(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A name that may break after a mark.
const broken = (text) => visible(text).split(/(?<=[._:/])/).flatMap((part) => [part, make("wbr")]);

// Makes the head of a column a button that sorts by it: once, then the other way; numbers sort
// downwards first. Returns what shows the key in use, which has a minus if it sorts downwards.
function sorter(head, key, number, act) {
  const mark = make("span", { data: { "aria-hidden": "true" } });
  const [first, then] = number ? [`-${key}`, key] : [key, `-${key}`];
  let now = "";
  head.replaceChildren(make("button", { type: "button", className: "sort", on: { click: () => act(now === first ? then : first) } }, ...head.childNodes, mark));
  return (sort) => {
    now = sort;
    const order = { [key]: "ascending", [`-${key}`]: "descending" }[sort] ?? "none";
    mark.textContent = { ascending: " ▲", descending: " ▼", none: "" }[order];
    head.setAttribute("aria-sort", order);
  };
}

// Rows in the order of `sort`; those without a value last.
function sorted(rows, sort, values) {
  const of = values[sort.replace(/^-/, "")];
  if (!of) return rows;
  const down = sort.startsWith("-") ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [of(a) ?? null, of(b) ?? null];
    if (x === y) return 0;
    if (x === null || y === null) return x === null ? 1 : -1;
    return x < y ? -down : down;
  });
}

// Control and format characters are shown as escapes: nothing reorders or hides text.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const escaped = (c) => `\\u{${c.codePointAt(0).toString(16)}}`;
const visible = (text) =>
  Array.from(String(text ?? ""), (c) => (c !== "\n" && c !== "\t" && HIDDEN.test(c) ? escaped(c) : c)).join("");

// Text as elements; a line end becomes an element, with or without a carriage return.
function written(text) {
  const piece = document.createDocumentFragment();
  let run = "";
  for (const c of String(text).replaceAll("\r\n", "\n")) {
    if (c !== "\n" && c !== "\t" && HIDDEN.test(c)) {
      piece.append(run, make("span", { className: "escape", textContent: escaped(c) }));
      run = "";
    } else run += c;
  }
  piece.append(run);
  return piece;
}

// A shadow on the side where a wide table continues.
function hint(node) {
  const look = () => {
    node.classList.toggle("before", node.scrollLeft > 1);
    node.classList.toggle("beyond", node.scrollLeft + node.clientWidth < node.scrollWidth - 1);
  };
  node.tabIndex = 0;
  node.addEventListener("scroll", look, { passive: true });
  const watch = new ResizeObserver(look);
  watch.observe(node);
  if (node.firstElementChild) watch.observe(node.firstElementChild);
}

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
