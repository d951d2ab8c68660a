"""The records of this suite, and its words: a finding is a `real bug` or a `false alarm`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from acidtest.model import Json

if TYPE_CHECKING:
    from acidtest.suites.sast_triage.known import Store

REAL_BUG = "real bug"
FALSE_ALARM = "false alarm"
NEEDS_REVIEW = "needs review"

VERDICTS: Mapping[str, str] = {
    "TRUE_POSITIVE": REAL_BUG,
    "FALSE_POSITIVE": FALSE_ALARM,
    "NEEDS_REVIEW": NEEDS_REVIEW,
}
"""What filters write, as the words of this suite: `TRUE_POSITIVE` says the finding is real."""
WRITTEN: Mapping[str, str] = {word: written for written, word in VERDICTS.items()}

UNKNOWN = "unknown"


def verdict_of(text: str) -> str | None:
    """The verdict a filter wrote, however it spells it; None if it is none.

    >>> verdict_of("true positive"), verdict_of("FALSE-POSITIVE"), verdict_of("maybe")
    ('real bug', 'false alarm', None)
    """
    plain = text.strip().strip(".*`\"'").lower()
    if plain in WRITTEN:
        return plain
    return VERDICTS.get("_".join(plain.upper().replace("-", " ").replace("_", " ").split()))


@dataclass(frozen=True, slots=True)
class Finding:
    """What an analyser reported. `trace` is in the known-issues form.

    `path` is the file it points to and `line` the line, as the analyser gave them; `context` is
    source code beyond the trace, where the data has it.
    """

    id: str
    issue_id: str
    issue_type: str
    trace: str
    path: str
    line: int | None = None
    cwe: str = UNKNOWN
    severity: str = UNKNOWN
    package: str = UNKNOWN
    version: str = UNKNOWN
    tool: str = UNKNOWN
    context: str = ""

    def question(self) -> dict[str, Json]:
        """The fields of the published question, in its order."""
        return {
            "id": self.id,
            "issue_id": self.issue_id,
            "issue_type": self.issue_type,
            "severity": self.severity,
            "trace": self.trace,
            "file_path": self.path,
            "line_number": self.line,
            "cwe_id": self.cwe,
        }


@dataclass(frozen=True, slots=True)
class Case:
    """A finding and what is true of it.

    `label` is None where nobody knows. `similar` names the known issues that are the right
    match, as paths or as `path#identity`; None where the data does not say. `known` is the store
    that goes with the data: not a truth but material, which a filter may read. `usual` is the
    label that most findings of this type have in the data, for the control `by-type`.
    """

    finding: Finding
    label: str | None
    similar: tuple[str, ...] | None
    reason: str = ""
    known: Store | None = None
    usual: str | None = None


@dataclass(frozen=True, slots=True)
class Justification:
    """A long justification and the short one a person would write for it."""

    full: str
    short: str
