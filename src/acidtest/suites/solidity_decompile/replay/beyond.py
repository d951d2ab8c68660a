"""A second script, drawn from what the answer alone knows. It can only refute.

The first script comes from the original, so it never meets a magic amount or caller that only the
answer's code compares with, nor branches that only the answer has. Both sides make these calls.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from acidtest.lang.evm_branches import decoded
from acidtest.suites.solidity_decompile.replay.abi import AbiFunction
from acidtest.suites.solidity_decompile.replay.coverage import Coverage
from acidtest.suites.solidity_decompile.replay.explore import ONLY_CHEAP, SEED
from acidtest.suites.solidity_decompile.replay.guide import Guide
from acidtest.suites.solidity_decompile.replay.limits import kind as kind_of
from acidtest.suites.solidity_decompile.replay.observe import fullness
from acidtest.suites.solidity_decompile.replay.script import Script, Trace, traced
from acidtest.suites.solidity_decompile.replay.steer import is_clean
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.suites.solidity_decompile.replay.sweep import inner_data, with_data
from acidtest.suites.solidity_decompile.replay.values import mined
from acidtest.suites.solidity_decompile.rules import without_metadata
from acidtest.toolchains.evm import (
    OUT_OF_GAS,
    PEOPLE,
    SUCCESS,
    TARGET,
    CallOutcome,
    CallStep,
)
from acidtest.toolchains.evm_watch import watch

_CONSTANTS, _GROUP, _SEQUENCES, _WATCHED, _NEW = 32, 12, 40, 250, 60
_YEARS = 20 * 365 * 86400
_PRECOMPILED = 0xFF
_WAYS, _FEWER = 6, 12


def refuted(original: Subject, answer: Subject, script: Script) -> tuple[Trace, int] | None:
    """A sequence on which both differ, and the step where they do; None if there is none."""
    if without_metadata(original.runtime) == without_metadata(answer.runtime):
        return None
    for steps in candidates(original, answer, script):
        if difference := compared(original, answer, steps):
            return difference
    return None


def compared(
    original: Subject, answer: Subject, steps: Sequence[CallStep]
) -> tuple[Trace, int] | None:
    """Where two contracts first differ; a call whose outcome may depend on gas ends it.

    An answer may name any address as a caller: calls of those that cannot send are left out.
    """
    ours, theirs = (start(subject, original.world)[0] for subject in (original, answer))
    taken: list[CallStep] = []
    expected: list[CallOutcome] = []
    for step in steps:
        if not (ours.can_send(step.sender) and theirs.can_send(step.sender)):
            continue
        before = ours.gas_used, theirs.gas_used
        mine, its = ours.call(step), theirs.call(step)
        used = ours.gas_used - before[0], theirs.gas_used - before[1]
        if OUT_OF_GAS in (mine.status, its.status) or max(used) > ONLY_CHEAP:
            return None
        taken.append(step)
        expected.append(mine)
        if mine != its:
            return traced(original, taken, expected), len(taken) - 1
    return None


def candidates(original: Subject, answer: Subject, script: Script) -> Iterator[list[CallStep]]:
    """Sequences from the constants and from the branches of the answer."""
    worked = _worked(script)
    fresh = _constants(original, answer)
    shortest = {name: steps for (name, way), steps in worked.items() if way == "shortest"}
    for (name, way), steps in worked.items():
        function = original.interface.functions[name]
        *before, last = steps
        if function.constant and way != "shortest":
            continue
        variants = list(_variants(function, last, fresh, beside=way == "shortest"))
        for at in range(0, len(variants), _GROUP):
            group = sorted(variants[at : at + _GROUP], key=lambda step: step.time)
            yield [*before, *group, *_views(original, shortest, group[-1].time)]
    for steps in _by_branches(original, answer, script, fresh):
        yield [*steps, *_views(original, shortest, steps[-1].time)]


def _worked(script: Script) -> dict[tuple[str, str], list[CallStep]]:
    """Sequences that end with each function: its shortest success, the one that does most, and
    some failures of different kinds, which a caller or an amount may turn into successes.
    """
    best: dict[tuple[str, str], tuple[int, list[CallStep]]] = {}
    known: Counter[str] = Counter()
    for number, trace in enumerate(script.sequences):
        before: list[CallStep] = []
        for step, outcome, name in zip(trace.steps, trace.expected, trace.functions, strict=True):
            steps = [*before, step]
            ranks = {str(kind_of(outcome)): number}  # later ones are deeper
            if outcome.status == SUCCESS:
                before = steps
                ranks = {"shortest": -len(steps), "fullest": fullness(step, outcome)}
            for way, rank in ranks.items() if name and name[0] != "(" else ():
                assert name is not None
                new = (name, way) not in best
                known[name] += new
                if (new and known[name] <= _WAYS) or (not new and rank > best[name, way][0]):
                    best[name, way] = rank, steps
    return {key: best[key][1] for key in sorted(best)}


def _constants(original: Subject, answer: Subject) -> list[int]:
    """What only the answer's code mentions."""
    mine: set[int] = set()
    for code in (original.runtime, original.creation):
        mine.update(*mined(code, ()))
    mine.update(int.from_bytes(s, "big") for s in original.interface.by_selector)
    compared_with, others = mined(without_metadata(answer.runtime), ())
    new = [value for value in (*compared_with, *others) if value not in mine and value > 3]
    jumps = decoded(answer.runtime)[2]  # code is full of them, and few are amounts as well
    likely = [value for value in new if value not in jumps]
    return [*likely, *(value for value in compared_with if value in jumps)][:_CONSTANTS]


