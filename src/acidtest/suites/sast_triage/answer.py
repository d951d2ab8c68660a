"""Reads what a filter answered. A bad answer is recorded with its problem; nothing is raised."""

from __future__ import annotations

from typing import Any

from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.lang.extract import document, without_reasoning
from acidtest.suites.sast_triage.words import (
    verdict_of,
)

ANSWER_MAX = 1_000_000
_RESULT = ("filter_result", "investigation_result")
_CITATIONS_MAX = 1000
_WHY_MAX = 4000


def read_answer(text: str) -> dict[str, Json]:
    """Verdict, confidence, citations and justification; `problem` says why there is no verdict.

    The expected form is a JSON object with `filter_result`. Thoughts, Markdown fences and text
    around it are allowed and listed in `repairs`, as is a confidence that is not a number from 0
    to 1. If there are several objects, the last counts.
    A verdict alone is also an answer.
    """
    if len(text) > ANSWER_MAX:
        return _nothing(f"the answer is longer than {ANSWER_MAX} characters")
    read = document(text, _is_answer, last=True)
    if read.value is None:
        said, thought = without_reasoning(text)
        verdict = verdict_of(said)
        if verdict is None:
            missing = "there is no JSON object with 'filter_result' in the answer"
            return {**_nothing(missing), **_published(text)}
        repairs = ["reasoning", "verdict alone"] if thought else ["verdict alone"]
        return {**_nothing(None), "verdict": verdict, "repairs": repairs, **_published(text)}
    fields = read.value
    written = next(fields[name] for name in _RESULT if name in fields)
    verdict = verdict_of(written) if isinstance(written, str) else None
    problem = None if verdict else f"'{str(written)[:80]}' is not a verdict"
    why = fields.get("justification")
    confidence, repaired = _confidence(fields.get("confidence"))
    return {
        "verdict": verdict,
        "problem": problem,
        "confidence": confidence,
        "similar": _citations(fields.get("similar_known_issues")),
        "justification": why[:_WHY_MAX] if isinstance(why, str) else "",
        **_published(text),
        "repairs": [*read.repairs, *repaired],
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
        "published_shown": {},
        "repairs": [],
    }


def _published(text: str) -> dict[str, Json]:
    """The answer as the published validation reads it: the whole text is JSON, or an error.

    `published_shown` is what its report shows besides, where that differs.
    """
    try:
        fields = load_json(text)
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        return {"published": None, "published_shown": {}}
    said, why = (fields.get(name, "") for name in ("filter_result", "justification"))
    said = said if isinstance(said, str) else ""
    cited = _texts(fields.get("similar_known_issues"))
    shown: dict[str, Json] = {"said": said} if said != said.upper() else {}
    if len(cited) != len(set(cited)):
        shown["cited"] = cited
    if isinstance(why, str) and why:
        shown["justification"] = why[:_WHY_MAX]
    read = {"result": said.upper(), "similar": list(dict.fromkeys(cited))}
    return {"published": read, "published_shown": shown}


def _confidence(value: Any) -> tuple[float | None, list[str]]:
    """A number from 0 to 1, and the repair it needed.

    `"0.9"`, `"90%"` and 90 are read as 0.9. Anything else is malformed and counts as not given.
    """
    if value is None:
        return None, []
    if isinstance(value, str):
        text = value.strip()
        number, repaired = _number(text.removesuffix("%")), True
        percent = text.endswith("%") or (number is not None and number >= 2)
    else:
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        number = float(value) if plain else None
        repaired = percent = number is not None and number >= 2
    if number is not None and percent:
        number /= 100
    if number is None or not 0 <= number <= 1:  # NaN is neither
        return None, ["malformed confidence"]
    return number, ["confidence"] if repaired else []


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _citations(value: Any) -> list[str]:
    """The citations without duplicates, in the order given."""
    return list(dict.fromkeys(_texts(value)))


def _texts(value: Any) -> list[str]:
    listed = value[:_CITATIONS_MAX] if isinstance(value, list) else []
    return [each for each in listed if isinstance(each, str)]
