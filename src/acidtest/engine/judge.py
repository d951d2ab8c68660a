"""From answers to scores: observe each new answer once, then score."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from acidtest.core.digest import code_digest, sha256_of
from acidtest.core.errors import InfrastructureError
from acidtest.core.metric import check_score, mean_metrics
from acidtest.core.progress import Progress
from acidtest.core.protocols import Judge, Suite
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.core.text import as_cause
from acidtest.engine.pool import check_going, map_unordered
from acidtest.store import ObservationCache

_KEPT_TOGETHER = 64


class Grader:
    """Scores the answers of one suite with open tools and a cache."""

    def __init__(self, suite: Suite, judge: Judge, cache: ObservationCache, workers: int) -> None:
        self._suite = suite
        self._judge = judge
        self._cache = cache
        self._workers = workers
        self._carried = dict.fromkeys(mean_metrics(suite.metrics)).keys()
        self._declared = frozenset(metric.name for metric in suite.metrics)
        self._prefix = sha256_of(
            suite.name,
            suite.version,
            code_digest(judge),
            json.dumps(dict(judge.toolchain), sort_keys=True),
        )

    def observations(
        self,
        samples: Mapping[str, Sample],
        answers: Sequence[Answer],
        progress: Progress,
        stage: str,
    ) -> dict[tuple[str, int], Observation]:
        """The observation of each answer, by id and attempt; without those where a tool failed."""
        keys = self._keys(samples, answers)
        known, _ = self._known(keys, samples, answers, progress, stage)
        return {at: known[key] for at, key in keys.items() if key in known}

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
                score = self._score(samples[answer.id], answer, known[key])
                scores.append(_with_answers_words(score, answer))
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
        score = self._suite.score(sample, answer, observation)
        check_score(score, self._suite.name, self._carried, self._declared)
        return score

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
        failed: dict[str, str] = {}
        fresh: dict[str, Observation] = {}

        def observe(key: str) -> Observation | InfrastructureError:
            outcome = attempt(key)
            check_going()
            return outcome

        def attempt(key: str) -> Observation | InfrastructureError:
            try:
                return self._judge.observe(*todo[key])
            except InfrastructureError as error:
                return error
            except Exception as error:
                # a bug in acidtest on one sample: shown, not scored; the other samples continue
                at = traceback.extract_tb(error.__traceback__)[-1]
                return InfrastructureError(
                    f"acidtest failed with {type(error).__name__}: {error} "
                    f"({Path(at.filename).name}, line {at.lineno}); please report it"
                )

        with (
            progress.stage(stage, len(todo)) as advance,
            map_unordered(observe, todo, self._workers) as outcomes,
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


def _with_answers_words(score: Score, answer: Answer) -> Score:
    """The score with what the system itself says: what stopped it, and why it gave no answer."""
    if answer.stop not in (None, "stop"):
        score = replace(score, evidence={**score.evidence, "stop": answer.stop})
    cause = score.cause
    if cause and answer.note and not (answer.text or "").strip():
        cause = answer.note
    return replace(score, cause=cause and as_cause(cause))
