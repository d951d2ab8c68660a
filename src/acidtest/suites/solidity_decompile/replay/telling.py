"""Which agreement proves something: decided by the original alone, so the same for all answers.

An empty contract agrees often: its getters are right in the initial state, its functions return
zero, and missing writes do not show at once. So a function is proven by a success that an empty
function could not have. If it has none, it is proven by two short sequences, with and without a
call of it, that end where its effect shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from acidtest.core.errors import InfrastructureError
from acidtest.suites.solidity_decompile.replay.explore import SEED, SEQUENCES, Explorer
from acidtest.suites.solidity_decompile.replay.script import Effect, Script, Trace, traced
from acidtest.suites.solidity_decompile.replay.subject import Subject, outcomes, start
from acidtest.suites.solidity_decompile.replay.unfinished import OtherWorld
from acidtest.toolchains.evm import DEPLOYER, OUT_OF_GAS, SUCCESS, CallOutcome, CallStep

_ASKED = 64  # views on one chain: its journal grows
_TRIED = 24
_WORLDS = 12
_SEEN_BY = 2


class Telling:
    """Judges successes of one original's functions."""

    def __init__(self, original: Subject) -> None:
        self._original = original
        self._functions = original.interface.functions
        self._fresh = start(original, original.world)[0]
        self._money = self._fresh.balance()
        self._asked = 0
        self._initial: dict[CallStep, CallOutcome] = {}

    def tells(self, trace: Trace, at: int) -> bool:
        """Whether the original's success there is more than any empty function shows.

        A view must return something that it would not return in the initial state; a pure function
        must return more than zeros; any other function must do that, log something or pay.
        """
        name, outcome = trace.functions[at], trace.expected[at]
        function = self._functions.get(name or "")
        if function is not None and function.mutability == "view":
            return outcome[:3] != self._at_first(trace.steps[at])[:3]
        if any(outcome.data):
            return True
        if function is not None and function.constant:
            return False
        before = trace.expected[at - 1].balances[0] if at else self._money
        return bool(outcome.logs) or outcome.balances[0] - before != trace.steps[at].value

    def _at_first(self, step: CallStep) -> CallOutcome:
        if step not in self._initial:
            if self._asked == _ASKED:
                self._fresh = start(self._original, self._original.world)[0]
                self._asked = 0
            self._asked += 1
            self._initial[step] = self._fresh.call(step)
        return self._initial[step]


def full_script(original: Subject, made: Script) -> Script:
    """A script of the original's calls, with everything needed to judge by it."""
    original = replace(original, contracts=made.contracts)
    script = replace(made, demanding=demanding(Telling(original), made.sequences))
    return replace(script, effects=tuple(effects(original, script)))


def repeated(original: Subject, script: Script) -> Script:
    """The same calls to another compilation of the source, and how often they succeed there."""
    original = replace(original, contracts=script.contracts)
    succeeded = dict.fromkeys(original.interface.functions, 0)
    sequences = []
    for trace in script.sequences:
        expected = cheap(outcomes(original, original.world, trace.steps))
        again = traced(original, trace.steps[: len(expected)], expected)
        sequences.append(again)
        for name, outcome in zip(again.functions, expected, strict=True):
            if name in succeeded and outcome.status == SUCCESS:
                succeeded[name] += 1
    return replace(script, sequences=tuple(sequences), succeeded=succeeded)


def cheap(calls: Sequence[CallOutcome]) -> tuple[CallOutcome, ...]:
    """Outcomes up to the first that depends on gas."""
    for at, outcome in enumerate(calls):
        if outcome.status == OUT_OF_GAS:
            return tuple(calls[:at])
    return tuple(calls)


def explored(original: Subject, seed: int = SEED, budget: int = SEQUENCES) -> Script:
    """The script of an original, in the world that it needs: its deployer may be a factory."""
    if start(original, original.world)[1]:
        original = replace(original, contracts=(DEPLOYER,))
    for _ in range(_WORLDS):
        try:
            return Explorer(original, seed).script(budget)
        except OtherWorld as other:
            original = replace(original, contracts=(*original.contracts, *other.accounts))
    raise InfrastructureError("the original takes ever more accounts for contracts")


