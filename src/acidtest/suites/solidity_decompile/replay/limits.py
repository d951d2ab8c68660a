"""Where the outcome of a call changes: exact limits, found by halving.

A comparison shows its limit only where one of its operands is an argument; elsewhere a reserve, a
fee or a rounding stands between the two. So each number of a call that worked, and of the calls
before it, is moved until the outcome is of another kind, and the place where that happens is
narrowed down to two neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from acidtest.suites.solidity_decompile.replay.abi import AbiFunction
from acidtest.suites.solidity_decompile.replay.steer import TRANSFER, is_clean
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.suites.solidity_decompile.replay.sweep import inner_data
from acidtest.toolchains.evm import START_TIME, SUCCESS, TARGET, CallOutcome, CallStep

_VALUE, _TIME = -1, -2
_WORDS, _EDGES, _BETWEEN = 8, 4, 3
_YEARS = 4 * 365 * 86400
_RICH = 1 << 128
_SPELLED = (bytes.fromhex("08c379a0"), bytes.fromhex("4e487b71"))  # Error(string), Panic(uint256)
_SIZES = (256, 160, 128, 127, 120, 112, 104, 96, 88, 80, 72, 64, 48, 40, 32, 24, 23, 16, 8)
_ACCOUNT = 160


class Number(NamedTuple):
    """A number of a step, a word of its data, its value or its time, and its range."""

    place: int
    low: int
    high: int


class Kind(NamedTuple):
    """What an outcome is, without the numbers in it."""

    status: int
    data: bytes
    size: int
    logs: tuple[tuple[str, tuple[bytes, ...]], ...]


def kind(outcome: CallOutcome) -> Kind:
    """The kind of an outcome: how it failed, or which yes or no and which events."""
    data = outcome.data
    if outcome.status != SUCCESS:
        return Kind(outcome.status, data if data[:4] in _SPELLED else data[:4], 0, ())
    said = data if len(data) == 32 and not any(data[:31]) and data[31] < 2 else b""
    return Kind(SUCCESS, said, len(data), tuple((at, top[:1]) for at, top, _ in outcome.logs))


class Bench:
    """The original in the state before a step, where other calls are tried and taken back."""

    def __init__(self, subject: Subject, before: Sequence[CallStep]) -> None:
        self._chain, _ = start(subject, subject.world)
        self.gas = 0
        """What the last call took: how far it got."""
        self.time = before[-1].time if before else START_TIME
        for step in before:
            self._chain.call(step)

    def tried(self, steps: Sequence[CallStep]) -> list[CallOutcome]:
        """The outcomes of steps, which leave nothing behind."""
        evm = self._chain.evm
        mark = evm.snapshot()
        made = []
        for step in steps:
            before = self._chain.gas_used
            made.append(self._chain.call(step))
            self.gas = self._chain.gas_used - before
        evm.revert(mark)
        return made

    def kind_of(self, steps: Sequence[CallStep]) -> Kind:
        """The kind of the last outcome."""
        return kind(self.tried(steps)[-1])


def numbers_of(function: AbiFunction | None, step: CallStep) -> Iterator[Number]:
    """The numbers of a step that may be moved."""
    if step.to != TARGET and step.data[:4] == TRANSFER:
        yield Number(36, 0, _RICH)  # the amount of a transfer
        return
    if function is None:
        return
    if function.payable:
        yield Number(_VALUE, 0, _RICH)
    data = inner_data(step)
    front = len(step.data) - len(data)
    plain = all(each[-1] not in "])" and each not in ("string", "bytes") for each in function.types)
    for at in range(4, min(len(data) - 31, 4 + 32 * _WORDS), 32):
        bits = _plain_bits(function, at) if plain else _bits(function, data, at)
        if bits and bits != _ACCOUNT:
            yield Number(front + at, 0, (1 << bits) - 1)


def time_of(step: CallStep) -> Number:
    """The time of a step, which only goes on."""
    return Number(_TIME, step.time, step.time + _YEARS)


@lru_cache(maxsize=4096)
def _plain_bits(function: AbiFunction, at: int) -> int:
    return _bits(function, function.selector + bytes(32 * len(function.types)), at)


def _bits(function: AbiFunction, data: bytes, at: int) -> int:
    """The size of the number at a place of calldata; 0 if there is none."""
    for bits in _SIZES:
        words = [number.to_bytes(32, "big") for number in (1 << (bits - 1), (1 << bits) - 1)]
        if all(is_clean(function, data[:at] + word + data[at + 32 :]) for word in words):
            return bits
    return 0


def moved(step: CallStep, number: Number, to: int) -> CallStep:
    """The step with another number there."""
    if number.place == _TIME:
        return step._replace(time=to)
    if number.place == _VALUE:
        return step._replace(value=to)
    at = number.place
    return step._replace(data=step.data[:at] + to.to_bytes(32, "big") + step.data[at + 32 :])


def edges(
    step: CallStep, number: Number, kind_of: Callable[[CallStep], Kind]
) -> list[tuple[CallStep, CallStep]]:
    """Neighbours between which the outcome changes its kind; first those of success."""
    now = held(step, number)
    if number.place == _TIME:
        points = {now, now + 1, now + 3600, now + 86400, now + 30 * 86400, now + 366 * 86400}
    else:
        points = {0, 1, now // 2, now - 1, now, now + 1, 2 * now, 1 << 64, 1 << 128}
    kinds: dict[int, Kind] = {}

    def known(at: int) -> Kind:
        if at not in kinds:
            kinds[at] = kind_of(moved(step, number, at))
        return kinds[at]

    limits = []
    inside = {point for point in points if number.low <= point <= number.high}
    for start_at, end in pairwise(sorted({*inside, number.high})):
        at = start_at
        for _ in range(_BETWEEN):
            if known(at) == known(end):
                break
            left, right = at, end
            while right - left > 1:
                middle = _between(left, right)
                if known(middle) == known(at):
                    left = middle
                else:
                    right = middle
            limits.append((left, right))
            at = right

    def rank(edge: tuple[int, int]) -> tuple[bool, int]:
        return SUCCESS not in (known(edge[0]).status, known(edge[1]).status), abs(edge[0] - now)

    limits.sort(key=rank)
    return [(moved(step, number, a), moved(step, number, b)) for a, b in limits[:_EDGES]]


def held(step: CallStep, number: Number) -> int:
    """The number that a step has there."""
    if number.place == _TIME:
        return step.time
    if number.place == _VALUE:
        return step.value
    return int.from_bytes(step.data[number.place : number.place + 32], "big")


def _between(left: int, right: int) -> int:
    """The middle, of magnitudes as long as they differ."""
    if right.bit_length() - left.bit_length() > 2:
        return 1 << ((left.bit_length() + right.bit_length()) // 2)
    return (left + right) // 2
