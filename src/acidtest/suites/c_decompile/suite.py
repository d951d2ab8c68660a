"""What the suite asks, how it judges and scores: its parts put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.agents import Workbenches
from acidtest.core.commands import Check, Command, Download
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Control, Dataset, Grades, Judge, Questions, Tabulator
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.lang.c_answer import holds_function
from acidtest.suites.c_decompile import (
    cli,
    dataset,
    doctor,
    fresh,
    judge,
    question,
    score,
    tables,
    tools,
)
from acidtest.suites.c_decompile.controls import CONTROLS, GRADES
from acidtest.suites.c_decompile.runner_report import UNEXPLAINED
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import ANSWER_MAX


@dataclass(frozen=True)
class CDecompile:
    """Described in docs/suites."""

    name: str = "c-decompile"
    version: str = "6-0"
    description: str = "decompiled C: does it compile, and does it pass the original's test"
    metrics: Sequence[Metric] = score.METRICS
    pass_metric: str | None = "passes_with_types"
    controls: Sequence[Control] = CONTROLS
    grades: Grades = GRADES
    reward_steps: Sequence[str] = ("compiles", "compiles_with_types", "agrees")
    embedded: Sequence[str] = ("ghidra",)
    question_forms: Sequence[str] = tuple(question.FORMS)
    supports: Sequence[str] = ("target", "stripped", "repair")
    programs: str = "ELF"
    corpus_commands: Sequence[Command] = cli.COMMANDS
    downloads: Sequence[Download] = cli.DOWNLOADS
    write_fresh: Callable[..., object] = fresh.write_tasks

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Samples from published files or the shipped corpus."""
        return dataset.read(paths)

    def for_targets(self, data: Dataset, targets: Sequence[str]) -> Dataset:
        """The same tasks, built for the named targets."""
        return dataset.for_targets(data, targets)

    def default_form(self, data: Dataset) -> str:
        """Pseudo-code where that is all the data carries, else assembly."""
        only_pseudo = all(s.truth.pseudo and not s.truth.asm for s in data.samples)
        return "pseudo" if only_pseudo else "asm"

    def check_form(self, samples: Sequence[Sample], form: str) -> None:
        """Pseudo-code comes with the data or not at all."""
        question.check_form(samples, form)

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """Programs are built when a question needs them."""
        return question.open_questions(symbols=not options.stripped, bare=options.bare)

    def tools(self, options: RunOptions) -> AbstractContextManager[Workbenches]:
        """A compiler and a disassembler in the sandbox, and Ghidra's engine outside."""
        return tools.open_tools(self)

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """Gcc in a sandbox, and emulators where the targets need them."""
        platforms = dataset.emulated_platforms(options.data, options.target)
        return judge.open_judge(bare=options.bare, platforms=platforms)

    def reward_judge(self, options: RunOptions, metric: str, /) -> AbstractContextManager[Judge]:
        """The same, comparing answers with the reference on other inputs, and without what the
        metric does not need.
        """
        platforms = dataset.emulated_platforms(options.data, options.target)
        brief = metric in score.OF_THE_VERDICT
        return judge.open_judge(
            bare=options.bare, platforms=platforms, seed=options.seed, brief=brief
        )

    def extracts(self, sample: Sample, text: str, scored: Score, /) -> bool:
        """Whether the function is defined somewhere in the answer."""
        task: Task = sample.truth
        return len(text) <= ANSWER_MAX and holds_function(text, task.entry, task.language)

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        return score.score(sample, answer, observation)

    def repair(self, sample: Sample, answer: Answer, observation: Observation) -> str | None:
        """What to ask next when an answer does not compile; None if there is nothing to fix."""
        return question.repair(answer.text or "", observation)

    def earned(self, scored: Score, metric: str, /) -> float | None:
        """A pass counts where more than the test's few inputs speak for it."""
        return score.earned(scored, metric)

    def doubtful(self, observation: Observation, /) -> bool:
        """Whether the clock or a kill from outside may have stopped an answer."""
        ways = [observation.get(way) or {} for way in ("plain", "with_types", "with_program")]
        whys = [str(each.get("why", "")) for way in ways for each in (way, way.get("agrees", {}))]
        return any(sign in why for why in whys for sign in UNEXPLAINED)

    def tabulator(self) -> Tabulator:
        """The funnel, and published figures where the data is the published data."""
        return tables.Funnel()

    def checks(self) -> Iterable[Check]:
        """The compilers, and whether strict verdicts work here."""
        return doctor.checks()


SUITE = CDecompile()
