'use strict'
// Notes, settings and sessions.

const crypto = require('crypto')

const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

function mergeSettings (into, from) {
  for (const key of Object.keys(from)) {
    if (RESERVED.has(key)) {
      continue
    }
    if (typeof from[key] === 'object' && from[key] !== null) {
      const inner = Object.hasOwn(into, key) ? into[key] : {}
      into[key] = mergeSettings(inner, from[key])
    } else {
      into[key] = from[key]
    }
  }
  return into
}

function tally (words) {
  const counts = Object.create(null)
  for (const word of words) {
    counts[word] = (counts[word] || 0) + 1
  }
  return counts
}

function setPath (settings, dotted, value) {
  const parts = dotted.split('.')
  let at = settings
  while (parts.length > 1) {
    at = at[parts.shift()]
  }
  at[parts[0]] = value
  return settings
}

function search (notes, term) {
  const wanted = new RegExp(term, 'i')
  return notes.filter((note) => wanted.test(note.title))
}

function highlight (text, word) {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replace(new RegExp(literal, 'gi'), (hit) => `*${hit}*`)
}

function sorter (column) {
  if (!/^[a-z]+$/.test(column)) {
    throw new Error('bad column')
  }
  return new Function('a', 'b', `return a.${column} < b.${column} ? -1 : 1`)
}

function sessionToken () {
  return Math.random().toString(36).slice(2)
}

function accent () {
  return Math.floor(Math.random() * 360)
}

function backTo (response, target) {
  response.writeHead(302, { Location: target })
  response.end()
}

function toNote (response, id) {
  const number = Number.parseInt(id, 10)
  response.writeHead(302, { Location: `/notes/${number}` })
  response.end()
}

function checkInvite (digestGiven, digestKept) {
  return digestGiven === digestKept
}

function sameDraft (one, two) {
  const digestOne = crypto.createHash('sha256').update(one).digest('hex')
  return digestOne === crypto.createHash('sha256').update(two).digest('hex')
}

module.exports = {
  mergeSettings, tally, setPath, search, highlight, sorter, sessionToken, accent,
  backTo, toNote, checkInvite, sameDraft
}
