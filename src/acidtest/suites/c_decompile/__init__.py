"""Suite c-decompile: is decompiled C the same program? By compiling it and running its test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from acidtest.model import Answer, Observation, Program, Sample, Score, Table
from acidtest.sandbox import Sandbox
from acidtest.suites._base import Control, Dataset, Metric, Observer, sha256_of
from acidtest.suites.c_decompile import dataset, score, tables
from acidtest.suites.c_decompile.controls import CONTROLS
from acidtest.suites.c_decompile.question import FORMS, Builder
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import ANSWER_MAX, Judge, runner
from acidtest.toolchain.gcc import find_gcc


class CObserver:
    """gcc in a sandbox, with tests kept compiled; test and answer in two processes if they can."""

    def __init__(self, sandbox: Sandbox) -> None:
        gcc = find_gcc()
        self._judge = Judge(gcc, sandbox, compare=True)
        self._builder = Builder(gcc, sandbox)
        # Whether jobs share a bubblewrap or not changes no verdict; having none might.
        isolation = "none" if sandbox.mode == "bare" else "bwrap"
        self.toolchain: Mapping[str, str] = {
            **gcc.identity,
            "std": "gnu17",
            "verdict": "in-process" if self._judge.not_strict else "strict",
            "sandbox": isolation,
        }

    def key(self, sample: Sample, text: str) -> str:
        """The O-level is not in it: an answer is always compiled the same way."""
        task: Task = sample.truth
        return sha256_of(
            task.language, task.entry, task.dependencies, task.function, task.test, text
        )

    def observe(self, sample: Sample, text: str) -> Observation:
        """Both readings of one answer."""
        task: Task = sample.truth
        if len(text) > ANSWER_MAX:
            why = f"the answer is longer than {ANSWER_MAX} characters"
            no = {"compiles": False, "passes": False, "why": why}
            paper = {"recompilable": False, "reexecutable": False, "why": why}
            return {
                "plain": no,
                "with_types": no,
                "adapted": {},
                "published": paper,
                "stub_passes": self._judge.stub_passes(task),
            }
        return {
            **self._judge.sound_verdict(task, text),
            "published": self._judge.published_verdict(task, text),
            "stub_passes": self._judge.stub_passes(task),
        }

    def question(self, sample: Sample, form: str) -> str:
        """The question in one of the suite's forms."""
        return self._builder.question(sample.truth, form)

    def binary(self, sample: Sample) -> bytes | None:
        """The linked program."""
        return self._builder.program(sample.truth, stripped=False).data

    def program(self, sample: Sample, *, stripped: bool) -> Program:
        """The linked program, and where its function is."""
        return self._builder.program(sample.truth, stripped=stripped)


@dataclass(frozen=True)
class CDecompile:
    """See README.md beside this file."""

    name: str = "c-decompile"
    version: str = "2-0"
    description: str = "decompiled C: does it compile, and does it pass the original's test"
    metrics: Sequence[Metric] = score.METRICS
    pass_metric: str | None = "passes"
    controls: Sequence[Control] = CONTROLS
    embedded: Sequence[str] = ("ghidra",)
    question_forms: Sequence[str] = tuple(FORMS)

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Samples from published files or the shipped corpus."""
        return dataset.read(paths)

    def default_form(self, data: Dataset) -> str:
        """Pseudo-code where that is all the data carries, else assembly."""
        only_pseudo = all(s.truth.pseudo and not s.truth.asm for s in data.samples)
        return "pseudo" if only_pseudo else "asm"

    @contextmanager
    def observer(self, *, bare: bool = False) -> Iterator[Observer]:
        """Gcc in a sandbox."""
        folders = find_gcc().folders
        with Sandbox({"runner": runner()}, binds=folders, bare=bare) as sandbox:
            yield CObserver(sandbox)

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        return score.score(sample, answer, observation)

    def tables(self, samples: Sequence[Sample], scores: Sequence[Score]) -> Sequence[Table]:
        """The funnel, and published figures where the data is the published data."""
        return tables.tables(samples, scores)


SUITE = CDecompile()