def _variants(
    function: AbiFunction, step: CallStep, values: Sequence[int], *, beside: bool
) -> Iterator[CallStep]:
    """A call with one thing set to a value, or to one beside it."""
    data = inner_data(step)
    for value in values if beside else values[:_FEWER]:
        for near in (value, value + 1, value - 1) if beside else (value,):
            for index, kind in enumerate(function.types):
                if kind.startswith(("uint", "int", "address", "bytes")) and kind[-1] != "]":
                    at = 4 + 32 * index
                    for word in (near.to_bytes(32, "big"), _left(near)) if near < 1 << 256 else ():
                        changed = data[:at] + word + data[at + 32 :]
                        if is_clean(function, changed):
                            yield with_data(step, changed)
            if function.payable and near < 1 << 100:
                yield step._replace(value=near)
            if near < _YEARS or step.time < near < step.time + _YEARS:
                yield step._replace(time=near if near > step.time else step.time + near)
        if sender := _account(value):
            yield step._replace(sender=sender, to=TARGET, data=data, value=0)


def _account(value: int) -> str | None:
    """The account that a constant may name."""
    account = value >> 96 if value % (1 << 96) == 0 else value  # as bytes20
    return "0x" + account.to_bytes(20, "big").hex() if _PRECOMPILED < account < 1 << 160 else None


def _left(value: int) -> bytes:
    return value.to_bytes(32, "big").lstrip(b"\0").ljust(32, b"\0")


def _views(original: Subject, worked: dict[str, list[CallStep]], time: int) -> list[CallStep]:
    """Getters, as they worked before."""
    functions = original.interface.functions
    return [
        steps[-1]._replace(time=time) for name, steps in worked.items() if functions[name].constant
    ]


def _by_branches(
    original: Subject, answer: Subject, script: Script, values: Sequence[int]
) -> Iterator[list[CallStep]]:
    """Sequences towards branches of the answer that the first script did not take."""
    inside = replace(answer, contracts=original.contracts)
    coverage = Coverage(start(inside, original.world)[0].code(), _NEW * 1000)
    rng = random.Random(SEED)
    some = rng.sample(script.sequences, min(_SEQUENCES, len(script.sequences)))
    for trace in some:
        chain, _ = start(inside, original.world)
        before: list[CallStep] = []
        for step, name, expected in zip(trace.steps, trace.functions, trace.expected, strict=True):
            mark, used = chain.evm.snapshot(), chain.gas_used
            outcome = chain.call(step)
            if coverage.is_new(name, step, outcome, chain.gas_used - used):
                chain.evm.revert(mark)
                coverage.note(before, step, watch(chain, step))
                chain.call(step)
            if expected.status == SUCCESS:
                before.append(step)
    named = [account for value in values if (account := _account(value))]
    guide = Guide(inside, coverage, [*PEOPLE, *original.accounts, *named], original.world)
    guide.left = _WATCHED
    yield from guide.solved(lambda: ())
