"""Keystores of Java, and what OpenSSH says of its keys.

Input is untrusted: what is cut off or makes no sense ends the reading.
"""

from __future__ import annotations

from collections.abc import Iterator

from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, spec
from acidtest.crypto.scanner.limits import check
from acidtest.crypto.scanner.material import of_der
from acidtest.crypto.taxonomy import Match

_JKS, _JCEKS = b"\xfe\xed\xfe\xed", b"\xce\xce\xce\xce"
_PRIVATE, _CERTIFICATE = 1, 2
_MOST = 10_000


def is_keystore(data: bytes) -> bool:
    """Whether a file is a keystore of Java's own kinds; PKCS #12 is DER."""
    return data[:4] in (_JKS, _JCEKS) and data[4:7] == b"\0\0\0" and data[7:8] in (b"\1", b"\2")


def scan_keystore(data: bytes) -> Iterator[CryptoFinding]:
    """The keys and certificates of a keystore, and how it protects them."""
    matches = [*spec("sha-1")]  # the digest at its end, over password and content
    if data[:4] == _JCEKS:
        matches += TAXONOMY.find_all("PBEWithMD5AndTripleDES")
    matches += _entries(data)
    for match in dict.fromkeys(matches):
        yield CryptoFinding(match, (1, 1), "key-material", "active", 0.95)


def _entries(data: bytes) -> Iterator[Match]:
    reader = _Reader(data, 8)
    for _ in range(min(reader.number(4), _MOST)):
        check()
        kind = reader.number(4)
        reader.text()
        reader.number(8)
        if kind == _PRIVATE:
            reader.part(reader.number(4))
            for _ in range(min(reader.number(4), 100)):
                yield from _certificate(reader)
        elif kind == _CERTIFICATE:
            yield from _certificate(reader)
        else:  # a serialised object follows, whose length only Java knows
            return


def _certificate(reader: _Reader) -> Iterator[Match]:
    if reader.version == 2:
        reader.text()
    yield from of_der(reader.part(reader.number(4)))


class _Reader:
    """Numbers and parts of a file in order; zeros and nothing behind its end."""

    def __init__(self, data: bytes, place: int) -> None:
        self._data, self._place = data, place
        self.version = data[7]

    def part(self, size: int) -> bytes:
        """The next bytes."""
        self._place += size
        return self._data[self._place - size : self._place]

    def number(self, size: int) -> int:
        """A big-endian number."""
        return int.from_bytes(self.part(size), "big")

    def text(self) -> bytes:
        """A text with its length before it."""
        return self.part(self.number(2))
