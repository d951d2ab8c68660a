# ruff: noqa: E501
"""Ordinary programs, written before the scanner read them: names that travel before they are used."""

from __future__ import annotations

from .case import Case

PYTHON = [
    Case(
        "an algorithm passed to a helper",
        "a.py",
        """
import hashlib
def fingerprint(path, algorithm="sha256"):
    h = hashlib.new(algorithm)
    with open(path, "rb") as f:
        h.update(f.read())
    return h.hexdigest()
def legacy(path):
    return fingerprint(path, "md5")
""",
        "sha-256 md5",
    ),
    Case(
        "a table of constructors",
        "a.py",
        """
import hashlib
HASHERS = {"fast": hashlib.md5, "strong": hashlib.sha3_256}
def digest(kind, data):
    return HASHERS[kind](data).hexdigest()
""",
        "md5 sha3-256",
    ),
    Case(
        "settings in a dictionary",
        "a.py",
        """
import jwt
SETTINGS = {"issuer": "shop", "signing": "ES384", "lifetime": 300}
def issue(claims, key):
    return jwt.encode(claims, key, algorithm=SETTINGS["signing"])
""",
        "ecdsa ?sha-384",
    ),
    Case(
        "a field set in the constructor",
        "a.py",
        """
from cryptography.hazmat.primitives import hashes, hmac
class Sealer:
    def __init__(self, key, digest=hashes.SHA512()):
        self.key, self.digest = key, digest
    def seal(self, data):
        mac = hmac.HMAC(self.key, self.digest)
        mac.update(data)
        return mac.finalize()
""",
        "hmac sha-512",
    ),
    Case(
        "a field that holds a name",
        "a.py",
        """
import hmac
class Webhook:
    algorithm = "sha1"
    def __init__(self, secret):
        self.secret = secret
    def verify(self, body, signature):
        mac = hmac.new(self.secret, body, self.algorithm)
        return hmac.compare_digest(mac.hexdigest(), signature)
""",
        "hmac sha-1",
    ),
    Case(
        "a list of accepted token algorithms",
        "a.py",
        """
import jwt
ACCEPTED = ["RS256", "EdDSA"]
def read(token, key):
    return jwt.decode(token, key, algorithms=ACCEPTED)
""",
        "rsa eddsa ?sha-256 ?ed25519",
    ),
    Case(
        "passlib's schemes",
        "a.py",
        """
from passlib.context import CryptContext
pwd = CryptContext(schemes=["argon2", "pbkdf2_sha256"], deprecated="auto")
def store(secret):
    return pwd.hash(secret)
""",
        "argon2 pbkdf2 ?sha-256",
    ),
    Case(
        "PyCryptodome signs and seals",
        "a.py",
        """
from Crypto.PublicKey import RSA, ECC
from Crypto.Signature import DSS, pss
from Crypto.Hash import SHA384
from Crypto.Cipher import ChaCha20_Poly1305
def run(message):
    key = ECC.generate(curve="P-384")
    DSS.new(key, "fips-186-3").sign(SHA384.new(message))
    other = RSA.generate(3072)
    pss.new(other).sign(SHA384.new(message))
    return ChaCha20_Poly1305.new(key=b"k" * 32)
""",
        "ecdsa rsa sha-384 chacha20 ?ecc ?poly1305 ?dsa",
    ),
    Case(
        "ssh keys",
        "a.py",
        """
import paramiko
def connect(host, path):
    key = paramiko.RSAKey.from_private_key_file(path)
    other = paramiko.Ed25519Key(filename=path)
    third = paramiko.ECDSAKey.generate(bits=384)
    return key, other, third
""",
        "rsa ed25519 ecdsa",
    ),
    Case(
        "a helper chosen by a keyword argument",
        "a.py",
        """
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
def make(cls, key, iv):
    return Cipher(cls(key), modes.CBC(iv))
def old(key, iv):
    return make(algorithms.TripleDES, key, iv)
""",
        "3des",
    ),
    Case(
        "a cipher by name",
        "a.py",
        """
import ssl
ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
CIPHERS = "ECDHE-RSA-AES256-GCM-SHA384"
ctx.set_ciphers(CIPHERS)
ctx.set_ecdh_curve("prime256v1")
""",
        "ecdh rsa aes ?sha-384 ?ecc",
    ),
    Case(
        "names that are data",
        "a.py",
        """
import hashlib
LABELS = {"md5": "MD5 (old)", "des": "DES"}
def describe(kind):
    return LABELS.get(kind, "unknown")
REFUSED = ["RS256", "MD5"]
def allowed(name):
    if name in REFUSED or name == "SHA1":
        raise ValueError("md5 is refused")
    return hashlib.sha256(name.encode()).hexdigest()
""",
        "sha-256",
    ),
    Case(
        "a value that is replaced before it is used",
        "a.py",
        """
import hashlib
def digest(data):
    name = "md5"
    name = "sha512"
    return hashlib.new(name, data)
def show():
    name = "des"
    print(name)
""",
        "sha-512",
    ),
    Case(
        "one choice of two",
        "a.py",
        """
import hashlib, os
name = "sha1" if os.environ.get("OLD") else "sha512"
print(hashlib.new(name, b"x").hexdigest())
""",
        "sha-1 sha-512",
    ),
    Case(
        "key agreement",
        "a.py",
        """
from cryptography.hazmat.primitives.asymmetric import ec, x25519, dh
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives import hashes
def agree(peer):
    mine = ec.generate_private_key(ec.SECP256R1())
    shared = mine.exchange(ec.ECDH(), peer)
    other = x25519.X25519PrivateKey.generate()
    params = dh.generate_parameters(generator=2, key_size=2048)
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"").derive(shared)
""",
        "ecdh x25519 dh hkdf sha-256 ?ecc ?ecdsa",
    ),
]

