"""Systems whose result is known beforehand: the oracle, silence, and filters that do not look."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from acidtest.core.digest import sha256_of
from acidtest.core.protocols import Control, Grades
from acidtest.core.records import Question, Sample
from acidtest.suites.sast_triage.blind import RULES
from acidtest.suites.sast_triage.record import Case
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
    WRITTEN,
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
    """A filter that decides by `decide`."""
    return lambda question: answer(decide(question, question.sample.truth))


def _oracle(question: Question) -> str:
    case: Case = question.sample.truth
    return answer(case.label or NEEDS_REVIEW, 1.0, case.similar or (), case.reason)


def _random(question: Question, case: Case) -> str:
    drawn = int(sha256_of(str(_SEED), question.sample.id, str(question.attempt))[:8], 16)
    return FALSE_ALARM if drawn % 2 else REAL_BUG


def worst_answers(sample: Sample) -> Sequence[str]:
    """Sure of the wrong verdict, citing an issue that does not exist; and no verdict at all."""
    case: Case = sample.truth
    wrong = REAL_BUG if case.label == FALSE_ALARM else FALSE_ALARM
    return [answer(wrong, 1.0, ["no/such/issue"]), answer(NEEDS_REVIEW)]


def _blind(name: str, *, core: bool) -> Control:
    """A filter that never looks at the code."""
    return Control(
        f"by-{name}",
        f"gives the most frequent label in this data by: {RULES[name]}",
        _always(lambda q, c: c.blind.get(name) or NEEDS_REVIEW),
        core=core,
    )


CONTROLS = (
    Control("oracle", "the truth: must score the maximum", _oracle, core=True),
    Control("silent", "an empty answer: must score zero", lambda question: "", core=True),
    Control(
        "drop-all", "calls everything a false alarm", _always(lambda q, c: FALSE_ALARM), core=True
    ),
    Control("keep-all", "calls everything a real bug", _always(lambda q, c: REAL_BUG), core=True),
    _blind("type", core=True),
    *(_blind(name, core=False) for name in RULES if name != "type"),
    Control("random", f"a fair coin, seed {_SEED}", _always(_random), core=True),
    Control("echo", "repeats the question", lambda question: question.text),
)


def _graded(question: Question, right: int) -> str:
    case: Case = question.sample.truth
    return _oracle(question) if right else answer(_OPPOSITE.get(case.label or "", REAL_BUG), 1.0)


_OPPOSITE = {REAL_BUG: FALSE_ALARM, FALSE_ALARM: REAL_BUG}
GRADES = Grades(lambda question: 1, _graded)
