# ruff: noqa: E501
"""Cases the scanner was measured on while it was written: each positive one has clean twins."""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """A file, and the ids that are in use in it; those after `?` may be named or not."""

    title: str
    name: str
    source: str
    active: str = ""


PYTHON = [
    Case(
        "rsa key generation",
        "a.py",
        """
from cryptography.hazmat.primitives.asymmetric import rsa, padding
from cryptography.hazmat.primitives import hashes
key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
sig = key.sign(b"m", padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=32), hashes.SHA256())
""",
        "rsa sha-256",
    ),
    Case(
        "imported but not used, talk of RSA",
        "a.py",
        '''
"""Replaces RSA and ECDSA by ML-DSA; see the RSA Conference talk."""
import hashlib  # MD5 is gone
# key = rsa.generate_private_key(65537, 2048)
def describe(universal):
    print("RSA and DES are no longer used here")
    return {"note": "adhere to the DH policy"}
''',
    ),
    Case(
        "aliased imports",
        "a.py",
        """
import hashlib as quick
from Crypto.Cipher import DES3 as Box
from Crypto.PublicKey import DSA as Maker
digest = quick.md5(data).hexdigest()
box = Box.new(key, Box.MODE_CBC, iv)
pair = Maker.generate(2048)
""",
        "md5 3des dsa",
    ),
    Case(
        "random seed and friends",
        "a.py",
        """
import random, numpy as np
random.seed(42)
np.random.seed(7)
SEED = 1234
rng = np.random.default_rng(SEED)
aria = {"aria-label": "x", "lea": 3}
def lea(x): return x
""",
    ),
    Case(
        "name built at run time",
        "a.py",
        """
import jwt
family, size = "RS", 256
alg = "RS" + "256"
token = jwt.encode(claims, key, algorithm=alg)
""",
        "rsa ?sha-256",
    ),
    Case(
        "name by getattr and join",
        "a.py",
        """
import hashlib
h = getattr(hashlib, "sha" + "1")
d = hashlib.new("".join(["m", "d", "5"]), data)
""",
        "md5 sha-1",
    ),
    Case(
        "getattr on nothing",
        "a.py",
        """
h = getattr(shapes, "des" + "ign")
text = "".join(["r", "s", "a"])
print(text)
""",
    ),
    Case(
        "base64 name",
        "a.py",
        """
import base64, hashlib
name = base64.b64decode("c2hhMQ==").decode()
d = hashlib.new(name, data)
""",
        "sha-1",
    ),
    Case(
        "textbook rsa",
        "a.py",
        """
def make(p, q):
    n = p * q
    phi = (p - 1) * (q - 1)
    e = 65537
    d = pow(e, -1, phi)
    return n, e, d
def seal(m, e, n):
    return pow(m, e, n)
""",
        "rsa",
    ),
    Case(
        "a hash table's modular power",
        "a.py",
        """
def rolling(text, base, mod):
    h = 0
    for c in text:
        h = (h * base + ord(c)) % mod
    return h, pow(base, len(text), mod)
""",
    ),
    Case(
        "textbook dh",
        "a.py",
        """
p = int(PRIME, 16)
g = 2
A = pow(g, a, p)
""",
        "dh",
    ),
    Case(
        "nacl",
        "a.py",
        """
from nacl.public import PrivateKey, Box
from nacl.signing import SigningKey
box = Box(PrivateKey.generate(), other)
sk = SigningKey.generate()
""",
        "x25519 xsalsa20 ed25519",
    ),
    Case(
        "post-quantum",
        "a.py",
        """
import oqs
with oqs.KeyEncapsulation("ML-KEM-768") as kem:
    pub = kem.generate_keypair()
sig = oqs.Signature("ML-DSA-65")
""",
        "ml-kem ml-dsa",
    ),
    Case(
        "test code",
        "a.py",
        """
import hashlib
def test_md5_vector():
    assert hashlib.md5(b"").hexdigest() == "d41d8cd98f00b204e9800998ecf8427e"
""",
    ),
    Case(
        "dead code",
        "a.py",
        """
import hashlib
if False:
    x = hashlib.md5(b"")
""",
    ),
    Case(
        "cipher string in code",
        "a.py",
        """
import ssl
ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
ctx.set_ciphers("ECDHE-ECDSA-AES256-GCM-SHA384:!RSA:!3DES:!RC4")
""",
        "ecdh ecdsa aes ?sha-384",
    ),
    Case(
        "pbkdf2 and hmac",
        "a.py",
        """
import hashlib, hmac
k = hashlib.pbkdf2_hmac("sha256", pw, salt, 600000)
t = hmac.new(k, m, "sha1").digest()
ok = hmac.compare_digest(a, b)
""",
        "pbkdf2 hmac sha-1 ?sha-256",
    ),
    Case("oid only", "a.py", 'OID = "1.2.840.10045.4.3.2"\n', "ecdsa ?sha-256"),
    Case("some other oid", "a.py", 'OID = "1.3.6.1.2.1.1.5.0"\nversion = "1.2.3.4"\n'),
]