JAVASCRIPT = [
    Case(
        "public encryption",
        "a.js",
        """
const crypto = require('crypto');
function wrap(key, data) {
  return crypto.publicEncrypt({ key, padding: crypto.constants.RSA_PKCS1_OAEP_PADDING }, data);
}
function unwrap(key, data) { return crypto.privateDecrypt(key, data); }
module.exports = { wrap, unwrap };
""",
        "rsa",
    ),
    Case(
        "key pairs and agreement",
        "a.mjs",
        """
import { generateKeyPairSync, createECDH, createDiffieHellman, scryptSync } from 'node:crypto';
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
const alice = createECDH('secp256k1');
const dh = createDiffieHellman(2048);
export const key = scryptSync('pw', 'salt', 32);
""",
        "ecdh dh scrypt ?ecc ?ecdsa",
    ),
    Case(
        "an option object",
        "a.js",
        """
const https = require('https');
const options = {
  ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:!RC4',
  minVersion: 'TLSv1.2',
};
https.createServer(options, (req, res) => res.end('ok')).listen(8443);
""",
        "ecdh ecdsa aes ?sha-256",
    ),
    Case(
        "web crypto with a shared parameter object",
        "a.ts",
        """
const SIGNING: RsaHashedKeyGenParams = {
  name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256',
};
export async function make() { return crypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']); }
export async function seal(key: CryptoKey, iv: Uint8Array, data: ArrayBuffer) {
  return await window.crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, data);
}
""",
        "rsa sha-256 aes",
    ),
    Case(
        "node-forge",
        "a.js",
        """
const forge = require('node-forge');
const pair = forge.pki.rsa.generateKeyPair({ bits: 2048, e: 0x10001 });
const md = forge.md.sha1.create();
md.update('message', 'utf8');
const cipher = forge.cipher.createCipher('3DES-CBC', key);
""",
        "rsa sha-1 3des",
    ),
    Case(
        "crypto-js",
        "a.js",
        """
import CryptoJS from 'crypto-js';
export const seal = (text, key) => CryptoJS.TripleDES.encrypt(text, key).toString();
export const sum = (text) => CryptoJS.MD5(text).toString();
export const tag = (text, key) => CryptoJS.HmacSHA256(text, key).toString();
""",
        "3des md5 hmac ?sha-256",
    ),
    Case(
        "an elliptic curve by name",
        "a.js",
        """
const { ec: EC } = require('elliptic');
const curve = new EC('secp256k1');
const pair = curve.genKeyPair();
module.exports.sign = (hash) => pair.sign(hash);
""",
        "?ecc ecdsa",
    ),
    Case(
        "an algorithm in a class field",
        "a.ts",
        """
import { createCipheriv, createHash, randomBytes } from 'crypto';
export class Vault {
  private readonly algorithm = 'aes-256-cbc';
  constructor(private readonly key: Buffer, private hash: string = 'sha1') {}
  seal(text: string) {
    const cipher = createCipheriv(this.algorithm, this.key, randomBytes(16));
    return cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
  }
  sum(text: string) { return createHash(this.hash).update(text).digest('hex'); }
}
""",
        "aes sha-1",
    ),
    Case(
        "tokens",
        "a.ts",
        """
import jwt from 'jsonwebtoken';
import * as jose from 'jose';
const ALG = 'PS256';
export const sign = (p: object, k: string) => jwt.sign(p, k, { algorithm: 'HS384' });
export const read = (t: string, k: string) => jwt.verify(t, k, { algorithms: ['RS256', 'ES256'] });
export const other = (k: any) => new jose.SignJWT({}).setProtectedHeader({ alg: ALG }).sign(k);
""",
        "hmac rsa ecdsa ?sha-384 ?sha-256",
    ),
    Case(
        "names that are data",
        "a.ts",
        """
import { createHash } from 'crypto';
const LABELS = { md5: 'MD5', rsa: 'RSA' };
export function color(name: string) {
  if (name === 'des') { return 'red'; }
  switch (name) { case 'rc4': return 'red'; default: return LABELS[name]; }
}
export const id = (s: string) => createHash('sha256').update(s).digest('hex');
""",
        "sha-256",
    ),
    Case(
        "small modules",
        "a.js",
        """
import md5 from 'md5';
import { sha512 } from '@noble/hashes/sha512';
import { ed25519 } from '@noble/curves/ed25519';
import bcrypt from 'bcryptjs';
import nacl from 'tweetnacl';
export const sums = (x) => [md5(x), sha512(x), nacl.box.keyPair()];
export const sign = (m, k) => ed25519.sign(m, k);
export const store = (p) => bcrypt.hash(p, 12);
""",
        "md5 sha-512 ed25519 bcrypt x25519 xsalsa20 ?poly1305",
    ),
]
