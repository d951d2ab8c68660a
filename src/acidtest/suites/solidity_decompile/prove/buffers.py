"""Bytes of the symbolic EVM: memory, call data and what came back.

A byte is a number, or a word and which of its 32 bytes it is: a word that was written is read back
as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import z3
from eth_hash.auto import keccak

from acidtest.suites.solidity_decompile.prove.slots import hash_term
from acidtest.suites.solidity_decompile.prove.words import Flag, Word, plain, term

Byte = int | tuple[Word, int]


def bytes_of(word: Word) -> list[Byte]:
    """The 32 bytes of a word."""
    if isinstance(word, int):
        return list(word.to_bytes(32, "big"))
    return [(word, i) for i in range(32)]


def lowest_byte(word: Word) -> Byte:
    """What MSTORE8 writes of a word."""
    return word & 0xFF if isinstance(word, int) else (word, 31)


def _runs(content: Sequence[Byte]) -> Iterable[list[Byte]]:
    """Consecutive bytes of one word, or consecutive numbers."""
    run: list[Byte] = []
    for byte in content:
        last = run[-1] if run else None
        if isinstance(byte, int):
            fits = isinstance(last, int)
        else:
            fits = isinstance(last, tuple) and last[0] is byte[0] and last[1] + 1 == byte[1]
        if run and not fits:
            yield run
            run = []
        run.append(byte)
    if run:
        yield run


def _part(run: Sequence[Byte]) -> z3.BitVecRef:
    first = run[0]
    if isinstance(first, int):
        return z3.BitVecVal(int.from_bytes(bytes(run), "big"), 8 * len(run))  # type: ignore[arg-type]
    word, start = first
    return z3.Extract(255 - 8 * start, 256 - 8 * (start + len(run)), term(word))


def joined(content: Sequence[Byte]) -> z3.BitVecRef:
    """All bytes as one term; there must be some."""
    parts = [_part(run) for run in _runs(content)]
    return z3.simplify(z3.Concat(*parts) if len(parts) > 1 else parts[0])


def word_of(content: Sequence[Byte]) -> Word:
    """32 bytes as a word."""
    first = content[0]
    if isinstance(first, int):
        if all(isinstance(byte, int) for byte in content):
            return int.from_bytes(bytes(content), "big")  # type: ignore[arg-type]
        last = content[31]
        if (
            isinstance(last, tuple)
            and last[1] == 31
            and isinstance(last[0], Flag)
            and all(byte == 0 for byte in content[:31])
        ):
            return last[0]  # all but its last byte is zero
    elif first[1] == 0 and all(
        isinstance(byte, tuple) and byte[0] is first[0] and byte[1] == i
        for i, byte in enumerate(content)
    ):
        return first[0]
    return plain(joined(content))


def hash_of(content: Sequence[Byte]) -> Word:
    """The hash of bytes: computed if all are known."""
    if all(isinstance(byte, int) for byte in content):
        return int.from_bytes(keccak(bytes(content)), "big")  # type: ignore[arg-type]
    value = joined(content)
    if z3.is_bv_value(value):
        return int.from_bytes(keccak(value.as_long().to_bytes(len(content), "big")), "big")
    return hash_term(value)


class Memory:
    """Bytes by address; what was never written is zero."""

    __slots__ = ("_bytes",)

    def __init__(self, content: dict[int, Byte] | None = None) -> None:
        self._bytes: dict[int, Byte] = content or {}

    def copy(self) -> Memory:
        """Another memory with the same content."""
        return Memory(dict(self._bytes))

    def read(self, at: int, size: int) -> list[Byte]:
        """Bytes from an address on."""
        get = self._bytes.get
        return [get(i, 0) for i in range(at, at + size)]

    def write(self, at: int, content: Sequence[Byte]) -> None:
        """Write bytes from an address on."""
        self._bytes.update(zip(range(at, at + len(content)), content, strict=True))


def sliced(content: Sequence[Byte], at: Word, size: int) -> list[Byte]:
    """Bytes of call data or code, with zeros after its end."""
    part = list(content[at : at + size]) if at < len(content) else []
    return part + [0] * (size - len(part))
