"""A sequence under construction, and what is kept of those before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Any

from acidtest.suites.solidity_decompile.replay.values import Given
from acidtest.toolchains.evm import SUCCESS, CallOutcome, CallStep, ReplayChain

CALLS = 20
_PAIRS = 6


@dataclass(slots=True)
class WorkedCall:
    """A call that worked once, kept to be repeated with a change."""

    values: list[Any]
    sender: str
    money: int


class OtherWorld(Exception):
    """The original takes accounts for contracts that are none."""

    def __init__(self, accounts: Sequence[str]) -> None:
        super().__init__(", ".join(accounts))
        self.accounts = tuple(accounts)


class Unfinished:
    """A sequence under construction."""

    def __init__(self, chain: ReplayChain, given: Given) -> None:
        self.chain = chain
        self.given = given
        self.steps: list[CallStep] = []
        self.outcomes: list[CallOutcome] = []
        self.spoilt = False
        self.people: list[str] = []

    def involved(self, types: Sequence[str]) -> list[tuple[str, ...]]:
        """Accounts of the last call that changed state, as arguments of a view of accounts."""
        if not types or set(types) != {"address"}:
            return []
        return list(islice(permutations(self.people[:4], len(types)), _PAIRS))


def successes(run: Unfinished, *, all_of_them: bool = False) -> list[CallStep]:
    """The steps so far that worked; only the last ones if there are many."""
    kept = [s for s, o in zip(run.steps, run.outcomes, strict=True) if o.status == SUCCESS]
    return kept if all_of_them else kept[-CALLS:]