def demanding(telling: Telling, sequences: Sequence[Trace]) -> frozenset[str]:
    """Functions that prove something at least once: agreement elsewhere does not prove them."""
    names: set[str] = set()
    for trace in sequences:
        for at, (name, outcome) in enumerate(zip(trace.functions, trace.expected, strict=True)):
            if name is None or name in names or outcome.status != SUCCESS:
                continue
            if telling.tells(trace, at):
                names.add(name)
    return frozenset(names)


def effects(original: Subject, script: Script) -> Iterator[Effect]:
    """Short sequences that end where the effect of a silent success shows.

    For functions whose successes prove nothing by themselves, if their effect shows at all.
    """
    functions = original.interface.functions
    for name, times in script.succeeded.items():
        if not times or name in script.demanding or functions[name].constant:
            continue
        seen_by: set[str | None] = set()
        for trace, at in _successes(script.sequences, name):
            last = _seen_at(original, trace.steps, at, seen_by)
            if last is None:
                continue
            seen_by.add(trace.functions[last])
            kept = _shortest(original, trace.steps, at, last)
            done = [trace.steps[i] for i in kept]
            undone = [trace.steps[i] for i in kept if i != at]
            yield Effect(
                name,
                traced(original, done, outcomes(original, original.world, done)),
                traced(original, undone, outcomes(original, original.world, undone)),
            )
            if len(seen_by) == _SEEN_BY:
                break


def _successes(sequences: Sequence[Trace], name: str) -> list[tuple[Trace, int]]:
    """Some places where the function succeeds; late ones, because more has happened by then."""
    successes = []
    for trace in sequences:
        places = zip(trace.functions, trace.expected, strict=True)
        at = [i for i, (f, o) in enumerate(places) if f == name and o.status == SUCCESS]
        if at and not trace.callbacks:
            successes.append((trace, at[-1]))
    return successes[:: max(1, len(successes) // _TRIED)][:_TRIED]


def _run(original: Subject, steps: Sequence[CallStep], without: int | None) -> list[CallOutcome]:
    """The original's outcomes; the step `without` is replaced by a bare transfer of its value."""
    chain, _ = start(original, original.world)
    results = []
    for at, step in enumerate(steps):
        if at == without:
            chain.give(step.value)
        else:
            results.append(chain.call(step))
    return results


def _seen_at(
    original: Subject, steps: Sequence[CallStep], at: int, but: set[str | None]
) -> int | None:
    """The first later success that would differ without the step; not of functions in `but`."""
    ours, without = _run(original, steps, None), _run(original, steps, at)
    names = traced(original, steps, ours).functions
    for later in range(at + 1, len(steps)):
        changed = ours[later][:3] != without[later - 1][:3]
        if changed and ours[later].status == SUCCESS and names[later] not in but:
            return later
    return None


def _shortest(original: Subject, steps: Sequence[CallStep], at: int, last: int) -> list[int]:
    """The steps up to `last`, without those that do not affect its outcome."""
    kept = list(range(last + 1))

    def still(chosen: list[int]) -> bool:
        some = [steps[i] for i in chosen]
        ours = _run(original, some, None)
        if any(o.status == OUT_OF_GAS for o in ours) or ours[-1].status != SUCCESS:
            return False
        place = chosen.index(at)
        return ours[place].status == SUCCESS and ours[-1][:3] != _run(original, some, place)[-1][:3]

    size = max(1, len(kept) // 2)
    while size:
        position = 0
        while position < len(kept):
            part = kept[position : position + size]
            fewer = [i for i in kept if i not in part or i in (at, last)]
            if len(fewer) < len(kept) and still(fewer):
                kept = fewer
            else:
                position += size
        size //= 2
    return kept
