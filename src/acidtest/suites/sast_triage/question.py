"""The forms a question takes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.records import Sample
from acidtest.suites.sast_triage import real
from acidtest.suites.sast_triage.code import code_around, source_file
from acidtest.suites.sast_triage.record import Case

FORMS = {
    "finding": "the finding as JSON, as in the published cases",
    "prompt": "the finding with instructions, for a language model",
    "matched": "the finding as JSON with the right known issues",
    "function": "the finding with instructions and its code: the function around it, "
    "its callers, and what both name",
}
_PACKAGES = Path(__file__).parent / "data" / "packages"

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
        if form != "function":
            return question(sample.truth, form)
        finding = sample.truth.finding
        root, path = sources_of(sample)
        code = code_around(root, path, finding.line or 1)
        if code is None:
            raise InputError(f"{finding.id}: {path} not found below {root}; put the sources there")
        return f"{question(sample.truth, 'prompt')}\n{code}\n"

    def program(self, sample: Sample) -> None:
        """A finding has no program."""


def sources_of(sample: Sample) -> tuple[Path, str]:
    """The folder with the sources of a finding, and its file there.

    Sources of a report are expected beside it, as where analysers are started in a checkout.
    """
    finding = sample.truth.finding
    if sample.record.get("recipe") == real.NAME:
        folder = real.sources(finding.package, finding.version)
        return folder, finding.path.partition("/")[2]
    shipped = _PACKAGES / finding.package / finding.version
    if "origin" in sample.record and shipped.is_dir():
        return shipped, finding.path.partition("/")[2]
    report = sample.record.get("sarif") or sample.record.get("report") or "."
    return Path(str(report)).parent, finding.path


def check_sources(samples: Sequence[Sample]) -> None:
    """Raise `InputError` if the sources of some findings are not there."""
    missing = [s for s in samples if source_file(*sources_of(s)) is None]
    if missing:
        root, path = sources_of(missing[0])
        raise InputError(
            f"--question function: {len(missing)} of {len(samples)} findings have no source file, "
            f"such as {path} in {root}; put the report where its paths begin"
        )


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
