"""The branches of EVM code: where they are, and which of their sides say something."""

from __future__ import annotations

import re
from functools import lru_cache

_DATA = re.compile(
    rb"\xfe\x60[\x80\xa0\xc0\xe0]\x60\x40|\xfe\xa1\x65bzzr|\xfe\xa2\x64ipfs|\xfe\xa2\x65bzzr"
)


@lru_cache(maxsize=64)
def decoded(code: bytes) -> tuple[list[int], list[int], frozenset[int]]:
    """For each offset the value pushed there and the next offset; and all jump destinations."""
    values, following = [0] * len(code), [0] * len(code)
    destinations = []
    at = 0
    while at < len(code):
        op = code[at]
        size = op - 0x5F if 0x5F <= op <= 0x7F else 0
        if size:
            values[at] = int.from_bytes(code[at + 1 : at + 1 + size].ljust(size, b"\0"), "big")
        if op == 0x5B:
            destinations.append(at)
        following[at] = at + 1 + size
        at = following[at]
    return values, following, frozenset(destinations)


@lru_cache(maxsize=64)
def branches_of(code: bytes) -> frozenset[tuple[int, bool]]:
    """The branches that can be decided either way, as (offset, taken).

    Left out are sides that revert at once without data or panic: compilers insert them by the
    dozen, and many can never be taken.
    """
    part = _DATA.split(code, maxsplit=1)[0]
    values, following, destinations = decoded(code)
    sides = set()
    at, pushed = 0, 0
    while at < len(part):
        op = part[at]
        if op == 0x57:
            for taken, to in ((True, pushed), (False, at + 1)):
                possible = to < len(part) and (not taken or to in destinations)
                if possible and not _fails_at_once(part, values, following, destinations, to):
                    sides.add((at, taken))
        pushed = values[at] if 0x5F <= op <= 0x7F else -1
        at = following[at]
    return frozenset(sides)


def _fails_at_once(
    code: bytes, values: list[int], following: list[int], destinations: frozenset[int], at: int
) -> bool:
    """Whether code reverts there without data of its own, or panics."""
    pushed = -1
    for _ in range(48):
        if at >= len(code):
            return True
        op = code[at]
        if op == 0xFE:
            return True
        if op == 0xFD:
            return pushed >= 0
        if op in (0x57, 0x00, 0xF3, 0x55, 0x54, 0xF1, 0xFA, 0xF4, 0x35, 0xA0, 0xA1):
            return False
        if 0x5F <= op <= 0x7F and values[at] == 0x4E487B71 << 224:
            return True
        if 0x5F <= op <= 0x7F and op == 0x63 and values[at] == 0x4E487B71:
            return True
        if op == 0x52:  # it writes memory: the revert has data, unless it is a panic
            return _panics(code, values, following, at)
        if op == 0x56:
            if pushed not in destinations:
                return False
            at, pushed = pushed, -1
            continue
        if 0x5F <= op <= 0x7F:
            pushed = values[at]
        elif op not in (0x5B, 0x80, 0x81, 0x50):
            pushed = -1 if op not in (0x3D,) else pushed
            if op == 0x3D:
                return True
        at = following[at]
    return False


def _panics(code: bytes, values: list[int], following: list[int], at: int) -> bool:
    for _ in range(8):
        if at >= len(code):
            return False
        if code[at] in (0x62, 0x63, 0x7F) and values[at] in (0x4E487B71, 0x4E487B71 << 224):
            return True
        at = following[at]
    return False
