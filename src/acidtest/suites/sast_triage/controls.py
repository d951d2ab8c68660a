"""Systems whose result is known beforehand: the oracle, silence, and filters that do not look."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from acidtest.model import Question
from acidtest.suites._base import Control, sha256_of
from acidtest.suites.sast_triage.record import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
    WRITTEN,
    Case,
    Justification,
)

_SEED = 0


def answer(
    verdict: str,
    confidence: float | None = None,
    similar: Sequence[str] = (),
    justification: str = "",
) -> str:
    """An answer of this suite, as filters are asked to write it."""
    return json.dumps(
        {
            "filter_result": WRITTEN[verdict],
            "confidence": confidence,
            "similar_known_issues": list(similar),
            "justification": justification,
        },
        ensure_ascii=False,
    )


def _always(decide: Callable[[Question, Case], str]) -> Callable[[Question], str]:
    """A filter that decides by `decide`; it has nothing to say about justifications."""

    def say(question: Question) -> str:
        truth = question.sample.truth
        return answer(decide(question, truth)) if isinstance(truth, Case) else ""

    return say


def _oracle(question: Question) -> str:
    truth = question.sample.truth
    if isinstance(truth, Justification):
        return truth.short
    return answer(truth.label or NEEDS_REVIEW, 1.0, truth.similar or (), truth.reason)


def _random(question: Question, case: Case) -> str:
    drawn = int(sha256_of(str(_SEED), question.sample.id, str(question.attempt))[:8], 16)
    return FALSE_ALARM if drawn % 2 else REAL_BUG


CONTROLS = (
    Control("oracle", "the truth: must reach the top", _oracle, core=True),
    Control("silent", "an empty answer: must score nothing", lambda question: "", core=True),
    Control("drop-all", "calls all false alarms", _always(lambda q, c: FALSE_ALARM), core=True),
    Control("keep-all", "calls all real bugs", _always(lambda q, c: REAL_BUG), core=True),
    Control(
        "by-type",
        "says what most findings of the type are in this very data",
        _always(lambda q, c: c.usual or NEEDS_REVIEW),
        core=True,
    ),
    Control("random", f"a fair coin, seed {_SEED}", _always(_random), core=True),
    Control("echo", "gives the question back", lambda question: question.text),
)
