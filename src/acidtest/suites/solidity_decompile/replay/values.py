"""Values for arguments: limits, constants of the bytecode and their neighbours, earlier values."""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from eth_abi.abi import decode
from eth_abi.exceptions import DecodingError
from eth_abi.grammar import TupleType, parse

from acidtest.toolchains.evm import ACCOMPLICES, PEOPLE, START_TIME, STRANGER, TARGET

_COMPARES = frozenset((0x03, 0x10, 0x11, 0x12, 0x13, 0x14))  # SUB LT GT SLT SGT EQ
_YEARS = 20 * 365 * 86400
_DURATIONS = (0, 1, 12, 60, 3600, 86400, 7 * 86400, 30 * 86400, 365 * 86400)
_AMOUNTS = (1, 2, 10, 100, 1000, 10**9, 10**15, 10**16, 10**17, 10**18, 5 * 10**18)
_TEXTS = (b"", b"a", b"abc", b"hello world", b"x" * 31, b"x" * 32, b"x" * 33, b"Zz09" * 20)
_SEEN = 48
_LONG, _MANY = 512, 70
_REPLY = (1).to_bytes(32, "big")


def instructions(code: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Offset, opcode and immediate of each instruction."""
    at = 0
    while at < len(code):
        opcode = code[at]
        size = opcode - 0x5F if 0x60 <= opcode <= 0x7F else 0
        yield at, opcode, code[at + 1 : at + 1 + size]
        at += 1 + size


def mined(code: bytes, selectors: Collection[int]) -> tuple[list[int], list[int]]:
    """Constants of a bytecode: those near a comparison, and all others.

    Left out are jump targets, the contract's own selectors and masks such as 2**160 - 1.
    """
    compared: dict[int, None] = {}
    others: dict[int, None] = {}
    ops = list(instructions(code))
    for index, (_, _, immediate) in enumerate(ops):
        if not immediate:
            continue
        value = int.from_bytes(immediate, "big")
        after = [opcode for _, opcode, _ in ops[index + 1 : index + 5]]
        if after[:1] in ([0x56], [0x57]) or value in selectors or _is_mask(value):
            continue
        (compared if _COMPARES.intersection(after) else others)[value] = None
    return list(compared), [value for value in others if value not in compared]


def _is_mask(value: int) -> bool:
    bits = value.bit_length()
    return bits > 8 and bits % 8 == 0 and value == (1 << bits) - 1


class Pools:
    """The values to draw from. Learns from the original, never from an answer."""

    def __init__(
        self,
        rng: random.Random,
        code: bytes,
        accounts: Sequence[str],
        selectors: Collection[int] = (),
        peers: Sequence[str] = (),
    ) -> None:
        self.rng = rng
        self.accounts = [*PEOPLE, *accounts]
        self._addresses = [*self.accounts, *accounts, *ACCOMPLICES, *peers, STRANGER]
        compared, others = mined(code, selectors)
        self.compared = compared or [1]
        self._constants = others or [1]
        self.lengths = [c for c in self.compared if c <= _LONG] or [1]
        self._size: int | None = None
        self._selectors = sorted(selectors)
        self._returned: deque[bytes] = deque(maxlen=4)
        self._words: deque[int] = deque(maxlen=_SEEN)
        self.recent: deque[str] = deque(maxlen=5)
        self.now = 0
        self.make_call: Callable[[], bytes] = bytes

    def saw(self, data: bytes) -> None:
        """Learn the words of returned or logged data."""
        for at in range(0, min(len(data), 512) - 31, 32):
            self.saw_word(int.from_bytes(data[at : at + 32], "big"))

    def saw_word(self, word: int) -> None:
        """Learn one word; small ones are drawn anyway."""
        if word > 3 and word not in self._words:
            self._words.append(word)

    def saw_bytes(self, types: Sequence[str], data: bytes) -> None:
        """Learn the bytes that a function returned: others may take them."""
        with contextlib.suppress(DecodingError, OverflowError, ValueError):
            for kind, value in zip(types, decode(types, data), strict=True):
                if kind == "bytes" and value and value not in self._returned:
                    self._returned.append(value)

    def number(self, bits: int, signed: bool) -> int:
        """An integer of a type, as it is encoded."""
        value = self._number(bits)
        if signed:
            half = 1 << (bits - 1)
            if self.rng.random() < 0.3:
                value = -value
            return (value + half) % (1 << bits) - half
        return value % (1 << bits)

    def _number(self, bits: int) -> int:
        rng = self.rng
        roll = rng.random()
        if roll < 0.34:
            return rng.randrange(6)
        if roll < 0.48:
            return rng.choice(_AMOUNTS)
        if roll < 0.64 and self._words:
            return self._near(rng.choice(self._words))
        if roll < 0.78:
            return self._near(rng.choice(self.compared))
        if roll < 0.83:
            return self._near(rng.choice(self._constants))
        if roll < 0.88:
            return self.now + rng.choice(_DURATIONS) * rng.choice((1, 1, -1))
        if roll < 0.93:
            top = 1 << bits
            return rng.choice((top - 1, top - 2, top >> 1, (top >> 1) - 1, top >> 2))
        return rng.getrandbits(rng.choice((8, 16, 32, 64, bits)))

    def _near(self, value: int) -> int:
        return value + self.rng.choice((0, 0, 0, 1, -1))

    def address(self) -> str:
        """An account: a person, an accomplice, an address seen before, the target, nobody."""
        rng = self.rng
        if self.recent and rng.random() < 0.4:
            return rng.choice(self.recent)
        roll = rng.random()
        if roll < 0.8:
            return rng.choice(self._addresses)
        if roll < 0.86:
            return "0x" + "00" * 20
        if roll < 0.9:
            return TARGET
        addresses = [word for word in self._words if 1 << 120 < word < 1 << 160]
        word = rng.choice(addresses) if addresses and roll < 0.97 else rng.getrandbits(160)
        return "0x" + word.to_bytes(20, "big").hex()

    def fixed_bytes(self, size: int) -> bytes:
        """A bytesN."""
        rng = self.rng
        if size == 4 and self._selectors and rng.random() < 0.5:
            return rng.choice(self._selectors).to_bytes(4, "big")
        roll = rng.random()
        if roll < 0.25:
            return bytes([rng.randrange(6)]).rjust(size, b"\0")
        if roll < 0.45 and self._words:
            return rng.choice(self._words).to_bytes(32, "big")[:size]
        if roll < 0.7:
            value = rng.choice(self.compared if rng.random() < 0.5 else self._constants)
            raw = value.to_bytes(32, "big").lstrip(b"\0")
            return raw[:size].ljust(size, b"\0")
        if roll < 0.85:
            return rng.choice(_TEXTS)[:size].ljust(size, b"\0")
        return rng.choice((b"\0" * size, b"\xff" * size, rng.randbytes(size)))

    def dynamic_bytes(self, text: bool) -> bytes:
        """A string or bytes; bytes may be a call of the target's own functions."""
        rng = self.rng
        roll = rng.random()
        if not text and roll < 0.15 and self._returned:
            return rng.choice(self._returned)
        if not text and roll < 0.3:
            return self.make_call()
        if roll < 0.7:
            return rng.choice(_TEXTS)
        if roll < 0.8:
            return b"w" * max(0, self._near(rng.choice(self.lengths)))
        size = rng.choice((1, 2, 4, 5, 20, 31, 32, 33, 64, 65, 65, 65, 96))
        if text:
            return bytes(rng.randrange(32, 127) for _ in range(size))
        return rng.randbytes(size)

    def values(self, types: Sequence[str]) -> list[Any]:
        """The arguments of a call; its arrays sometimes have the same length."""
        self._size = self.length() if self.rng.random() < 0.3 else None
        return [self.value(kind) for kind in types]

    def value(self, type_text: str) -> Any:
        """A value of an ABI type, as eth_abi takes it."""
        return self._value(_parsed(type_text))

    def _value(self, node: Any) -> Any:
        rng = self.rng
        if node.is_array:
            sizes = node.arrlist[-1]
            size = sizes[0] if sizes else self._size
            size = self.length() if size is None else size
            return [self._value(node.item_type) for _ in range(size)]
        if isinstance(node, TupleType):
            return tuple(self._value(part) for part in node.components)
        base = node.base
        if base in ("uint", "int"):
            return self.number(int(node.sub), base == "int")
        if base == "address":
            return self.address()
        if base == "bool":
            return rng.random() < 0.5
        if base == "string":
            return self.dynamic_bytes(True).decode()
        if base == "bytes":
            return self.fixed_bytes(int(node.sub)) if node.sub else self.dynamic_bytes(False)
        return self.fixed_bytes(24)  # "function"

    def length(self) -> int:
        """The length of an array; sometimes a number the code compares with."""
        if self.rng.random() < 0.9:
            return self.rng.choice((0, 1, 1, 2, 2, 3, 4))
        return max(0, self._near(self.rng.choice(self.lengths))) % _MANY

    def money(self) -> int:
        """The value to send with a payable call."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.2:
            return 0
        if roll < 0.6:
            return rng.choice(_AMOUNTS)
        near = self._words if roll < 0.8 and self._words else self.compared + self._constants
        value = self._near(rng.choice(near))
        return value if 0 <= value <= 10**24 else rng.choice(_AMOUNTS)

    def reply(self) -> bytes:
        """A command that tells an accomplice what to reply from now on."""
        rng = self.rng
        mode = rng.choice((0, 0, 0, 0, 1, 2))
        size = rng.choice((0, 1, 1, 1, 2, 5))
        words = [rng.choice((0, 1, 1, self.now, self.number(256, False))) for _ in range(size)]
        return b"".join([_REPLY, *(word.to_bytes(32, "big") for word in (mode, *words))])

    def later(self) -> int:
        """A time from now on: a usual interval later, or exactly around a known time."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.55:
            return self.now
        moments = [w for w in self._words if self.now < w < self.now + _YEARS]
        if roll < 0.75 and moments:
            return max(self.now, rng.choice(moments) + rng.choice((-1, 0, 0, 1)))
        if roll < 0.85:
            spans = [c for c in self.compared + self._constants if 0 < c < _YEARS]
            return self.now + max(0, self._near(rng.choice(spans))) if spans else self.now
        return self.now + rng.choice(_DURATIONS) + rng.choice((0, 0, 1))


def fields(words: Iterable[int]) -> Iterator[int]:
    """Words of storage, then values that may be packed in them: halves and quarters."""
    words = list(words)
    yield from words
    for size in (128, 64):
        for word in words:
            for at in range(0, 256, size):
                yield word >> at & ((1 << size) - 1)


def moments_in(words: Iterable[int]) -> list[int]:
    """Values that may be times in words of storage, packed or not."""
    moments: dict[int, None] = {}
    for word in words:
        for at in range(0, word.bit_length() - 24, 8):
            part = word >> at & 0xFFFFFFFF
            if START_TIME <= part < START_TIME + _YEARS:
                moments[part] = None
    return list(moments)


class Given:
    """Arguments and return values of a sequence's calls, by type: likely keys of current state."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._by_kind: dict[str, dict[Any, None]] = {}

    def add(self, types: Sequence[str], values: Sequence[Any]) -> None:
        """Record values of these types, except those inside arrays and tuples."""
        for kind, value in zip(types, values, strict=True):
            if not kind.endswith(("]", ")")):
                self._by_kind.setdefault(_base(kind), {})[value] = None

    def pick(self, kind: str, otherwise: Any) -> Any:
        """Usually a recorded value of this type."""
        known = [value for value in self._by_kind.get(_base(kind), ()) if _fits(kind, value)]
        return self._rng.choice(known) if known and self._rng.random() < 0.8 else otherwise


def _base(kind: str) -> str:
    return kind.rstrip("0123456789") if kind.startswith(("uint", "int")) else kind


def _fits(kind: str, value: Any) -> bool:
    if kind.startswith("uint"):
        return 0 <= int(value) < 1 << int(kind[4:])
    if kind.startswith("int"):
        return abs(int(value)) < 1 << (int(kind[3:]) - 1)
    return True


@lru_cache(maxsize=4096)
def _parsed(type_text: str) -> Any:
    return parse(type_text)
