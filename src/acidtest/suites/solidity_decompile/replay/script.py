"""The replay script: sequences of calls, the original's outcomes, and what each proves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acidtest.suites.solidity_decompile.replay.abi import FALLBACK
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.sweep import inner_data
from acidtest.toolchains.evm import TARGET, CallOutcome, CallStep

# Commands to an accomplice, in the first word of its call data.
FORWARD = bytes(32)
CALLBACK = (2).to_bytes(32, "big")


@dataclass(frozen=True, slots=True)
class Trace:
    """Steps from a fresh start, the original's outcomes, the function that each step reaches, and
    those that accomplices call back on the way.
    """

    steps: tuple[CallStep, ...]
    expected: tuple[CallOutcome, ...]
    functions: tuple[str | None, ...]
    callbacks: frozenset[str]


def traced(subject: Subject, steps: Sequence[CallStep], expected: Sequence[CallOutcome]) -> Trace:
    """Steps and outcomes with the functions they are about."""
    functions = tuple(function_of(subject, step) for step in steps)
    callbacks = {name for step in steps if (name := callback_of(subject, step))}
    return Trace(tuple(steps), tuple(expected), functions, frozenset(callbacks))


@dataclass(frozen=True, slots=True)
class Effect:
    """A call of `function` whose effect shows in the last step, and the same without that call."""

    function: str
    done: Trace
    undone: Trace


@dataclass(frozen=True, slots=True)
class Script:
    """All sequences for one original, how often each of its functions succeeded in them, which
    functions prove something by themselves, and what shows the effects of others (see telling.py);
    sides of branches taken, of all that count; and accounts that had to be contracts.
    """

    sequences: tuple[Trace, ...]
    succeeded: dict[str, int]
    demanding: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    branches: tuple[int, int] = (0, 0)
    contracts: tuple[str, ...] = ()

    @property
    def calls(self) -> int:
        """The number of calls."""
        return sum(len(trace.steps) for trace in self.sequences)


def callback_of(subject: Subject, step: CallStep) -> str | None:
    """The function that a step sets an accomplice to call back; None for any other step."""
    if step.to == TARGET or step.data[:32] != CALLBACK or len(step.data) < 36:
        return None
    return subject.interface.called(step.data[32:])


def function_of(subject: Subject, step: CallStep) -> str | None:
    """The function a step reaches, through an accomplice or not; None for mere set-up."""
    if step.to != TARGET and step.data[:32] != FORWARD:
        return None
    name = subject.interface.called(inner_data(step))
    return name if name in subject.interface.functions else f"({FALLBACK})"
