"""Judges some answers of an earlier run again and compares with the scores in its folder."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from acidtest.core.metric import Metric
from acidtest.core.progress import Progress
from acidtest.core.records import Score
from acidtest.engine.again import plan_again
from acidtest.engine.judge import Grader
from acidtest.engine.signature import signature
from acidtest.engine.summarise import pooled_value
from acidtest.store import ObservationCache, Run, find_answers
from acidtest.store.columns import Floats, has

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


def misstated(folder: Path) -> list[str]:
    """The figures of a summary, overall and by group, that do not come out of the scores.

    A checksum can be renewed, so a folder from elsewhere may state what its scores do not say.
    """
    run = Run.open(folder)
    parts = {"": (run.figures, np.ones(len(run.ids), dtype=bool))}
    for group, names in run.groups.items():
        own = np.array([str(name) for name in names], dtype=np.str_)
        for value, figures in run.summary["groups"].get(group, {}).items():
            parts[f" of {group} {value}"] = figures, own == value
    wrong = []
    for metric in run.suite.metrics:
        column = run.column(metric)
        for part, (figures, members) in parts.items():
            if metric.name not in figures:
                continue
            stated, here = figures[metric.name]["value"], _figure(metric, column[members])
            if not _same(stated, here):
                wrong.append(
                    f"{folder / 'summary.json'}: {metric.name}{part} is {stated}, and {here} by "
                    f"the scores; `acidtest score {folder}` makes the summary again"
                )
    return wrong


def _figure(metric: Metric, column: Floats) -> float | None:
    known = column[has(column)]
    if not len(known):
        return None
    return float(known.mean()) if metric.pooled is None else pooled_value(known, metric.pooled)


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)


def _differences(before: Score, now: Score) -> Iterator[str]:
    if now.error is not None:
        yield f"could not be judged again: {now.error}"
        return
    for name, old in before.metrics.items():
        new = now.metrics.get(name)
        if not _same(old, new):
            yield f"{name} was {old} and is {new} when judged again"
