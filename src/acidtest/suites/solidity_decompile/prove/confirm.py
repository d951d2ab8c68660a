"""Makes the solver's calls in the EVM, on both contracts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from acidtest.suites.solidity_decompile.prove.compare import Difference
from acidtest.suites.solidity_decompile.prove.paths import OutOfBudget, ProofBudget
from acidtest.suites.solidity_decompile.prove.refute import Candidate, Search
from acidtest.suites.solidity_decompile.prove.settings import (
    ReachedState,
    accounts,
    made_up,
    reached,
    senders,
)
from acidtest.suites.solidity_decompile.replay.compare import minimise
from acidtest.suites.solidity_decompile.replay.script import Script, traced
from acidtest.suites.solidity_decompile.replay.subject import Subject, outcomes, start
from acidtest.suites.solidity_decompile.replay.wording import tell
from acidtest.toolchains.evm import OUT_OF_GAS, TARGET, CallOutcome, CallStep

_PROBES = 80


class Court:
    """Tries differences between one original and one answer."""

    def __init__(self, original: Subject, answer: Subject, script: Callable[[], Script]) -> None:
        self._original = original
        self._answer = answer
        self._read_script = script

    @cached_property
    def _script(self) -> Script:
        return self._read_script()

    @cached_property
    def _settings(self) -> list[ReachedState]:
        return reached(self._original, self._script)

    def refutation(
        self, differences: Sequence[Difference], budget: ProofBudget
    ) -> list[str] | None:
        """A replay that shows a difference, in words; None if no call was found that does."""
        people = senders(self._original), accounts(self._original)
        try:
            for difference in differences:
                search = Search(difference, *people, budget)
                for setting in self._settings:
                    for candidate in search.candidates(setting):
                        if lines := self._shown(candidate):
                            return lines
        except OutOfBudget:
            return None
        return None

    def from_made_up_storage(self, differences: Sequence[Difference], budget: ProofBudget) -> bool:
        """Whether both differ in the EVM from some storage that replay did not reach."""
        people = senders(self._original), accounts(self._original)
        setting = made_up(ReachedState((), None, 0, 0))
        try:
            for difference in differences:
                for candidate in Search(difference, *people, budget).candidates(setting):
                    if self._differs_from(candidate):
                        return True
        except OutOfBudget:
            return False
        return False

    def _shown(self, candidate: Candidate) -> list[str] | None:
        """The shortest replay in which the call, or one after it, differs."""
        steps = [*candidate.setting.steps, candidate.step]
        for sequence in (steps, [*steps, *self._probes(candidate.step)]):
            ours = outcomes(self._original, self._original.world, sequence)
            theirs = outcomes(self._answer, self._original.world, sequence)
            at = _first_difference(ours, theirs)
            if at is not None:
                trace = traced(self._original, sequence[: at + 1], ours[: at + 1])
                least = minimise(self._original, self._answer, trace, at, "")
                return tell(self._original, self._answer, *least)
        return None

    def _probes(self, last: CallStep) -> Iterator[CallStep]:
        """Calls that may show what another one left behind: those of views, as in the script."""
        functions = self._original.interface.functions
        made: dict[bytes, CallStep] = {}
        for trace in self._script.sequences:
            for name, step in zip(trace.functions, trace.steps, strict=True):
                if name in functions and functions[name].constant and step.to == TARGET:
                    made.setdefault(step.data, step)
        for step in list(made.values())[:_PROBES]:
            yield step._replace(time=last.time)

    def _differs_from(self, candidate: Candidate) -> bool:
        ends = []
        for subject in (self._original, self._answer):
            chain, problem = start(subject, self._original.world)
            if problem:
                return False
            for slot, value in candidate.slots.items():
                chain.set_slot(slot, value)
            outcome = chain.call(candidate.step)
            ends.append((outcome, chain.storage()))
        statuses = {outcome.status for outcome, _ in ends}
        return OUT_OF_GAS not in statuses and ends[0] != ends[1]


def _first_difference(ours: Sequence[CallOutcome], theirs: Sequence[CallOutcome]) -> int | None:
    for at, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if OUT_OF_GAS in (one.status, other.status):
            return None
        if one != other:
            return at
    return None
