"""Just enough of PEM and DER to see which algorithms a block names."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

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


def oids(der: bytes) -> set[str]:
    """All object identifiers in a DER structure; empty when it is not DER."""
    found: set[str] = set()
    try:
        _walk(der, found)
    except (IndexError, ValueError):
        return set()
    return found


def _walk(der: bytes, found: set[str], depth: int = 0) -> None:
    if depth > 40:
        raise ValueError("nested too deep")
    at = 0
    while at < len(der):
        tag, size, at = der[at], der[at + 1], at + 2
        if size & 0x80:
            width = size & 0x7F
            if not 1 <= width <= 4:
                raise ValueError("length form")
            size, at = int.from_bytes(der[at : at + width], "big"), at + width
        body, at = der[at : at + size], at + size
        if len(body) != size:
            raise ValueError("truncated")
        if tag & 0x20:
            _walk(body, found, depth + 1)
        elif tag == 6:
            found.add(_dotted(body))


def _dotted(body: bytes) -> str:
    numbers, value = [], 0
    for byte in body:
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            numbers.append(value)
            value = 0
    first = min(numbers[0] // 40, 2)
    return ".".join(map(str, [first, numbers[0] - 40 * first, *numbers[1:]]))


def algorithms(kind: str, der: bytes) -> set[str]:
    """The canonical names of what a block names."""
    named = {KINDS[kind]} if kind in KINDS else set()
    return named.union(*(OIDS.get(oid, frozenset()) for oid in oids(der)))
