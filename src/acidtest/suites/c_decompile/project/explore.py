"""Which generated inputs a task keeps: those on which its function does something more.

The function runs as in `agrees`: alone, stopped at undefined behaviour, its inputs ending at
unmapped pages. What it does must be the same with other poison in fresh memory and in another
world around it (clock, process id, environment, addresses).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from acidtest.lang import c_source as source
from acidtest.suites.c_decompile.agrees import (
    CHECKED_REAL,
    Calls,
    CallSettings,
    CallsMade,
    Results,
    replay_calls,
    replay_inputs,
)
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts
from acidtest.suites.c_decompile.wire import INPUTS, CallStatus

ROUNDS, FIRST, EACH = 8, 16, 112
FEW, MOST = 32, 64
"""How many inputs a task keeps, at least if that many are accepted, and at most."""
ENOUGH = 8
_TICKS, _AGAIN_TICKS = 4, 20
_OTHER = 0xA5
_COVERED = (*CHECKED_REAL, "-fsanitize-coverage=trace-pc")


class NotExplored(Exception):
    """Why no inputs can be kept for a function."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An input's number, and the hash of what the reference does on it."""

    number: int
    hash: int


@dataclass(frozen=True, slots=True)
class Explored:
    """The inputs that are kept, and how many were tried and accepted."""

    kept: Sequence[Kept]
    tried: int
    accepted: int


def explore(
    verdicts: Verdicts, calls: Calls, task: Task, seed: int, changed: Iterable[str] = ()
) -> Explored:
    """Inputs for a task whose test has none yet; raises `NotExplored`.

    Of the `changed` versions of the function, those that no kept input notices add one that does.
    """
    return _Explorer(verdicts, calls, task).explored(seed, changed)


class _Explorer:
    def __init__(self, verdicts: Verdicts, calls: Calls, task: Task) -> None:
        prototype = source.prototype(task.function, task.entry)
        made = verdicts.with_task(task, f"{prototype}\n{replay_calls(task.test)}", declared=True)
        if prototype is None or made.problem:
            raise NotExplored(f"its inputs do not compile: {made.problem or 'no prototype'}")
        code = verdicts.with_task(task, task.function, flags=_COVERED)
        if code.problem:
            raise NotExplored(f"it does not compile: {code.problem}")
        self._glue, self._code = made.data, code.data
        self._verdicts, self._calls, self._task = verdicts, calls, task

    def explored(self, seed: int, changed: Iterable[str]) -> Explored:
        """Round after round, as long as one reaches more."""
        rng = random.Random(f"import\0{self._task.function}\0{seed}")
        kept: list[int] = []
        others: list[int] = []
        ends: Counter[int] = Counter()
        for turn in range(ROUNDS):
            fresh = [rng.getrandbits(63) for _ in range(EACH if turn else FIRST)]
            numbers = [*kept, *fresh]
            called = self._run(numbers, CallSettings(_TICKS, go_on=True))
            more = 0
            for number, call in list(zip(numbers, called.calls, strict=True))[len(kept) :]:
                ends[call.status] += 1
                if call.status == CallStatus.RETURNED:
                    if call.fresh and len(kept) < MOST // 2:
                        kept.append(number)
                        more += 1
                    else:
                        others.append(number)
            if 2 * ends[CallStatus.HUNG] > ends.total() or (turn and not more):
                break
        accepted = ends[CallStatus.RETURNED]
        if accepted < ENOUGH:
            raise NotExplored(_why(ends))
        some = max(0, FEW - len(kept))
        chosen, others = [*kept, *others[:some]], others[some : some + INPUTS]
        chosen += self._noticing(changed, chosen, others)
        same = self._same_twice(chosen)
        if len(same) < ENOUGH:
            raise NotExplored("it does not do the same twice")
        return Explored(same, ends.total(), accepted)

    def _noticing(
        self, changed: Iterable[str], chosen: Sequence[int], others: Sequence[int]
    ) -> list[int]:
        """Further numbers, each for a changed function that does the same on all chosen ones."""
        how, added = CallSettings(_TICKS, go_on=True), list[int]()
        known: list[tuple[Sequence[int], Results]] = []
        for numbers in (chosen, others):
            if numbers:
                known.append((numbers, self._run(numbers, how).results))
        for text in changed:
            made = self._verdicts.with_task(self._task, text)
            if made.problem:
                continue
            for at, (numbers, results) in enumerate(known):
                try:
                    got = self._run(numbers, how, made.data).results
                except NotExplored:
                    break  # it ends its process: the first input notices
                pairs = zip(numbers, got, results, strict=True)
                noticed = [number for number, one, other in pairs if one != other]
                if noticed:
                    added += [noticed[0]] if at and noticed[0] not in added else []
                    break
        return added

    def _same_twice(self, numbers: Sequence[int]) -> list[Kept]:
        once = self._run(numbers, CallSettings(_AGAIN_TICKS, go_on=True))
        again = self._run(numbers, CallSettings(_AGAIN_TICKS, _OTHER, go_on=True, elsewhere=True))
        alone = self._run(numbers[::-1], CallSettings(_AGAIN_TICKS, go_on=True)).calls[::-1]
        return [
            Kept(number, int.from_bytes(first.hash, "little"))
            for number, first, second, third in zip(
                numbers, once.calls, again.calls, alone, strict=True
            )
            if first.status == second.status == third.status == CallStatus.RETURNED
            and first.hash == second.hash == third.hash
        ]

    def _run(
        self, numbers: Sequence[int], how: CallSettings, code: bytes | None = None
    ) -> CallsMade:
        batch = self._calls.batch(replay_inputs(numbers))
        run = b"\1" * len(numbers)
        code = code or self._code
        called = self._calls.run(self._task.entry, batch, self._glue, code, run, how)
        if isinstance(called, str):
            raise NotExplored(f"on generated inputs, {called}")
        return called


def _why(ends: Counter[int]) -> str:
    status = max(ends, key=lambda each: (each != CallStatus.RETURNED, ends[each], each))
    if status == CallStatus.HUNG:
        return "it does not return from generated inputs"
    if status == CallStatus.WROTE_OUTSIDE:
        return "it writes outside the inputs that are generated for it"
    return "it accepts too few of the inputs that are generated for it"
