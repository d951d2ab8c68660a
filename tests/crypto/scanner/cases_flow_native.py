# ruff: noqa: E501
"""Ordinary programs in compiled and scripting languages, written before the scanner read them."""

from __future__ import annotations

from .case import Case

GO = [
    Case(
        "sums by name",
        "a.go",
        """
package sums
import (
	"crypto/sha256"
	"crypto/sha512"
	"crypto/sha1"
)
func All(b []byte) ([]byte, []byte, []byte) {
	x := sha512.Sum384(b)
	y := sha256.Sum224(b)
	z := sha1.Sum(b)
	return x[:], y[:], z[:]
}
""",
        "sha-384 sha-224 sha-1",
    ),
    Case(
        "keys out of files",
        "a.go",
        """
package keys
import (
	"crypto/x509"
	"encoding/pem"
)
func Load(raw []byte) (any, error) {
	block, _ := pem.Decode(raw)
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	return x509.ParseECPrivateKey(block.Bytes)
}
""",
        "rsa ?ecc ?ecdsa",
    ),
    Case(
        "signatures and key types",
        "a.go",
        """
package sign
import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
)
type Signer struct { key *rsa.PrivateKey }
func (s *Signer) Sign(m []byte) ([]byte, error) {
	h := sha256.Sum256(m)
	return rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, h[:])
}
func New() (*ecdsa.PrivateKey, error) { return ecdsa.GenerateKey(elliptic.P384(), rand.Reader) }
""",
        "rsa sha-256 ecdsa ?ecc",
    ),
    Case(
        "a constructor passed as a value",
        "a.go",
        """
package mac
import (
	"crypto/hmac"
	"crypto/md5"
	"golang.org/x/crypto/pbkdf2"
	"hash"
)
var digest func() hash.Hash = md5.New
func Tag(k, m []byte) []byte { h := hmac.New(digest, k); h.Write(m); return h.Sum(nil) }
func Key(p, s []byte) []byte { return pbkdf2.Key(p, s, 4096, 32, digest) }
""",
        "hmac md5 pbkdf2",
    ),
    Case(
        "tls settings",
        "a.go",
        """
package server
import "crypto/tls"
func Config() *tls.Config {
	return &tls.Config{
		MinVersion:       tls.VersionTLS12,
		CurvePreferences: []tls.CurveID{tls.X25519, tls.CurveP256},
		CipherSuites:     []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256},
	}
}
""",
        "x25519 ecdh rsa aes ?sha-256 ?ecc",
    ),
    Case(
        "tokens and ssh",
        "a.go",
        """
package auth
import (
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/crypto/ssh"
)
func Token(c jwt.Claims, k []byte) (string, error) { return jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString(k) }
func Hash(p []byte) ([]byte, error) { return bcrypt.GenerateFromPassword(p, bcrypt.DefaultCost) }
var kex = ssh.Config{KeyExchanges: []string{"diffie-hellman-group14-sha1"}, Ciphers: []string{"aes128-ctr"}}
""",
        "hmac ?sha-256 bcrypt dh ?sha-1 aes",
    ),
]

RUBY = [
    Case(
        "openssl",
        "a.rb",
        """
require 'openssl'
class Vault
  CIPHER = 'aes-256-gcm'.freeze
  def seal(key, text)
    cipher = OpenSSL::Cipher.new(CIPHER).encrypt
    cipher.key = key
    cipher.update(text) + cipher.final
  end
  def keys
    [OpenSSL::PKey::RSA.new(2048), OpenSSL::PKey::EC.generate('prime256v1')]
  end
  def tag(key, text)
    OpenSSL::HMAC.hexdigest('SHA256', key, text)
  end
end
""",
        "aes rsa hmac sha-256 ?ecc",
    ),
    Case(
        "digests",
        "a.rb",
        """
require 'digest'
def sums(path)
  { md5: Digest::MD5.file(path).hexdigest, sha1: Digest::SHA1.hexdigest(File.read(path)),
    other: OpenSSL::Digest.new('SHA512').digest(path) }
end
""",
        "md5 sha-1 sha-512",
    ),
    Case(
        "tokens and passwords",
        "a.rb",
        """
require 'jwt'
require 'bcrypt'
class Session
  ALGORITHM = 'RS256'
  def self.issue(payload, key) = JWT.encode(payload, key, ALGORITHM)
  def self.read(token, key)
    JWT.decode(token, key, true, { algorithm: 'ES256' })
  end
  def self.store(password)
    BCrypt::Password.create(password)
  end
end
""",
        "rsa ecdsa bcrypt ?sha-256",
    ),
    Case(
        "a method's argument",
        "a.rb",
        """
require 'openssl'
module Crypt
  def self.run(name, key, data)
    c = OpenSSL::Cipher.new(name)
    c.encrypt
    c.key = key
    c.update(data) + c.final
  end
end
Crypt.run('des-ede3-cbc', key, data)
""",
        "3des",
    ),
    Case(
        "sodium, diffie-hellman and dsa",
        "a.rb",
        """
require 'rbnacl'
require 'ed25519'
box = RbNaCl::SecretBox.new(key)
signing = Ed25519::SigningKey.generate
dh = OpenSSL::PKey::DH.new(2048)
dsa = OpenSSL::PKey::DSA.new(1024)
ctx = OpenSSL::SSL::SSLContext.new
ctx.ciphers = 'ECDHE-RSA-AES128-SHA'
""",
        "xsalsa20 ed25519 dh dsa ecdh rsa aes ?sha-1 ?poly1305",
    ),
    Case(
        "ordinary words",
        "a.rb",
        """
# MD5 was dropped in version 2
class Seed
  NAMES = %w[aria lea simon]
  def describe
    raise ArgumentError, 'RSA is not supported' if kind == 'des'
    puts "tiger and rabbit"
  end
end
""",
    ),
]

