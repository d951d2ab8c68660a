"""Small findings for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from acidtest.core.records import Answer, Sample, Score
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.cases import make_sample
from acidtest.suites.sast_triage.controls import answer
from acidtest.suites.sast_triage.known import KnownIssue, Store
from acidtest.suites.sast_triage.record import Case, Finding
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import (
    REAL_BUG,
)

TRACE = """\
zip-1.3/inflate.c:348: cond_const: Checking "j <= 16U" implies that "j" is 17 on the false branch.
zip-1.3/inflate.c:369: overrun-local: Overrunning array "c" of 17 elements at index 17.
#  367|     if ((y -= c[i]) < 0)
#  368|       return 2;
#  369|->   c[i] += y;
#  370|   """


def finding(name: str = "zip-1_3-def1", **fields: Any) -> Finding:
    """A finding with what matters to a test."""
    given = {
        "issue_id": name.rpartition("-")[2],
        "issue_type": "OVERRUN",
        "trace": TRACE,
        "path": "zip-1.3/inflate.c",
        "package": "zip",
        "version": "1.3",
    }
    return Finding(name, **{**given, **fields})


def sample(
    name: str = "zip-1_3-def1",
    label: str | None = REAL_BUG,
    similar: Sequence[str] | None = (),
    *,
    store: Store | None = None,
    **fields: Any,
) -> Sample:
    """A sample with what matters to a test."""
    case = Case(finding(name, **fields), label, None if similar is None else tuple(similar))
    return make_sample(Case(case.finding, case.label, case.similar, known=store), name, {})


def scored(one: Sample, text: str, attempt: int = 0) -> Score:
    """The score of an answer's text, observed and scored as the engine does it."""
    return SUITE.score(one, Answer(one.id, text, attempt), read_answer(text))


def said(verdict: str, confidence: float | None = None, similar: Sequence[str] = ()) -> str:
    """An answer in the suite's form."""
    return answer(verdict, confidence, similar)


def entry(trace: str = TRACE, issue_type: str = "OVERRUN", reason: str = "c has 17") -> KnownIssue:
    """A known false alarm."""
    return KnownIssue(issue_type, "CWE-119", trace, reason)


def published_case(name: str, verdict: str, similar: Sequence[str]) -> dict[str, Any]:
    """A record of the published case format."""
    asked = finding(name).question()
    return {
        "id": name,
        "question": json.dumps(asked),
        "expected_output_obj": {
            "filter_result": verdict,
            "confidence": None,
            "similar_known_issues": list(similar),
            "justification": "Awaiting filter analysis",
        },
    }
