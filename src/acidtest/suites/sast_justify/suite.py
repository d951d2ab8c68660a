"""What the suite asks, how it judges and scores: its parts put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from acidtest import embed
from acidtest.core.commands import Check, Download
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Control, Dataset, Grades, Judge, Questions
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.suites.sast_justify import dataset, score
from acidtest.suites.sast_justify.controls import CONTROLS, GRADES
from acidtest.suites.sast_justify.judge import JustificationJudge
from acidtest.suites.sast_justify.question import FORMS, JustificationQuestions


@dataclass(frozen=True)
class SastJustify:
    """Described in docs/suites."""

    name: str = "sast-justify"
    version: str = "3-0"
    description: str = "justifications of verdicts: put into one short, exact sentence"
    metrics: Sequence[Metric] = score.METRICS
    pass_metric: str | None = None
    controls: Sequence[Control] = CONTROLS
    grades: Grades = GRADES
    embedded: Sequence[str] = ()
    question_forms: Sequence[str] = tuple(FORMS)
    needs_data: bool = True
    downloads: Sequence[Download] = embed.DOWNLOADS

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Pairs of a long and a short justification."""
        return dataset.read(paths)

    def default_form(self, data: Dataset) -> str:
        """As published."""
        return "finding"

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """Questions come with the data."""
        return nullcontext(JustificationQuestions())

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """Nothing is run, so nothing needs a sandbox."""
        return nullcontext(JustificationJudge())

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        return score.score(sample, answer, observation)

    def checks(self) -> Iterable[Check]:
        """The sentence model."""
        return embed.checks()


SUITE = SastJustify()
