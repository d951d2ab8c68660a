"""Which algorithms the key material of the corpus names."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from acidtest.crypto.der import read_der

# Object identifiers in the corpus and what each names.
OIDS: dict[str, frozenset[str]] = {
    oid: frozenset(names.split())
    for oid, names in {
        "1.2.840.113549.1.1.1": "RSA",
        "1.2.840.113549.1.1.5": "RSA SHA-1",
        "1.2.840.113549.1.1.11": "RSA SHA-256",
        "1.2.840.113549.1.1.13": "RSA SHA-512",
        "1.2.840.10045.2.1": "ECDSA",
        "1.2.840.10045.4.3.2": "ECDSA SHA-256",
        "1.2.840.10045.4.3.4": "ECDSA SHA-512",
        "1.2.840.10040.4.1": "DSA",
        "1.3.14.3.2.26": "SHA-1",
        "2.16.840.1.101.3.4.2.1": "SHA-256",
        "1.3.101.110": "X25519",
        "1.3.101.112": "Ed25519",
        "1.3.101.113": "Ed448",
        "2.16.840.1.101.3.4.3.17": "ML-DSA",
        "2.16.840.1.101.3.4.3.18": "ML-DSA",
        "2.16.840.1.101.3.4.3.19": "ML-DSA",
        "1.2.410.200004.1.1": "KCDSA",
        "1.2.410.200004.1.4": "SEED",
    }.items()
}
# Blocks whose header says it all.
KINDS = {"RSA PUBLIC KEY": "RSA", "DH PARAMETERS": "DH"}
CURVES = {
    "1.2.840.10045.3.1.7": "P-256",
    "1.3.132.0.34": "P-384",
    "1.3.132.0.35": "P-521",
    "1.3.132.0.10": "secp256k1",
}
_BLOCK = re.compile(r"-----BEGIN ([A-Z0-9 ]+)-----\n(.*?)-----END \1-----", re.DOTALL)


def blocks(text: str) -> Iterator[tuple[str, bytes]]:
    """The armoured blocks of a text that are base64: kind and contents."""
    for kind, body in _BLOCK.findall(text):
        try:
            yield kind, base64.b64decode("".join(body.split()), validate=True)
        except ValueError:  # not base64, or not even ASCII
            continue


def oids(der: bytes) -> list[str]:
    """The object identifiers in a structure; none where it is not DER."""
    read = read_der(der)
    return read.oids if read.whole else []


def algorithms(kind: str, der: bytes) -> set[str]:
    """The canonical names of the algorithms in a block."""
    named = {KINDS[kind]} if kind in KINDS else set()
    return named.union(*(OIDS.get(oid, frozenset()) for oid in oids(der)))
