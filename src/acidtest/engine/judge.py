"""From answers to scores: observe each new answer once, then score."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import chain

from acidtest.core.digest import code_digest, sha256_of
from acidtest.core.errors import InfrastructureError
from acidtest.core.metric import check_score, mean_metrics
from acidtest.core.progress import Progress
from acidtest.core.protocols import Judge, Suite
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.core.text import as_cause
from acidtest.engine.executor import Executor, Threads
from acidtest.store import ObservationCache

_KEPT_TOGETHER = 64
BLOCK = 4096
"""Answers that are in memory together; fewer if they are long, more for many workers."""
_BLOCK_TEXT = 1 << 24
_WORKERS = 32
"""So many share a block; it grows with more, who would all wait at its end for the slowest."""

Asked = tuple[Sample, Answer]
Known = Callable[[Answer], Score | None]
"""The score of an answer that was scored before."""


def unknown(answer: Answer) -> Score | None:
    """A `Known` of nothing."""
    return None


class Grader:
    """Scores the answers of one suite with open tools and a cache.

    They are observed in so many threads, or by an executor. What is `known` is not scored again.
    """

    def __init__(
        self,
        suite: Suite,
        judge: Judge,
        cache: ObservationCache,
        workers: int | Executor,
        known: Known = unknown,
    ) -> None:
        self.made = 0
        """How many observations were not in the cache."""
        self._suite = suite
        self._judge = judge
        self._cache = cache
        self._scored = known
        self._executor = Threads(workers) if isinstance(workers, int) else workers
        self._carried = dict.fromkeys(mean_metrics(suite.metrics)).keys()
        self._declared = frozenset(metric.name for metric in suite.metrics)
        self._prefix = sha256_of(
            suite.name,
            suite.version,
            code_digest(judge),
            json.dumps(dict(judge.toolchain), sort_keys=True),
        )

    def observe_each(
        self, asked: Iterable[Asked], total: int, progress: Progress, stage: str
    ) -> Iterator[tuple[Asked, Observation]]:
        """The observation of each answer, in their order; without those where a tool failed."""
        for block, shown in _in_blocks(asked, total, progress, stage, self._executor.workers):
            samples, answers = _split(block)
            keys = self._keys(samples, answers)
            known, _ = self._known(keys, samples, answers, shown, stage)
            for pair in block:
                key = keys.get((pair[1].id, pair[1].attempt))
                if key is not None and key in known:
                    yield pair, known[key]

    def grade_each(
        self, asked: Iterable[Asked], total: int, progress: Progress, stage: str
    ) -> Iterator[tuple[Sample, Answer, Score]]:
        """The score of each answer, in their order; `total` is their number.

        A block of answers is in memory at a time. The next one begins when all of it is scored, so
        that no thread can wait for room that only its own result would make.
        """
        for block, shown in _in_blocks(asked, total, progress, stage, self._executor.workers):
            samples, answers = _split(block)
            scores = self.grade(samples, answers, shown, stage)
            for (sample, answer), score in zip(block, scores, strict=True):
                yield sample, answer, score

    def grade(
        self,
        samples: Mapping[str, Sample],
        answers: Sequence[Answer],
        progress: Progress,
        stage: str,
    ) -> list[Score]:
        """One score per answer, in the order of the answers."""
        keys = self._keys(samples, answers)
        known, failed = self._known(keys, samples, answers, progress, stage)
        scores = []
        for answer in answers:
            key = keys.get((answer.id, answer.attempt))
            problem = answer.error if key is None else failed.get(key)
            if problem is not None or key is None:
                scores.append(Score(answer.id, answer.attempt, error=problem))
            else:
                scores.append(self._score(samples[answer.id], answer, known[key]))
        return scores

    def graded(self, samples: Mapping[str, Sample], answers: Sequence[Answer]) -> list[Score]:
        """Scores of the answers whose observations are cached; observes nothing new."""
        keys = self._keys(samples, answers)
        known = self._cache.find(set(keys.values()))
        return [
            self._score(samples[answer.id], answer, known[key])
            for answer in answers
            if (key := keys.get((answer.id, answer.attempt))) in known and key is not None
        ]

    def _score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        if (known := self._scored(answer)) is not None:
            return known
        score = self._suite.score(sample, answer, observation)
        check_score(score, self._suite.name, self._carried, self._declared)
        return _with_answers_words(score, answer)

    def _keys(
        self, samples: Mapping[str, Sample], answers: Sequence[Answer]
    ) -> dict[tuple[str, int], str]:
        return {
            (answer.id, answer.attempt): self._prefix
            + self._judge.key(samples[answer.id], answer.text or "")
            for answer in answers
            if answer.error is None
        }

    def _known(
        self,
        keys: Mapping[tuple[str, int], str],
        samples: Mapping[str, Sample],
        answers: Sequence[Answer],
        progress: Progress,
        stage: str,
    ) -> tuple[dict[str, Observation], dict[str, str]]:
        """By key: observations, and the errors of tools that failed."""
        known = self._cache.find(set(keys.values()))
        todo: dict[str, tuple[Sample, str]] = {}
        for answer in answers:
            key = keys.get((answer.id, answer.attempt))
            if key is not None and key not in known:
                todo.setdefault(key, (samples[answer.id], answer.text or ""))
        failed = self._observe(todo, known, progress, stage) if todo else {}
        return known, failed

    def _observe(
        self,
        todo: Mapping[str, tuple[Sample, str]],
        known: dict[str, Observation],
        progress: Progress,
        stage: str,
    ) -> dict[str, str]:
        """Add observations to `known`; return the errors of tools that failed, by key."""
        self.made += len(todo)
        failed: dict[str, str] = {}
        fresh: dict[str, Observation] = {}

        with (
            progress.stage(stage, len(todo)) as advance,
            self._executor.observe(self._judge, todo) as outcomes,
        ):
            try:
                for key, outcome in outcomes:
                    if isinstance(outcome, InfrastructureError):
                        failed[key] = str(outcome)
                    else:
                        known[key] = fresh[key] = outcome
                    if len(fresh) >= _KEPT_TOGETHER:
                        self._cache.add(fresh)
                        fresh = {}
                    advance()
            finally:
                self._cache.add(fresh)
        return failed


class _Part:
    """Progress of a block: it advances the bar of all blocks."""

    def __init__(self, whole: Progress, advance: Callable[[], None]) -> None:
        self._whole, self._advance = whole, advance
        self._steps = 0

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[], None]]:
        """The bar that is already there."""
        return nullcontext(self._step)

    def _step(self) -> None:
        self._steps += 1
        self._advance()

    def fill(self, steps: int) -> None:
        """Advance to the end of the block."""
        while self._steps < steps:
            self._step()

    def note(self, text: str) -> None:
        """Shown as it is."""
        self._whole.note(text)


def _in_blocks(
    asked: Iterable[Asked], total: int, progress: Progress, stage: str, workers: int
) -> Iterator[tuple[list[Asked], Progress]]:
    """Some answers at a time, and where to show how far they are: one bar for all blocks."""
    blocks = _blocks(iter(asked), workers)
    first = next(blocks, [])
    if len(first) == total:
        yield first, progress
        return
    with progress.stage(stage, total) as advance:
        for block in chain([first], blocks):
            part = _Part(progress, advance)
            yield block, part
            part.fill(len(block))  # what is known already is not observed, but counts as well


def _blocks(asked: Iterator[Asked], workers: int) -> Iterator[list[Asked]]:
    times = max(1, workers // _WORKERS)
    block: list[Asked] = []
    size = 0
    for pair in asked:
        block.append(pair)
        size += len(pair[1].text or "")
        if len(block) >= times * BLOCK or size >= times * _BLOCK_TEXT:
            yield block
            block, size = [], 0
    if block:
        yield block


def _split(block: Sequence[Asked]) -> tuple[dict[str, Sample], list[Answer]]:
    return {sample.id: sample for sample, _ in block}, [answer for _, answer in block]


def _with_answers_words(score: Score, answer: Answer) -> Score:
    """The score with what the system itself says: what stopped it, and why it gave no answer."""
    if answer.stop not in (None, "stop"):
        score = replace(score, evidence={**score.evidence, "stop": answer.stop})
    cause = score.cause
    if cause and answer.note and not (answer.text or "").strip():
        cause = answer.note
    return replace(score, cause=cause and as_cause(cause))
