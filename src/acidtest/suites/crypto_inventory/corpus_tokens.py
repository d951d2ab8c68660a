"""Evidence for an algorithm on a line: names, aliases, API names, numbers and constants."""

from __future__ import annotations

import re

from acidtest.suites.crypto_inventory.corpus_material import OIDS

# Regular expressions, tried on the evidence lines without regard to case.
TOKENS: dict[str, str] = {
    "3DES": r"des-?ede|3des|des3|triple-?des|des-cbc3",
    "AES": r"aes|\ba(128|192|256)(gcm|kw|cbc)|fernet|symmetric_default|BestAvailableEncryption"
    r"|suite 1301",
    "AIMer": r"aimer",
    "ARIA": r"aria",
    "Argon2": r"argon2|crypto_pwhash",
    "BLAKE2b": r"blake2b",
    "BLAKE2s": r"blake2s|wireguard|\[interface\]",
    "BLAKE3": r"blake3",
    "Blowfish": r"blowfish|bf-cbc",
    "CAST-128": r"cast5",
    "CTR-DRBG": r"ctr_drbg",
    "Camellia": r"camellia",
    "ChaCha20": r"chacha20|0x61707865|1634760805",
    "ChaCha20-Poly1305": r"chacha20|wireguard|\[interface\]",
    "Classic McEliece": r"mceliece",
    "DES": r"\bdes\b|desede|anddes|des-|DES_|/des\"|des\.New",
    "DH": r"\bdh\b|dhe|diffie-?hellman|modp|dh-group|dhparam|pfs-group|ffffffffffffffffc90f",
    "DSA": r"dsa|\bdss|ssh-dss|adss",
    "EC-KCDSA": r"ec-?kcdsa",
    "ECDH": r"ecdh|ecdiffiehellman|crypto/ecdh|ec\.p256|secp256r1|ecp_?384|prime256v1|p-256"
    r"|getinstance\(\"ec\"\)|\"ec\"",
    "ECDSA": r"ecdsa|es256|es384|ecc_nist|secp256k1|nistp256|algorithm_ec|alg: -7"
    r"|p384|secp256r1|scheme 0403|(dnskey 257 3|ds \d+) 13|0x3d, 0x02",
    "Ed25519": r"ed25519|crypto_sign",
    "EdDSA": r"eddsa|ed25519",
    "ElGamal": r"elgamal|\belg\b",
    "FrodoKEM": r"frodo",
    "HAETAE": r"haetae",
    "HAS-160": r"has-?160",
    "HIGHT": r"hight",
    "HKDF": r"hkdf",
    "HMAC": r"hmac|fernet|prfsha|sha256|sha1|scram|hs512",
    "IDEA": r"idea",
    "KCDSA": r"kcdsa",
    "Keccak-256": r"keccak",
    "LEA": r"\blea|lea\b|lea(256|cbc)|0xc3efe9db",
    "LMS": r"lms",
    "LSH": r"lsh",
    "MD2": r"md2",
    "MD4": r"md4",
    "MD5": r"md5|0xd76aa478",
    "ML-DSA": r"ml-?_?dsa",
    "ML-KEM": r"ml-?_?kem",
    "NTLM": r"nthash|ntlm",
    "NTRU+": r"ntruplus|ntru\+",
    "PBKDF1": r"pbewith",
    "PBKDF2": r"pbkdf2|scram|rfc2898",
    "RC4": r"rc4|arcfour",
    "RIPEMD-160": r"ripemd",
    "RSA": r"rsa|\brs(256|384|512)|\bps(256|512)|65537|alg: -257|dnskey 257 3 8|0xf7, 0x0d"
    r"|(?<![\w-])aes128-sha\b",
    "Rainbow": r"rainbow",
    "SEED": r"seed",
    "SHA-1": r"sha-?_?1|sha\b|hmacsha1",
    "SHA-256": r"sha-?_?2?-?_?256|sha2\b|[ehpr]s256|fernet|suite 1301|scheme 0403|alg: -|s256"
    r"|ds \d+ 13 2\b",
    "SHA-384": r"sha-?_?(2_)?384|es384",
    "SHA-512": r"sha-?_?(2_)?-?512|[ehpr]s512|hmac512",
    "SHA3-256": r"sha3[-_]256",
    "SHA3-512": r"sha3[-_]512",
    "SHAKE256": r"shake_?256",
    "SIKE": r"sike|sidh",
    "SLH-DSA": r"slh_dsa",
    "SM2": r"sm2",
    "SM3": r"sm3",
    "SM4": r"sm4",
    "SMAUG-T": r"smaug",
    "TEA": r"0x9e3779b9",
    "Twofish": r"twofish",
    "X25519": r"x25519|curve25519|cv25519|k?121665|crypto_box|wireguard|\[interface\]|publickey = "
    r"|groups .*001d",
    "X25519MLKEM768": r"x25519mlkem768|group 11ec",
    "XChaCha20-Poly1305": r"xchacha20",
    "XSalsa20-Poly1305": r"crypto_box",
    "bcrypt": r"bcrypt|gen_salt\('bf'",
    "scrypt": r"scrypt",
    "sntrup761x25519": r"sntrup761x25519",
}


def justified(algorithm: str, lines: str) -> bool:
    """True if the lines contain a token or a number that identifies the algorithm."""
    pattern = TOKENS.get(algorithm)
    if pattern is not None and re.search(pattern, lines, re.IGNORECASE):
        return True
    numbers = [oid for oid, names in OIDS.items() if algorithm in names]
    plain = re.sub(r"\s*,\s*", ".", lines)
    return any(re.search(rf"(?<![\d.]){re.escape(n)}(?!\.?\d)", plain) for n in numbers)


def spelt(algorithm: str, lines: str) -> bool:
    """True if the letters of the name occur in this order: a name assembled at run time."""
    letters = iter(re.sub(r"[^a-z]", "", lines.lower()))
    return all(c in letters for c in re.sub(r"[^a-z]", "", algorithm.lower()))
