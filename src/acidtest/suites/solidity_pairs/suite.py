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
from acidtest.core.protocols import Control, Dataset, Grades, Judge, Questions, Tabulator
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.suites.solidity_pairs import dataset, score, tables
from acidtest.suites.solidity_pairs.controls import CONTROLS, GRADES
from acidtest.suites.solidity_pairs.judge import PairJudge
from acidtest.suites.solidity_pairs.question import FORMS, PairQuestions


@dataclass(frozen=True)
class SolidityPairs:
    """Described in docs/suites."""

    name: str = "solidity-pairs"
    version: str = "2-0"
    description: str = "recovered Solidity functions: similarity to the original, as published"
    metrics: Sequence[Metric] = score.METRICS
    pass_metric: str | None = None
    controls: Sequence[Control] = CONTROLS
    grades: Grades = GRADES
    embedded: Sequence[str] = ()
    question_forms: Sequence[str] = FORMS
    needs_data: bool = True
    downloads: Sequence[Download] = embed.DOWNLOADS

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Function pairs from JSONL files."""
        return dataset.read(paths)

    def default_form(self, data: Dataset) -> str:
        """Pairs carry three-address code."""
        return "tac"

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """Questions come with the data."""
        return nullcontext(PairQuestions())

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """Nothing is run, so nothing needs a sandbox."""
        return nullcontext(PairJudge())

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        return score.score(sample, answer, observation)

    def tabulator(self) -> Tabulator:
        """The published document's aggregates, bands and baselines."""
        return tables.Batch()

    def checks(self) -> Iterable[Check]:
        """The sentence model."""
        return embed.checks()


SUITE = SolidityPairs()