PHP = [
    Case(
        "openssl and hashes",
        "a.php",
        """
<?php
namespace App;
class Crypto {
    const METHOD = 'AES-128-CBC';
    public function seal($text, $key, $iv) { return openssl_encrypt($text, self::METHOD, $key, 0, $iv); }
    public function sums($x) { return [md5($x), sha1($x), hash('sha3-512', $x), hash_hmac('sha256', $x, 'k')]; }
    public function keys() {
        return openssl_pkey_new(['private_key_bits' => 2048, 'private_key_type' => OPENSSL_KEYTYPE_RSA]);
    }
    public function sign($data, $key) { openssl_sign($data, $sig, $key, OPENSSL_ALGO_SHA512); return $sig; }
}
""",
        "aes md5 sha-1 sha3-512 hmac sha-256 rsa sha-512",
    ),
    Case(
        "passwords, tokens and sodium",
        "a.php",
        """
<?php
use Firebase\\JWT\\JWT;
use phpseclib3\\Crypt\\RSA;
use phpseclib3\\Crypt\\EC;
$a = password_hash($p, PASSWORD_BCRYPT);
$b = password_hash($p, PASSWORD_ARGON2ID);
$t = JWT::encode($claims, $key, 'RS384');
$k = RSA::createKey(4096);
$e = EC::createKey('Ed25519');
$s = sodium_crypto_secretbox($m, $n, $key);
$d = hash_pbkdf2('sha512', $p, $salt, 100000);
""",
        "bcrypt argon2 rsa ed25519 xsalsa20 pbkdf2 sha-512 ?sha-384 ?poly1305 ?ecc",
    ),
    Case(
        "ordinary words",
        "a.php",
        """
<?php
// uses md5 no more
echo "RSA and DES";
$labels = ['md5' => 'MD5 sum', 'rsa' => 'RSA'];
if ($name === 'sha1') { throw new \\Exception('SHA-1 is refused'); }
""",
    ),
]

