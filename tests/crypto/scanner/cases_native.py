# ruff: noqa: E501
"""Cases of C and its family, Go, the web, Rust and C#: each positive one has clean twins."""

from __future__ import annotations

from .case import Case

C_FAMILY = [
    Case(
        "openssl evp",
        "a.c",
        """
#include <openssl/evp.h>
int f(void) {
  EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, NULL);
  EVP_EncryptInit_ex(x, EVP_des_ede3_cbc(), NULL, k, iv);
  EVP_DigestInit_ex(m, EVP_sha1(), NULL);
  EVP_EncryptInit_ex(x, EVP_seed_cbc(), NULL, k, iv);
}""",
        "rsa 3des sha-1 seed",
    ),
    Case(
        "c clean",
        "a.c",
        """
/* RSA_generate_key was here; DES too */
#include <stdlib.h>
static unsigned seed;
#if 0
MD5_Init(&ctx);
#endif
int main(void) { srand(seed); const char *m = "RSA not supported"; puts(m); return descend(3); }
""",
    ),
    Case(
        "low level",
        "a.c",
        """
void f(void){ RC4_KEY k; RC4_set_key(&k, 16, d); MD5_CTX c; MD5_Init(&c); DH *dh = DH_new();
  EC_KEY *e = EC_KEY_new_by_curve_name(NID_secp256k1); ECDSA_do_sign(h, 32, e); }
""",
        "rc4 md5 dh ecdsa",
    ),
    Case(
        "fetched by a macro's name",
        "a.c",
        """
#define CIPHER "ARIA-256-GCM"
void f(void){ EVP_CIPHER *c = EVP_CIPHER_fetch(NULL, CIPHER, NULL); }
""",
        "aria",
    ),
    Case(
        "libsodium",
        "a.c",
        """
int f(void){ crypto_sign_detached(s, &n, m, l, sk); return crypto_secretbox_easy(c, m, l, n, k); }
""",
        "ed25519 xsalsa20",
    ),
    Case(
        "mbedtls",
        "a.c",
        """
int f(void){ mbedtls_rsa_init(&r); mbedtls_md(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), a, n, o); }
""",
        "rsa sha-256",
    ),
    Case(
        "aes by its table",
        "a.c",
        """
static const unsigned char t[] = { 0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01 };
""",
        "aes",
    ),
    Case(
        "a table of nothing",
        "a.c",
        """
static const unsigned char t[] = { 0x63, 0x7c, 0x00, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01 };
static const unsigned crc = 0xedb88320u;
""",
    ),
    Case(
        "sha-256 without a name",
        "a.cpp",
        """
static const uint32_t k[] = {0x428a2f98, 0x71374491, 0xb5c0fbcf};
""",
        "sha-256",
    ),
    Case(
        "lea and hight constants",
        "a.cpp",
        """
const uint32_t delta[8] = {0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec};
const uint8_t d[] = {0x5a,0x6d,0x36,0x1b,0x0d,0x06,0x03,0x41,0x60};
""",
        "lea hight",
    ),
    Case(
        "crypto++",
        "a.cpp",
        """
#include <cryptopp/rsa.h>
void f(){ CryptoPP::RSA::PrivateKey k; k.GenerateRandomWithKeySize(r, 2048); CryptoPP::SHA1 h; }
""",
        "rsa sha-1",
    ),
    Case(
        "golden ratio is no cipher",
        "a.cpp",
        """
size_t combine(size_t a, size_t b){ return a ^ (b + 0x9e3779b9 + (a << 6) + (a >> 2)); }
""",
    ),
]

GO = [
    Case(
        "go",
        "a.go",
        """
package a
import (
  r "crypto/rsa"
  "crypto/rand"
  "crypto/ecdsa"
  "crypto/elliptic"
  "crypto/md5"
)
func f() { k, _ := r.GenerateKey(rand.Reader, 2048); e, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader); md5.Sum(b) }
""",
        "rsa ecdsa md5",
    ),
    Case(
        "go clean",
        "a.go",
        """
package a
import ("math/rand"; "fmt"; "crypto/rand"; "crypto/subtle")
// rsa.GenerateKey(rand.Reader, 1024)
func f(seed int64) { rand.Seed(seed); fmt.Println("RSA, DES and MD5 are out") ; subtle.ConstantTimeCompare(a, b) }
""",
    ),
    Case(
        "go tls and jwt",
        "a.go",
        """
package a
import ("crypto/tls"; "github.com/golang-jwt/jwt/v5")
var c = &tls.Config{CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}}
func f() { jwt.NewWithClaims(jwt.SigningMethodRS256, nil) }
""",
        "ecdh rsa aes ?sha-256",
    ),
    Case(
        "go mlkem",
        "a.go",
        """
package a
import "crypto/mlkem"
func f() { k, _ := mlkem.GenerateKey768() }
""",
        "ml-kem",
    ),
]

