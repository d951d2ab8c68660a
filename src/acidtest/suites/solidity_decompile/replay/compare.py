"""Judges an answer by a script: function by function, with the shortest sequences that show why.

A function that is missing or differs must not cost others which need the state it makes. So what
no other sequence proves is tried again while the original's code stands in for the functions that
differ, on the answer's storage. There a function is proven only if it never disagrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.replay.beyond import refuted
from acidtest.suites.solidity_decompile.replay.script import Script, Trace, traced
from acidtest.suites.solidity_decompile.replay.subject import Subject, outcomes, start
from acidtest.suites.solidity_decompile.replay.sweep import inner_data
from acidtest.suites.solidity_decompile.replay.telling import Telling, cheap
from acidtest.suites.solidity_decompile.replay.wording import tell, tell_failed_deployment
from acidtest.suites.solidity_decompile.rules import same_code
from acidtest.toolchains.evm import (
    ACCOMPLICES,
    CALL_GAS,
    SUCCESS,
    CallOutcome,
    CallStep,
    ReplayChain,
)

_ROUNDS = 6
_TOLD = 3
_STORAGES = 24
_SPARE_GAS = 200 * CALL_GAS


@dataclass(slots=True)
class Verdict:
    """The result of a comparison."""

    proven: set[str] = field(default_factory=set)
    lent: set[str] = field(default_factory=set)
    witnesses: dict[str, tuple[Trace, int]] = field(default_factory=dict)
    calls: int = 0
    first_difference: int | None = None
    constructor: bool = False
    storage_equal: int = 0
    storage_compared: int = 0
    problem: str | None = None


def caught(original: Subject, answer: Subject, script: Script) -> int | None:
    """The call that shows the first difference, if there is any; nothing after it is replayed."""
    verdict = _compare(original, answer, script, only_first=True)
    differs = verdict.witnesses or verdict.constructor or verdict.problem
    return verdict.first_difference or 1 if differs else None


def judge(original: Subject, answer: Subject, script: Script) -> dict[str, Json]:
    """The result as plain JSON: the state of each function, storage, and the evidence."""
    verdict = _compare(original, answer, script)
    functions = {}
    for name, times in script.succeeded.items():
        if name in verdict.witnesses:
            state = "differs"
        elif not times:
            state = "not exercised"
        elif name in verdict.proven:
            state = "behaves"
        else:
            state = "unproven"  # reached only after a difference
        functions[name] = state
    evidence = {
        name: tell(original, answer, *minimise(original, answer, trace, at, name))
        for name, (trace, at) in list(verdict.witnesses.items())[:_TOLD]
    }
    return {
        "functions": functions,
        "elsewhere": sorted(set(verdict.witnesses) - set(functions))
        + (["what the constructor logs or pays"] if verdict.constructor else []),
        "calls": verdict.calls,
        "first_difference": verdict.first_difference,
        "storage": [verdict.storage_equal, verdict.storage_compared],
        "problem": verdict.problem,
        "lent": sorted(verdict.lent),
        "evidence": evidence,
        "never": [name for name, times in script.succeeded.items() if not times],
        "branches": list(script.branches),
    }


def _compare(
    original: Subject, answer: Subject, script: Script, *, only_first: bool = False
) -> Verdict:
    """Replay all sequences, then again without the functions that differ, until none differs."""
    verdict = Verdict()
    fresh_start = start(original, original.world)[0]
    mine, initial = fresh_start.deployed, fresh_start.storage()
    chain, problem = start(answer, original.world)
    if problem is None and mine != chain.deployed:
        verdict.constructor = True
    if (
        problem is None
        and answer.creation
        and not same_code(answer.runtime, chain.code(), answer.immutables)
    ):
        verdict.problem = "its constructor installs other code than its source says"
        return verdict
    comparison = _Comparison(original, answer, script, verdict)
    for effect in script.effects:
        if all([comparison.replay(effect.undone).equal, comparison.replay(effect.done).equal]):
            verdict.proven.add(effect.function)
    left: set[str] = set()
    for number in range(_ROUNDS):
        before = set(verdict.witnesses)
        for trace in script.sequences if number == 0 else _without(original, script, left):
            if trace.callbacks & set(verdict.witnesses):
                continue
            end = comparison.replay(trace)
            if verdict.problem or (only_first and verdict.witnesses):
                return verdict
            if end.whole and number == 0 and verdict.storage_compared < _STORAGES:
                left_behind = _storage(original, trace)
                if left_behind != initial:
                    verdict.storage_compared += 1
                    verdict.storage_equal += end.chain.storage() == left_behind
        fresh = set(verdict.witnesses) - before - comparison.constant
        if not fresh:
            break
        left |= fresh
    if not verdict.witnesses and not verdict.constructor and not verdict.problem:
        if shown := refuted(original, answer, script):
            trace, at = shown
            verdict.witnesses[trace.functions[at] or "(set-up)"] = shown
            verdict.first_difference = verdict.calls + 1
    elif not only_first:
        _prove_with_lent(comparison, script, verdict)
    return verdict


def _prove_with_lent(comparison: _Comparison, script: Script, verdict: Verdict) -> None:
    """Prove what needs functions that differ, while the original lends these.

    One function is always lent; of several, fewer than half of those that change state, so that
    getters alone do not earn what the original did. If the answer keeps its state in other slots,
    the original's code finds nothing there: then nothing is proven, and nothing is held against
    the answer that was not before.
    """
    exercised = {name for name, times in script.succeeded.items() if times}
    changing = exercised - comparison.constant
    unproven, lent = exercised - verdict.proven - set(verdict.witnesses), set(verdict.witnesses)
    for _ in range(_ROUNDS):
        if not unproven or not lent:
            return
        if len(lent) > 1 and 2 * len(lent & changing) >= len(changing):
            return
        agreed, differing = set[str](), set[str]()
        for trace in script.sequences:
            if unproven & set(trace.functions):
                differing |= comparison.replay_lent(trace, lent, agreed).blamed
        for effect in script.effects:
            if effect.function in unproven:
                ends = [
                    comparison.replay_lent(each, lent, set())
                    for each in (effect.undone, effect.done)
                ]
                differing |= ends[0].blamed | ends[1].blamed
                agreed |= {effect.function} if all(end.equal for end in ends) else set()
        if comparison.spent:
            return
        if not differing - lent:
            verdict.proven |= agreed & unproven
            verdict.lent = lent if agreed & unproven else set()
            return
        unproven -= differing
        lent |= differing


class _LentEnd(NamedTuple):
    """The end of a sequence with lent functions; `blamed` may have caused the difference."""

    equal: bool
    blamed: frozenset[str] = frozenset()


class _End(NamedTuple):
    """The end of a sequence: were all calls equal, and were all that change state?"""

    chain: ReplayChain
    equal: bool
    whole: bool


class _Comparison:
    """Replays sequences on the answer and records the results."""

    def __init__(
        self, original: Subject, answer: Subject, script: Script, verdict: Verdict
    ) -> None:
        self.constant = {n for n, f in original.interface.functions.items() if f.constant}
        self._world = original.world
        self._answer = answer
        self._verdict = verdict
        self._script = script
        self._telling = Telling(original)
        self._by_effect = {effect.function for effect in script.effects}
        self._gas = _SPARE_GAS
        self._gas_with_lent = _SPARE_GAS
        self._code = start(original, original.world)[0].code()
        self._missing = set(original.interface.by_selector) - set(answer.interface.by_selector)

    def replay(self, trace: Trace) -> _End:
        """One sequence.

        A call that differs may leave different state behind, so later differences prove nothing.
        But what a view still proves after it counts. Views leave nothing behind.
        """
        verdict = self._verdict
        chain, problem = start(self._answer, self._world)
        if problem:
            why = tell_failed_deployment(self._answer.interface, problem)
            verdict.problem = f"it cannot be deployed: {why}"
            return _End(chain, equal=False, whole=False)
        whole = equal = True
        for at, step in enumerate(trace.steps):
            name, expected = trace.functions[at], trace.expected[at]
            if name in verdict.witnesses and name in self.constant:
                equal = False
                continue
            before = chain.gas_used
            outcome = chain.call(step)
            verdict.calls += 1
            self._gas -= max(0, chain.gas_used - before - CALL_GAS // 2)
            if outcome == expected if whole else outcome[:3] == expected[:3]:
                if whole or name in self.constant:
                    self._agreed(trace, at, verdict.proven)
            elif whole and self._passes_on(step):
                equal = whole = False
            elif whole:
                if verdict.first_difference is None:
                    verdict.first_difference = verdict.calls
                verdict.witnesses.setdefault(name or "(set-up)", (trace, at))
                equal, whole = False, self._leaves_nothing(name, outcome)
        if self._gas < 0:
            verdict.problem = "it burns gas beyond all measure"
        return _End(chain, equal, whole)

    def _leaves_nothing(self, name: str | None, outcome: CallOutcome) -> bool:
        """Whether a view that differs changed nothing; one that is missing may be a fallback."""
        if name not in self.constant:
            return False
        own = self._answer.interface.functions.get(name)
        return outcome.status != SUCCESS or (own is not None and own.constant)

    def _passes_on(self, step: CallStep) -> bool:
        """Whether a call's arguments name a missing function, as those of a batch of calls do."""
        arguments = inner_data(step)[4:]
        return any(selector in arguments for selector in self._missing)

    @property
    def spent(self) -> bool:
        """Whether the sequences with lent functions burnt too much gas to go on."""
        return self._gas_with_lent < 0

    def replay_lent(self, trace: Trace, lent: set[str], agreed: set[str]) -> _LentEnd:
        """One sequence up to the first difference; the original's code makes the calls of `lent`.

        Adds what it proves to `agreed`. To blame for a difference is the function where it shows,
        or if that was lent, all that changed state before it.
        """
        chain, problem = start(self._answer, self._world)
        if problem or self.spent:
            return _LentEnd(equal=False)
        changed: set[str] = set()
        for at, step in enumerate(trace.steps):
            name, expected = trace.functions[at], trace.expected[at]
            before = chain.gas_used
            borrowed = name in lent
            outcome = chain.call_with(self._code, step) if borrowed else chain.call(step)
            self._verdict.calls += 1
            self._gas_with_lent -= max(0, chain.gas_used - before - CALL_GAS // 2)
            if outcome != expected:
                called_back = trace.callbacks & lent and _may_call_back(expected)
                if called_back or self._passes_on(step):
                    return _LentEnd(equal=False)  # what was called so was not lent
                blamed = changed if borrowed or name is None else {name}
                return _LentEnd(equal=False, blamed=frozenset(blamed))
            if borrowed or name is None:
                continue
            self._agreed(trace, at, agreed)
            if name not in self.constant and expected.status == SUCCESS:
                changed.add(name)
        return _LentEnd(equal=True)

    def _agreed(self, trace: Trace, at: int, proven: set[str]) -> None:
        """Count a function as proven if its success proves it."""
        name = trace.functions[at]
        if name is None or name in proven or trace.expected[at].status != SUCCESS:
            return
        if name in self._script.demanding:
            if self._telling.tells(trace, at):
                proven.add(name)
        elif name not in self._by_effect:
            proven.add(name)


def _may_call_back(outcome: CallOutcome) -> bool:
    """Whether an accomplice called back; it logs that, unless the whole call fails."""
    called = any(topics and at.lower() in ACCOMPLICES for at, topics, _ in outcome.logs)
    return called or outcome.status != SUCCESS


def _storage(original: Subject, trace: Trace) -> dict[int, int]:
    chain, _ = start(original, original.world)
    for step in trace.steps:
        chain.call(step)
    return chain.storage()


def _without(original: Subject, script: Script, names: set[str]) -> Iterator[Trace]:
    """The sequences without these functions, and the original's outcomes on them."""
    for trace in script.sequences:
        kept = [i for i, name in enumerate(trace.functions) if name not in names]
        if len(kept) == len(trace.steps) or trace.callbacks & names:
            continue
        steps = tuple(trace.steps[i] for i in kept)
        expected = cheap(outcomes(original, original.world, steps))
        yield traced(original, steps[: len(expected)], expected)


def minimise(
    original: Subject, answer: Subject, trace: Trace, at: int, name: str
) -> tuple[list[CallStep], list[CallOutcome], list[CallOutcome]]:
    """The fewest steps after which the last one still differs, and both sides' outcomes."""

    def differs(steps: Sequence[CallStep]) -> bool:
        theirs = outcomes(answer, original.world, steps)
        ours = outcomes(original, original.world, steps)
        return bool(ours) and bool(theirs) and ours[-1] != theirs[-1]

    steps = list(trace.steps[: at + 1])
    size = max(1, len(steps) // 2)
    while len(steps) > 1:
        position = 0
        shrunk = False
        while position < len(steps) - 1:
            fewer = steps[:position] + steps[min(position + size, len(steps) - 1) :]
            if len(fewer) < len(steps) and differs(fewer):
                steps, shrunk = fewer, True
            else:
                position += size
        if size == 1 and not shrunk:
            break
        size = max(1, size // 2)
    world = original.world
    return steps, outcomes(original, world, steps), outcomes(answer, world, steps)
