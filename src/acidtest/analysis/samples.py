"""Samples for a page: all rows with their scores, full texts for the most informative ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import isnan

from acidtest.analysis.questions import asked, cut
from acidtest.analysis.sections import Section
from acidtest.analysis.steps import step_texts
from acidtest.core.metric import Metric
from acidtest.core.records import Answer, Json, Score
from acidtest.store import answer_to_json


def rows(section: Section, metrics: Sequence[Metric], digits: int) -> dict[str, Json]:
    """Column by column, in the order of `section.ids`; groups as indexes into their value lists."""
    places = {name: {v: i for i, v in enumerate(values)} for name, values in section.groups.items()}
    return {
        "ids": section.ids,
        "of": [
            [place.get(value or "", -1) for value in section.group(name)]
            for name, place in places.items()
        ],
        "scores": [
            [
                [None if isnan(value) else tidy(value, digits) for value in column.tolist()]
                for column in (section.column(run, metric) for metric in metrics)
            ]
            for run in section.runs
        ],
        "errors": [dict(run.errors) for run in section.runs],
    }


def tidy(value: float | None, digits: int = 4) -> float | None:
    """Rounded, since a page may hold ten thousand of them."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(f"{value:.{digits}g}")


_STEP, _STEPS = 1500, 40
_LOST = "(the answer is missing from answers.jsonl; `acidtest verify` says more)"


def telling(section: Section, most: int) -> list[str]:
    """The samples a person wants to see first: errors, flips between systems, then failures."""
    if not section.by_sample:
        return section.ids[:most]
    metric = section.by_sample[0]
    up = -1 if metric.better == "lower" else 1
    columns = [(up * section.column(run, metric)).tolist() for run in section.rivals]
    failed = {identity for run in section.runs for identity in run.errors}

    def rank(place: int) -> tuple[bool, bool, float]:
        known = [column[place] for column in columns if not isnan(column[place])]
        fine = section.ids[place] not in failed
        return fine, len(set(known)) < 2, sum(known) / max(len(known), 1)

    return [section.ids[place] for place in sorted(range(len(section.ids)), key=rank)[:most]]


def texts(section: Section, ids: Sequence[str]) -> dict[str, Json]:
    """Question, reference, and every run's answers with scores and evidence."""
    questions = asked(section.runs[0].manifest, ids)
    by_run = []
    for run in section.runs:
        scores: dict[str, list[Score]] = defaultdict(list)
        for score in run.scores(ids):
            scores[score.id].append(score)
        by_run.append((run.answers(ids), scores))
    return {
        identity: {
            **questions[identity],
            "runs": [
                [attempt(score, answers.get((identity, score.attempt))) for score in given]
                for answers, scores in by_run
                for given in [scores.get(identity, [])]
            ],
        }
        for identity in ids
    }


def attempt(score: Score, answer: Answer | None) -> dict[str, Json]:
    """One answer as a page shows it."""
    data = answer_to_json(answer) if answer else {"answer": "" if score.error else _LOST}
    apart = ("id", "attempt", "answer", "error", "steps")
    details = {k: v for k, v in data.items() if k not in apart}
    return {
        "answer": cut(str(data["answer"] or "")),
        "told": details,
        **({"steps": _steps(answer)} if answer and answer.steps else {}),
        "error": score.error,
        "cause": score.cause,
        "metrics": {name: tidy(value) for name, value in score.metrics.items()},
        "reasons": dict(score.reasons),
        "evidence": {name: cut_value(value) for name, value in score.evidence.items()},
    }


def _steps(answer: Answer) -> list[list[str]]:
    """An agent's steps, shorter than in the run folder: a page holds hundreds of answers."""
    steps = list(step_texts(answer.steps))
    kept = [[title, cut(text, _STEP)] for title, text in steps[:_STEPS]]
    left = len(steps) - len(kept)
    more = f"{left} more steps; see all of them with `acidtest show`"
    return [*kept, [more, ""]] if left else kept


def cut_value(value: Json, most: int = 2000) -> Json:
    """Evidence cut to a maximum length."""
    if isinstance(value, str):
        return cut(value, most)
    text = repr(value)
    return value if len(text) <= most else cut(text, most)
