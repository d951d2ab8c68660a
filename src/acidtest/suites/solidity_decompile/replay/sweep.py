"""Small changes of a call that worked: one argument, the sender, the money or the moment.

Random calls rarely hit an exact boundary. A call that worked shows the way to it: the same call
with one thing set to each constant the code compares with, to what is in storage, and to the
neighbours of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from eth_abi.abi import decode, encode

from acidtest.suites.solidity_decompile.replay.abi import Function
from acidtest.suites.solidity_decompile.replay.values import Pools
from acidtest.toolchain.evm import ACCOMPLICES, START_TIME, TARGET, Step

MOST = 96
_RICH = 10**24
_FAR = START_TIME + 20 * 365 * 86400
_NOBODY = "0x" + "00" * 20


def inner_data(step: Step) -> bytes:
    """The calldata that reaches the target."""
    return step.data[32:] if step.to != TARGET else step.data


def with_data(step: Step, data: bytes) -> Step:
    """The same step with other calldata for the target."""
    return step._replace(data=step.data[:32] + data if step.to != TARGET else data)


def variations(
    function: Function, step: Step, pools: Pools, words: Sequence[int]
) -> tuple[list[Step], list[Step]]:
    """The call with one thing changed, and the call at other moments, earliest first."""
    exact = [word for word in dict.fromkeys([*pools.compared, *words]) if word > 3]
    found = list(_by_sender(step, pools.accounts))
    found += _by_argument(function, step, pools, exact)
    found += _by_money(function, step, exact)
    near = [value + by for value in exact for by in (-1, 1)]
    fill = [*_by_argument(function, step, pools, near), *_by_money(function, step, near)]
    found, fill = list(dict.fromkeys(found)), [f for f in dict.fromkeys(fill) if f not in found]
    if len(found) > MOST:
        found = pools.rng.sample(found, MOST)
    found += pools.rng.sample(fill, min(len(fill), MOST - len(found)))
    moments = sorted({m for w in words for m in _near(w) if step.time < m < _FAR})
    spans = [c for c in pools.compared if 0 < c < _FAR - START_TIME]
    later = sorted({step.time + near for span in spans for near in _near(span) if near > 0})
    if len(later) > 12:
        later = sorted(pools.rng.sample(later, 12))
    times = sorted([*moments[:18], *later])
    return found, [step._replace(time=moment) for moment in times]


def _near(value: int) -> tuple[int, int, int]:
    return value - 1, value, value + 1


def _by_sender(step: Step, accounts: Sequence[str]) -> Iterator[Step]:
    data = inner_data(step)
    yield step
    for account in accounts:
        yield step._replace(sender=account)
    for accomplice in ACCOMPLICES:
        yield Step(step.sender, accomplice, bytes(32) + data, step.value, step.time)


def _by_money(function: Function, step: Step, around: Sequence[int]) -> list[Step]:
    if not function.payable:
        return []
    amounts = [0, *_near(step.value), 2 * step.value, *around]
    return [step._replace(value=a) for a in amounts if 0 <= a <= _RICH and a != step.value]


def _by_argument(
    function: Function, step: Step, pools: Pools, around: Sequence[int]
) -> Iterator[Step]:
    if not function.types:
        return
    data = inner_data(step)
    values = list(decode(function.types, data[4:]))
    for index, kind in enumerate(function.types):
        for new in _others(kind, values[index], pools, around):
            changed = [*values[:index], new, *values[index + 1 :]]
            yield with_data(step, data[:4] + encode(function.types, changed))


def _others(kind: str, value: Any, pools: Pools, around: Sequence[int]) -> Iterable[Any]:
    if kind.endswith("]"):
        if not kind.endswith("[]"):
            return [list(reversed(value))]
        inner = [pools.value(kind[:-2])]
        return [[], value[:-1], [*value, *value[-1:]], [*value, *inner], value[::-1], [*value] * 3]
    if kind.startswith("("):
        return [pools.value(kind) for _ in range(6)]
    if kind == "address":
        return [*pools.accounts, *ACCOMPLICES, _NOBODY, TARGET]
    if kind == "bool":
        return [not value]
    if kind == "string":
        return ["", value + "x", "y" * 31, "y" * 32, "y" * 33]
    if kind == "bytes":
        return [b"", value + b"x", value[:-1], b"y" * 32, b"y" * 33, pools.value(kind)]
    if kind.startswith("bytes"):
        return [bytes(len(value)), *(pools.value(kind) for _ in range(4))]
    if not kind.startswith(("uint", "int")):
        return []
    signed = kind.startswith("int")
    bits = int(kind.removeprefix("u").removeprefix("int"))
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    numbers = [0, 1, low, high, *_near(value), 2 * value, *around]
    if signed:
        numbers += [-number for number in around]
    return [n for n in dict.fromkeys(numbers) if low <= n <= high and n != value]