OTHER = [
    Case(
        "swift",
        "a.swift",
        """
import CryptoKit
import CommonCrypto
struct Vault {
    let key = SymmetricKey(size: .bits256)
    func seal(_ data: Data) throws -> Data { try AES.GCM.seal(data, using: key).combined! }
    func sum(_ data: Data) -> String { Insecure.MD5.hash(data: data).description }
    func sign(_ data: Data) throws { _ = try P256.Signing.PrivateKey().signature(for: data) }
    func agree() { _ = Curve25519.KeyAgreement.PrivateKey() }
    func mac(_ d: Data) { _ = HMAC<SHA512>.authenticationCode(for: d, using: key) }
    let query: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048]
    func old(_ p: UnsafePointer<UInt8>) { CC_SHA1(p, 4, nil) }
}
""",
        "aes md5 ecdsa x25519 hmac sha-512 rsa sha-1 ?ecc",
    ),
    Case(
        "rust",
        "a.rs",
        """
use rsa::{RsaPrivateKey, Pkcs1v15Encrypt};
use sha2::{Digest, Sha256, Sha512_256};
use aes_gcm::{Aes256Gcm, KeyInit};
use hmac::{Hmac, Mac};
type HmacSha1 = Hmac<sha1::Sha1>;
fn main() {
    let mut rng = rand::thread_rng();
    let key = RsaPrivateKey::new(&mut rng, 2048).unwrap();
    let sum = Sha256::digest(b"x");
    let cipher = Aes256Gcm::new(&key_bytes.into());
    let pair = ring::signature::Ed25519KeyPair::from_seed_unchecked(&seed).unwrap();
    let alg = &ring::signature::ECDSA_P256_SHA256_FIXED_SIGNING;
    let mac = HmacSha1::new_from_slice(b"k").unwrap();
}
""",
        "rsa sha-256 aes ed25519 ecdsa hmac sha-1 ?sha-512-256 ?ecc",
    ),
    Case(
        "c sharp",
        "a.cs",
        """
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
class Box {
    private const string Hash = "SHA1";
    public byte[] Sum(byte[] d) { using var h = HashAlgorithm.Create(Hash); return h.ComputeHash(d); }
    public byte[] Old(byte[] d) { return MD5.HashData(d); }
    public void Keys() { using RSA rsa = RSA.Create(2048); using var ec = ECDsa.Create(ECCurve.NamedCurves.nistP256); }
    public byte[] Derive(string p, byte[] s) => new Rfc2898DeriveBytes(p, s, 1000, HashAlgorithmName.SHA512).GetBytes(32);
    public void Seal(byte[] k) { using var g = new AesGcm(k); using var t = TripleDES.Create(); }
    public byte[] Sign(RSA key, byte[] d) => key.SignData(d, HashAlgorithmName.SHA256, RSASignaturePadding.Pss);
}
""",
        "sha-1 md5 rsa ecdsa pbkdf2 sha-512 aes 3des sha-256 ?ecc",
    ),
    Case(
        "c with a name in a parameter",
        "a.c",
        """
#include <openssl/evp.h>
#include <openssl/rsa.h>
static int sum(const char *name, const unsigned char *d, size_t n, unsigned char *out) {
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    const EVP_MD *md = EVP_get_digestbyname(name);
    EVP_DigestInit_ex(ctx, md, NULL);
    EVP_DigestUpdate(ctx, d, n);
    return EVP_DigestFinal_ex(ctx, out, NULL);
}
int main(void) {
    EVP_PKEY_CTX *k = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, NULL);
    EVP_PKEY_CTX_set_rsa_keygen_bits(k, 2048);
    EVP_CIPHER *c = EVP_CIPHER_fetch(NULL, "AES-256-XTS", NULL);
    return sum("sha512", 0, 0, 0);
}
""",
        "sha-512 rsa aes",
    ),
]

TABLES = [
    Case(
        "salsa's constant beside its rotations",
        "a.js",
        """
var sigma = new Uint8Array([101, 120, 112, 97, 110, 100, 32, 51, 50, 45, 98, 121, 116, 101, 32, 107]);
function quarter(x, a, b, c, d) {
  var u = x[a] + x[d]; x[b] ^= u << 7 | u >>> 25; u = x[b] + x[a]; x[c] ^= u << 9 | u >>> 23;
  u = x[c] + x[b]; x[d] ^= u << 13 | u >>> 19; u = x[d] + x[c]; x[a] ^= u << 18 | u >>> 14;
}
""",
        "salsa20",
    ),
    Case(
        "sha-512's table in halves",
        "a.js",
        "var K = [0x428a2f98, 0xd728ae22, 0x71374491, 0x23ef65cd, 0xb5c0fbcf, 0xec4d3b2f, 0xe9b5dba5, 0x8189dbbc];\n",
        "sha-512",
    ),
    Case(
        "sha-256's table beside sha-512's",
        "a.c",
        """
static const unsigned S[] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b};
static const unsigned long long L[] = {0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc};
""",
        "sha-256 sha-512",
    ),
    Case(
        "a base point in a string, and a group's prime as one number",
        "a.py",
        """
GX = "6b17d1f2 e12c4247 f8bce6e5 63a440f2 77037d81 2deb33a0 f4a13945 d898c296"
P = 0xFFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22
""",
        "ecc dh",
    ),
    Case(
        "compiled modules and a message about algorithms",
        "a.js",
        """
var _crypto = _interopRequireDefault(require("crypto"));
const id = (0, _crypto.createHash)("sha1").update(x).digest("hex");
const other = _crypto.default.createHmac("md5", key);
throw new _crypto.CryptoError("rsa: not supported");
""",
        "sha-1 md5 hmac",
    ),
]
