'use strict'
// Attachments and exports.

const { execSync } = require('child_process')
const fs = require('fs')
const path = require('path')

const SKINS = ['light', 'dark']

function attachment (root, name) {
  if (!/^[a-z0-9_-]+\.[a-z]{1,4}$/.test(name)) {
    throw new Error('bad name')
  }
  return fs.readFileSync(path.join(root, name))
}

function skin (root, wanted) {
  const name = SKINS.includes(wanted) ? wanted : 'light'
  return fs.readFileSync(path.join(root, name + '.css'))
}

function draft (root, user, name) {
  return fs.readFileSync(path.join(root, user, name))
}

function exportBoard (folder, title) {
  const line = `echo ${title} > ${folder}/title.txt`
  return execSync(line)
}

function countLines (folder, page) {
  const number = Number.parseInt(page, 10) | 0
  return execSync(`printf ${number}`, { cwd: folder }).toString()
}

module.exports = { attachment, skin, draft, exportBoard, countLines }
