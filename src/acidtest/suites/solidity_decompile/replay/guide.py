"""Leads exploration to branches that were reached and never taken, and to exact limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from acidtest.suites.solidity_decompile.replay.coverage import Coverage, Side, Witness
from acidtest.suites.solidity_decompile.replay.steer import (
    Scene,
    for_signers,
    is_clean,
    last_steps,
    sequences,
    signed,
    signed_by,
)
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.suites.solidity_decompile.replay.sweep import inner_data, with_data
from acidtest.toolchains.evm import ACCOMPLICES, PEERS, TARGET, CallStep, ReplayChain, World
from acidtest.toolchains.evm_frame import BranchOperands, Watched
from acidtest.toolchains.evm_watch import watch

_LAST, _BEFORE, _SECANTS = 28, 16, 3
_OFFSETS = (1 << 64) - 1  # limits of memory and calldata offsets, which encoders never reach
_WORD = 1 << 256
Goal = Side | tuple[int, int]


class Guide:
    """Solves one goal after the other, within a budget of watched calls."""

    def __init__(
        self,
        subject: Subject,
        coverage: Coverage,
        accounts: Sequence[str],
        world: World | None = None,
    ) -> None:
        self._world = world or subject.world
        self._subject = subject
        self._coverage = coverage
        self._accounts = accounts
        self._tried: set[tuple[bool, bool, Goal]] = set()
        self.left = 0

    def solved(self, worked: Callable[[], Sequence[CallStep]]) -> Iterator[list[CallStep]]:
        """Sequences whose last step does something new; `worked` are calls to put in."""
        deep = progress = False
        while self.left > 0:
            for limit, goal in self._goals():
                if (deep, limit, goal) in self._tried:
                    continue
                self._tried.add((deep, limit, goal))
                for steps in self._attempts(limit, goal, worked() if deep else None):
                    progress = True
                    yield steps
                if self.left <= 0:
                    return
            if deep and not progress:
                return
            deep, progress = not progress, False

    def _goals(self) -> list[tuple[bool, Goal]]:
        coverage = self._coverage
        sides: list[tuple[bool, Goal]] = [(False, side) for side in coverage.open_sides()]
        limits: list[tuple[bool, Goal]] = [(True, place) for place in coverage.open_limits()]
        counted = [goal for goal in sides if goal[1] in coverage.possible]
        return [*counted, *limits, *(goal for goal in sides if goal not in counted)]

    def _reached(self, limit: bool, goal: Goal) -> bool:
        return goal in (self._coverage.near if limit else self._coverage.witnesses)

    def _attempts(
        self, limit: bool, goal: Goal, worked: Sequence[CallStep] | None
    ) -> Iterator[list[CallStep]]:
        """Sequences towards a goal; `worked`: with changes before the last step, else of it."""
        at = goal[0]
        witness = self._witness(limit, goal)
        if witness is None or self._reached(limit, goal):
            return
        *before, last = witness.steps
        if last.to != TARGET and last.data[:32] != bytes(32):
            return
        chain = self._chain(before)
        watched = self._watch(chain, last)
        compared = _at(watched, at) or witness.compared
        if compared is None or (limit and _technical(compared, last)):
            return
        scene = Scene(witness.steps, compared, watched)
        if worked is not None:
            yield from self._by_sequences(limit, goal, scene, worked)
            return
        function = self._subject.interface.by_selector.get(inner_data(last)[:4])
        for number, step in enumerate(dict.fromkeys(last_steps(scene, function, self._accounts))):
            if number >= _LAST or self.left <= 0:
                break
            if not self._is_clean(step) or step.time < (before[-1].time if before else 0):
                continue
            if self._note(before, step, self._watch(chain, step)):
                yield [*before, step]
                if self._reached(limit, goal):
                    return
        if watched.signatures:
            for step in self._by_signature(chain, last):
                if self._note(before, step, self._watch(chain, step)):
                    yield [*before, step]
        for step in self._by_secant(chain, scene, at):
            if self._note(before, step, self._watch(chain, step)):
                yield [*before, step]
                if self._reached(limit, goal):
                    return

    def _by_sequences(
        self, limit: bool, goal: Goal, scene: Scene, worked: Sequence[CallStep]
    ) -> Iterator[list[CallStep]]:
        writers = self._coverage.writers.get(scene.compared.slot, ())
        asked = list(self._coverage.asked)
        others = sequences(scene, self._subject.interface, self._accounts, writers, worked, asked)
        for number, steps in enumerate(others):
            if number >= _BEFORE or self.left <= 0:
                return
            *before, last = steps
            if not all(step in scene.steps or self._is_clean(step) for step in steps):
                continue
            chain = self._chain(before)
            watched = self._watch(chain, last)
            if self._note(before, last, watched):
                yield steps
            if watched.signatures:  # another digest needs another signature
                for step in signed(Scene(tuple(steps), scene.compared, watched)):
                    if self._note(before, step, self._watch(chain, step)):
                        yield [*before, step]
            if self._reached(limit, goal):
                return

    def _by_signature(self, chain: ReplayChain, step: CallStep) -> Iterator[CallStep]:
        """The step as each signer could make it: another signer is often another digest."""
        known = (*self._accounts, *ACCOMPLICES, *PEERS)
        for person, other in for_signers(step, known):
            yield from signed_by(person, other, self._watch(chain, other))

    def _by_secant(self, chain: ReplayChain, scene: Scene, at: int) -> Iterator[CallStep]:
        """Numbers of the last step at which both operands are equal, as on a straight line."""
        step = scene.steps[-1]
        function = self._subject.interface.by_selector.get(inner_data(step)[:4])
        if function is None or scene.compared.left == scene.compared.right:
            return
        for index, kind in enumerate(function.types[:_SECANTS]):
            if not kind.startswith("uint") or kind.endswith("]"):
                continue
            place = 4 + 32 * index
            known = scene.compared.left - scene.compared.right
            word = int.from_bytes(inner_data(step)[place : place + 32], "big")
            by = max(1, word // 7)
            for _ in range(2):
                other = _with_word(step, place, word + by)
                compared = _at(self._watch(chain, other), at)
                if compared is None:
                    break
                gap = compared.left - compared.right
                if gap == known or self.left <= 0:
                    break
                best = word - known * by // (gap - known)
                if not 0 <= best < _WORD:
                    break
                for near in (best, best + 1, best - 1):
                    made = _with_word(step, place, near % _WORD)
                    if is_clean(function, inner_data(made)):
                        yield made
                step, word, known = other, word + by, gap
                by = best - word or 1

    def _witness(self, limit: bool, goal: Goal) -> Witness | None:
        if limit:
            return self._coverage.orders.get(goal[0])
        return self._coverage.witnesses.get((goal[0], not goal[1]))

    def _chain(self, before: Sequence[CallStep]) -> ReplayChain:
        self.left -= 2 + len(before) // 4
        chain, _ = start(self._subject, self._world)
        for step in before:
            chain.call(step)
        return chain

    def _is_clean(self, step: CallStep) -> bool:
        function = self._subject.interface.by_selector.get(inner_data(step)[:4])
        return function is None or is_clean(function, inner_data(step))

    def _watch(self, chain: ReplayChain, step: CallStep) -> Watched:
        watched = watch(chain, step)
        self.left -= 1 + watched.steps // 1000
        return watched

    def _note(self, before: Sequence[CallStep], step: CallStep, watched: Watched) -> bool:
        return watched.status is not None and self._coverage.note(before, step, watched)


def _at(watched: Watched, at: int) -> BranchOperands | None:
    return watched.branches.get((at, True)) or watched.branches.get((at, False))


def _with_word(step: CallStep, place: int, word: int) -> CallStep:
    data = inner_data(step)
    new = (word % _WORD).to_bytes(32, "big")
    return with_data(step, data[:place] + new + data[place + 32 :])


def _technical(compared: BranchOperands, step: CallStep) -> bool:
    """Whether a comparison checks how calldata or memory is laid out."""
    operands = compared.left, compared.right
    size = len(inner_data(step))
    return (
        _OFFSETS in operands
        or (compared.operation == 0x12 and size - 4 in operands)
        or size in operands
    )
