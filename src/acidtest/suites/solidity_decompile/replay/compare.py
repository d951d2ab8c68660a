"""Judges an answer by a script: function by function, with the shortest sequences that show why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.replay.abi import Interface, shown
from acidtest.suites.solidity_decompile.replay.script import Script, Trace, traced
from acidtest.suites.solidity_decompile.replay.subject import Subject, outcomes, start
from acidtest.suites.solidity_decompile.replay.sweep import inner_data
from acidtest.suites.solidity_decompile.replay.telling import Telling
from acidtest.suites.solidity_decompile.rules import same_code
from acidtest.toolchains.evm import (
    CALL_GAS,
    HALT,
    NAMES,
    OUT_OF_GAS,
    REVERT,
    START_TIME,
    SUCCESS,
    TARGET,
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
        "evidence": evidence,
    }


def _compare(
    original: Subject, answer: Subject, script: Script, *, only_first: bool = False
) -> Verdict:
    """Replay all sequences, then again without the functions that differ, until none differs."""
    verdict = Verdict()
    mine = start(original, original.accounts)[0].deployed
    chain, problem = start(answer, original.accounts)
    if problem is None and mine != chain.deployed:
        verdict.constructor = True
    if problem is None and answer.creation and not same_code(answer.runtime, chain.code()):
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
                verdict.storage_compared += 1
                verdict.storage_equal += end.chain.storage() == _storage(original, trace)
        fresh = set(verdict.witnesses) - before - comparison.constant
        if not fresh:
            break
        left |= fresh
    return verdict


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
        self._accounts = original.accounts
        self._answer = answer
        self._verdict = verdict
        self._script = script
        self._telling = Telling(original)
        self._by_effect = {effect.function for effect in script.effects}
        self._gas = _SPARE_GAS

    def replay(self, trace: Trace) -> _End:
        """One sequence.

        A call that differs may leave different state behind, so later differences prove nothing.
        But what a view still proves after it counts. Views leave nothing behind.
        """
        verdict = self._verdict
        chain, problem = start(self._answer, self._accounts)
        if problem:
            verdict.problem = f"it cannot be deployed: {problem}"
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
                    self._agreed(trace, at)
            elif whole:
                if verdict.first_difference is None:
                    verdict.first_difference = verdict.calls
                verdict.witnesses.setdefault(name or "(set-up)", (trace, at))
                equal, whole = False, name in self.constant
        if self._gas < 0:
            verdict.problem = "it burns gas beyond all measure"
        return _End(chain, equal, whole)

    def _agreed(self, trace: Trace, at: int) -> None:
        """Count a function as proven if its success proves it."""
        name, proven = trace.functions[at], self._verdict.proven
        if name is None or name in proven or trace.expected[at].status != SUCCESS:
            return
        if name in self._script.demanding:
            if self._telling.tells(trace, at):
                proven.add(name)
        elif name not in self._by_effect:
            proven.add(name)


def _storage(original: Subject, trace: Trace) -> dict[int, int]:
    chain, _ = start(original, original.accounts)
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
        expected = _cheap(outcomes(original, original.accounts, steps))
        yield traced(original, steps[: len(expected)], expected)


def _cheap(calls: Sequence[CallOutcome]) -> tuple[CallOutcome, ...]:
    """Outcomes up to the first that depends on gas."""
    for at, outcome in enumerate(calls):
        if outcome.status == OUT_OF_GAS:
            return tuple(calls[:at])
    return tuple(calls)


def minimise(
    original: Subject, answer: Subject, trace: Trace, at: int, name: str
) -> tuple[list[CallStep], list[CallOutcome], list[CallOutcome]]:
    """The fewest steps after which the last one still differs, and both sides' outcomes."""

    def differs(steps: Sequence[CallStep]) -> bool:
        theirs = outcomes(answer, original.accounts, steps)
        ours = outcomes(original, original.accounts, steps)
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
    accounts = original.accounts
    return steps, outcomes(original, accounts, steps), outcomes(answer, accounts, steps)


# -- reporting ------------------------------------------------------------------------------------


def tell(
    original: Subject,
    answer: Subject,
    steps: Sequence[CallStep],
    ours: Sequence[CallOutcome],
    theirs: Sequence[CallOutcome],
) -> list[str]:
    """A sequence as readable text: each call with arguments, and both outcomes if they differ."""
    interface = original.interface
    lines: list[str] = []
    time = START_TIME
    for step, mine, its in zip(steps, ours, theirs, strict=True):
        later = f" {step.time - time} s later" if step.time > time else ""
        time = step.time
        line = f"{len(lines) + 1}.{later} {_tell_step(interface, step)}"
        if mine == its:
            line += f": both {_tell_outcome(interface, step, mine)}"
        else:
            for part, one, other in zip(CallOutcome._fields, mine, its, strict=True):
                if one != other and part in ("logs", "balances"):
                    line += f"; {part} differ"
            line += f": the original {_tell_outcome(interface, step, mine, its)}"
            line += f"; the answer {_tell_outcome(interface, step, its, mine)}"
        lines.append(line)
    return lines


def _tell_step(interface: Interface, step: CallStep) -> str:
    who = NAMES.get(step.sender, step.sender)
    money = f" with {step.value} wei" if step.value else ""
    if step.to == TARGET:
        return f"{who} calls {interface.tell_call(step.data)}{money}"
    helper = NAMES.get(step.to, step.to)
    command = int.from_bytes(step.data[:32], "big")
    if command == 0:
        return f"{who} through {helper} calls {interface.tell_call(inner_data(step))}{money}"
    if command == 2:
        data = step.data[32:]
        what = f"call back with {interface.tell_call(data)}" if data else "not call back"
        return f"{who} sets {helper} to {what}"
    modes = {0: "return", 1: "revert with", 2: "return the selector"}
    mode = modes.get(int.from_bytes(step.data[32:64], "big"), "revert with")
    words = [
        str(int.from_bytes(step.data[i : i + 32], "big")) for i in range(64, len(step.data), 32)
    ]
    return f"{who} sets {helper} to {mode} ({', '.join(words)})"


def _tell_outcome(
    interface: Interface, step: CallStep, outcome: CallOutcome, other: CallOutcome | None = None
) -> str:
    data = inner_data(step)
    if outcome.status == REVERT:
        return f"reverts {interface.tell_revert(outcome.data)}"
    if outcome.status == HALT:
        return "halts (invalid instruction or the like)"
    if outcome.status == OUT_OF_GAS:
        return "runs out of gas"
    text = f"returns {interface.tell_return(data, outcome.data)}" if outcome.data else "succeeds"
    if other is not None and outcome.logs != other.logs:
        logs = [_tell_log(interface, *log) for log in outcome.logs]
        text += f" and logs {'; '.join(logs) if logs else 'nothing'}"
    if other is not None and outcome.balances != other.balances:
        first = next(i for i, b in enumerate(outcome.balances) if b != other.balances[i])
        holders = [TARGET, *[a for a in NAMES if a != TARGET]]
        who = NAMES[holders[first]] if first < len(holders) else "a constructor's account"
        text += f" and leaves {who} with {outcome.balances[first]} wei"
    return text


def _tell_log(interface: Interface, address: str, topics: Sequence[bytes], data: bytes) -> str:
    helper = NAMES.get(address.lower(), address)
    if helper == "target":
        return interface.tell_log(topics, data)
    if topics:
        return f"{helper} called back: {'success' if topics[0][-1] else 'failure'} {shown(data)}"
    value = int.from_bytes(data[:32], "big")
    return f"{helper} was called: {interface.tell_call(data[32:])} with {value} wei"
