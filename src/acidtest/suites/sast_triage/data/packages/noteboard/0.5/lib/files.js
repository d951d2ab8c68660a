'use strict'
// Attachments and exports.

const { execSync } = require('child_process')
const fs = require('fs')
const path = require('path')

const SKINS = ['light', 'dark']

function attachment (root, name) {
  const plain = /^[a-z0-9][a-z0-9_-]*\.[a-z]{1,4}$/
  if (!plain.test(name)) {
    throw new Error('no such attachment')
  }
  return fs.readFileSync(path.join(root, name))
}

function skin (root, wanted) {
  const name = SKINS.includes(wanted) ? wanted : 'light'
  return fs.readFileSync(path.join(root, name + '.css'))
}

function draft (root, user, name) {
  if ((user + name).includes('..')) {
    throw new Error('no such draft')
  }
  return fs.readFileSync(path.join(root, user, name))
}

function exportBoard (folder, title) {
  const quoted = `'${title.replace(/'/g, "'\\''")}'`
  const line = `echo ${quoted} > title.txt`
  return execSync(line, { cwd: folder })
}

function countLines (folder, page) {
  const number = Math.trunc(Number(page)) || 0
  return execSync(`printf ${number}`, { cwd: folder }).toString()
}

module.exports = { attachment, skin, draft, exportBoard, countLines }