WEB = [
    Case(
        "node",
        "a.js",
        """
const crypto = require('node:crypto');
const { createSign: stamp, generateKeyPairSync } = require('crypto');
crypto.createHash('sha1').update('rsa').digest('hex');
stamp('RSA-SHA256');
generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
crypto.createCipheriv('aes-128-cbc', k, iv);
""",
        "sha-1 rsa ecc aes ?sha-256",
    ),
    Case(
        "js clean",
        "a.js",
        """
// crypto.createHash('md5')
const el = <div aria-label="seed" aria-hidden="true" />;
function seed(n) { return n * 1103515245; }
console.log("RSA key rejected, use ML-DSA");
const id = crypto.randomUUID();
""",
    ),
    Case(
        "webcrypto",
        "a.ts",
        """
const k = await window.crypto.subtle.generateKey({ name: "RSA-OAEP", modulusLength: 2048, hash: "SHA-256" }, true, ["encrypt"]);
await crypto.subtle.digest("SHA-1", data);
""",
        "rsa sha-1 ?sha-256",
    ),
    Case(
        "jose",
        "a.ts",
        """
import { SignJWT as Maker } from 'jose';
const t = await new Maker(c).setProtectedHeader({ alg: 'ES256' }).sign(k);
""",
        "ecdsa ?sha-256",
    ),
    Case(
        "string of character codes",
        "a.js",
        """
const { createHash } = require('crypto');
createHash(String.fromCharCode(109, 100, 53));
createHash(atob('c2hhMQ=='));
""",
        "md5 sha-1",
    ),
    Case(
        "noble",
        "a.ts",
        """
import { ed25519 as curve } from '@noble/curves/ed25519';
import { ml_kem768 } from '@noble/post-quantum/ml-kem';
curve.sign(m, k); ml_kem768.keygen();
""",
        "ed25519 ml-kem",
    ),
]

SYSTEMS = [
    Case("rust", "a.rs", """
use rsa::{RsaPrivateKey, Pkcs1v15Encrypt};
use sha1::Sha1; use hmac::{Hmac, Mac};
type M = Hmac<Sha1>;
fn f() { let k = RsaPrivateKey::new(&mut rng, 2048).unwrap(); let d = md5::compute(b"x"); }
""", "rsa sha-1 hmac md5"),
    Case("rust clean", "a.rs", """
//! RSA is gone.
use rand::{rngs::StdRng, SeedableRng};
/// md5::compute
fn f(seed: u64) { let r = StdRng::seed_from_u64(seed); println!("no DES, no RSA"); }
#[cfg(test)]
mod tests { #[test] fn t() { md5::compute(b"x"); } }
"""),
    Case("ring", "a.rs", """
use ring::{signature, agreement, aead, digest};
fn f() { let a = &signature::ECDSA_P256_SHA256_ASN1; let b = &agreement::X25519; let c = &aead::CHACHA20_POLY1305; digest::digest(&digest::SHA512, b""); }
""", "ecdsa x25519 chacha20 sha-512 ?sha-256 ?poly1305"),
    Case("csharp", "a.cs", """
using System.Security.Cryptography; using Keys = System.Security.Cryptography.RSA;
class A { void F() { var k = Keys.Create(2048); var t = TripleDES.Create(); var h = MD5.HashData(x);
  var e = ECDiffieHellman.Create(); var d = new Rfc2898DeriveBytes(p, s, 1000, HashAlgorithmName.SHA1); } }
""", "rsa 3des md5 ecdh pbkdf2 sha-1"),
    Case("csharp clean", "a.cs", """
using System.Security.Cryptography;
/// <summary>RSA.Create was used.</summary>
class A { int Seed; void F() { var r = new System.Random(Seed); var b = RandomNumberGenerator.GetBytes(8); Log("DES"); } }
"""),
]  # fmt: skip
