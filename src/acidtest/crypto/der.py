"""A small DER reader: collects the object identifiers and the sizes of the integers.

Input is untrusted: broken data yields fewer entries, never an error.
"""

from __future__ import annotations

from dataclasses import dataclass, field

_DEEPEST = 40
_MOST = 20_000
_OID_MAX = 40
_OID, _INTEGER, _OCTETS, _BITS, _CONSTRUCTED = 0x06, 0x02, 0x04, 0x03, 0x20


@dataclass(slots=True)
class Der:
    """OIDs and integer sizes in order; `whole` is False if part of the data was unreadable."""

    oids: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    whole: bool = True


def read_der(data: bytes) -> Der:
    """Read `data`, including structures nested inside strings."""
    der = Der()
    _walk(data, 0, len(data), der, 0)
    return der


def _walk(data: bytes, start: int, end: int, der: Der, depth: int) -> None:
    place = start
    while place < end and len(der.oids) + len(der.sizes) < _MOST:
        size = read_length(data, place + 1)
        if size is None or size[1] + size[0] > end or depth > _DEEPEST:
            der.whole = False
            return
        tag, (length, body) = data[place], size
        place = body + length
        if tag == _OID and 0 < length < _OID_MAX:
            der.oids.append(_dotted(data[body:place]))
        elif tag == _INTEGER:
            der.sizes.append(int.from_bytes(data[body:place], "big").bit_length())
        elif tag & _CONSTRUCTED:
            _walk(data, body, place, der, depth + 1)
        elif tag == _OCTETS or (tag == _BITS and length > 1):
            inner = body + (tag == _BITS)
            if data[inner : inner + 1] == b"0":  # may be a structure or plain bytes
                maybe = Der()
                _walk(data, inner, place, maybe, depth + 1)
                der.oids += maybe.oids
                der.sizes += maybe.sizes


def read_length(data: bytes, place: int) -> tuple[int, int] | None:
    """Read a DER length: the length and where the contents begin."""
    if place >= len(data):
        return None
    first = data[place]
    if first < 0x80:
        return first, place + 1
    count = first & 0x7F
    if not 0 < count <= 4 or place + 1 + count > len(data):
        return None
    return int.from_bytes(data[place + 1 : place + 1 + count], "big"), place + 1 + count


def _dotted(body: bytes) -> str:
    arcs, value = [], 0
    for byte in body:
        value = (value << 7) | (byte & 0x7F)
        if not byte & 0x80:
            arcs.append(value)
            value = 0
    if not arcs:
        return ""
    first = min(arcs[0] // 40, 2)
    return ".".join(map(str, (first, arcs[0] - 40 * first, *arcs[1:])))
