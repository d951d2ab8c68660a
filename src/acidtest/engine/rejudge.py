"""Judges some answers of an earlier run again and compares with the scores in its folder."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from pathlib import Path

from acidtest.core.progress import Progress
from acidtest.core.records import Score
from acidtest.engine.again import plan_again
from acidtest.engine.judge import Grader
from acidtest.engine.signature import signature
from acidtest.store import ObservationCache, Run, find_answers

_CLOSE = 1e-6


def rejudge(folder: Path, most: int, progress: Progress, seed: int = 0) -> tuple[int, list[str]]:
    """How many answers were judged again, without a cache, and in what their scores differ."""
    plan = plan_again(folder, progress)
    run = Run.open(folder)
    samples = {sample.id: sample for sample in plan.samples}
    keys = [key for key in run.scored_keys() if key[0] in samples]
    keys = random.Random(seed).sample(keys, min(most, len(keys)))
    ids = {identity for identity, _ in keys}
    answers = find_answers(folder / "answers.jsonl", ids)
    scores = {(score.id, score.attempt): score for score in run.scores(ids)}
    stored = {key: scores[key] for key in keys if key in answers}
    with plan.suite.judge(plan.options) as judge:
        if (now := signature(plan.suite, plan.dataset, judge)) != run.summary["signature"]:
            progress.note(
                f"{folder}: was judged as {run.summary['signature']}, and is now judged as {now}: "
                "scores may differ for that reason"
            )
        grader = Grader(plan.suite, judge, ObservationCache(use=False), plan.options.workers or 1)
        again = grader.grade(samples, [answers[key] for key in stored], progress, "judging again")
    differences = [
        f"{folder}: '{score.id}', attempt {score.attempt}: {text}"
        for score in again
        for text in _differences(stored[score.id, score.attempt], score)
    ]
    return len(again), differences


def _differences(before: Score, now: Score) -> Iterator[str]:
    if now.error is not None:
        yield f"could not be judged again: {now.error}"
        return
    for name, old in before.metrics.items():
        new = now.metrics.get(name)
        same = old == new
        if old is not None and new is not None:
            same = math.isclose(old, new, rel_tol=_CLOSE, abs_tol=_CLOSE)
        if not same:
            yield f"{name} was {old} and is {new} when judged again"
