"""Reads what a filter answered. A bad answer is an observation with its problem, no exception."""

from __future__ import annotations

import json
from typing import Any

from acidtest.extract import document, without_reasoning
from acidtest.model import Json
from acidtest.suites.sast_triage.record import verdict_of

ANSWER_MAX = 1_000_000
_RESULT = ("filter_result", "investigation_result")
_CITATIONS_MAX = 1000


def read_answer(text: str) -> dict[str, Json]:
    """Verdict, confidence, citations and justification; `problem` says why there is no verdict.

    Wanted is a JSON object with `filter_result`; thoughts, Markdown fences and text around it are
    allowed and named in `repairs`, of several objects the last counts, and a verdict alone is an
    answer too.
    """
    if len(text) > ANSWER_MAX:
        return _nothing(f"the answer is longer than {ANSWER_MAX} characters")
    read = document(text, _is_answer, last=True)
    if read.value is None:
        said, thought = without_reasoning(text)
        verdict = verdict_of(said)
        if verdict is None:
            return _nothing("there is no JSON object with 'filter_result' in the answer")
        repairs = ["reasoning", "verdict alone"] if thought else ["verdict alone"]
        return {**_nothing(None), "verdict": verdict, "repairs": repairs}
    found = read.value
    written = next(found[name] for name in _RESULT if name in found)
    verdict = verdict_of(written) if isinstance(written, str) else None
    problem = None if verdict else f"'{str(written)[:80]}' is no verdict"
    why = found.get("justification")
    return {
        "verdict": verdict,
        "problem": problem,
        "confidence": _confidence(found.get("confidence")),
        "similar": _citations(found.get("similar_known_issues")),
        "justification": why[:4000] if isinstance(why, str) else "",
        "published": _published(text),
        "repairs": list(read.repairs),
    }


def _is_answer(value: Any) -> bool:
    return isinstance(value, dict) and any(name in value for name in _RESULT)


def _nothing(problem: str | None) -> dict[str, Json]:
    return {
        "verdict": None,
        "problem": problem,
        "confidence": None,
        "similar": [],
        "justification": "",
        "published": None,
        "repairs": [],
    }


def _published(text: str) -> Json:
    """The answer as the published validation reads it: the whole text is JSON, or an error."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    said = found.get("filter_result", "")
    similar = _citations(found.get("similar_known_issues"))
    return {"result": said.upper() if isinstance(said, str) else "", "similar": similar}


def _confidence(value: Any) -> float | None:
    """A share from 0 to 1; anything else says nothing."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None


def _citations(value: Any) -> list[str]:
    """Each once, in the order given."""
    if not isinstance(value, list):
        return []
    return list(dict.fromkeys(v for v in value[:_CITATIONS_MAX] if isinstance(v, str)))
