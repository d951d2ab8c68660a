"""`acidtest corpus mutate`: how strong are a suite's tests? The part that suites share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from acidtest.core.commands import Command, CommandResult, Option
from acidtest.core.progress import Progress
from acidtest.core.protocols import Dataset
from acidtest.core.records import Json, Table
from acidtest.engine.pool import map_unordered
from acidtest.lang.mutation import Fate, Mutant, Strength, Trial, sample_mutants, total

Task = TypeVar("Task")


@dataclass(frozen=True)
class Mutation(Generic[Task]):
    """What a suite says about its mutants.

    `overall` and `each` are the shares that must be killed, over all tasks and in every task.
    `trials` opens the tools and yields a function that decides the fate of one mutant; several
    threads may call it. `reviewed` are mutants that a person found equivalent.
    """

    read: Callable[[Sequence[Path]], Dataset]
    tasks: Callable[[Dataset, Sequence[str]], Sequence[Task]]
    name: Callable[[Task], str]
    mutants: Callable[[Task], list[Mutant]]
    trials: Callable[..., AbstractContextManager[Callable[[tuple[Task, Mutant]], Trial]]]
    reviewed: Mapping[tuple[str, str], str]
    overall: float
    each: float | None = None


def measure(
    mutation: Mutation[Task],
    tasks: Sequence[Task],
    progress: Progress,
    *,
    limit: int | None = None,
    seed: int = 0,
    workers: int = 1,
    bare: bool = False,
) -> list[Strength]:
    """The strength of each task's test, in the order of `tasks`."""
    names = [mutation.name(task) for task in tasks]
    work = [
        (place, mutant)
        for place, task in enumerate(tasks)
        for mutant in sample_mutants(mutation.mutants(task), names[place], limit, seed)
    ]
    trials: dict[tuple[int, str], Trial] = {}
    with (
        mutation.trials(tasks, progress, workers=workers, bare=bare) as trial,
        progress.stage("mutants", len(work)) as advance,
    ):

        def one(item: tuple[int, Mutant]) -> Trial:
            place, mutant = item
            return trial((tasks[place], mutant))

        with map_unordered(one, work, workers) as results:
            for (place, mutant), its in results:
                trials[place, mutant.text] = its
                advance()
    for place, mutant in work:
        known = (names[place], mutant.change) in mutation.reviewed
        if known and trials[place, mutant.text].fate in (Fate.KILLED, Fate.HUNG):
            progress.note(
                f"{names[place]}: listed as equivalent, but the test notices it: {mutant.change}"
            )
    return [
        Strength(name, [trials[at, m.text] for at, m in work if at == place])
        for place, name in enumerate(names)
    ]


def mutate_command(suite: str, mutation: Mutation[Any], help_text: str) -> Command:
    """The command of a suite."""

    def run(
        *,
        data: Sequence[Path],
        task: Sequence[str],
        limit_per_task: int | None,
        seed: int,
        jobs: int | None,
        no_sandbox: bool,
        progress: Progress,
    ) -> CommandResult:
        dataset = mutation.read(data)
        results = measure(
            mutation,
            mutation.tasks(dataset, task),
            progress,
            limit=limit_per_task,
            seed=seed,
            workers=jobs or os.cpu_count() or 1,
            bare=no_sandbox,
        )
        unmet = _unmet(results, mutation)
        report: dict[str, Json] = {
            "suite": suite,
            "data": {"name": dataset.name, "sha256": dataset.sha256},
            "limit_per_task": limit_per_task,
            "seed": seed,
            "required": {"overall": mutation.overall, "each": mutation.each},
            "unmet": unmet,
            "total": total(results).counts(),
            "tasks": [result.to_json() for result in results],
        }
        survivors = [
            f"survived: {result.task}, line {mutant.line}, {mutant.kind}: {mutant.change}"
            for result in results
            for mutant in result.having(Fate.SURVIVED)
        ]
        return CommandResult(
            [_table(results)], survivors, unmet, data=report, status=1 if unmet else 0
        )

    return Command("mutate", help_text, run, _OPTIONS)


_OPTIONS = (
    Option(
        "--data",
        "File or folder with the tasks; may repeat. Default: the shipped corpus.",
        Path,
        many=True,
    ),
    Option("--task", "Only this task; may repeat.", many=True, metavar="NAME"),
    Option("--limit-per-task", "Number of mutants per task, drawn at random.", int, least=1),
    Option("--seed", "Random seed for --limit-per-task.", int, default=0),
    Option("--jobs", "Workers. Default: all cores.", int, least=1, short="-j"),
    Option("--no-sandbox", "Run without bubblewrap.", bool),
)


def _unmet(results: Sequence[Strength], mutation: Mutation[Any]) -> list[str]:
    """The requirements that are not met, in words."""
    unmet = []
    overall = total(results).share
    if overall is None or overall < mutation.overall:
        unmet.append(f"over all tasks {_percent(overall)} is below {mutation.overall:.0%}")
    for result in results if mutation.each is not None else ():
        if result.share is not None and result.share < (mutation.each or 0):
            unmet.append(f"{result.task}: {_percent(result.share)} is below {mutation.each:.0%}")
    return unmet


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _table(results: Sequence[Strength]) -> Table:
    rows: list[list[Json]] = []
    for result in [*results, total(results)]:
        fates = (Fate.NOT_COMPILED, Fate.EQUIVALENT, Fate.SURVIVED)
        rows.append(
            [
                result.task,
                len(result.trials),
                *(result.count(fate) for fate in fates),
                result.count(Fate.KILLED, Fate.HUNG),
                result.count(Fate.HUNG),
                _percent(result.share),
                result.median_calls,
            ]
        )
    return Table(
        "mutants",
        "mutants by task; the share is over those that compile and differ",
        (
            "task",
            "mutants",
            "not compiled",
            "equivalent",
            "survived",
            "killed",
            "of these hung",
            "killed %",
            "median calls",
        ),
        rows,
    )