JAVA = [
    Case(
        "jca",
        "A.java",
        """
import javax.crypto.*; import java.security.*;
class A {
  private static final String T = "AES/" + "CBC/PKCS5Padding";
  void f() throws Exception {
    KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
    g.initialize(3072);
    Cipher c = Cipher.getInstance(T);
    Signature s = Signature.getInstance("SHA1withDSA");
    MessageDigest d = MessageDigest.getInstance("MD5");
    Mac m = Mac.getInstance("HmacSHA256");
  }
}""",
        "rsa aes dsa md5 hmac ?sha-1 ?sha-256",
    ),
    Case(
        "nothing of it",
        "A.java",
        """
import java.util.Random;
/** Uses RSA. Cipher.getInstance("DES") was removed. */
class A {
  // MessageDigest.getInstance("MD5")
  void f(long seed) {
    Random r = new Random(seed);
    String s = "the DES of the house";
    log.info("RSA disabled, ML-KEM soon");
  }
}""",
    ),
    Case(
        "bouncy castle korean",
        "A.java",
        """
import org.bouncycastle.crypto.engines.SEEDEngine;
import org.bouncycastle.crypto.engines.ARIAEngine;
class A { Object f() { return new SEEDEngine(); } Object g() { return new ARIAEngine(); } }
""",
        "seed aria",
    ),
    Case(
        "jca seed by provider",
        "A.java",
        """
import javax.crypto.Cipher;
class A { void f() { Cipher c = Cipher.getInstance("SEED/CBC/PKCS5Padding", "BC"); } }
""",
        "seed",
    ),
    Case(
        "secure random is no hash",
        "A.java",
        """
import java.security.SecureRandom;
class A { void f() { SecureRandom r = SecureRandom.getInstance("SHA1PRNG"); r.setSeed(5); } }
""",
    ),
    Case(
        "jjwt",
        "A.java",
        """
import io.jsonwebtoken.SignatureAlgorithm;
class A { String f() { return Jwts.builder().signWith(key, SignatureAlgorithm.ES256).compact(); } }
""",
        "ecdsa ?sha-256",
    ),
    Case(
        "kotlin",
        "a.kt",
        """
import java.security.KeyPairGenerator
import java.security.spec.ECGenParameterSpec
const val NAME = "EC"
fun make() {
    val g = KeyPairGenerator.getInstance(NAME)
    g.initialize(ECGenParameterSpec("secp256r1"))
    val c = javax.crypto.Cipher.getInstance("DESede/ECB/PKCS5Padding")
}""",
        "ecc 3des",
    ),
    Case(
        "kotlin clean",
        "a.kt",
        """
// Cipher.getInstance("DES")
val aria = view.contentDescription
fun seed(x: Long) = kotlin.random.Random(x)
val text = "migrated from RSA to ML-KEM"
""",
    ),
]

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

