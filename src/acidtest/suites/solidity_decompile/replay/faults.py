"""Two faults in one call: which of a function's checks comes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from acidtest.suites.solidity_decompile.replay.limits import Kind
from acidtest.suites.solidity_decompile.replay.sweep import inner_data
from acidtest.toolchains.evm import CallStep

_EACH, _MOST = 3, 24


def both(base: CallStep, faults: Mapping[Kind, Sequence[CallStep]]) -> Iterator[CallStep]:
    """The call with the faults of two kinds at once; `faults` has calls with one, by their kind."""
    made = 0
    for mine, its in combinations(faults.values(), 2):
        for one in mine[:_EACH]:
            for other in its[:_EACH]:
                together = merged(base, one, other)
                if together is not None and made < _MOST:
                    made += 1
                    yield together


def merged(base: CallStep, one: CallStep, other: CallStep) -> CallStep | None:
    """What two steps change of a third, at once; None if both change the same thing."""
    old, first, second = _parts(base), _parts(one), _parts(other)
    if len({len(old), len(first), len(second)}) > 1:
        return None
    new = []
    for was, mine, its in zip(old, first, second, strict=True):
        if was not in (mine, its):
            return None
        new.append(its if mine == was else mine)
    (sender, to, prefix), value, time, selector, *words = new
    data = b"".join([prefix, selector, *words])
    return CallStep(sender, to, data, value, time)


def _parts(step: CallStep) -> list[Any]:
    data = inner_data(step)
    prefix = step.data[: len(step.data) - len(data)]
    words = [data[at : at + 32] for at in range(4, len(data), 32)]
    return [(step.sender, step.to, prefix), step.value, step.time, data[:4], *words]
