"use strict";
// What both pages use: elements, and text from strangers made visible.

const byId = (id) => document.getElementById(id);

function make(tag, options = {}, ...children) {
  const { on = {}, data = {}, ...rest } = options;
  const node = Object.assign(document.createElement(tag), rest);
  for (const [name, act] of Object.entries(on)) node.addEventListener(name, act);
  for (const [name, value] of Object.entries(data)) node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

// Control and format characters are shown as escapes: nothing reorders or hides text.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const escaped = (c) => `\\u{${c.codePointAt(0).toString(16)}}`;
const visible = (text) =>
  Array.from(String(text ?? ""), (c) => (c !== "\n" && c !== "\t" && HIDDEN.test(c) ? escaped(c) : c)).join("");

function written(text) {
  const piece = document.createDocumentFragment();
  let run = "";
  for (const c of String(text)) {
    if (c !== "\n" && c !== "\t" && HIDDEN.test(c)) {
      piece.append(run, make("span", { className: "escape", textContent: escaped(c) }));
      run = "";
    } else run += c;
  }
  piece.append(run);
  return piece;
}
