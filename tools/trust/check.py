"""What a check of `make trust` is: numbered rounds of real work, and one row of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from acidtest.core.records import Json

Tally = Mapping[str, Json]
"""What one round counted: plain JSON, for the ledger."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: what was measured, the result in words, and whether it is good."""

    result: str
    good: bool


@dataclass(frozen=True, slots=True)
class Check:
    """A claim about acidtest that is tested by doing.

    `one` does the round of a number; everything random in it comes from that number, so a round
    can be repeated. It may run in any process, in any order. `row` sums up all rounds. `short`
    and `long` are the numbers of rounds: the short form of all checks takes a minute together.
    `alone` rounds do not share the machine with others. `code` are the paths that decide the
    result; rounds done before they changed do not count.
    """

    name: str
    claim: str
    one: Callable[[int], Tally]
    row: Callable[[Sequence[Tally]], Row]
    short: int
    long: int
    alone: bool = False
    code: Sequence[str] = ("src/acidtest",)


def total(tallies: Sequence[Tally], key: str) -> int:
    """The sum of one count over all rounds.

    >>> total([{"lost": 1}, {"lost": 2}, {}], "lost")
    3
    """
    return sum(int(tally.get(key, 0)) for tally in tallies)
