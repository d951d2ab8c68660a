"""A second script, drawn from what the answer alone knows. It can only refute.

The first script comes from the original, so it never meets a magic amount or caller that only the
answer's code compares with, nor branches that only the answer has. Both sides make these calls.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from acidtest.lang.evm_branches import decoded
from acidtest.suites.solidity_decompile.replay.abi import AbiFunction
from acidtest.suites.solidity_decompile.replay.coverage import Coverage
from acidtest.suites.solidity_decompile.replay.explore import ONLY_CHEAP, SEED
from acidtest.suites.solidity_decompile.replay.guide import Guide
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
    worked = dict(_worked(script))
    fresh = _constants(original, answer)
    for name, steps in worked.items():
        function = original.interface.functions[name]
        *before, last = steps
        variants = list(_variants(function, last, fresh))
        for at in range(0, len(variants), _GROUP):
            group = sorted(variants[at : at + _GROUP], key=lambda step: step.time)
            yield [*before, *group, *_views(original, worked, group[-1].time)]
    for steps in _by_branches(original, answer, script):
        yield [*steps, *_views(original, worked, steps[-1].time)]


def _worked(script: Script) -> Iterator[tuple[str, list[CallStep]]]:
    """A short sequence that ends with a success, for each function."""
    best: dict[str, list[CallStep]] = {}
    for trace in script.sequences:
        before: list[CallStep] = []
        for step, outcome, name in zip(trace.steps, trace.expected, trace.functions, strict=True):
            if outcome.status != SUCCESS:
                continue
            before.append(step)
            if name and (name not in best or len(before) < len(best[name])):
                best[name] = list(before)
    yield from sorted((name, steps) for name, steps in best.items() if name[0] != "(")


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


def _variants(function: AbiFunction, step: CallStep, values: Sequence[int]) -> Iterator[CallStep]:
    """A call that worked with one thing set to a value."""
    data = inner_data(step)
    for value in values:
        for near in (value, value + 1, value - 1):
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
        account = value >> 96 if value % (1 << 96) == 0 else value  # as bytes20
        if 1 << 120 < account < 1 << 160:
            sender = "0x" + account.to_bytes(20, "big").hex()
            yield step._replace(sender=sender, to=TARGET, data=data, value=0)


def _left(value: int) -> bytes:
    return value.to_bytes(32, "big").lstrip(b"\0").ljust(32, b"\0")


def _views(original: Subject, worked: dict[str, list[CallStep]], time: int) -> list[CallStep]:
    """Getters, as they worked before."""
    functions = original.interface.functions
    return [
        steps[-1]._replace(time=time) for name, steps in worked.items() if functions[name].constant
    ]


def _by_branches(original: Subject, answer: Subject, script: Script) -> Iterator[list[CallStep]]:
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
    guide = Guide(inside, coverage, [*PEOPLE, *original.accounts], original.world)
    guide.left = _WATCHED
    yield from guide.solved(lambda: ())
