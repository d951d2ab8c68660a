"""What the suite asks, how it judges and scores: its parts put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.agents import Workbenches
from acidtest.core.commands import Command, Download
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.protocols import (
    AnswersBySystem,
    Control,
    Dataset,
    Grades,
    Judge,
    Questions,
    Tabulator,
)
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.suites.crypto_inventory import (
    cli,
    dataset,
    same_for_all,
    score,
    tables,
    tools,
    trees,
)
from acidtest.suites.crypto_inventory.controls import CONTROLS, GRADES, worst_answers
from acidtest.suites.crypto_inventory.formats import FORMATS
from acidtest.suites.crypto_inventory.judge import CryptoJudge
from acidtest.suites.crypto_inventory.question import FORMS, PUBLISHED, CryptoQuestions


@dataclass(frozen=True)
class CryptoInventory:
    """Described in docs/suites."""

    name: str = "crypto-inventory"
    version: str = "3-1"
    description: str = "cryptography in source, binaries, configuration and logs: what, where"
    metrics: Sequence[Metric] = score.METRICS
    pass_metric: str | None = "exact"
    controls: Sequence[Control] = CONTROLS
    grades: Grades = GRADES
    reward_steps: Sequence[str] = ("readable",)
    embedded: Sequence[str] = ("acidtest-scan",)
    question_forms: Sequence[str] = FORMS
    corpus_commands: Sequence[Command] = cli.COMMANDS
    downloads: Sequence[Download] = (
        Download(
            trees.NAME, "77 public packages with labelled files, for crypto-inventory", trees.fetch
        ),
    )

    @property
    def answer_formats(self) -> Mapping[str, Callable[[Path, Dataset], AnswersBySystem]]:
        """A CBOM or SARIF log of a whole tree, and the published benchmark's results."""
        return FORMATS

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Samples from labelled files, the published benchmark, or the shipped corpus."""
        return dataset.read(paths)

    def default_form(self, data: Dataset) -> str:
        """Numbered lines, because answers must give locations."""
        return "numbered"

    def check_form(self, samples: Sequence[Sample], form: str) -> None:
        """The published question exists only where its text came with the data."""
        if form == PUBLISHED and any(sample.truth.agent is None for sample in samples):
            raise InputError(
                "question form 'published': the data do not have the published questions; give a "
                "checkout of the benchmark's repository as --data, with its agents/ folder"
            )

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """Questions come with the data."""
        return nullcontext(CryptoQuestions())

    def tools(self, options: RunOptions) -> AbstractContextManager[Workbenches]:
        """The file, and the definitions in it."""
        return nullcontext(tools.make_bench)

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """Nothing is run, so nothing needs a sandbox."""
        return nullcontext(CryptoJudge())

    def extracts(self, sample: Sample, text: str, scored: Score, /) -> bool:
        """Whether the answer is a list of findings."""
        return bool(scored.metrics["readable"])

    def losses(self, samples: Sequence[Sample], /) -> Mapping[str, float]:
        """The odds of the best answer that is the same for all files, at each of them."""
        return same_for_all.losses(samples)

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        return score.score(sample, answer, observation)

    def worst_answers(self, sample: Sample) -> Sequence[str]:
        """Other algorithms than those in the file."""
        return worst_answers(sample)

    def tabulator(self) -> Tabulator:
        """The counts behind the metrics, and the published aggregates and readings."""
        return tables.CryptoTables()


SUITE = CryptoInventory()
