"""Controls on a suite's data, judged as a run would, through the observation cache."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.protocols import DataOnlySuite, Questions, Suite
from acidtest.core.records import Answer, Question, Sample
from acidtest.core.registry import find_suite
from acidtest.engine.ask import make_question
from acidtest.engine.judge import Grader
from acidtest.engine.plan import select
from acidtest.engine.summarise import plain_figures
from acidtest.store import ObservationCache

SHIPPED = ("crypto-inventory", "sast-triage", "c-decompile", "solidity-decompile")
"""The suites with a corpus; those that run nothing first."""
_PUBLIC = {
    "sast-justify": "sast-triage/summarize/summarize_eval_dataset.json",
    "solidity-pairs": "solidity-pairs/tac_solidity_500.jsonl",
}
EVERY = (*SHIPPED, *_PUBLIC)


@dataclass(frozen=True)
class Corpus:
    """Open samples of one suite."""

    suite: Suite
    samples: list[Sample]
    form: str
    builder: Questions
    grader: Grader

    def figures(self, answer: Callable[[Question], Answer]) -> dict[str, float | None]:
        """What a system gets on all metrics; raises if a tool failed."""
        asked = (make_question(self.form, sample, 0, self.builder) for sample in self.samples)
        by_id = {sample.id: sample for sample in self.samples}
        scores = self.grader.grade(by_id, [answer(question) for question in asked], Silent(), "")
        if problem := next((score.error for score in scores if score.error), None):
            raise RuntimeError(f"{self.suite.name}: {problem}")
        return plain_figures(scores, self.suite.metrics)


@contextmanager
def opened(name: str, limit: int | None = None) -> Iterator[Corpus | None]:
    """The whole data of a suite, or a part of it; None if it is public data that is not here."""
    suite = find_suite(name)
    paths: list[Path] = []
    if isinstance(suite, DataOnlySuite) and suite.needs_data:
        paths = [Path(os.environ.get("ACIDTEST_DATA", "/nowhere")) / _PUBLIC[name]]
        if not paths[0].exists():
            yield None
            return
    dataset = suite.read(paths)
    options = RunOptions()
    with (
        suite.judge(options) as judge,
        suite.questions(options) as builder,
        closing(ObservationCache()) as cache,
    ):
        grader = Grader(suite, judge, cache, os.cpu_count() or 1)
        samples = select(dataset.samples, {}, limit)
        yield Corpus(suite, samples, suite.default_form(dataset), builder, grader)
