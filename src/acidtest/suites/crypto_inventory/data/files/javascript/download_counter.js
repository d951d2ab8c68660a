'use strict';

const { promises: fs } = require('node:fs');
const path = require('node:path');

const KINDS = ['zip', 'tar.gz', 'sig', 'sha'];

class DownloadCounter {
  constructor(file) {
    this.file = file;
    this.sums = new Map();
  }

  async load() {
    try {
      this.sums = new Map(Object.entries(JSON.parse(await fs.readFile(this.file, 'utf8'))));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }

  count(url) {
    const name = path.posix.basename(url);
    const kind = KINDS.find((k) => name.endsWith(`.${k}`)) ?? 'other';
    this.sums.set(kind, (this.sums.get(kind) ?? 0) + 1);
  }

  async save() {
    await fs.writeFile(this.file, JSON.stringify(Object.fromEntries(this.sums)));
  }
}

module.exports = { DownloadCounter };
