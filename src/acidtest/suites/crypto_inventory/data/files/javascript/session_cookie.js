'use strict';

const nodeCrypto = require('node:crypto');

class SessionCookie {
  constructor(secret) {
    const okm = nodeCrypto.scryptSync(secret, 'cookie/1', 24 + 32);
    this.hide = okm.subarray(0, 24);
    this.tag = okm.subarray(24);
  }

  write(session) {
    const iv = nodeCrypto.randomBytes(16);
    const c = nodeCrypto.createCipheriv('aes-192-cbc', this.hide, iv);
    const body = Buffer.concat([iv, c.update(JSON.stringify(session)), c.final()]);
    const mac = nodeCrypto.createHmac('sha256', this.tag).update(body).digest();
    return Buffer.concat([mac, body]).toString('base64url');
  }

  read(text) {
    const raw = Buffer.from(text, 'base64url');
    const mac = raw.subarray(0, 32);
    const body = raw.subarray(32);
    const want = nodeCrypto.createHmac('sha256', this.tag).update(body).digest();
    if (mac.length !== 32 || !nodeCrypto.timingSafeEqual(mac, want)) return null;
    const d = nodeCrypto.createDecipheriv('aes-192-cbc', this.hide, body.subarray(0, 16));
    return JSON.parse(Buffer.concat([d.update(body.subarray(16)), d.final()]).toString());
  }
}

module.exports = { SessionCookie };
