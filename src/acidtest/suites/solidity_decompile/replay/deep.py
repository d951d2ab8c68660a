"""What exploration goes on to from calls that worked: their exact limits, the order of their
checks, getters that show what they changed, and the calls that they enable or stop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from acidtest.suites.solidity_decompile.replay.abi import AbiFunction
from acidtest.suites.solidity_decompile.replay.faults import both
from acidtest.suites.solidity_decompile.replay.limits import (
    Bench,
    Kind,
    edges,
    held,
    moved,
    numbers_of,
    time_of,
)
from acidtest.suites.solidity_decompile.replay.observe import Keys, questions, showing
from acidtest.suites.solidity_decompile.replay.steer import is_clean
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.suites.solidity_decompile.replay.sweep import inner_data, with_accomplice
from acidtest.toolchains.evm import ACCOMPLICES, SUCCESS, CallOutcome, CallStep

_EARLIER, _CHANGED, _ENABLED = 3, 12, 6
_SMALL, _LARGE, _BITS = 10**15, 10**24, 72
Steps = Sequence[CallStep]


def shortest(subject: Subject, steps: Steps) -> list[CallStep]:
    """The fewest of these steps after which the last one still does the same."""

    def end(some: Steps) -> tuple[object, ...]:
        chain, _ = start(subject, subject.world)
        for step in some[:-1]:
            chain.call(step)
        return chain.call(some[-1])[:3]

    kept, usual = list(steps), end(steps)
    size = max(1, len(kept) // 2)
    while size:
        at = 0
        while at < len(kept) - 1:
            fewer = kept[:at] + kept[min(at + size, len(kept) - 1) :]
            if end(fewer) == usual:
                kept = fewer
            else:
                at += size
        size //= 2
    return kept


class Deep:
    """Sequences from calls that worked; `worked` has one that ends in each function."""

    def __init__(self, subject: Subject, worked: Mapping[str, Steps]) -> None:
        self._subject = subject
        self._functions = subject.interface.functions
        self._worked = {name: shortest(subject, steps) for name, steps in worked.items()}
        self._views = {n: s[-1] for n, s in self._worked.items() if self._functions[n].constant}
        self._shown: dict[str, list[CallStep]] = {}
        self._faults: dict[str, list[CallStep]] = {}

    def sequences(
        self, variations: Callable[[AbiFunction, CallStep], Steps]
    ) -> Iterator[list[CallStep]]:
        """About each function alone, then about what it does to the others."""
        for name, steps in self._worked.items():
            function = self._functions[name]
            yield from self._around(
                name, variations(function, steps[-1]) if function.selector else ()
            )
        for name in self._worked:
            if not self._functions[name].constant:
                yield from self._after(name)

    def _around(self, name: str, others: Steps) -> Iterator[list[CallStep]]:
        """Sequences about one function; `others` are its call with one thing changed."""
        function = self._functions[name]
        *before, last = self._worked[name]
        bench = Bench(self._subject, before)
        (outcome,) = bench.tried([last])
        if outcome.status != SUCCESS:
            return
        getters: list[CallStep] = []
        if not function.constant:
            getters = self._shown[name] = self._showing(bench, [*before, last], outcome)
            yield [*before, last, *getters, last, *getters]
            yield with_accomplice([*before, last], ACCOMPLICES[0])
        numbers = list(numbers_of(function, last))
        limits = [
            step
            for number in [*numbers, time_of(last)]
            for edge in edges(last, number, lambda step: bench.kind_of([step]))
            for step in edge
        ]
        limits += [moved(last, number, number.high) for number in numbers]
        good: list[CallStep] = []
        bad: dict[Kind, list[CallStep]] = defaultdict(list)
        for step in dict.fromkeys([*limits, *others]):
            its = bench.kind_of([step])
            if its.status != SUCCESS:
                bad[its].append(step)
            elif step in limits:
                good.append(step)
        self._faults[name] = [steps[0] for steps in bad.values()]
        failing = [step for steps in bad.values() for step in steps if step in limits]
        for step in both(last, bad):
            if is_clean(function, inner_data(step)) and bench.kind_of([step]).status != SUCCESS:
                failing.append(step)
        if function.constant:
            yield [*before, *sorted([*failing, *good], key=lambda step: step.time)]
            return
        failing.sort(key=lambda step: step.time)
        yield [*before, *failing, last, *getters]
        for step in good:
            yield [*before, step, *getters]
        yield from self._magnified([*before, last], getters)
        yield from self._before(before, last, getters)

    def effects(self, steps: Steps) -> list[CallStep]:
        """Getters that show what the last of these steps changes."""
        bench = Bench(self._subject, steps[:-1])
        return self._showing(bench, steps, bench.tried(steps[-1:])[0])

    def _showing(self, bench: Bench, steps: Steps, outcome: CallOutcome) -> list[CallStep]:
        interface, time = self._subject.interface, steps[-1].time
        asked = list(questions(interface, Keys(steps, outcome), self._views, time))
        return showing(bench, steps[-1], asked)

    def _magnified(self, steps: Steps, getters: Steps) -> Iterator[list[CallStep]]:
        """The same with amounts that 128 bits cannot hold."""
        larger = []
        for step in steps:
            function = self._subject.interface.by_selector.get(inner_data(step)[:4])
            for number in numbers_of(function, step):
                amount = held(step, number)
                if _SMALL < amount < _LARGE and amount << _BITS <= number.high:
                    step = moved(step, number, amount << _BITS)
            larger.append(step)
        if Bench(self._subject, larger[:-1]).kind_of(larger[-1:]).status == SUCCESS:
            yield [*larger, *getters]

    def _before(self, before: Steps, last: CallStep, getters: Steps) -> Iterator[list[CallStep]]:
        """The call after others whose numbers are at the limit of what it bears."""
        left = _CHANGED
        for at in reversed(range(max(0, len(before) - _EARLIER), len(before))):
            for step in self._changed(before[:at], before[at], [*before[at + 1 :], last]):
                if left:
                    left -= 1
                    yield [*before[:at], step, *before[at + 1 :], last, *getters]

    def _changed(self, before: Steps, step: CallStep, then: Steps) -> Iterator[CallStep]:
        """The step with other numbers, as high as they can be and at the limits of what follows."""
        function = self._subject.interface.by_selector.get(inner_data(step)[:4])
        bench = Bench(self._subject, before)

        def end(changed: CallStep) -> Kind:
            return bench.kind_of([changed, *then])

        for number in numbers_of(function, step):
            for edge in edges(step, number, end):
                yield from edge
            for top in (number.high, number.high - 1, number.high - number.high // 4):
                if end(changed := moved(step, number, top)).status == SUCCESS:
                    yield changed

    def _after(self, name: str) -> Iterator[list[CallStep]]:
        """The function, and then those that do something else because of it."""
        *before, last = steps = self._worked[name]
        without, done = Bench(self._subject, before), Bench(self._subject, steps)
        failing: list[CallStep] = []
        left = _ENABLED
        for other, its in self._worked.items():
            if self._functions[other].constant:
                continue
            then = its[-1]._replace(time=max(last.time, its[-1].time))
            (was,), (now,) = without.tried([then]), done.tried([then])
            if was[:3] == now[:3]:
                continue
            if now.status != SUCCESS:
                failing += [then, *self._faults.get(other, ())]
            elif left:
                left -= 1
                yield [*steps, then, *self._shown.get(other, ())]
        failing = [s for s in failing if done.kind_of([s]).status != SUCCESS]
        if failing:
            yield [*steps, *sorted(failing, key=lambda step: step.time), last]
