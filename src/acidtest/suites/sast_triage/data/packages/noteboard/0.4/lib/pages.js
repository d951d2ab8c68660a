'use strict'
// Pages of the board, made of template strings.

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape (text) {
  return String(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign])
}

function noteBox (note) {
  const heading = escape(note.title)
  const body = escape(note.body)
  return [
    `<h2>${heading}</h2>`,
    `<div>${body}</div>`
  ].join('\n')
}

function pager (page, last) {
  const at = Math.min(Math.max(1, Number.parseInt(page, 10) || 1), last)
  return `<nav>${at} of ${last}</nav>`
}

function authorLink (author) {
  const name = escape(author)
  return `<a href="/by/${encodeURIComponent(author)}">${name}</a>`
}

module.exports = { escape, noteBox, pager, authorLink }
