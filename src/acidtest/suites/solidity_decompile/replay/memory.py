"""What exploration remembers of each function: its fullest success, and how it fails."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from acidtest.suites.solidity_decompile.replay.abi import AbiFunction
from acidtest.suites.solidity_decompile.replay.limits import Kind, held, kind, moved, numbers_of
from acidtest.suites.solidity_decompile.replay.observe import fullness
from acidtest.suites.solidity_decompile.replay.sweep import inner_data
from acidtest.suites.solidity_decompile.replay.unfinished import Unfinished, successes
from acidtest.toolchains.evm import ACCOMPLICES, PEERS, PEOPLE, TARGET, CallOutcome, CallStep

_FAILURES, _NUMBERS = 6, 2
_AMOUNTS = (10**18, 1 << 129)
_NOTHING_YET = -1


class Remembered:
    """Sequences that end with a call of a function, by its name."""

    def __init__(self) -> None:
        self._full: dict[str, tuple[int, list[CallStep]]] = {}
        self._out: dict[str, tuple[int, list[CallStep], str]] = {}
        self._failed: dict[str, dict[Kind, list[CallStep]]] = defaultdict(dict)

    @property
    def fullest(self) -> dict[str, list[CallStep]]:
        """The success of each function that did most."""
        return {name: steps for name, (_, steps) in self._full.items()}

    @property
    def calls_out(self) -> list[tuple[list[CallStep], str]]:
        """The fullest successes in which an accomplice or a peer was called, and which."""
        return [(steps, account) for _, steps, account in self._out.values()]

    def worked(self, name: str, run: Unfinished, step: CallStep, outcome: CallOutcome) -> None:
        """Remember a success, the last step of the run, if it did more than those before it."""
        full = fullness(step, outcome)
        if self._full.get(name, (_NOTHING_YET,))[0] < full:
            self._full[name] = full, successes(run, all_of_them=True)
        if self._out.get(name, (_NOTHING_YET,))[0] < full:
            for address, topics, _ in outcome.logs:
                if not topics and address.lower() in (*ACCOMPLICES, *PEERS):
                    self._out[name] = full, successes(run, all_of_them=True), address.lower()

    def failed(self, name: str, run: Unfinished, step: CallStep, outcome: CallOutcome) -> None:
        """Remember some failures of different kinds, in states that calls have changed."""
        failures = self._failed[name]
        if run.people and len(failures) < _FAILURES:
            failures.setdefault(kind(outcome), [*successes(run), step])

    def goals(self, function: AbiFunction) -> Iterator[list[CallStep]]:
        """Sequences whose last step fails: as it did, or with more than ever worked."""
        name = function.signature
        if name not in self._full:
            yield from self._failed[name].values()
            return
        *before, last = self._full[name][1]
        if last.to != TARGET:  # of a person, who can prepare it
            last = CallStep(PEOPLE[1], TARGET, inner_data(last), last.value, last.time)
        _, rich = max(self._full.values(), key=lambda kept: kept[0])
        for amount in _AMOUNTS:
            for number in list(numbers_of(function, last))[:_NUMBERS]:
                if number.high > amount and held(last, number) < amount // 10**15:
                    larger = moved(last, number, amount)
                    yield [*before, larger]
                    yield [*rich, larger._replace(time=max(larger.time, _end(rich)))]


def _end(steps: Sequence[CallStep]) -> int:
    return steps[-1].time
