"""More cases, written after the first rules and run on them unseen: F1 was 0.92 on these."""

# ruff: noqa: E501, W291
from __future__ import annotations

from .case import Case

MORE = [
    Case('00 from cryptography.hazmat.primitives.ciph', 'a.py', """from cryptography.hazmat.primitives.ciphers import Cipher, algorithms as alg, modes
enc = Cipher(alg.TripleDES(k), modes.CBC(iv)).encryptor()
e2 = Cipher(alg.AES(k), modes.GCM(n))
c3 = Cipher(alg.SEED(k), modes.CBC(iv))""", '3des aes seed'),
    Case('01 from cryptography.hazmat.primitives.asym', 'a.py', """from cryptography.hazmat.primitives.asymmetric.ec import ECDH, generate_private_key, SECP384R1
k = generate_private_key(SECP384R1())
s = k.exchange(ECDH(), peer)""", 'ecdh'),
    Case('02 from cryptography.hazmat.primitives.asym', 'a.py', """from cryptography.hazmat.primitives.asymmetric import x25519, ed25519, dh
a = x25519.X25519PrivateKey.generate()
b = ed25519.Ed25519PrivateKey.generate()
p = dh.generate_parameters(generator=2, key_size=2048)""", 'x25519 ed25519 dh'),
    Case('03 from Crypto.PublicKey import RSA', 'a.py', """from Crypto.PublicKey import RSA
from Crypto.Cipher import PKCS1_OAEP
key = RSA.generate(2048)
c = PKCS1_OAEP.new(key)""", 'rsa'),
    Case('04 class Signer:', 'a.py', """class Signer:
    \"\"\"Signs with RSA-PSS (SHA-256).\"\"\"
    ALGORITHM = "none"
    def sign(self, rsa_conference: str) -> str:
        return rsa_conference
""", ''),
    Case('05 import importlib', 'a.py', """import importlib
m = importlib.import_module("Crypto.Cipher." + "Blowfish")
c = m.new(key, m.MODE_ECB)""", 'blowfish'),
    Case('06 import hashlib', 'a.py', """import hashlib
algos = {"legacy": hashlib.md5, "new": hashlib.sha3_256}
def h(kind, d): return algos[kind](d)""", 'md5 sha3-256'),
    Case('07 import paramiko', 'a.py', """import paramiko
k = paramiko.RSAKey.generate(2048)
t = paramiko.Transport(sock)""", 'rsa'),
    Case('08 import ecdsa', 'a.py', """import ecdsa
sk = ecdsa.SigningKey.generate(curve=ecdsa.SECP256k1)""", 'ecdsa'),
    Case('09 import bcrypt', 'a.py', """import bcrypt
from argon2 import PasswordHasher
h = bcrypt.hashpw(p, bcrypt.gensalt()); PasswordHasher().hash(p)""", 'bcrypt argon2'),
    Case('10 from jose import jwt as tokens', 'a.py', """from jose import jwt as tokens
tokens.decode(t, key, algorithms=["ES384", "PS256"])""", 'ecdsa rsa ?sha-384 ?sha-256'),
    Case('11 def seed_everything(seed):', 'a.py', """def seed_everything(seed):
    import torch
    torch.manual_seed(seed)
des = airports["DES"]; rsa = "Republic of South Africa (RSA)"
""", ''),
    Case('12 def mod_pow(b, e, m):', 'a.py', """def mod_pow(b, e, m):
    r = 1
    while e:
        if e & 1: r = r * b % m
        b = b * b % m
        e >>= 1
    return r
p, q = 61, 53
n = p*q
phi = (p-1)*(q-1)
e = 17
c = mod_pow(msg, e, n)""", 'rsa'),
    Case('13 from kyber_py.ml_kem import ML_KEM_768', 'a.py', """from kyber_py.ml_kem import ML_KEM_768
ek, dk = ML_KEM_768.keygen()""", 'ml-kem'),
    Case("14 ALG = f'{'RS'}{256}'", 'a.py', """ALG = f"{'RS'}{256}"
import jwt
jwt.encode({}, k, ALG)""", 'rsa ?sha-256'),
    Case('15 import jwt', 'a.py', """import jwt
prefix = "ES"
name = f"{prefix}256"
t = jwt.encode({}, key, algorithm=name)""", 'ecdsa ?sha-256'),
    Case('16 import jwt', 'a.py', """import jwt
t = jwt.encode({}, key, algorithm="%s%d" % ("HS", 256))""", 'hmac ?sha-256'),
    Case('17 import java.security.*; import javax.cry', 'A.java', """import java.security.*; import javax.crypto.KeyAgreement;
class A { enum E { RSA, DES } 
 void f() throws Exception { KeyAgreement ka = KeyAgreement.getInstance("ECDH"); KeyPairGenerator k = KeyPairGenerator.getInstance("X25519"); 
 String alg = new StringBuilder("ASR").reverse().toString(); KeyFactory kf = KeyFactory.getInstance(alg); } }""", 'ecdh x25519 rsa'),
    Case('18 import javax.crypto.spec.SecretKeySpec; ', 'A.java', """import javax.crypto.spec.SecretKeySpec; import javax.crypto.Mac;
class A { byte[] f(byte[] k) { SecretKeySpec s = new SecretKeySpec(k, "HmacMD5"); return null; } }""", 'hmac ?md5'),
    Case('19 import org.bouncycastle.crypto.generator', 'A.java', """import org.bouncycastle.crypto.generators.RSAKeyPairGenerator; import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.pqc.crypto.mlkem.MLKEMKeyPairGenerator;
class A { void f() { new RSAKeyPairGenerator(); new ECDSASigner(); new MLKEMKeyPairGenerator(); } }""", 'rsa ecdsa ml-kem'),
    Case('20 import java.math.BigInteger;', 'A.java', """import java.math.BigInteger;
class A { BigInteger enc(BigInteger m, BigInteger e, BigInteger n) { return m.modPow(e, n); } }""", 'rsa'),
    Case('21 class A { static int leaPath(int aria) {', 'A.java', """class A { static int leaPath(int aria) { return aria; } String s() { return "SELECT des FROM seed"; } 
 java.util.Map<String,String> m = java.util.Map.of("alg_note", "RSA"); }""", ''),
    Case('22 import com.auth0.jwt.algorithms.Algorith', 'A.java', """import com.auth0.jwt.algorithms.Algorithm;
class A { Algorithm a = Algorithm.RSA256(pub, priv); Algorithm b = Algorithm.HMAC256("s"); }""", 'rsa hmac ?sha-256'),
    Case('23 import com.nimbusds.jose.*;', 'A.java', """import com.nimbusds.jose.*;
class A { JWSHeader h = new JWSHeader(JWSAlgorithm.PS256); }""", 'rsa ?sha-256'),
    Case('24 class A { ', 'A.java', """class A { 
  @Test public void md5Vector() throws Exception { java.security.MessageDigest.getInstance("MD5"); } }""", ''),
    Case('25 import java.security.Signature;', 'A.java', """import java.security.Signature;
class A { static String name(int bits) { return "SHA" + bits + "withRSA"; } void f() throws Exception { Signature.getInstance(String.format("SHA%dwithRSA", 256)); } }""", 'rsa ?sha-256'),
    Case('26 #include <openssl/rsa.h>', 'a.c', """#include <openssl/rsa.h>
static int make(void) { BIGNUM *e = BN_new(); RSA *k = RSA_new(); return RSA_generate_key_ex(k, 2048, e, NULL); }""", 'rsa'),
    Case('27 #include <openssl/ssl.h>', 'a.c', """#include <openssl/ssl.h>
void f(SSL_CTX *c){ SSL_CTX_set_cipher_list(c, "ECDHE+AESGCM:!aNULL:!eNULL:!MD5"); SSL_CTX_set1_groups_list(c, "X25519MLKEM768:P-256"); }""", 'ecdh aes x25519mlkem768 ?ecc'),
    Case('28 void f(){ EVP_PKEY *p = EVP_PKEY_Q_keyge', 'a.c', """void f(){ EVP_PKEY *p = EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256"); EVP_PKEY *m = EVP_PKEY_Q_keygen(NULL, NULL, "ML-KEM-768"); EVP_MD *d = EVP_MD_fetch(NULL, "SHA3-256", NULL); }""", 'ecc ml-kem sha3-256'),
    Case('29 void rc4_like(unsigned char *S, unsigned', 'a.c', """void rc4_like(unsigned char *S, unsigned char *k, int n, unsigned char *out) {
 int i, j = 0; for (i = 0; i < 256; i++) S[i] = i;
 for (i = 0; i < 256; i++) { j = (j + S[i] + k[i % n]) % 256; swap(&S[i], &S[j]); }
 i = j = 0; while (n--) { i = (i+1)%256; j = (j+S[i])%256; swap(&S[i],&S[j]); *out++ ^= S[(S[i]+S[j]) % 256]; } }""", 'rc4'),
    Case('30 void quick_sort(int *a, int n); struct e', 'a.c', """void quick_sort(int *a, int n); struct ecc_memory { int corrected; }; int dh; int des[3]; void lea(void); int rsa_conf_year = 2026;""", ''),
    Case('31 #include <sodium.h>', 'a.c', """#include <sodium.h>
void f(){ unsigned char h[32]; crypto_generichash(h, 32, m, l, NULL, 0); crypto_aead_xchacha20poly1305_ietf_encrypt(c,&n,m,l,0,0,0,np,k); crypto_pwhash(a,b,c,d,e,f,g,h); }""", 'blake2b xchacha20 argon2'),
    Case('32 #include <gcrypt.h>', 'a.c', """#include <gcrypt.h>
void f(){ gcry_cipher_open(&h, GCRY_CIPHER_SEED, GCRY_CIPHER_MODE_CBC, 0); gcry_md_open(&d, GCRY_MD_RMD160, 0); }""", 'seed ripemd-160'),
    Case('33 #include <mbedtls/ecdsa.h>', 'a.c', """#include <mbedtls/ecdsa.h>
void f(){ mbedtls_ecdsa_genkey(&c, MBEDTLS_ECP_DP_SECP256R1, r, NULL); mbedtls_cipher_setup(&x, mbedtls_cipher_info_from_type(MBEDTLS_CIPHER_ARIA_128_CBC)); }""", 'ecdsa aria'),
    Case('34 psa_status_t f(){ return psa_sign_hash(k', 'a.c', """psa_status_t f(){ return psa_sign_hash(k, PSA_ALG_ECDSA(PSA_ALG_SHA_256), h, 32, s, 64, &n); }""", 'ecdsa ?sha-256'),
    Case('35 #include <oqs/oqs.h>', 'a.c', """#include <oqs/oqs.h>
void f(){ OQS_KEM *k = OQS_KEM_new(OQS_KEM_alg_ml_kem_768); OQS_SIG *s = OQS_SIG_new("SPHINCS+-SHA2-128f-simple"); }""", 'ml-kem slh-dsa'),
    Case('36 static const unsigned char oid[] = {0x2a', 'a.c', """static const unsigned char oid[] = {0x2a,0x86,0x48,0x86,0xf7,0x0d,0x01,0x01,0x0b};""", 'rsa ?sha-256'),
    Case('37 #include <botan/rsa.h>', 'a.cpp', """#include <botan/rsa.h>
void f(){ Botan::RSA_PrivateKey k(rng, 2048); auto h = Botan::HashFunction::create("SHA-1"); }""", 'rsa sha-1'),
    Case('38 using namespace CryptoPP;', 'a.cpp', """using namespace CryptoPP;
void f(){ AutoSeededRandomPool p; ECDSA<ECP, SHA256>::PrivateKey k; CBC_Mode<AES>::Encryption e; Weak::MD5 h; }""", 'ecdsa aes md5 sha-256'),
    Case('39 #include <random>', 'a.cpp', """#include <random>
std::mt19937 gen(seed); std::seed_seq s{1,2}; // RSA
const char* kHelp = "Use --cipher AES-256 or DES";""", ''),
    Case('40 package a', 'a.go', """package a
import ("crypto/cipher"; "crypto/aes"; "crypto/des"; "crypto/hmac"; "crypto/sha1")
func f() { b, _ := aes.NewCipher(k); g, _ := cipher.NewGCM(b); d, _ := des.NewTripleDESCipher(k); m := hmac.New(sha1.New, k) }""", 'aes 3des hmac sha-1'),
    Case('41 package a', 'a.go', """package a
import ("crypto/ecdh"; "crypto/ed25519"; "golang.org/x/crypto/curve25519"; "golang.org/x/crypto/chacha20poly1305")
func f() { c := ecdh.P256(); ed25519.GenerateKey(nil); curve25519.X25519(a,b); chacha20poly1305.New(k) }""", 'ecdh ed25519 x25519 chacha20'),
    Case('42 package a', 'a.go', """package a
import ("crypto"; "crypto/x509")
var h = crypto.SHA384
var s = x509.ECDSAWithSHA256""", 'sha-384 ecdsa ?sha-256'),
    Case('43 package a', 'a.go', """package a
import "math/big"
func enc(m, e, n *big.Int) *big.Int { return new(big.Int).Exp(m, e, n) }""", 'rsa'),
    Case('44 package a', 'a.go', """package a
import "fmt"
const note = "crypto/rsa"
type rsa struct{}
func (rsa) GenerateKey() {}
func f() { var r rsa; r.GenerateKey(); fmt.Println("md5") }""", ''),
    Case("45 import * as c from 'node:crypto';", 'a.js', """import * as c from 'node:crypto';
const dh = c.createDiffieHellman(2048); const e = c.createECDH('secp256k1'); c.scryptSync(p,s,64); c.pbkdf2Sync(p,s,1e5,32,'sha512');
const v = c.createVerify('RSA-SHA1'); const h = c.createHmac('md5', k);""", 'dh ecdh scrypt pbkdf2 rsa hmac ?sha-512 ?sha-1 ?md5'),
    Case("46 const CryptoJS = require('crypto-js');", 'a.js', """const CryptoJS = require("crypto-js");
CryptoJS.DES.encrypt(m, k); CryptoJS.MD5("x"); const t = CryptoJS.TripleDES.encrypt(m,k); CryptoJS.HmacSHA1("x","k")""", 'des md5 3des hmac ?sha-1'),
    Case("47 const jwt = require('jsonwebtoken'); jwt", 'a.js', """const jwt = require('jsonwebtoken'); jwt.sign(p, k, { algorithm: 'RS512' }); jwt.verify(t, k, {algorithms: ['HS256']});""", 'rsa hmac ?sha-512 ?sha-256'),
    Case("48 const forge = require('node-forge'); con", 'a.js', """const forge = require('node-forge'); const pair = forge.pki.rsa.generateKeyPair(2048); const md = forge.md.sha1.create();""", 'rsa sha-1'),
    Case("49 const EC = require('elliptic').ec; const", 'a.js', """const EC = require('elliptic').ec; const ec = new EC('secp256k1'); const k = ec.genKeyPair();""", 'ecc'),
    Case("50 const https = require('https'); https.cr", 'a.js', """const https = require('https'); https.createServer({ ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:!RC4', key: k });""", 'ecdh rsa aes ?sha-256'),
    Case("51 const name = ['r','s','a'].join(''); con", 'a.js', """const name = ['r','s','a'].join(''); const { generateKeyPair } = require('crypto'); generateKeyPair(name, {modulusLength: 2048}, cb);""", 'rsa'),
    Case("52 const name = 'ASR'.split('').reverse().j", 'a.js', """const name = 'ASR'.split('').reverse().join('').toLowerCase(); require('crypto').generateKeyPairSync(name, {modulusLength: 2048});""", 'rsa'),
    Case("53 type Alg = 'RS256' | 'ES256';", 'a.ts', """type Alg = 'RS256' | 'ES256';
interface Opts { cipher?: string; seed: number }
export const label = { 'aria-label': 'RSA' };""", ''),
    Case("54 import { createCipheriv } from 'crypto';", 'a.ts', """import { createCipheriv } from "crypto"; const mode: string = "gcm"; const c = createCipheriv(`aes-256-${mode}`, k, iv);""", 'aes'),
    Case("55 const m = 'sha' + (legacy ? '1' : '256')", 'a.js', """const m = 'sha' + (legacy ? '1' : '256');
const x = require('crypto').createHash('sha1');""", 'sha-1'),
    Case('56 use openssl::rsa::Rsa; use openssl::hash', 'a.rs', """use openssl::rsa::Rsa; use openssl::hash::MessageDigest; use openssl::symm::Cipher;
fn f(){ let k = Rsa::generate(2048).unwrap(); let d = MessageDigest::md5(); let c = Cipher::des_ede3_cbc(); }""", 'rsa md5 3des'),
    Case('57 use p256::ecdsa::{SigningKey, signature:', 'a.rs', """use p256::ecdsa::{SigningKey, signature::Signer}; use x25519_dalek::EphemeralSecret as Sec; use ed25519_dalek::SigningKey as Ed;
fn f(){ let k = SigningKey::random(&mut r); let s = Sec::random_from_rng(r); let e = Ed::generate(&mut r); }""", 'ecdsa x25519 ed25519'),
    Case('58 use aes_gcm::{Aes256Gcm, KeyInit}; use c', 'a.rs', """use aes_gcm::{Aes256Gcm, KeyInit}; use chacha20poly1305::XChaCha20Poly1305 as X; use ml_kem::{MlKem768, KemCore};
fn f(){ let c = Aes256Gcm::new(&k); let x = X::new(&k); let (d, e) = MlKem768::generate(&mut r); }""", 'aes xchacha20 ml-kem'),
    Case('59 use jsonwebtoken::{encode, Algorithm, He', 'a.rs', """use jsonwebtoken::{encode, Algorithm, Header}; fn f(){ encode(&Header::new(Algorithm::RS256), &c, &k); }""", 'rsa ?sha-256'),
    Case('60 use num_bigint::BigUint; fn enc(m: &BigU', 'a.rs', """use num_bigint::BigUint; fn enc(m: &BigUint, e: &BigUint, n: &BigUint) -> BigUint { m.modpow(e, n) }""", 'rsa'),
    Case('61 using System.Security.Cryptography;', 'a.cs', """using System.Security.Cryptography;
class A { void F() { using var rsa = new RSACryptoServiceProvider(1024); var d = new DESCryptoServiceProvider(); var h = new HMACSHA1(k); var e = ECDsa.Create(); var a = new AesGcm(k, 16); var m = MLKem.GenerateKey(MLKemAlgorithm.MLKem768); } }""", 'rsa des hmac ecdsa aes ml-kem ?sha-1'),
    Case('62 using Microsoft.IdentityModel.Tokens; cl', 'a.cs', """using Microsoft.IdentityModel.Tokens; class A { object F() => new SigningCredentials(k, SecurityAlgorithms.RsaSha256); }""", 'rsa ?sha-256'),
    Case('63 using System.Security.Cryptography; clas', 'a.cs', """using System.Security.Cryptography; class A { void F() { var h = HashAlgorithm.Create("MD5"); var x = CryptoConfig.CreateFromName("SHA" + "1"); } }""", 'md5 sha-1'),
    Case('64 using Org.BouncyCastle.Security; using O', 'a.cs', """using Org.BouncyCastle.Security; using Org.BouncyCastle.Crypto.Engines; class A { void F() { var e = new AriaEngine(); var s = SignerUtilities.GetSigner("SHA-256withECDSA"); var g = GeneratorUtilities.GetKeyPairGenerator("RSA"); } }""", 'aria ecdsa rsa ?sha-256'),
    Case('65 using System.Numerics; class A { BigInte', 'a.cs', """using System.Numerics; class A { BigInteger F(BigInteger m, BigInteger e, BigInteger n) => BigInteger.ModPow(m, e, n); }""", 'rsa'),
    Case('66 import javax.crypto.Cipher', 'a.kt', """import javax.crypto.Cipher
import java.security.Signature as Sig
class K { companion object { private const val MODE = "AES/ECB" }
 fun f() { val c = Cipher.getInstance("$MODE/PKCS5Padding"); val s = Sig.getInstance("SHA512withRSA") } }""", 'aes rsa ?sha-512'),
    Case('67 server {', 'nginx.conf', """server {
    listen 443 ssl;
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_ciphers 'ECDHE-ECDSA-CHACHA20-POLY1305:DHE-RSA-AES256-SHA';
    ssl_certificate /etc/ssl/server-rsa.pem;
    ssl_prefer_server_ciphers on;
}""", 'ecdh ecdsa chacha20 dh rsa aes ?sha-1 ?poly1305'),
    Case('68 SSLEngine on', 'apache.conf', """SSLEngine on
SSLCipherSuite HIGH:!aNULL:!MD5:!3DES:!kRSA
SSLProtocol all -SSLv3
SSLOpenSSLConfCmd Curves X25519:prime256v1""", 'x25519 ecc'),
    Case('69 global', 'haproxy.cfg', """global
    ssl-default-bind-ciphers ECDHE-RSA-AES128-GCM-SHA256
    ssl-default-bind-options no-sslv3 no-tlsv10
    tune.ssl.default-dh-param 2048
""", 'ecdh rsa aes ?sha-256 ?dh'),
    Case('70 [req]', 'openssl.cnf', """[req]
default_bits = 2048
default_md = sha1
[ssl_default]
CipherString = DEFAULT@SECLEVEL=2
""", 'sha-1 ?rsa'),
    Case('71 # use RSA for legacy', 'a.conf', """# use RSA for legacy
seed = 42
aria_label = Submit
region = des-moines
name = RSA Conference
""", ''),
    Case('72 HostKey /etc/ssh/ssh_host_ecdsa_key', 'sshd_config', """HostKey /etc/ssh/ssh_host_ecdsa_key
Ciphers aes256-gcm@openssh.com,aes128-ctr
KexAlgorithms ecdh-sha2-nistp256,sntrup761x25519-sha512@openssh.com
PubkeyAcceptedAlgorithms -ssh-dss
MACs umac-128-etm@openssh.com""", 'ecdsa aes ecdh sntrup761x25519 umac ?sha-256'),
    Case('73 Host *', 'ssh_config', """Host *
  IdentityFile ~/.ssh/id_rsa
  HostKeyAlgorithms +ssh-rsa
  #Ciphers 3des-cbc""", 'rsa ?sha-1'),
    Case('74 connections {', 'swanctl.conf', """connections {
  gw {
    proposals = aes256-sha256-x25519-ke1_mlkem768
    children { net { esp_proposals = aes256gcm16-modp2048 } }
  }
}""", 'aes x25519 ml-kem dh ?sha-256 ?hmac'),
    Case('75 [Peer]', 'wg.conf', """[Peer]
# WireGuard-like notes
Name = x
""", ''),
    Case("76 {'alg': 'RS256', 'typ': 'JWT'}", 'a.json', """{"alg": "RS256", "typ": "JWT"}""", 'rsa ?sha-256'),
    Case("77 {'kty':'OKP','crv':'Ed25519','x':'11qYAY", 'a.json', """{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}""", 'ed25519'),
    Case("78 {'security':{'allowed':['ML-KEM-768'],'d", 'a.json', """{"security":{"allowed":["ML-KEM-768"],"denied_algorithms":["RSA","DES"]},"changelog":"Replaced RSA with ML-DSA"}""", '?ml-kem'),
    Case("79 {'tls':{'cipherSuites':['TLS_AES_128_GCM", 'a.json', """{"tls":{"cipherSuites":["TLS_AES_128_GCM_SHA256","TLS_RSA_WITH_3DES_EDE_CBC_SHA"]}}""", 'aes rsa 3des ?sha-256 ?sha-1'),
    Case('80 spring:', 'a.yaml', """spring:
  security:
    oauth2:
      resourceserver:
        jwt:
          jws-algorithms: RS512
  description: "uses DES no more"
""", 'rsa ?sha-512'),
    Case('81 encryption:', 'a.yaml', """encryption:
  algorithm: aes-256-gcm   # not DES
  kdf: pbkdf2
signing:
  key_type: ecdsa-p384
""", 'aes ecdsa ?pbkdf2'),
    Case('82 users:', 'a.yml', """users:
  - name: seed
    role: aria
features: {rsa_login: false, ed25519_login: true}
""", '?ed25519'),
    Case('83 [tls]', 'a.toml', """[tls]
min_version = "1.2"
curve_preferences = ["X25519MLKEM768", "CurveP256"]
cipher_suites = ["TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"]
""", 'x25519mlkem768 ecdh rsa aes ?ecc ?sha-384'),
    Case('84 security.signature.algorithm=SHA1withRSA', 'a.properties', """security.signature.algorithm=SHA1withRSA
security.cipher=SEED/CBC/PKCS5Padding
app.seed=5
jdk.certpath.disabledAlgorithms=MD2, MD5, RSA keySize < 1024
""", 'rsa seed ?sha-1'),
    Case("85 <?xml version='1.0'?>", 'a.xml', """<?xml version="1.0"?>
<!-- <Cipher>DES</Cipher> -->
<config><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
<DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>
<Connector SSLEnabled="true" ciphers="TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"/>
<description>RSA removed</description></config>""", 'rsa sha-1 ecdh aes ?sha-256'),
    Case('86 client', 'a.ovpn', """client
data-ciphers AES-256-GCM:AES-128-GCM
auth SHA512
tls-cipher TLS-DHE-RSA-WITH-AES-256-CBC-SHA
;cipher BF-CBC
""", 'aes sha-512 dh rsa ?sha-1 ?hmac'),
    Case('87 JWT_ALGORITHM=HS256', 'a.env', """JWT_ALGORITHM=HS256
PASSWORD_HASH=bcrypt
SEED=1234
""", 'hmac bcrypt ?sha-256'),
    Case('88 conn x', 'ipsec.conf', """conn x
    ike=3des-md5-modp1024
    # ike=aes256-sha2_256-ecp384
    authby=rsasig
    phase2alg=aes256-sha1
""", '3des md5 dh aes sha-1 ?rsa ?hmac'),
    Case("89 dnssec-policy 'p' { keys { ksk lifetime ", 'dnssec.conf', """dnssec-policy "p" { keys { ksk lifetime unlimited algorithm ecdsap256sha256; }; };""", 'ecdsa ?sha-256'),
    Case("90 resource 'tls_private_key' 'k' {", 'a.tf', """resource "tls_private_key" "k" {
  algorithm = "RSA"
  rsa_bits  = 2048
}
resource "aws_kms_key" "m" { customer_master_key_spec = "ECC_NIST_P256" }
""", 'rsa ?ecc'),
    Case('91 Jan 10 12:00:01 host sshd[1]: Accepted p', 'a.log', """Jan 10 12:00:01 host sshd[1]: Accepted publickey for root from 10.0.0.1 port 5022 ssh2: RSA SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
Jan 10 12:00:02 host sshd[1]: debug1: kex: algorithm: curve25519-sha256 [preauth]
Jan 10 12:00:02 host sshd[1]: debug1: kex: client->server cipher: aes128-ctr MAC: hmac-sha1 compression: none""", 'rsa x25519 aes hmac ?sha-1 ?sha-256'),
    Case('92 2026-02-02T10:00:00Z WARN handshake fail', 'a.log', """2026-02-02T10:00:00Z WARN handshake failed: peer only supports TLS_RSA_WITH_RC4_128_MD5
2026-02-02T10:00:01Z INFO policy: RSA, DSA and DH are disabled
2026-02-02T10:00:02Z INFO migrated from RSA to ML-KEM-768 completed""", 'ml-kem'),
    Case('93 2026-02-02 charon: 08[CFG] received prop', 'a.log', """2026-02-02 charon: 08[CFG] received proposals: IKE:3DES_CBC/HMAC_MD5_96/PRF_HMAC_MD5/MODP_1024
2026-02-02 charon: 08[CFG] selected proposal: IKE:AES_CBC_256/HMAC_SHA2_256_128/PRF_HMAC_SHA2_256/ECP_256""", 'aes hmac ecc ?sha-256'),
    Case('94 2026-02-02 INFO rng seed=99 loaded; aria', 'a.log', """2026-02-02 INFO rng seed=99 loaded; aria widget ready; des moines shipment; universal descriptor
2026-02-02 INFO speaker at RSA Conference 2026 confirmed
2026-02-02 ERROR ECC memory error corrected at 0x7f""", ''),
    Case('95 New, TLSv1.2, Cipher is ECDHE-RSA-AES256', 'a.log', """New, TLSv1.2, Cipher is ECDHE-RSA-AES256-GCM-SHA384
Server public key is 2048 bit
    Cipher    : ECDHE-RSA-AES256-GCM-SHA384
Peer signing digest: SHA256
Server Temp Key: X25519, 253 bits""", 'ecdh rsa aes x25519 ?sha-384 ?sha-256'),
    Case('96 2026-01-01 INFO TLS ClientHello cipher_s', 'a.log', """2026-01-01 INFO TLS ClientHello cipher_suites=[TLS_AES_128_GCM_SHA256, TLS_RSA_WITH_AES_128_CBC_SHA] groups=[X25519MLKEM768, x25519]
2026-01-01 INFO TLS ServerHello cipher=TLS_AES_128_GCM_SHA256 group=X25519MLKEM768""", 'aes x25519mlkem768 ?sha-256'),
    Case('97 We moved from RSA-2048 to ML-KEM-768 and', 'a.txt', """We moved from RSA-2048 to ML-KEM-768 and from ECDSA to ML-DSA.""", ''),
    Case('98 # Notes', 'a.md', """# Notes
Use `rsa.generate_private_key`. SHA-1 is banned.""", ''),
    Case("shell", "a.sh", """#!/bin/sh
# openssl genrsa 1024
openssl genrsa -out k.pem 2048
ssh-keygen -t ed25519 -f id
openssl enc -aes-256-cbc -in a -out b
echo "RSA is out" > note
seed=42
""", "rsa ed25519 aes"),
    Case("shell clean", "a.sh", """#!/bin/sh
echo "RSA and DES" # md5sum x
export SEED=1
aria2c --seed-time=0 "$URL"
""", ""),
    Case("hybrid without fallback", "a.go", """package a
import "crypto/tls"
var c = &tls.Config{CurvePreferences: []tls.CurveID{tls.X25519MLKEM768}}
""", "x25519mlkem768"),
    Case("hybrid with fallback", "a.go", """package a
import "crypto/tls"
var c = &tls.Config{CurvePreferences: []tls.CurveID{tls.X25519MLKEM768, tls.X25519}}
""", "x25519mlkem768 x25519"),
]  # fmt: skip
