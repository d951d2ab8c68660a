"""From answers to scores: observe what is new, each distinct piece of work once, then score."""

from __future__ import annotations

import hashlib
import inspect
import json
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from acidtest.engine.pool import map_unordered
from acidtest.engine.progress import Progress
from acidtest.errors import InfrastructureError
from acidtest.model import Answer, Observation, Sample, Score
from acidtest.store import ObservationCache
from acidtest.suites import Observer, Suite, sha256_of

_KEPT_TOGETHER = 64


def code_digest(suite: Suite) -> str:
    """Hash of the code that observes: a cache must not outlive it."""
    digest = hashlib.sha256()
    here = Path(__file__).parents[1]
    own = Path(inspect.getfile(type(suite)))
    packaged = (own.parent / "__init__.py").exists()
    shared = (here / "sandbox", here / "toolchain", here / "extract.py")
    for root in (own.parent if packaged else own, *shared):
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            inside = path.relative_to(root).parts
            if path.suffix in {".py", ".c", ".h", ".js", ".hex"} and "data" not in inside:
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


class Grader:
    """Scores answers of one suite with open tools and a cache."""

    def __init__(
        self, suite: Suite, observer: Observer, cache: ObservationCache, workers: int
    ) -> None:
        self._suite = suite
        self._observer = observer
        self._cache = cache
        self._workers = workers
        self._prefix = sha256_of(
            suite.name,
            suite.version,
            code_digest(suite),
            json.dumps(dict(observer.toolchain), sort_keys=True),
        )

    def observations(
        self,
        samples: Mapping[str, Sample],
        answers: Sequence[Answer],
        progress: Progress,
        stage: str,
    ) -> dict[tuple[str, int], Observation]:
        """What was seen of each answer, by id and attempt; those our side failed at are absent."""
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
        """One score an answer, in the order of the answers."""
        keys = self._keys(samples, answers)
        known, failed = self._known(keys, samples, answers, progress, stage)
        scores = []
        for answer in answers:
            wanted = keys.get((answer.id, answer.attempt))
            problem = answer.error if wanted is None else failed.get(wanted)
            if problem is not None or wanted is None:
                scores.append(Score(answer.id, answer.attempt, error=problem))
            else:
                score = self._suite.score(samples[answer.id], answer, known[wanted])
                if answer.stop not in (None, "stop"):
                    score = replace(score, evidence={**score.evidence, "stop": answer.stop})
                scores.append(score)
        return scores

    def graded(self, samples: Mapping[str, Sample], answers: Sequence[Answer]) -> list[Score]:
        """Scores of the answers that were seen before; nothing is observed."""
        keys = self._keys(samples, answers)
        known = self._cache.find(set(keys.values()))
        return [
            self._suite.score(samples[answer.id], answer, known[key])
            for answer in answers
            if (key := keys.get((answer.id, answer.attempt))) in known and key is not None
        ]

    def _keys(
        self, samples: Mapping[str, Sample], answers: Sequence[Answer]
    ) -> dict[tuple[str, int], str]:
        return {
            (answer.id, answer.attempt): self._prefix
            + self._observer.key(samples[answer.id], answer.text or "")
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
        """By key: observations, and what our side failed at."""
        known = self._cache.find(set(keys.values()))
        todo: dict[str, tuple[Sample, str]] = {}
        for answer in answers:
            wanted = keys.get((answer.id, answer.attempt))
            if wanted is not None and wanted not in known:
                todo.setdefault(wanted, (samples[answer.id], answer.text or ""))
        failed = self._observe(todo, known, progress, stage) if todo else {}
        return known, failed

    def _observe(
        self,
        todo: Mapping[str, tuple[Sample, str]],
        known: dict[str, Observation],
        progress: Progress,
        stage: str,
    ) -> dict[str, str]:
        """Fills `known`; returns what our side failed at, by key."""
        failed: dict[str, str] = {}
        fresh: dict[str, Observation] = {}

        def observe(key: str) -> Observation | InfrastructureError:
            try:
                return self._observer.observe(*todo[key])
            except InfrastructureError as error:
                return error
            except Exception as error:
                # a mistake of ours on one sample: shown, not scored, and the others go on
                at = traceback.extract_tb(error.__traceback__)[-1]
                return InfrastructureError(
                    f"acidtest failed with {type(error).__name__}: {error} "
                    f"({Path(at.filename).name}, line {at.lineno}); please report it"
                )

        with progress.stage(stage, len(todo)) as advance:
            try:
                for key, seen in map_unordered(observe, todo, self._workers):
                    if isinstance(seen, InfrastructureError):
                        failed[key] = str(seen)
                    else:
                        known[key] = fresh[key] = seen
                    if len(fresh) >= _KEPT_TOGETHER:
                        self._cache.add(fresh)
                        fresh = {}
                    advance()
            finally:
                self._cache.add(fresh)
        return failed
