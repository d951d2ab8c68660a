"""Hashes and storage slots: which are plainly different, as far as hashes never collide."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

import z3
from eth_hash.auto import keccak

from acidtest.suites.solidity_decompile.prove.words import BITS, Flag, Gas, Word, plain, same

NEAR = 1 << 64
_SLOTS = 512


@cache
def _hash_of(size: int) -> z3.FuncDeclRef:
    return z3.Function(f"keccak{size}", z3.BitVecSort(8 * size), BITS)


@cache
def _slots() -> dict[int, int]:
    """Slots of dynamic arrays in the first slots: where their elements begin."""
    return {int.from_bytes(keccak(slot.to_bytes(32, "big")), "big"): slot for slot in range(_SLOTS)}


def hash_term(content: z3.BitVecRef) -> z3.BitVecRef:
    """The hash of bytes that are not known."""
    return _hash_of(content.size() // 8)(content)


def hashed(value: z3.ExprRef) -> int | None:
    """How many bytes a term is the hash of; None if it is none."""
    name: str = value.decl().name() if z3.is_app(value) else ""
    return int(name[6:]) if name.startswith("keccak") and value.num_args() else None


def axioms(value: z3.BitVecRef) -> list[z3.BoolRef]:
    """What is assumed of a hash: no other is equal or near, and it is neither small nor huge.

    Its upper 192 bits tell the bytes it was made of, and how many; those plus one as well.
    """
    size = value.arg(0).size() // 8
    upper = z3.Extract(255, 64, value)
    made_of = z3.Function(f"hashed{size}", upper.sort(), value.arg(0).sort())
    bytes_of = z3.Function("hashed", upper.sort(), z3.BitVecSort(16))
    highest = z3.Extract(255, 128, value)
    return [
        *(made_of(each) == value.arg(0) for each in (upper, upper + 1)),
        *(bytes_of(each) == size & 0xFFFF for each in (upper, upper + 1)),
        highest != 0,
        highest != (1 << 128) - 1,
    ]


class SlotPlace(NamedTuple):
    """A storage slot: a hash or the start of an array's elements, and the distance from there.

    `base` is None for a plain number, and for a slot of which nothing is known.
    """

    base: Any
    offset: Word


@lru_cache(maxsize=4096)
def _start_before(number: int) -> int | None:
    """Where the array begins that a number points into."""
    return next((start for start in _slots() if 0 <= number - start < NEAR), None)


def place(key: Word) -> SlotPlace:
    """The parts of a slot's number."""
    if isinstance(key, int):
        start = _start_before(key)
        return SlotPlace(None, key) if start is None else SlotPlace(start, key - start)
    if isinstance(key, Flag | Gas):
        return SlotPlace(None, key)
    if hashed(key) is not None:
        return SlotPlace(key, 0)
    if key.decl().kind() != z3.Z3_OP_BADD:
        return SlotPlace(None, key)
    parts = [key.arg(i) for i in range(key.num_args())]
    for at, part in enumerate(parts):
        base: Any = part if hashed(part) is not None else None
        rest = [each for i, each in enumerate(parts) if i != at]
        if z3.is_bv_value(part) and (base := _start_before(part.as_long())) is not None:
            rest.append(z3.BitVecVal(part.as_long() - base, 256))
        if base is not None and not any(hashed(each) for each in rest):
            offset = plain(sum(rest[1:], rest[0]))
            if not isinstance(offset, int) or offset < NEAR:
                return SlotPlace(base, offset)
    return SlotPlace(None, key)


def apart(one: Word, other: Word, *, slots: bool = True) -> bool:
    """Whether two slots are plainly different ones, as far as hashes never collide.

    Of `slots` it is assumed that no element is further than 2**64 from the start of its array;
    of other words it is not.
    """
    if same(one, other) is False:
        return True
    a, b = place(one), place(other)
    if a.base is None and b.base is None:
        return False
    near = [isinstance(each.offset, int) or (slots and each.base is not None) for each in (a, b)]
    if not all(near):
        return False
    if a.base is None or b.base is None:
        small = a.offset if a.base is None else b.offset
        return isinstance(small, int) and small < NEAR
    if _equal_bases(a.base, b.base):
        return same(a.offset, b.offset) is False
    return _bases_apart(a.base, b.base)


def _equal_bases(one: Any, other: Any) -> bool:
    if isinstance(one, int) or isinstance(other, int):
        return bool(isinstance(one, int) and isinstance(other, int) and one == other)
    return bool(one.eq(other))


def _bases_apart(one: Any, other: Any) -> bool:
    if isinstance(one, int) and isinstance(other, int):
        return one != other
    if isinstance(one, int) or isinstance(other, int):
        number, unknown = (one, other) if isinstance(one, int) else (other, one)
        if hashed(unknown) != 32:
            return True
        return same(_slots()[number], plain(unknown.arg(0))) is False
    if hashed(one) != hashed(other):
        return True
    mine, its = one.arg(0), other.arg(0)
    for low in range(0, mine.size() - 255, 256):
        parts = [plain(z3.Extract(low + 255, low, each)) for each in (mine, its)]
        if apart(*parts, slots=False):
            return True
    return False
