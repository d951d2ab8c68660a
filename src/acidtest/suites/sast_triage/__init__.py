"""Suite sast-triage: does a filter drop false alarms without dropping real bugs?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from acidtest.metrics import published
from acidtest.metrics.semantic import is_fetched
from acidtest.metrics.semantic.weights import MODEL_SHA256
from acidtest.model import Answer, Observation, Sample, Score, Table
from acidtest.suites._base import Control, Dataset, Metric, Observer, ReadAnswers, sha256_of
from acidtest.suites.sast_triage import dataset, question, score, tables
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.controls import CONTROLS
from acidtest.suites.sast_triage.record import Justification


class SastObserver:
    """Reads answers; for justifications it embeds them too."""

    toolchain: Mapping[str, str] = {"embedding": MODEL_SHA256[:12]}

    def key(self, sample: Sample, text: str) -> str:
        """A verdict depends on the answer alone."""
        if isinstance(sample.truth, Justification):
            return sha256_of("short", sample.truth.short, text, str(is_fetched()))
        return sha256_of("verdict", text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """What the answer says."""
        if isinstance(sample.truth, Justification):
            likeness = published.semantic_similarity(sample.truth.short, text)
            return {"semantic": likeness.value, "why": likeness.reason}
        return read_answer(text)

    def question(self, sample: Sample, form: str) -> str:
        """The question in one of the suite's forms."""
        return question.question(sample, form)

    def binary(self, sample: Sample) -> bytes | None:
        """There is no program behind a finding."""
        return None


def _nat(path: Path, data: Dataset) -> ReadAnswers:
    from acidtest.adapters.nat.answers import read_workflow_output

    return read_workflow_output(path, data)


@dataclass(frozen=True)
class SastTriage:
    """See README.md beside this file."""

    name: str = "sast-triage"
    version: str = "2-0"
    description: str = "findings of analysers: are false alarms dropped and real bugs kept"
    metrics: Sequence[Metric] = score.METRICS
    pass_metric: str | None = "right"
    controls: Sequence[Control] = CONTROLS
    embedded: Sequence[str] = ("sast-filter", "sast-filter:knn")
    question_forms: Sequence[str] = tuple(question.FORMS)
    answer_formats: Mapping[str, Callable[[Path, Dataset], ReadAnswers]] = field(
        default_factory=lambda: {"nat": _nat}
    )

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Findings from files or the shipped corpus."""
        return dataset.read(paths)

    def default_form(self, data: Dataset) -> str:
        """As published."""
        return "finding"

    @contextmanager
    def observer(self, *, bare: bool = False) -> Iterator[Observer]:
        """Nothing is run, so nothing needs a sandbox."""
        yield SastObserver()

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        return score.score(sample, answer, observation)

    def tables(self, samples: Sequence[Sample], scores: Sequence[Score]) -> Sequence[Table]:
        """Confusion, issue types, packages down to findings, costs, sureness, repetitions."""
        return tables.tables(samples, scores)


SUITE = SastTriage()
