"""How strong are the tests? Changes the reference in small ways and counts what a test notices.

A mutant is compiled and run with the task's test like any answer. It is equivalent if gcc -O2
makes the same object of it and the reference; further equivalent mutants are listed, each with its
reason, in equivalent.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.progress import Progress
from acidtest.core.protocols import Dataset
from acidtest.engine.pool import map_unordered
from acidtest.engine.strength import Mutation
from acidtest.lang.c_mutants import mutants
from acidtest.lang.mutation import Fate, Mutant, Trial, read_reviewed
from acidtest.suites.c_decompile import dataset
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Limits, Sandbox

OVERALL, EACH = 0.90, 0.75
"""The share of mutants that the shipped corpus must kill, overall and in every task."""
REVIEWED = Path(__file__).with_name("equivalent.json")

# A reference takes a few milliseconds; a mutant that takes a second of processor time hangs.
RUN = Limits(cpu_s=1, wall_s=30, memory=1 << 30, file_size=1 << 20)
_HUNG = ("used more than its processor time", "took too long", "wrote too much output")

Item = tuple[Task, Mutant]


@cache
def reviewed() -> dict[tuple[str, str], str]:
    """Reasons by task and change."""
    return read_reviewed(REVIEWED)


def tasks_of(data: Dataset, names: Sequence[str]) -> list[Task]:
    """Each task once, at any optimisation level; only those in `names`, if given."""
    tasks = {s.truth.name: replace(s.truth, opt="", asm=None, pseudo=None) for s in data.samples}
    if missing := [name for name in names if name not in tasks]:
        raise InputError(f"there is no task '{missing[0]}' in this data")
    chosen = [task for name, task in tasks.items() if not names or name in names]
    if foreign := [task.name for task in chosen if task.language != "c"]:
        raise InputError(f"task {foreign[0]}: only C tasks can be mutated, not C++")
    return chosen


@contextmanager
def open_trials(
    tasks: Sequence[Task], progress: Progress, *, workers: int, bare: bool
) -> Iterator[Callable[[Item], Trial]]:
    """Gcc in a sandbox, once every reference has passed its own test."""
    gcc = find_gcc()
    with Sandbox({"runner": runner()}, binds=gcc.folders, bare=bare) as sandbox:
        trials = Trials(Verdicts(gcc, sandbox, run=RUN))
        with (
            progress.stage("references", len(tasks)) as advance,
            map_unordered(trials.why_reference_fails, tasks, workers) as failures,
        ):
            for task, why in failures:
                if why is not None:
                    raise InputError(f"task {task.name}: its own reference does not pass: {why}")
                advance()
        yield trials


class Trials:
    """Finds the fate of one mutant. Thread-safe."""

    def __init__(self, verdicts: Verdicts) -> None:
        self._verdicts = verdicts

    def why_reference_fails(self, task: Task) -> str | None:
        """None if it passes, as it must."""
        verdict = self._verdicts.sound_verdict(task, task.function)["plain"]
        return None if verdict["passes"] else str(verdict["why"])

    def __call__(self, item: Item) -> Trial:
        task, mutant = item
        verdict = self._verdicts.sound_verdict(task, mutant.text)["plain"]
        if not verdict["compiles"]:
            return Trial(mutant, Fate.NOT_COMPILED)
        if not verdict["passes"]:
            hung = any(words in verdict["why"] for words in _HUNG)
            return Trial(mutant, Fate.HUNG if hung else Fate.KILLED)
        if (task.name, mutant.change) in reviewed() or self._same_object(task, mutant):
            return Trial(mutant, Fate.EQUIVALENT)
        return Trial(mutant, Fate.SURVIVED)

    def _same_object(self, task: Task, mutant: Mutant) -> bool:
        """Whether gcc -O2 makes the same object of both: code, data, symbols and relocations."""
        objects = [
            self._verdicts.with_task(task, text, flags=["-O2"])
            for text in (task.function, mutant.text)
        ]
        return not objects[0].problem and objects[0].data == objects[1].data


def mutation() -> Mutation[Task]:
    """What the command needs to know about C."""
    return Mutation(
        read=dataset.read,
        tasks=tasks_of,
        name=lambda task: task.name,
        mutants=lambda task: mutants(task.function),
        trials=open_trials,
        reviewed=reviewed(),
        overall=OVERALL,
        each=EACH,
    )
