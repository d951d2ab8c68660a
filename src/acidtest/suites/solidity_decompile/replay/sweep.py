"""Small changes to a call that worked: one argument, the sender, the value or the time.

Random calls rarely hit an exact boundary. A call that worked helps: repeat it with
one thing set to each constant the code compares with, to each value in storage, and to the
neighbours of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from eth_abi.abi import decode, encode

from acidtest.suites.solidity_decompile.replay.abi import AbiFunction, Interface
from acidtest.suites.solidity_decompile.replay.values import Pools
from acidtest.toolchains.evm import ACCOMPLICES, START_TIME, TARGET, CallStep

MOST = 96
_BEFORE, _CHANGES = 3, 8
_RICH = 10**24
_FAR = START_TIME + 20 * 365 * 86400
_NOBODY = "0x" + "00" * 20


def inner_data(step: CallStep) -> bytes:
    """The calldata that reaches the target."""
    return step.data[32:] if step.to != TARGET else step.data


def with_data(step: CallStep, data: bytes) -> CallStep:
    """The same step with other calldata for the target."""
    return step._replace(data=step.data[:32] + data if step.to != TARGET else data)


def variations(
    function: AbiFunction, step: CallStep, pools: Pools, words: Sequence[int], known: Sequence[int]
) -> tuple[list[CallStep], list[CallStep]]:
    """The call with one thing changed, and the call at other times, earliest first.

    `words` are values in storage, `known` times in it.
    """
    exact = [word for word in dict.fromkeys([*pools.compared, *words]) if word > 3]
    steps = list(_by_sender(step, pools.accounts))
    steps += _by_argument(function, step, pools, exact)
    steps += _by_money(function, step, exact)
    near = [value + by for value in exact for by in (-1, 1)]
    fill = [*_by_argument(function, step, pools, near), *_by_money(function, step, near)]
    steps, fill = list(dict.fromkeys(steps)), [f for f in dict.fromkeys(fill) if f not in steps]
    if len(steps) > MOST:
        steps = pools.rng.sample(steps, MOST)
    steps += pools.rng.sample(fill, min(len(fill), MOST - len(steps)))
    spans = [c for c in pools.compared if 0 < c < _FAR - START_TIME]
    exactly = {m for moment in known for m in _near(moment)}
    before = {m for moment in known for span in spans if span > 30 for m in _near(moment - span)}
    after = {step.time + near for span in spans for near in _near(span)}
    times: set[int] = set()
    for some, most in ((exactly, 18), (before, 12), (after, 12)):
        possible = sorted(moment for moment in some if step.time < moment < _FAR)
        times.update(pools.rng.sample(possible, min(most, len(possible))))
    return steps, [step._replace(time=moment) for moment in sorted(times)]


def _lengths(pools: Pools) -> list[int]:
    """Of texts: around a word's, and around what the code compares with."""
    return [31, 32, 33, *(near for length in pools.lengths[:6] for near in _near(length))]


def _near(value: int) -> tuple[int, int, int]:
    return value - 1, value, value + 1


def _by_sender(step: CallStep, accounts: Sequence[str]) -> Iterator[CallStep]:
    data = inner_data(step)
    yield step
    for account in accounts:
        yield step._replace(sender=account)
    for accomplice in ACCOMPLICES:
        yield CallStep(step.sender, accomplice, bytes(32) + data, step.value, step.time)


def _by_money(function: AbiFunction, step: CallStep, around: Sequence[int]) -> list[CallStep]:
    if not function.payable:
        return []
    amounts = [0, *_near(step.value), 2 * step.value, *around]
    return [step._replace(value=a) for a in amounts if 0 <= a <= _RICH and a != step.value]


def _by_argument(
    function: AbiFunction, step: CallStep, pools: Pools, around: Sequence[int]
) -> Iterator[CallStep]:
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
        many = [[*value[:1]] * length for length in pools.lengths[:8] if length <= 64]
        some = [[], value[:-1], [*value, *value[-1:]], [*value, *inner], value[::-1], [*value] * 3]
        return some + many
    if kind.startswith("("):
        return [pools.value(kind) for _ in range(6)]
    if kind == "address":
        return [*pools.accounts, *ACCOMPLICES, _NOBODY, TARGET]
    if kind == "bool":
        return [not value]
    if kind == "string":
        return ["", value + "x", *("y" * length for length in _lengths(pools))]
    if kind == "bytes":
        some = [b"", value + b"x", value[:-1], pools.value(kind)]
        return some + [b"y" * length for length in _lengths(pools)]
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


def earlier(
    interface: Interface, steps: Sequence[CallStep], pools: Pools, words: Sequence[int]
) -> Iterator[list[CallStep]]:
    """The sequence with one argument of an earlier step changed: the limits of a call are often
    set by the calls before it.
    """
    exact = [word for word in dict.fromkeys([*pools.compared, *words]) if word > 3]
    around = [near for word in exact for near in _near(word)]
    for at in range(max(0, len(steps) - 1 - _BEFORE), len(steps) - 1):
        function = interface.by_selector.get(inner_data(steps[at])[:4])
        if function is None or function.constant:
            continue
        changes = list(dict.fromkeys(_by_argument(function, steps[at], pools, around)))
        for changed in pools.rng.sample(changes, min(_CHANGES, len(changes))):
            yield [*steps[:at], changed, *steps[at + 1 :]]


def with_accomplice(steps: Sequence[CallStep], accomplice: str) -> list[CallStep]:
    """The sequence with an accomplice as the sender of the last call."""
    person = steps[-1].sender
    old, new = (bytes(12) + bytes.fromhex(who[2:]) for who in (person, accomplice))
    rewritten = []
    for step in steps:
        if step.to != TARGET and step.data[:32] != bytes(32):
            rewritten.append(step)  # a command to an accomplice
            continue
        data = inner_data(step)
        data = data[:4] + data[4:].replace(old, new)
        if step.to == TARGET and step.sender == person:
            step = step._replace(to=accomplice, data=bytes(32))
        rewritten.append(with_data(step, data))
    return rewritten
