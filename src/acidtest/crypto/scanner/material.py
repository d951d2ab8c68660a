"""Certificates and keys: PEM, DER, base64 in code, OpenSSH lines."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from acidtest.crypto.der import read_der, read_length
from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, line_counter, spec
from acidtest.crypto.taxonomy import Match

_BEGIN = re.compile(r"-----BEGIN ([A-Z0-9. ]{1,40})-----")
_LONGEST = 65536
_BASE64 = re.compile(r"M(?<![A-Za-z0-9+/=]M)[A-Za-z0-9+/]{38,}={0,2}")
_SSH = re.compile(
    r"\b(ssh-rsa|ssh-dss|ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh\.com)\s+"
    r"(AAAA[A-Za-z0-9+/]{20,}={0,2})"
)
_OPENSSH = b"openssh-key-v1\0"
_LABELS = {
    "RSA PRIVATE KEY": "rsa",
    "RSA PUBLIC KEY": "rsa",
    "DSA PRIVATE KEY": "dsa",
    "DSA PARAMETERS": "dsa",
    "EC PRIVATE KEY": "ecc",
    "EC PARAMETERS": "ecc",
    "DH PARAMETERS": "dh",
    "X9.42 DH PARAMETERS": "dh",
}
_SSH_KEYS = {"ssh-rsa": "rsa/signature", "ssh-dss": "dsa", "ssh-ed25519": "ed25519",
             "sk-ssh-ed25519@openssh.com": "ed25519",
             "ecdsa-sha2-nistp256": "ecdsa curve=P-256", "ecdsa-sha2-nistp384": "ecdsa curve=P-384",
             "ecdsa-sha2-nistp521": "ecdsa curve=P-521"}  # fmt: skip


def scan_material(text: str) -> Iterator[CryptoFinding]:
    """Key material anywhere in any kind of text."""
    taken: list[tuple[int, int]] = []
    if "-----BEGIN " not in text and "AAAA" not in text and not _BASE64.search(text):
        return
    line_of = line_counter(text)
    for label, start, end in _blocks(text):
        taken.append((start, end))
        lines = (line_of(start), line_of(end))
        body = _body(text[start:end])
        matches = list(of_der(_decoded(body)))
        if label == "OPENSSH PRIVATE KEY":
            matches = _openssh(_decoded(body))
        if label in _LABELS:
            matches = _labelled(_LABELS[label], matches, _decoded(body))
        for match in matches:
            yield CryptoFinding(match, lines, "key-material", "active", 0.95)
    for line in _SSH.finditer(text):
        place = (line_of(line.start()),) * 2
        for match in list(_of_blob(_decoded(line[2]))) or spec(_SSH_KEYS[line[1]]):
            yield CryptoFinding(match, place, "key-material", "active", 0.9)
    for blob in _BASE64.finditer(text):
        if any(start <= blob.start() < end for start, end in taken):
            continue
        data = _decoded(blob[0])
        if data[:1] == b"0" and read_length(data, 1) is not None:
            place = (line_of(blob.start()), line_of(blob.end()))
            for match in of_der(data):
                yield CryptoFinding(match, place, "key-material", "active", 0.85)


def _blocks(text: str) -> Iterator[tuple[str, int, int]]:
    """PEM blocks: label, start and end of each."""
    begins = list(_BEGIN.finditer(text))
    for place, begin in enumerate(begins):
        mark = f"-----END {begin[1]}-----"
        following = begins[place + 1].start() if place + 1 < len(begins) else len(text)
        limit = min(begin.end() + _LONGEST, following)
        end = text.find(mark, begin.end(), limit)
        if end >= 0:
            yield begin[1], begin.start(), end + len(mark)


def _body(block: str) -> str:
    """The base64 of a block, without what surrounding code puts between its lines."""
    inner = block.split("-----")[2]
    inner = re.sub(r"\\[nr]|[\"'][\s+.]*[\"']|[\"',\s\\]", "", inner)
    return re.sub(r"^.*DEK-Info:[^,]*,?[0-9A-F]*", "", inner)


def scan_der(data: bytes, lines: int = 1) -> Iterator[CryptoFinding]:
    """A file that is itself DER."""
    for match in of_der(data):
        yield CryptoFinding(match, (1, lines), "key-material", "active", 0.95)


def of_der(data: bytes) -> Iterator[Match]:
    """Algorithms of a DER structure; a key's size from its largest number."""
    read = read_der(data)
    matches = [match for oid in dict.fromkeys(read.oids) for match in TAXONOMY.find_all(oid)]
    curves = [m for m in matches if m.algorithm.id == "ecc" and m.parameters]
    signs = any(m.algorithm.id == "ecdsa" for m in matches)
    for match in dict.fromkeys(matches):
        parameters = dict(match.parameters)
        key = match.algorithm.id
        if key == "ecc" and (signs or (curves and not parameters)):
            continue
        if key == "ecdsa" and curves:
            parameters |= curves[0].parameters
        largest = max(read.sizes, default=0)
        if match.algorithm.strength == "modulus" and 500 <= largest <= 16384:
            parameters["bits"] = -(-largest // 64) * 64
        function = "signature" if key == "rsa" and len(matches) > 1 else match.function
        yield Match(match.algorithm, parameters, function, TAXONOMY)


def _labelled(key: str, matches: list[Match], data: bytes) -> list[Match]:
    """A traditional key: its label gives the algorithm, the integers inside give the size."""
    if any(m.algorithm.id == key for m in matches):
        return matches
    bits = max(read_der(data).sizes, default=0)
    sized = key != "ecc" and 500 <= bits <= 16384
    own = TAXONOMY.match(key, bits=-(-bits // 64) * 64) if sized else spec(key)[0]
    return [own, *matches]


def _openssh(data: bytes) -> list[Match]:
    """A private key of OpenSSH: its public half is open, its cipher and derivation are named."""
    place = len(_OPENSSH)
    words: list[bytes] = []
    for _ in range(3):
        word, place = _field(data, place)
        words.append(word)
    public, _ = _field(data, place + 4)
    cipher, derivation = (word.decode("ascii", "replace") for word in words[:2])
    matches = list(_of_blob(public))
    if cipher != "none":
        matches += TAXONOMY.find_all(cipher)
    return [*matches, *(spec("bcrypt") if derivation == "bcrypt" else ())]


def _of_blob(blob: bytes) -> Iterator[Match]:
    """A public key as SSH writes it; of RSA with the size of its modulus."""
    name, place = _field(blob, 0)
    said = _SSH_KEYS.get(name.decode("ascii", "replace"))
    if said is None:
        return
    if name == b"ssh-rsa":
        _, place = _field(blob, place)
        bits = int.from_bytes(_field(blob, place)[0], "big").bit_length()
        if 512 <= bits <= 16384:
            yield TAXONOMY.match("rsa", "signature", bits=bits)
            return
    yield from spec(said)


def _field(data: bytes, place: int) -> tuple[bytes, int]:
    """Bytes with their length before them, and where they end."""
    start = place + 4
    end = start + int.from_bytes(data[place:start], "big")
    return data[start:end], end


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return b""
