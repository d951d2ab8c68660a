"""What is known on one path through a function, and the solver that decides which paths exist."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import z3

from acidtest.suites.solidity_decompile.prove.slots import axioms, hashed
from acidtest.suites.solidity_decompile.prove.words import (
    Flag,
    Gas,
    Word,
    flag,
    plain,
    term,
)

UNITS_PER_SECOND = 2_000_000
"""Steps of the solver that count as a second: a busy machine proves as much as an idle one."""
_QUERY = 500_000
_STEP = 40  # an instruction of the EVM, in the same unit


class OutOfBudget(Exception):
    """The time for a function is spent."""


class ProofBudget:
    """The work that may be spent on a function."""

    def __init__(self, seconds: float) -> None:
        self._left = int(seconds * UNITS_PER_SECOND)
        self._until = time.process_time() + 2 * seconds
        self._spent = _spent()
        self.queries = 0

    def step(self, units: int = _STEP) -> None:
        """Spend units; raises `OutOfBudget`."""
        self._left -= units
        if self._left < 0 or time.process_time() > self._until:
            raise OutOfBudget

    def solve(self, constraints: Sequence[z3.BoolRef]) -> z3.ModelRef | bool | None:
        """A model; False if there is none; None if the solver gave up."""
        solver = _tactic().solver()
        solver.set("rlimit", min(_QUERY, self._left))
        solver.add(*constraints)
        self.queries += 1
        answer = solver.check()
        spent = solver.statistics().get_key_value("rlimit count")
        self.step(spent - self._spent)
        self._spent = spent
        if answer == z3.sat:
            return solver.model()
        return False if answer == z3.unsat else None


def _tactic() -> z3.Tactic:
    names = ("simplify", "propagate-values", "solve-eqs", "elim-uncnstr", "simplify")
    return z3.Then(*names, "ackermannize_bv", "simplify", "bit-blast", "sat")


def _spent() -> int:
    """The steps of all solvers of this process until now."""
    solver = z3.SimpleSolver()
    solver.check()
    return int(solver.statistics().get_key_value("rlimit count"))


class Path:
    """Conditions that hold on a path. `fixed` are terms and what they are known to be."""

    __slots__ = ("_fixed", "_hashes", "conditions", "model")

    def __init__(self) -> None:
        self.conditions: list[z3.BoolRef] = []
        self.model: z3.ModelRef | None = None
        self._fixed: list[tuple[z3.ExprRef, z3.ExprRef]] = []
        self._hashes: dict[int, z3.BitVecRef] = {}

    def copy(self) -> Path:
        """Another path with the same conditions."""
        path = Path()
        path.conditions = list(self.conditions)
        path.model = self.model
        path._fixed = list(self._fixed)
        path._hashes = dict(self._hashes)
        return path

    def note(self, word: Word) -> None:
        """Remember a hash, for `assumed`."""
        if isinstance(word, int | Flag | Gas) or hashed(word) is None:
            return
        self._hashes[word.get_id()] = word

    def assumed(self) -> list[z3.BoolRef]:
        """What is assumed of the hashes on this path.

        Costly, so only asked for before two paths are called different: without it more paths seem
        possible, and none fewer.
        """
        return [each for value in self._hashes.values() for each in axioms(value)]

    def add(self, holds: z3.BoolRef) -> None:
        """One more condition."""
        for each in _conjuncts(holds):
            self._add(each)
            if z3.is_not(each):
                self._fixed.append((each.arg(0), z3.BoolVal(False)))
                continue
            self._fixed.append((each, z3.BoolVal(True)))
            if z3.is_eq(each):
                one, other = each.arg(0), each.arg(1)
                if z3.is_bv_value(one):
                    one, other = other, one
                if z3.is_bv_value(other):
                    self._fixed.append((one, other))

    def _add(self, holds: z3.BoolRef) -> None:
        self.conditions.append(holds)
        if self.model is not None and not z3.is_true(self.model.eval(holds, model_completion=True)):
            self.model = None

    def known(self, holds: z3.BoolRef) -> z3.BoolRef:
        """A condition in the light of those that hold."""
        return z3.simplify(z3.substitute(holds, *self._fixed)) if self._fixed else holds

    def word(self, word: Word) -> Word:
        """A word in the light of what is known."""
        if isinstance(word, int | Gas) or not self._fixed:
            return word
        if isinstance(word, Flag):
            return flag(z3.substitute(word.holds, *self._fixed))
        return plain(z3.substitute(word, *self._fixed))

    def possible(self, holds: z3.BoolRef, budget: ProofBudget) -> Path | None:
        """The path on which the condition holds too; None if there is none."""
        path = self.copy()
        path.add(holds)
        if path.model is None:
            model = budget.solve(path.conditions)
            if model is False:
                return None
            path.model = model if isinstance(model, z3.ModelRef) else None
        return path


def _conjuncts(holds: z3.BoolRef) -> Iterator[z3.BoolRef]:
    if z3.is_and(holds):
        for i in range(holds.num_args()):
            yield from _conjuncts(holds.arg(i))
    elif z3.is_not(holds) and z3.is_or(holds.arg(0)):
        for i in range(holds.arg(0).num_args()):
            yield from _conjuncts(z3.simplify(z3.Not(holds.arg(0).arg(i))))
    else:
        yield holds


def unknown_part(word: Word) -> z3.ExprRef:
    """The one unknown that decides a word, or a part of it; the word itself if there are more."""
    whole = term(word)
    parts: dict[int, z3.ExprRef] = {}
    pending = [whole]
    while pending:
        each = pending.pop()
        inner = each.arg(0) if each.decl().kind() == z3.Z3_OP_EXTRACT else each
        if inner.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            parts[each.get_id()] = each
            continue
        pending += each.children()
    return next(iter(parts.values())) if len(parts) == 1 else whole
