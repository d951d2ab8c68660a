"""Compares two codes on one function: every path of the original with every path of the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import z3

from acidtest.suites.solidity_decompile.prove import outside
from acidtest.suites.solidity_decompile.prove.buffers import Byte, joined
from acidtest.suites.solidity_decompile.prove.calldata import CallData, bounds, shapes
from acidtest.suites.solidity_decompile.prove.machine import SymbolicMachine, TooManyPaths
from acidtest.suites.solidity_decompile.prove.paths import OutOfBudget, Path, ProofBudget
from acidtest.suites.solidity_decompile.prove.state import PathEnd
from acidtest.suites.solidity_decompile.prove.words import Unsupported, exact, same
from acidtest.suites.solidity_decompile.replay.abi import AbiFunction

PROVED, REFUTED, UNKNOWN = "proved", "refuted", "unknown"
BOUNDED = "equal within bounds"
"""Nothing differs in what was looked at, and some was not: that is no proof."""
_DIFFERENCES = 4
_CALLS = frozenset(("call", "staticcall", "create", "create2"))


@dataclass(frozen=True, slots=True)
class Difference:
    """Conditions under which both sides may do something else, for call data of one shape."""

    data: CallData
    conditions: Sequence[z3.BoolRef]
    what: str


@dataclass(slots=True)
class FunctionComparison:
    """The result for one function, before any counterexample is tried."""

    outcome: str = UNKNOWN
    why: str = ""
    bounds: list[str] = field(default_factory=list)
    paths: tuple[int, int] = (0, 0)
    differences: list[Difference] = field(default_factory=list)


def compare(
    codes: tuple[bytes, bytes],
    function: AbiFunction,
    selectors: Sequence[bytes],
    budget: ProofBudget,
) -> FunctionComparison:
    """Proved if no path of one side can differ from the other's; otherwise unknown, with why."""
    result = FunctionComparison()
    cut: set[str] = set()
    mine, its = (SymbolicMachine(code, budget, cut) for code in codes)
    try:
        for data in shapes(function, selectors):
            for one, other in _pairs(mine, its, data):
                result.paths = (result.paths[0] + (one is not None), result.paths[1] + 1)
                known = bool(result.differences)
                difference = _difference(data, *other, budget, known=known)
                if difference is not None:
                    result.differences.append(difference)
                if len(result.differences) >= _DIFFERENCES:
                    break
    except OutOfBudget:
        result.why = "the time ran out"
    except TooManyPaths:
        result.why = "it has too many paths"
    except Unsupported as error:
        result.why = str(error)
    except RecursionError:
        result.why = "its terms are too deep"
    if result.differences:
        result.why = "they may differ: " + result.differences[0].what
    elif not result.why:
        result.outcome = PROVED
    result.bounds = sorted({*bounds(function), *cut})
    if result.outcome == PROVED and result.bounds:
        result.outcome = BOUNDED
    return result


def _pairs(
    mine: SymbolicMachine, its: SymbolicMachine, data: CallData
) -> Iterator[tuple[PathEnd | None, tuple[PathEnd, PathEnd]]]:
    """Each path of the original with each of the answer's that is possible where it is taken."""
    start = Path()
    for each in chain(outside.facts(), data.excluded):
        start.add(each)
    for ours in mine.endings(data.content, start):
        first: PathEnd | None = ours
        for theirs in its.endings(data.content, ours.path):
            yield first, (ours, theirs)
            first = None


def _difference(
    data: CallData, ours: PathEnd, theirs: PathEnd, budget: ProofBudget, *, known: bool
) -> Difference | None:
    """Where two paths may have been taken together and have not done the same.

    `known`: there is a difference already, so this one need not be certain.
    """
    path = theirs.path
    unequal: list[z3.BoolRef] = []
    what = ""
    for name, equal in _obligations(ours, theirs):
        if not isinstance(equal, bool):
            equal = path.known(equal)
            if z3.is_true(equal):
                continue
            if not z3.is_false(equal):
                unequal.append(z3.Not(equal))
                what = what or name
                continue
        if equal is not True:
            unequal, what = [z3.BoolVal(True)], name
            break
    if not unequal:
        return None
    conditions = [*path.conditions, z3.Or(*unequal)]
    if not any(z3.is_true(each) for each in unequal) and budget.solve(conditions) is False:
        return None
    precise = [exact(each) for each in conditions]
    if not known:
        model = budget.solve([*precise, *map(exact, path.assumed())])
        if model is False:
            return None
        if model is None:
            raise Unsupported("the solver gave up")
    return Difference(data, precise, what)


def _obligations(ours: PathEnd, theirs: PathEnd) -> Iterator[tuple[str, Any]]:
    """What must be equal, by name."""
    yield f"one {ours.kind}, the other {theirs.kind}", ours.kind == theirs.kind
    if ours.kind != theirs.kind:
        return
    yield "the data that comes back", _same_bytes(ours.data, theirs.data)
    succeeds = ours.kind == "succeeds"
    mine, its = (
        [event for event in end.events if succeeds or event[0] in _CALLS] for end in (ours, theirs)
    )
    yield "the number of logs and calls", len(mine) == len(its)
    if len(mine) != len(its):
        return
    for one, other in zip(mine, its, strict=True):
        yield "the order of logs and calls", one[0] == other[0] and len(one) == len(other)
        if one[0] != other[0] or len(one) != len(other):
            return
        for a, b in zip(one[1:], other[1:], strict=True):
            equal = _same_bytes(a, b) if isinstance(a, tuple) else same(a, b)
            yield f"a {'log' if one[0] == 'log' else 'call'}", equal
    if succeeds:
        for key in chain(ours.storage.keys(), theirs.storage.keys()):
            yield "the storage", same(ours.storage.read(key), theirs.storage.read(key))


def _same_bytes(one: Sequence[Byte], other: Sequence[Byte]) -> z3.BoolRef | bool:
    if len(one) != len(other):
        return False
    if not one or list(one) == list(other):
        return True
    return same_terms(joined(one), joined(other))


def same_terms(one: z3.BitVecRef, other: z3.BitVecRef) -> z3.BoolRef | bool:
    """Whether two terms of one size are equal: a bool if that is plain to see."""
    equal = z3.simplify(one == other)
    return z3.is_true(equal) if z3.is_true(equal) or z3.is_false(equal) else equal
