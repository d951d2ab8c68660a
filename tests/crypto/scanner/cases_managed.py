# ruff: noqa: E501
"""Cases of Python, Java and what is like it: each positive one has clean twins."""

from __future__ import annotations

from .case import Case

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
