"""The published benchmark's tables of names, as facts: what counts as which algorithm.

Categories and Korean names are the document's. Which spellings count for an algorithm and the
list of keywords behind the false positive rate are not in it; they are those of the program it
describes, at commit 301b30a.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

CATEGORIES: Mapping[str, tuple[str, ...]] = {
    name: tuple(words.split())
    for name, words in {
        "shor_vulnerable": "rsa ecc dh dsa ecdsa kcdsa bls paillier bgn x25519 ed25519 secp256k1"
        " ecdh feldman",
        "grover_vulnerable": "aes des md5 sha sha256 3des tea salsa20 chacha20 poly1305 hmac crc32"
        " seed aria hight lea blake2 ghash siphash pbkdf2 gcm ripemd scrypt keccak shake shamir",
        "classical_vulnerable": "a5 trivium rc4 rc2 crc32 md5 sha1",
        "public_key": "rsa ecc dh dsa ecdsa kcdsa bls pss paillier bgn x25519 ed25519 secp256k1"
        " ecdh",
        "symmetric_key": "aes des 3des tea salsa20 chacha20 seed aria hight lea xchacha20 rc2 rc4",
        "hash_function": "md5 sha sha256 sha1 hmac crc32 has-160 blake2 blake2b ghash ripemd"
        " keccak shake siphash",
        "mac": "hmac poly1305 ghash siphash",
        "korean_algorithms": "seed aria hight lea kcdsa has-160 lsh ec-kcdsa",
        "post_quantum": "kyber dilithium sphincs ntru",
    }.items()
}
"""The categories the document supports; any other is looked for literally, and reported."""

PROGRAM_CATEGORIES: Mapping[str, tuple[str, ...]] = {
    **CATEGORIES,
    "korean_algorithms": (*CATEGORIES["korean_algorithms"], "ecdh"),
    "symmetric": tuple("aes des 3des tea salsa20 chacha20 seed aria hight lea xchacha20".split()),
    "hash_functions": CATEGORIES["hash_function"],
    "pairing_based": ("bls", "bgn"),
    "verification_functions": ("vdf",),
    "weak_hash": ("md5", "sha1", "crc32"),
    "homomorphic_encryption": ("paillier", "bgn"),
    "secret_sharing": ("shamir", "feldman"),
    "key_derivation": ("pbkdf2", "scrypt"),
    "authenticated_encryption": ("gcm",),
    "protocols": ("ikev2", "ocsp", "double ratchet"),
}
"""Those of the program, without words that contain another word of the same category."""

KOREAN: Mapping[str, tuple[str, ...]] = {
    "seed": ("seed",),
    "aria": ("aria",),
    "hight": ("hight",),
    "lea": ("lea",),
    "kcdsa": ("kcdsa", "ec-kcdsa"),
    "has-160": ("has-160", "has160"),
    "lsh": ("lsh",),
    "ec-kcdsa": ("ec-kcdsa", "eckcdsa"),
}

PROGRAM_KOREAN = {**KOREAN, "ecdh": ("ecdh",)}

Spellings = Sequence[tuple[tuple[str, ...], tuple[str, ...]]]


def _spellings(lines: str) -> Spellings:
    """From lines `part, part: spelling, spelling`; without a colon a name is its own spelling."""
    table = []
    for line in lines.strip().splitlines():
        parts, _, spellings = line.partition(":")
        named = tuple(part.strip() for part in parts.split(","))
        table.append(
            (named, tuple(s.strip() for s in spellings.split(",")) if spellings else named)
        )
    return table


FOUND_AS = _spellings("""
rsa
ecc, ecdsa: ecc, ecdsa, ecdh
dsa
dh, diffie: diffie-hellman, dh
seed
aria
hight
lea
3des, triple des, tdes: 3des, triple des, triple-des, tdes
des
rc4, arcfour
blowfish, twofish
md5
sha1, sha-1
a5
trivium
misty
tea
crc
salsa
sha256, sha-256
hmac
chacha
poly1305
aes: aes, rijndael
bls
kyber
vdf
ghash
pss
blake
montgomery
has-160, has160
lsh
dilithium
sphincs
ntru
paillier
bgn
shamir
feldman
x25519: x25519, curve25519
ed25519: ed25519, edwards
double ratchet, doubleratchet: double ratchet, doubleratchet, signal
ike
ocsp
pbkdf2
gcm
ripemd
scrypt
keccak
secp256k1: secp256k1, secp-256k1
shake
siphash
rc2
""")
"""Parts of an expected name, and the spellings it is then searched by; the first match counts.

Spellings that contain another one of their row, and rows that an earlier one hides, are left out.
"""

PROGRAM_MISSED_UNLESS = _spellings("""
rsa
ecc, ecdsa
seed
aria
hight
lea
tea
salsa20: salsa
chacha20: chacha
3des: 3des, triple des
sha256: sha256, sha-256
aes: aes, rijndael
bls
blake
kyber
vdf
ghash
pss
montgomery
has-160, has160
lsh
ecdh
dilithium
sphincs
ntru
paillier
bgn
shamir
feldman
x25519: x25519, curve25519
ed25519: ed25519, edwards
double ratchet, doubleratchet: double ratchet, doubleratchet, signal
ike
ocsp
pbkdf2
gcm
ripemd
scrypt
keccak
secp256k1: secp256k1, secp-256k1
shake
siphash
rc2
""")
"""The same for the program's false negative rate, which has its own table."""

KEYWORDS = tuple(
    "rsa,ecc,ecdsa,dsa,diffie-hellman,dh,des,3des,rc4,rc2,md5,sha1,sha256,tea,salsa20,chacha20,"
    "poly1305,hmac,crc32,seed,aria,hight,lea,trivium,a5,bls,blake2,ghash,pss,montgomery,rijndael,"
    "aes,has-160,lsh,kcdsa,ecdh,ecdhe,ec-kcdsa,kyber,vdf,misty,dilithium,sphincs,ntru,paillier,"
    "bgn,shamir,feldman,x25519,ed25519,xchacha20,double ratchet,ikev2,ocsp,pbkdf2,gcm,ripemd,"
    "scrypt,keccak,secp256k1,shake,siphash".split(",")
)
"""Behind the false positive rate. The document says 83 and lists none; the program has 62."""
