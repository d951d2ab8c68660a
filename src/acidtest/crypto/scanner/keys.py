"""Words that decide how the scanner reads a call, a key or a name in source code."""

from __future__ import annotations

import re

JOINS = frozenset((".", "::", "->", "?.", "!!.", "?:", "&.", "\\"))
DATA = frozenset(
    "update write doFinal digest hexdigest print println printf log info debug warn error fprintf "
    "sprintf puts Println Printf Errorf format WriteLine getBytes ComputeHash panic "
    "b64encode b64decode base64url_encode base64url_decode "
    "raise Exception Error ValueError test_eq assert_eq expect throw".split()
)
"""Calls whose string arguments are data, not algorithm names."""
_BY_PLACE = {
    ("javascript", 0): "createHash createHmac createSign createVerify createCipheriv "
    "createDecipheriv createECDH",
    ("php", 0): "hash hash_hmac hash_file hash_hmac_file hash_init hash_pbkdf2",
    ("php", 1): "openssl_encrypt openssl_decrypt",
}
ARGUMENT = {
    (language, name): place
    for (language, place), names in _BY_PLACE.items()
    for name in names.split()
}
"""Which argument of a call is the algorithm; the others are data."""
DIGESTS = frozenset(("digest", "hexdigest", "base64digest"))
"""Of these, what takes the name of a hash where the object names none."""
ALG_KEYS = re.compile(
    r"(?:alg(?:orithms?|o)?|enc|kty|crv|cipher(?:s|suites?|_suites?)?|sig(?:nature)?_?alg\w*|hash|"
    r"digest|curve|namedCurve|name|type|keyType|signatureAlgorithm|digestmod|kex|group)\Z",
    re.IGNORECASE,
)
SURE_KEYS = re.compile(
    r"(?:alg(?:orithms?)?|ALG(?:ORITHMS?)?|kty|crv|namedCurve|cipher|digestmod|enc"
    r"|\w+_(?:ALG|alg|ALGORITHM|algorithm|ALGO|algo)|[a-z]\w*(?:Algorithm|Algo|Alg))\Z"
)
ANY_ALGORITHM = re.compile(r"(?!.*(?:crypt|cipher|hash|digest|sig|jw|key|mac|kdf)).+\w_?alg", re.I)
"""Of these, what may name any algorithm, such as `search_algorithm`."""
EVERYDAY = frozenset(
    "aria cast falcon frost grain hawk idea lea lion magma mayo opaque photon picnic present "
    "rabbit rainbow saber seed serpent simon skein speck tea tiger trivium".split()
)
"""Names that say nothing there."""
SUITE_KEYS = re.compile(r"(?:\w+_)?(?:ssl_?)?cipher_?(?:s|_?suites?|_?list|_?string)\Z", re.I)
OFF_KEYS = re.compile(
    r"weak|bad|block|deny|denied|forbid|disab|exclu|unsupp|deprec|insecure|reject|banned|not_|"
    r"disallow|unsafe|broken|remov|prohib|legacy|old_|avoid|check",
    re.I,
)
ERRORS = re.compile(r"(?:e|err|error|ex|exc|exception)\Z", re.I)
"""What says of an algorithm that it is not supported."""
CIPHER_CALLS = re.compile(
    r"cipher_?(?:list|suites|string|s)|set_?ciphers|curves_list|groups_list", re.I
)
KEYED = frozenset(("python", "javascript", "ruby", "swift"))
"""Languages in which a string before a colon is a key."""
RUBY_WORDS = frozenset("if unless do end and or while until rescue then".split())
PHP_WORDS = frozenset("return echo print and or xor case throw yield clone new else".split())
CRYPTS = re.compile(r"crypt|key|enc|dec|cbc|ecb|ctr|cfb|ofb|gcm|ccm|round", re.I)
"""What follows the name of a cipher with an everyday name."""
HOLDS = re.compile(r"(?:get|set|is|has|with)_?", re.I)
HEADS = frozenset("extends implements class interface struct trait impl for module with".split())
WINDOWS = re.compile(
    r"BCRYPT_\w*(?:ALGORITHM|BLOB|PAD|PROVIDER|MAGIC|CHAIN)|BCrypt(?:Open|Close|Const)"
)
"""Names of the Windows library, which is called bcrypt and is not the hash."""
SPACES = frozenset("namespace package module mod".split())
"""What stands before the name of a part of a program."""
SIGNS = re.compile(r"sign|verif", re.I)
CONTENT = re.compile(r"A\d{3}(?:CBC-HS\d{3}|GCM)\Z")
"""What a key `enc` says in JOSE; elsewhere it may say anything."""
HASHER = re.compile(r"[\w.]+\.(\w+)PasswordHasher\Z")
SEC_KEY = re.compile(r"(?:rsa|ecdsa|ecdh|ecies)(?:Signature|Encryption|KeyExchange)[A-Z]")
"""Members of Swift's SecKeyAlgorithm, which stand after a bare dot."""
LOADERS = frozenset(("require", "__import__", "import_module"))
VERBS = (
    ("signature", re.compile(r"sign|verif", re.I)),
    ("encryption", re.compile(r"crypt(?!o)|OAEP|wrap", re.I)),
    ("key-exchange", re.compile(r"exchange|agree|derive|deriv|shared", re.I)),
)
NAMED = re.compile(
    r"_?(?:encrypt|decrypt|init|update|final|set_?key|keypair|sign|verify|keygen|key_?schedule|expand_?key|digest|hash|cipher|rounds?"
    r"|compress|transform|block|hmac|mac|encaps|decaps|derive)(?:_|$|[A-Z])"
    r"|_(?:extract|expand|setup|crypt|process|keystream)(?:_|$)",
    re.I,
)
