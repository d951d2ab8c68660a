"""The structured answer of a language model that decides, and the check of what it cites.

The model is shown retrieved known issues and answers with
`{"equal_error_trace": [lines], "justification": …, "result": "YES"|"NO", "confidence": …}`: YES
means that the finding is one of them. Every line it calls equal must occur in what it was shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acidtest.core.records import Json
from acidtest.lang.extract import document
from acidtest.suites.sast_triage.filter.decide import Decision, KnownMatch
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)

SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "equal_error_trace": {"type": "array", "items": {"type": "string"}},
        "justification": {"type": "string"},
        "result": {"type": "string", "enum": ["YES", "NO"]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["equal_error_trace", "justification", "result", "confidence"],
    "additionalProperties": False,
}


_ASK = """\
A static analyser reported the finding below. Beneath it stand known findings that a person found to
be false alarms, each with the reason. Is the finding the same as one of them, for the same reason?
Answer with one JSON object and nothing else: {"equal_error_trace": [lines of that known finding's
trace, copied exactly, or nothing], "justification": "a sentence or two", "result": "YES" or "NO",
"confidence": how sure you are, from 0 to 1}
"""


def ask(finding: Mapping[str, Json], matches: Sequence[KnownMatch]) -> str:
    """What a language model is asked about a finding and the known issues retrieved for it."""
    parts = [_ASK, f"FINDING ({finding['issue_type']})\n{finding['trace']}"]
    parts += [
        f"KNOWN FALSE ALARM {number}\n{match.entry.trace}\nReason: {match.entry.reason}"
        for number, match in enumerate(matches, 1)
    ]
    return "\n\n".join(parts) + "\n"


@dataclass(frozen=True, slots=True)
class Structured:
    """A well-formed answer; `problem` says what is wrong with one that is not."""

    equal_error_trace: Sequence[str] = ()
    justification: str = ""
    result: str = ""
    confidence: float = 0.0
    problem: str | None = None


def parse_structured(text: str) -> Structured:
    """The answer's fields, checked one by one; never raises. Text around the JSON is allowed."""
    data = document(
        text, lambda value: isinstance(value, dict) and "result" in value, last=True
    ).value
    if data is None:
        return Structured(problem="there is no JSON object with 'result' in the answer")
    lines, sure = data.get("equal_error_trace"), data.get("confidence")
    result = data.get("result")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        return Structured(problem="'equal_error_trace' is not a list of strings")
    if not isinstance(result, str) or result.strip().upper() not in ("YES", "NO"):
        return Structured(problem="'result' is neither YES nor NO")
    if isinstance(sure, bool) or not isinstance(sure, int | float) or not 0 <= sure <= 1:
        return Structured(problem="'confidence' is not a number from 0 to 1")
    why = data.get("justification")
    if not isinstance(why, str):
        return Structured(problem="'justification' is not a string")
    return Structured(lines, why, result.strip().upper(), float(sure))


def invented_lines(answer: Structured, matches: Sequence[KnownMatch]) -> list[str]:
    """Lines that the answer cites but that are in none of the known issues it was shown."""
    shown = {_plain(line) for match in matches for line in match.entry.trace.split("\n")}
    return [line for line in answer.equal_error_trace if _plain(line) not in shown]


def decide_structured(text: str, matches: Sequence[KnownMatch]) -> Decision | None:
    """The decision in a model's answer; None where the answer has none.

    A YES that cites nothing, or cites what was not shown, has no basis: a person must look.
    """
    answer = parse_structured(text)
    if answer.problem is not None:
        return None
    invented = invented_lines(answer, matches)
    if answer.result == "NO":
        return Decision(REAL_BUG, answer.confidence, (), answer.justification)
    if invented or not answer.equal_error_trace:
        why = f"cites what it was not shown: {invented[0]}" if invented else "cites nothing"
        return Decision(NEEDS_REVIEW, 0.5, (), f"{why}; it said: {answer.justification}")
    cited = {_plain(line) for line in answer.equal_error_trace}
    rests_on = [
        match.reference
        for match in matches
        if cited & {_plain(line) for line in match.entry.trace.split("\n")}
    ]
    return Decision(FALSE_ALARM, answer.confidence, rests_on, answer.justification)


def _plain(line: str) -> str:
    return " ".join(line.split())
