"""OpenPGP: keys, signatures and messages, as packets, in armour and in keyboxes of GnuPG.

Names are those of RFC 9580. Input is untrusted: what is cut off or makes no sense ends the reading.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, line_counter, spec
from acidtest.crypto.scanner.limits import check
from acidtest.crypto.taxonomy import Match

_PUBLIC = {1: "rsa", 2: "rsa/encryption", 3: "rsa/signature", 16: "elgamal", 17: "dsa",
           18: "ecdh", 19: "ecdsa", 20: "elgamal", 22: "eddsa", 25: "x25519", 26: "x448",
           27: "ed25519", 28: "ed448"}  # fmt: skip
_HASHES = {1: "md5", 2: "sha-1", 3: "ripemd-160", 8: "sha-256", 9: "sha-384", 10: "sha-512",
           11: "sha-224", 12: "sha3-256", 14: "sha3-512"}  # fmt: skip
_CIPHERS = {1: "idea", 2: "3des", 3: "cast-128", 4: "blowfish", 7: "aes bits=128",
            8: "aes bits=192", 9: "aes bits=256", 10: "twofish", 11: "camellia bits=128",
            12: "camellia bits=192", 13: "camellia bits=256"}  # fmt: skip
_CURVES = {
    bytes.fromhex("2b06010401da470f01"): "ed25519",
    bytes.fromhex("2b060104019755010501"): "x25519",
    bytes.fromhex("2a8648ce3d030107"): "P-256",
    bytes.fromhex("2b81040022"): "P-384",
    bytes.fromhex("2b81040023"): "P-521",
    bytes.fromhex("2b8104000a"): "secp256k1",
    bytes.fromhex("2b2403030208010107"): "brainpoolP256r1",
    bytes.fromhex("2b240303020801010b"): "brainpoolP384r1",
    bytes.fromhex("2b240303020801010d"): "brainpoolP512r1",
}
_SESSION_KEY, _SIGNATURE, _BY_PASSWORD, _SECRET, _PUBLIC_KEY, _SECRET_SUB, _PUBLIC_SUB = (
    *(1, 2, 3, 5, 6, 7, 14),
)
_KEYS = (_SECRET, _PUBLIC_KEY, _SECRET_SUB, _PUBLIC_SUB)
_MOST = 20_000
_KEYBOX = b"KBXf"
_ARMOUR = re.compile(r"-----BEGIN PGP [A-Z ]{1,30}-----\n(.*?)-----END PGP ", re.DOTALL)


def is_openpgp(suffix: str, data: bytes) -> bool:
    """Whether a binary file is a keybox, or packets in a file that is named as such."""
    if data[8:12] == _KEYBOX:
        return True
    return suffix in (".gpg", ".pgp", ".sig") and data[:1] >= b"\x80"


def scan_openpgp(data: bytes) -> Iterator[CryptoFinding]:
    """The findings in a binary file."""
    blobs = _keyblocks(data) if data[8:12] == _KEYBOX else [data]
    for blob in blobs:
        for match in _of_packets(blob):
            yield CryptoFinding(match, (1, 1), "key-material", "active", 0.95)


def scan_armour(text: str) -> Iterator[CryptoFinding]:
    """The findings in armoured blocks of a text."""
    line_of = line_counter(text)
    for block in _ARMOUR.finditer(text):
        headers, blank, body = block[1].partition("\n\n")
        lines = [line for line in (body if blank else headers).split("\n") if line[:1] != "="]
        try:
            data = base64.b64decode("".join(lines))
        except (binascii.Error, ValueError):
            continue
        place = (line_of(block.start()), line_of(block.end()))
        for match in _of_packets(data):
            yield CryptoFinding(match, place, "key-material", "active", 0.95)


def _keyblocks(data: bytes) -> Iterator[bytes]:
    """The OpenPGP keys of a keybox: each blob says where its key lies."""
    place = 0
    while place + 16 <= len(data):
        size = int.from_bytes(data[place : place + 4], "big")
        if size < 16:
            return
        blob = data[place : place + size]
        if blob[4] == 2:
            start, length = (int.from_bytes(blob[at : at + 4], "big") for at in (8, 12))
            yield blob[start : start + length]
        place += size


def _of_packets(data: bytes) -> Iterator[Match]:
    """Each algorithm once for each of its sizes."""
    known: set[tuple[str, int | None]] = set()
    for number, (tag, body) in enumerate(_packets(data)):
        if number == _MOST:
            return
        check()
        for match in _of_packet(tag, body):
            if (match.label, match.strength) not in known:
                known.add((match.label, match.strength))
                yield match


def _packets(data: bytes) -> Iterator[tuple[int, bytes]]:
    place = 0
    while place < len(data) and data[place] & 0x80:
        head = data[place]
        new = bool(head & 0x40)
        tag = head & 0x3F if new else (head >> 2) & 0x0F
        size = _new_length(data, place + 1) if new else _old_length(data, place + 1, head & 3)
        if size is None:
            yield tag, data[place + 1 :]
            return
        length, start = size
        yield tag, data[start : start + length]
        place = start + length


def _new_length(data: bytes, place: int) -> tuple[int, int] | None:
    """Length and start of a body; None if it comes in parts or is not there."""
    if place >= len(data) or 224 <= (first := data[place]) < 255:
        return None
    if first < 192:
        return first, place + 1
    if first < 224:
        return ((first - 192) << 8) + int.from_bytes(data[place + 1 : place + 2]) + 192, place + 2
    return int.from_bytes(data[place + 1 : place + 5], "big"), place + 5


def _old_length(data: bytes, place: int, kind: int) -> tuple[int, int] | None:
    if kind == 3:
        return None
    count = 1 << kind
    return int.from_bytes(data[place : place + count], "big"), place + count


def _of_packet(tag: int, body: bytes) -> Iterator[Match]:
    version = body[0] if body else 0
    if tag in _KEYS and version in (3, 4, 5, 6):
        start = 7 if version == 3 else 5  # after version, time and, once, days
        counted = 4 if version > 4 else 0  # the length of what follows
        material = body[start + 1 + counted :]
        yield from _key(int.from_bytes(body[start : start + 1]), material)
    elif tag == _SIGNATURE and version >= 3:
        at = 15 if version == 3 else 2
        yield from _named(_PUBLIC, int.from_bytes(body[at : at + 1]), "signature")
        yield from _named(_HASHES, int.from_bytes(body[at + 1 : at + 2]))
    elif tag == _SESSION_KEY and version == 3:
        yield from _named(_PUBLIC, int.from_bytes(body[9:10]), "encryption")
    elif tag == _BY_PASSWORD:
        yield from _named(_CIPHERS, int.from_bytes(body[1:2]))


def _named(table: dict[int, str], number: int, function: str | None = None) -> Iterator[Match]:
    if said := table.get(number):
        rsa = said.partition("/")[0] == "rsa" and function
        yield from spec(f"rsa/{function}" if rsa else said)


def _key(algorithm: int, material: bytes) -> Iterator[Match]:
    """A public key: its size from its first number, or its curve from its name."""
    if algorithm in (18, 19, 22):
        curve = _CURVES.get(material[1 : 1 + material[0]] if material else b"")
        if curve in ("ed25519", "x25519"):
            yield from spec(curve)
        elif curve:
            yield TAXONOMY.match(_PUBLIC[algorithm], curve=curve)
        else:
            yield from spec(_PUBLIC[algorithm])
    elif algorithm in (1, 2, 3, 16, 17, 20):
        bits = int.from_bytes(material[:2], "big")
        (match,) = spec(_PUBLIC[algorithm])
        sized = 512 <= bits <= 16384
        yield TAXONOMY.match(match.algorithm.id, match.function, bits=bits) if sized else match
    else:
        yield from _named(_PUBLIC, algorithm)
