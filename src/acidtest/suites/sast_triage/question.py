"""The forms a question takes."""

from __future__ import annotations

import json

from acidtest.core.records import Sample
from acidtest.suites.sast_triage.record import Case

FORMS = {
    "finding": "the finding as JSON, as in the published cases",
    "prompt": "the finding with instructions, for a language model",
    "matched": "the finding as JSON with the right known issues",
}

_ASK = """\
A static analyser reported the finding below. Decide whether it is a real bug or a false alarm.
Answer with one JSON object and nothing else:
{"filter_result": "TRUE_POSITIVE" for a real bug, "FALSE_POSITIVE" for a false alarm or
"NEEDS_REVIEW" where a person must look, "confidence": how sure you are of it from 0 to 1,
"similar_known_issues": [known issues that are the same, if you were shown any],
"justification": "the reason in a sentence or two"}
"""


class TriageQuestions:
    """Questions come with the data."""

    def text(self, sample: Sample, form: str) -> str:
        """The question put to a filter."""
        return question(sample.truth, form)

    def program(self, sample: Sample) -> None:
        """A finding has no program."""


def question(case: Case, form: str) -> str:
    """The finding in one of the forms."""
    asked = case.finding.question()
    if form == "matched":
        asked["known_issues"] = right_matches(case)
    if form != "prompt":
        return json.dumps(asked, ensure_ascii=False)
    lines = [f"{name}: {value}" for name, value in asked.items() if name not in ("id", "trace")]
    parts = [_ASK, "\n".join(lines), case.finding.trace]
    if case.finding.context:
        parts.append(case.finding.context)
    return "\n\n".join(parts) + "\n"


def right_matches(case: Case) -> list[dict[str, str]]:
    """The known issues that a perfect search would return, best first."""
    known = case.known.by_reference if case.known else {}
    return [
        {"reference": right, "trace": known[right].trace, "reason": known[right].reason}
        for right in case.similar or ()
        if right in known
    ]
