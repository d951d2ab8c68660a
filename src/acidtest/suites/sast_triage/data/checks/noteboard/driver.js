'use strict'
// node driver.js VERSION_FOLDER: runs every case in an empty folder, prints what happened.

const { spawnSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')

const root = path.resolve(process.argv[2], 'lib')
const board = require(path.join(root, 'board.js'))
const files = require(path.join(root, 'files.js'))
const pages = require(path.join(root, 'pages.js'))

const TAG = '<img src=x onerror=alert(1)>'

function attempt (work) {
  try {
    return work()
  } catch {
    return undefined
  }
}

// Whether something that every object shares has got a property, which is taken away again.
function polluted () {
  const shared = [Object.prototype, Object.prototype.toString, Object]
  const found = shared.some((thing) => Object.hasOwn(thing, 'admin'))
  shared.forEach((thing) => delete thing.admin)
  return found
}

const owned = () => fs.existsSync('owned')

// Whether a child uses up a second of processor time on it.
function neverEnds (code) {
  const file = JSON.stringify(path.join(root, 'board.js'))
  const script = `const board = require(${file}); ${code}`
  const done = spawnSync('sh', ['-c', 'ulimit -t 1; exec "$0" -e "$1"', process.execPath, script])
  return done.signal !== null
}

function location (redirect, target) {
  let where
  redirect({ writeHead: (code, headers) => { where = headers.Location }, end: () => {} }, target)
  return new URL(where, 'http://board.example').host !== 'board.example'
}

const TARGETS = ['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example']

const cases = {
  merged_settings () {
    attempt(() => board.mergeSettings({}, JSON.parse('{"__proto__": {"admin": true}}')))
    attempt(() => board.mergeSettings({}, JSON.parse('{"constructor": {"prototype": {"admin": true}}}')))
    attempt(() => board.mergeSettings({}, JSON.parse('{"toString": {"admin": true}}')))
    return polluted()
  },
  tallied_words () {
    const counts = board.tally(['__proto__', 'constructor', 'a', 'a'])
    return counts.__proto__ !== 1 || counts.constructor !== 1 || counts.a !== 2
  },
  setting_path () {
    attempt(() => board.setPath({}, '__proto__.admin', true))
    attempt(() => board.setPath({}, 'constructor.prototype.admin', true))
    attempt(() => board.setPath({}, 'toString.admin', true))
    const plain = { size: { small: 1 } }
    board.setPath(plain, 'size.small', 2)
    return polluted() || plain.size.small !== 2
  },
  searched_term: () => neverEnds("board.search([{ title: 'a'.repeat(40) + '!' }], '^(a+)+$')"),
  highlighted_word: () => neverEnds("board.highlight('a'.repeat(40) + '!', '^(a+)+$')"),
  sorted_column () {
    attempt(() => board.sorter('x, globalThis.ran = true, a.x')({ x: 1 }, { x: 2 }))
    return globalThis.ran === true
  },
  session_token () {
    const honest = Math.random
    Math.random = () => 0.5
    const same = board.sessionToken() === board.sessionToken()
    Math.random = honest
    return same
  },
  back_target: () => TARGETS.some((target) => location(board.backTo, target)),
  note_target: () => [...TARGETS, '1//evil'].some((target) => location(board.toNote, target)),
  attachment_name () {
    fs.mkdirSync('files')
    fs.writeFileSync('secret.txt', 'secret')
    return attempt(() => String(files.attachment('files', '../secret.txt'))) === 'secret'
  },
  skin_name () {
    fs.mkdirSync('skins')
    fs.writeFileSync('secret.css', 'secret')
    fs.writeFileSync('skins/light.css', 'light')
    return String(files.skin('skins', '../secret')) !== 'light'
  },
  draft_name () {
    fs.mkdirSync('drafts/me', { recursive: true })
    fs.writeFileSync('secret', 'secret')
    return [['me', '../../secret'], ['..', 'secret'], ['.', './../secret']].some(
      ([user, name]) => attempt(() => String(files.draft('drafts', user, name))) === 'secret')
  },
  exported_title () {
    for (const title of ['x; touch owned;', '$(touch owned)', "'; touch owned; '"]) {
      attempt(() => files.exportBoard('.', title))
    }
    return owned()
  },
  counted_page () {
    attempt(() => files.countLines('.', '1; touch owned'))
    return owned()
  },
  note_title: () => pages.noteBox({ title: TAG, body: '' }).includes(TAG),
  note_body: () => pages.noteBox({ title: '', body: TAG }).includes(TAG),
  page_number: () => pages.pager(TAG, 3).includes(TAG),
  author_name: () => pages.authorLink(TAG).includes(TAG)
}

const results = {}
for (const [name, run] of Object.entries(cases)) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'noteboard-'))
  process.chdir(folder)
  results[name] = run() ? 'fires' : 'holds'
  process.chdir('/')
  fs.rmSync(folder, { recursive: true })
}
process.stdout.write(JSON.stringify(results))
