"""What the suite asks, how it judges and scores: its parts put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from acidtest.core.agents import Workbenches
from acidtest.core.commands import Download
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.protocols import (
    Control,
    Dataset,
    Grades,
    Judge,
    Questions,
    Tabulator,
)
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.suites.sast_triage import dataset, export, question, real, score, tables, tools
from acidtest.suites.sast_triage.answer import ANSWER_MAX
from acidtest.suites.sast_triage.controls import CONTROLS, GRADES, worst_answers
from acidtest.suites.sast_triage.judge import TriageJudge


@dataclass(frozen=True)
class SastTriage:
    """Described in docs/suites."""

    name: str = "sast-triage"
    version: str = "4-0"
    description: str = "findings of analysers: are false alarms dropped and real bugs kept"
    metrics: Sequence[Metric] = score.METRICS
    pass_metric: str | None = "right"
    controls: Sequence[Control] = CONTROLS
    grades: Grades = GRADES
    embedded: Sequence[str] = ("sast-filter", "sast-filter:knn")
    question_forms: Sequence[str] = tuple(question.FORMS)
    answer_max: int = ANSWER_MAX
    downloads: Sequence[Download] = (
        Download(real.NAME, "findings on real packages before a fix, for sast-triage", real.fetch),
    )
    exports: Mapping[str, Callable[[Path, Path | None], str | None]] = field(
        default_factory=lambda: {"sarif": export.export_sarif}
    )

    def suite_for(self, paths: Sequence[Path]) -> str:
        """Files of justifications are data of sast-justify."""
        only = paths and all(map(dataset.holds_justifications, paths))
        return "sast-justify" if only else self.name

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Findings from files or the shipped corpus."""
        return dataset.read(paths)

    def default_form(self, data: Dataset) -> str:
        """As published."""
        return "finding"

    def check_form(self, samples: Sequence[Sample], form: str) -> None:
        """Code can only be shown where it is."""
        if form == "function":
            question.check_sources(samples)

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """Questions come with the data."""
        return nullcontext(question.TriageQuestions())

    def tools(self, options: RunOptions) -> AbstractContextManager[Workbenches]:
        """The sources of a finding, and the definitions in them."""
        return nullcontext(tools.make_bench)

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """Nothing is run, so nothing needs a sandbox."""
        return nullcontext(TriageJudge())

    def extracts(self, sample: Sample, text: str, scored: Score, /) -> bool:
        """Whether there is a verdict in the answer."""
        return "problem" not in scored.evidence

    def losses(self, samples: Sequence[Sample], /) -> Mapping[str, float]:
        """The odds against the right verdict: the mean of rewards is then Youden's J, which is 0
        for every filter that does not look at the finding.
        """
        labels = Counter(s.truth.label for s in samples if s.truth.label)
        if len(labels) < 2:
            return {}
        return {s.id: labels.total() / labels[s.truth.label] - 1 for s in samples if s.truth.label}

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        return score.score(sample, answer, observation)

    def worst_answers(self, sample: Sample) -> Sequence[str]:
        """The wrong verdict, or none."""
        return worst_answers(sample)

    def tabulator(self) -> Tabulator:
        """Confusion, issue types, packages down to findings, costs, sureness, repetitions."""
        return tables.TriageTables()


SUITE = SastTriage()