CONFIGURATION = [
    Case(
        "nginx",
        "a.conf",
        """
ssl_ciphers ECDHE-RSA-AES128-GCM-SHA256:AES256-SHA;
""",
        "ecdh rsa aes ?sha-256 ?sha-1",
    ),
    Case(
        "only excluded",
        "a.conf",
        """
# ssl_ciphers RC4-SHA;
ssl_ciphers HIGH:!RSA:!3DES:!aNULL:!MD5:!DSS;
""",
    ),
    Case(
        "openssl tls 1.3 hybrid",
        "a.cnf",
        """
[system_default_sect]
Ciphersuites = TLS_AES_256_GCM_SHA384
Groups = X25519MLKEM768
""",
        "aes x25519mlkem768 ?sha-384",
    ),
    Case(
        "sshd",
        "sshd_config",
        """
KexAlgorithms mlkem768x25519-sha256,curve25519-sha256
Ciphers chacha20-poly1305@openssh.com
MACs hmac-sha2-512-etm@openssh.com
HostKeyAlgorithms ssh-ed25519
""",
        "x25519mlkem768 x25519 chacha20 hmac ed25519 ?sha-256 ?sha-512 ?poly1305",
    ),
    Case(
        "sshd removal only",
        "sshd_config",
        """
#HostKey /etc/ssh/ssh_host_rsa_key
KexAlgorithms -diffie-hellman-group1-sha1,diffie-hellman-group14-sha1
PermitRootLogin no
""",
    ),
    Case(
        "strongswan",
        "ipsec.conf",
        """
conn b
  ike=aes256-sha384-modp3072!
  esp=3des-md5
""",
        "aes dh 3des md5 ?sha-384 ?hmac",
    ),
    Case(
        "wireguard",
        "wg0.conf",
        """
[Interface]
PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=
[Peer]
PublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=
""",
        "x25519 chacha20 blake2s",
    ),
    Case(
        "jwks",
        "a.json",
        """
{"keys": [{"kty": "EC", "crv": "P-256", "alg": "ES256", "x": "a", "y": "b"}]}
""",
        "ecdsa ?sha-256 ?ecc",
    ),
    Case(
        "json of nothing",
        "a.json",
        """
{"description": "RSA was removed", "seed": 5, "aria": true, "des": "town", "name": "RSA Conference"}
""",
    ),
    Case(
        "yaml list",
        "a.yaml",
        """
jwt:
  algorithms:
    - RS256
    - EdDSA
disabled_algorithms:
  - HS256
""",
        "rsa eddsa ?sha-256",
    ),
    Case(
        "switched off",
        "a.yaml",
        """
enable_des: false
allow_rc4: no
tls:
  excluded-ciphers: [RC4-MD5, DES-CBC3-SHA]
""",
    ),
    Case(
        "java security",
        "java.security",
        """
jdk.tls.disabledAlgorithms=SSLv3, RC4, DES, MD5withRSA, DH keySize < 1024
""",
    ),
    Case(
        "openvpn",
        "a.ovpn",
        """
cipher BF-CBC
auth SHA1
""",
        "blowfish sha-1 ?hmac",
    ),
    Case(
        "ssh public key",
        "id.pub",
        """
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ5vRGmVJYd0yQ2vXHgYHzmDcXQcyQhCTzIeYb7Qh8mN me@host
""",
        "ed25519",
    ),
]

LOGS = [
    Case(
        "agreed",
        "a.log",
        """
2026-03-01 10:00:00 TLS established: TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
debug1: kex: algorithm: diffie-hellman-group14-sha256
""",
        "ecdh rsa aes dh ?sha-384 ?sha-256",
    ),
    Case(
        "refused",
        "a.log",
        """
2026-03-01 10:00:00 Unable to negotiate: no matching host key type found. Their offer: ssh-rsa,ssh-dss
2026-03-01 10:00:01 client offered RC4-MD5, DES-CBC3-SHA: rejected
2026-03-01 10:00:02 seed=42 user at RSA Conference
""",
    ),
    Case(
        "offered and chosen",
        "a.log",
        """
2026-03-01 offered: ssh-rsa, ssh-dss; selected: ssh-ed25519
""",
        "ed25519",
    ),
]

ASSEMBLY = [
    Case(
        "x86 md5",
        "a.s",
        """
f:
	movl	$1732584193, (%rdi)
	movl	$-271733879, 4(%rdi)
	leal	-680876936(%rax,%rdx), %eax
	ret
""",
        "md5",
    ),
    Case(
        "x86 lea only",
        "a.s",
        """
seed:
	leaq	8(%rax), %rdx
	lea	rax, [rbx+8]
	movl	$3329, %eax
	call	describe@PLT
	ret
""",
    ),
    Case(
        "aarch64 sha-1 immediates",
        "a.s",
        """
f:
	mov	w0, 31129
	movk	w0, 0x5a82, lsl 16
	mov	w1, 60321
	movk	w1, 0x6ed9, lsl 16
	mov	w2, 48348
	movk	w2, 0x8f1b, lsl 16
	mov	w3, 49622
	movk	w3, 0xca62, lsl 16
""",
        "sha-1",
    ),
    Case(
        "aes table in a string",
        "a.s",
        """
t:
	.string	"c|w{\\362ko\\3050\\001g+\\376\\327\\253v"
""",
        "aes",
    ),
    Case(
        "calls",
        "a.s",
        """
	call	EVP_sha256@PLT
	bl	RSA_public_encrypt
""",
        "sha-256 rsa",
    ),
    Case(
        "instructions",
        "a.s",
        """
	aesenc	%xmm1, %xmm0
	sha256rnds2	%xmm0, %xmm1
""",
        "aes sha-256",
    ),
]

CASES = [*PYTHON, *JAVA, *C_FAMILY, *GO, *WEB, *SYSTEMS, *CONFIGURATION, *LOGS, *ASSEMBLY]
