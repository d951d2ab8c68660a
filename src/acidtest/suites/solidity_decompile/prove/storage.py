"""Storage of the symbolic EVM: what was written, over a content that both sides share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import z3

from acidtest.suites.solidity_decompile.prove.slots import apart
from acidtest.suites.solidity_decompile.prove.words import (
    BITS,
    Flag,
    Word,
    condition,
    plain,
    same,
    term,
)

BEFORE = z3.Function("storage", BITS, BITS)
"""What the storage holds before the call: anything, but the same for both contracts."""


def before(key: Word) -> Word:
    """A slot before the call."""
    return BEFORE(term(key))


def empty(_: Word) -> Word:
    """A slot of transient storage before the call."""
    return 0


class Storage:
    """Writes in order; a read looks for the last one that may have been to its slot."""

    __slots__ = ("_initial", "_writes")

    def __init__(
        self, initial: Callable[[Word], Word], writes: tuple[tuple[Word, Word], ...] = ()
    ) -> None:
        self._initial = initial
        self._writes = writes

    def copy(self) -> Storage:
        """Another storage with the same content."""
        return Storage(self._initial, self._writes)

    def keys(self) -> Iterator[Word]:
        """The slots that were written."""
        return (key for key, _ in self._writes)

    def write(self, key: Word, value: Word) -> None:
        """Write a slot; an earlier write to the very same slot is forgotten if nothing between
        may have been to it.
        """
        kept = list(self._writes)
        for at in range(len(kept) - 1, -1, -1):
            if same(kept[at][0], key) is True:
                del kept[at]
                break
            if not apart(kept[at][0], key):
                break
        self._writes = (*kept, (key, value))

    def read(self, key: Word) -> Word:
        """The value of a slot."""
        maybe: list[tuple[z3.BoolRef, Word]] = []
        value: Word | None = None
        for written, its in reversed(self._writes):
            equal = same(written, key)
            if equal is True:
                value = its
                break
            if equal is not False and not apart(written, key):
                maybe.append((equal, its))
        else:
            value = self._initial(key)
        for equal, its in reversed(maybe):
            value = chosen(equal, its, value)
        return value


def chosen(holds: z3.BoolRef, one: Word, other: Word) -> Word:
    """One word or the other, by a condition."""
    if same(one, other) is True:
        return one
    if isinstance(one, Flag | int) and isinstance(other, Flag | int):
        bits = [condition(each) for each in (one, other)]
        small = all(isinstance(each, Flag) or each < 2 for each in (one, other))
        if small:
            a, b = (z3.BoolVal(each) if isinstance(each, bool) else each for each in bits)
            return Flag(z3.simplify(z3.If(holds, a, b)))
    return plain(z3.If(holds, term(one), term(other)))
