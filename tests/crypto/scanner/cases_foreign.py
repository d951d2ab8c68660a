# ruff: noqa: E501
"""What other people's libraries look like: tables, names of their own, and code that fails."""

from __future__ import annotations

from .case import Case

_SALSA = "void q(){ b ^= ROTL(a + d, 7); c ^= ROTL(b + a, 9); d ^= ROTL(c + b, 13); a ^= ROTL(d + c, 18); }"

LIBRARIES = [
    Case("the global namespace of PHP", "a.php", "<?php namespace X; function f($m, $k) { return \\hash_hmac('sha1', $m, $k) . \\md5($m); }", "hmac sha-1 md5"),
    Case("a method called by a name between namespaces", "a.php", "<?php namespace X; echo \\Y\\md5($m);"),
    Case("classes and constants named like the Windows library", "A.cs", "using System.Security.Cryptography;\nclass A { int f() => BCrypt.BCryptCloseAlgorithmProvider(h) + BCrypt.BCRYPT_ECDH_PUBLIC_P256_MAGIC; }", "?ecdh ?ecc"),
    Case("what an error says", "a.js", "const c = require('crypto');\nfunction f(error) { error.algorithm = 'des-cbc'; error.supported = ['RS256']; throw error; }"),
    Case("a switch over a key", "a.php", "<?php switch ($jwk['kty']) { case 'RSA': return 1; case 'EC': return 2; }"),
    Case("a key that is set", "a.php", "<?php $jwk['kty'] = 'RSA';", "rsa"),
    Case("a name bound to nothing", "a.py", "try:\n    from jose.backends.c import CryptographyAESKey as AESKey\nexcept ImportError:\n    AESKey = None\n"),
    Case("a table from object identifiers to names", "a.js", "const table = {'1.2.840.113549.1.1.1': 'rsaEncryption', '1.2.840.113549.2.5': 'md5'};\nadd('1.2.840.113549.3.7', 'des-EDE3-CBC');"),
    Case("an object identifier in use", "a.py", "SIGNATURE = '1.2.840.113549.1.1.1'\n", "rsa"),
    Case("tokens offered in a list", "a.js", "const KEY_ALGS = ['RS256', 'ES256', 'none'];", "rsa ecdsa ?sha-256"),
    Case("protocol names offered in a list", "a.py", "class T:\n    _preferred_kex = (\n        'curve25519-sha256@libssh.org',\n        'diffie-hellman-group14-sha256',\n    )\n", "x25519 dh ?sha-256"),
    Case("protocol names in a table of what makes them", "a.rb", "CIPHERS = { 'aes128-ctr' => 'aes-128-ctr', '3des-cbc' => 'des-ede3-cbc' }", "aes 3des"),
    Case("a list of what is refused", "a.js", "const WEAK_KEY_ALGS = ['ssh-rsa', 'ssh-dss'];"),
    Case("a list of labels", "a.js", "const labels = ['ssh-rsa', 'ssh-dss'];"),
    Case("bytes that are compared with what arrives", "a.py", "_KEY_FORMATS = (b'ssh-rsa', b'ssh-dss', b'ssh-ed25519')\n"),
    Case("a table of explanations", "a.js", "const ALGS = {'RS256': 'RSA with SHA-256', 'ES256': 'the curve P-256'};"),
    Case("a map that is filled", "A.java", "import java.security.*; import java.util.*;\nclass A { static final Map<String, String> M = new HashMap<>(); static { M.put(\"new\", \"SHA-256\"); M.put(\"old\", \"MD5\"); } Object f() throws Exception { return MessageDigest.getInstance(M.get(\"old\")); } }", "md5"),
    Case("code that the grammar does not know", "a.kt", "import java.security.*\nclass A { companion object { const val D = \"MD5\" }\n fun f() = MessageDigest.getInstance(D) }", "md5"),
    Case("the padding that only RSA has", "a.py", "from cryptography.hazmat.primitives.asymmetric import padding\ndef f(key, s, d, h): key.verify(s, d, padding.PKCS1v15(), h)\n", "rsa"),
    Case("a direction is no algorithm", "a.c", "void f(Des3 *d) { wc_Des3_SetKey(d, k, iv, DES_ENCRYPTION); }", "3des"),
    Case("methods of Ruby's keys", "a.rb", "s = key.dsa_sign_asn1(digest)\nz = key.dh_compute_key(other)\n", "ecdsa ecdh"),
    Case("a method of a text in Swift", "a.swift", "import CryptoSwift\nlet x = \"abc\".sha512()\n", "sha-512"),
    Case("functions named by the file itself", "a.c", "int hkdf_extract(int h); int rc4_stream_setup(void *s); int sha256_process(void *s);", "hkdf rc4 sha-256"),
    Case("functions with everyday names", "a.c", "int seed_init(int s); void tiger_update(void *t); int idea_process(int i); int present_block(int b);"),
]  # fmt: skip
COPIES = [
    Case("where the file belongs", "a.php", "<?php namespace Defuse\\Crypto;\nclass A {}\n"),
    Case("a library of that name in use", "a.php", "<?php use Defuse\\Crypto\\Crypto; $c = Crypto::encrypt($m, $k);\n", "aes hmac ?sha-256"),
    Case("a module of that name", "a.rs", "pub mod rsa;\nmod hmac {}\n"),
    Case("a field of something else", "a.py", "import argparse\nalg = 'RS256'\ndef f(args): return send(alg=args.alg)\n", "?rsa ?sha-256"),
    Case("a field of something else, and what stands for it", "a.js", "const header = {alg: options.algorithm || 'HS256'};", "hmac ?sha-256"),
    Case("a hash of unknown length", "a.js", "const c = { name: 'HMAC', hash: `SHA-${alg.slice(-3)}` };\ncrypto.subtle.importKey('raw', k, c, false, ['sign']);", "hmac sha-2"),
    Case("a cipher of unknown length", "a.js", "const c = require('crypto').createCipheriv(`aes-${size}-gcm`, k, iv);", "aes"),
    Case("helpers of a library that is named like an algorithm", "a.rs", "use rsa::BoxedUint;\nfn f(b: &[u8]) -> BoxedUint { BoxedUint::from(b) }\n"),
    Case("a key in a test", "a.rs", "fn f() {}\n#[cfg(test)]\nmod tests { const KEY: &str = \"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isGN a\"; }\n"),
    Case("a key in use", "a.rs", "const KEY: &str = \"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isGN a\";\n", "ed25519"),
]  # fmt: skip
EVERYDAY = [
    Case("constants with an everyday name", "a.cpp", "#include \"RNG.h\"\nvoid f() { seed[SEED_SIZE - 1] = ARIA_LABEL; LEA_init(SEED_POS); }"),
    Case("a cipher of that name", "a.c", "void f(void) { SEED_set_key(k, &ks); ARIA_EncKeySetup(k, rk, 256); }", "seed aria"),
    Case("what keeps a value", "A.java", "class A { String getHmac() { return hmac; } void setHmac(String hmac) {} }"),
    Case("a test of primes", "a.py", "def is_prime(n, d, a):\n    x = pow(a, d, n)\n    return x == 1\n"),
    Case("the private exponent", "a.py", "def make(p, q, e=65537):\n    phi = (p - 1) * (q - 1)\n    return p * q, pow(e, -1, phi)\n", "rsa"),
    Case("not a test of primes", "a.py", "def decrypt(c, d, n):\n    return pow(c, d, n)\n", "rsa"),
    Case("names of object identifiers", "A.java", "class Oids { static final String RSA = \"1.2.840.113549.1.1.1\"; String MD5 = \"1.2.840.113549.2.5\"; }"),
    Case("a later major version", "a.go", "package a\nimport \"github.com/btcsuite/btcd/btcec/v2\"\nfunc F() { btcec.NewPrivateKey() }", "ecdsa"),
    Case("members of a box", "a.js", "const s = require('libsodium-wrappers');\ns.crypto_box_keypair(); s.crypto_secretbox_easy(m, n, k);", "x25519 xsalsa20"),
    Case("a template", "A.java", "import com.google.crypto.tink.aead.AeadKeyTemplates;\nclass A { Object f() { return make(AeadKeyTemplates.AES256_GCM); } }", "aes"),
    Case("a group of users", "a.yml", "group: des\nuser_group: rsa-team\n"),
    Case("a group of an exchange", "a.yml", "groups: x25519:ffdhe2048\ndh_group: modp2048\n", "x25519 dh"),
    Case("a library that is handed in", "a.js", "function f(options) { return options.crypto.createHmac('sha1', k).update(m).digest(); }", "hmac sha-1"),
]  # fmt: skip
OFFERS = [
    Case("a class that does what its name says", "a.swift", "public final class PBKDF1 {\n  func calculate() -> [UInt8] { [] }\n}\nclass HKDF { func finish() {} }\n", "pbkdf1 hkdf"),
    Case("a class whose constants are computed", "a.js", "var MD5 = C_algo.MD5 = Hasher.extend({ _doReset: function () {}, _doProcessBlock: function (M) {} });", "md5"),
    Case("classes that only bear a name", "a.java", "class MD5 { String label() { return title; } } class RSA {}"),
    Case("a simulation and a desk", "a.py", "class DES:\n    def process(self): pass\n    def compute(self): pass\nclass Rabbit:\n    def update(self): pass\n"),
    Case("a class named like a simulation that encrypts", "a.py", "class DES:\n    def encrypt(self, block): pass\n", "des"),
    Case("a class of a Windows key", "a.py", "if backend == 'BCRYPT_RSA_ALGORITHM':\n    x = _bcrypt_verify(key, data)\n", "?rsa"),
    Case("the body of a class is no argument", "A.java", "import java.util.*;\nclass BlockCiphers { String text = \"RC4\"; String getName() { return text; } }"),
    Case("scrypt in libsodium", "a.c", "int f(void) { return crypto_pwhash_scryptsalsa208sha256(o, l, p, n, s, 1, 2); }", "scrypt"),
    Case("bcrypt's other text", "a.go", 'package a\nvar magic = []byte("OxychromaticBlowfishSwatDynamite")\n', "bcrypt"),
    Case("single DES by its own name", "a.c", "void des_crypt(const char *in, char *out); void des_decrypt(void *k);", "des"),
]  # fmt: skip
SHAPES = [
    Case("SHA-224 beside SHA-256", "a.c", "u h[] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511}, g[] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c}, k[] = {0x428a2f98, 0x71374491};", "sha-224 sha-256"),
    Case("SHA-384 in halves", "a.js", "w(0xcbbb9d5d, 0xc1059ed8); w(0x629a292a, 0x367cd507); w(0x9159015a, 0x3070dd17); w(0x152fecd8, 0xf70e5939); w(0x67332667, 0xffc00b31);", "sha-384"),
    Case("SHA-512 beside SHA-384", "a.c", "u h[] = {0xcbbb9d5dc1059ed8, 0x629a292a367cd507}, g[] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b}, k[] = {0x428a2f98d728ae22, 0x7137449123ef65cd};", "sha-384 sha-512"),
    Case("the rounds of a key schedule of AES", "a.c", "u8 rcon[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36, 0x6c, 0xd8, 0xab, 0x4d, 0x9a, 0x2f};"),
    Case("limbs of 16 bits", "a.js", "var D = gf([0x78a3, 0x1359, 0x4dca, 0x75eb, 0xd8ab, 0x4141, 0x0a4d, 0x0070]), _121665 = gf([0xdb41, 1]);\nm[0] = t[0] - 0xffed; m[1] = t[1] & 0x7fff;", "ed25519 x25519"),
    Case("limbs with signs", "a.c", "static const int d[] = {-10913610, 13857413, -15372611, 6949391, 114729};", "ed25519"),
    Case("masks of 13 bits", "a.js", "r[0] = t0 & 0x1fff; r[2] = t1 & 0x1f03; r[5] = t2 & 0x1ffe; r[7] = t3 & 0x1f81;", "poly1305"),
    Case("the prime of Poly1305 in bytes", "a.c", "static const unsigned minusp[17] = {5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,252};", "poly1305"),
    Case("the text that bcrypt encrypts", "a.js", "var C = [0x4f727068, 0x65616e42, 0x65686f6c, 0x64657253, 0x63727944, 0x6f756274];", "bcrypt"),
    Case("pi alone is not yet Blowfish", "a.c", "static const unsigned c[] = {0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344}, iv = 0x6A09E667;", "blake"),
    Case("Blowfish's boxes", "a.c", "static const unsigned p[] = {0x243F6A88, 0x85A308D3}, s[] = {0xD1310BA6, 0x98DFB5AC};", "blowfish"),
    Case("RIPEMD-128", "a.c", "f(a, 0x50a28be6); f(b, 0x5c4dd124); f(c, 0x6d703ef3);", "ripemd"),
    Case("RIPEMD-160", "a.c", "f(a, 0x50a28be6); f(b, 0x5c4dd124); f(c, 0x6d703ef3); f(d, 0x7a6d76e9);", "ripemd-160"),
    Case("RC2's box", "a.js", "var piTable = [0xd9, 0x78, 0xf9, 0xc4, 0x19, 0xdd, 0xb5, 0xed, 0x28];", "rc2"),
    Case("the output of RC4 from a structure", "a.c", "b = st->S[(st->S[st->i] + st->S[st->j]) & 0xff];", "rc4"),
    Case("the output of RC4 through pointers", "a.c", "return S[(S[*i] + S[*j]) & 255];", "rc4"),
    Case("an entry chosen by two others of another table", "a.c", "return T[(S[*i] + S[*j]) & 255];"),
    Case("Salsa20 by its turns", "a.c", 'const char *k = "expand 32-byte k";\n' + _SALSA, "salsa20"),
]  # fmt: skip
