'use strict';

const { createHash } = require('node:crypto');
const { createReadStream, promises: fs } = require('node:fs');
const path = require('node:path');

const KINDS = ['sha1', 'blake2b512'];

function checksums(file) {
  return new Promise((resolve, reject) => {
    const states = KINDS.map((kind) => createHash(kind));
    createReadStream(file)
      .on('data', (chunk) => states.forEach((s) => s.update(chunk)))
      .on('error', reject)
      .on('end', () => resolve(states.map((s, i) => `${KINDS[i]}  ${s.digest('hex')}`)));
  });
}

async function page(folder) {
  const rows = [];
  for (const name of (await fs.readdir(folder)).sort()) {
    const sums = await checksums(path.join(folder, name));
    rows.push(`<tr><td>${name}</td><td><pre>${sums.join('\n')}</pre></td></tr>`);
  }
  return `<table>${rows.join('')}</table>`;
}

module.exports = { page };
