"""Real states of the chain in which a difference is looked for: those that replay reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acidtest.suites.solidity_decompile.replay.script import Script
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.toolchains.evm import NAMES, PEOPLE, START_TIME, CallStep

_TRACES = 60
_STATES = 32


@dataclass(frozen=True, slots=True)
class ReachedState:
    """A state: the calls that lead to it, its storage, its time, and balances.

    `storage` is None for one that was not reached: then any content will do.
    """

    steps: tuple[CallStep, ...]
    storage: dict[int, int] | None
    time: int
    balance: int


def reached(original: Subject, script: Script) -> list[ReachedState]:
    """Different states that the original is in during replay, in the order they are met."""
    settings: dict[tuple[tuple[int, int], ...], ReachedState] = {}
    for trace in script.sequences[:_TRACES]:
        chain, problem = start(original, original.world)
        if problem:
            return []
        for at in range(len(trace.steps) + 1):
            steps = trace.steps[:at]
            if at:
                chain.call(steps[-1])
            storage = chain.storage()
            time = steps[-1].time if steps else START_TIME
            setting = ReachedState(steps, storage, time, chain.balance())
            settings.setdefault(tuple(storage.items()), setting)
    states = sorted(settings.values(), key=lambda each: -len(each.storage or ()))
    return states[:: max(1, len(states) // _STATES)][:_STATES]


def made_up(setting: ReachedState) -> ReachedState:
    """The same accounts and time, with a storage that is still to be chosen."""
    return ReachedState((), None, START_TIME, setting.balance)


def senders(original: Subject) -> Sequence[int]:
    """Accounts that make calls."""
    return [int(account, 16) for account in (*PEOPLE, *original.accounts)]


def accounts(original: Subject) -> Sequence[int]:
    """Accounts that calls may name."""
    return [*dict.fromkeys([*senders(original), *(int(each, 16) for each in NAMES), 0])]
