"""What an analyser reported, and its ground truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from acidtest.core.records import Json
from acidtest.suites.sast_triage.known import Store
from acidtest.suites.sast_triage.words import UNKNOWN


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
    """A finding and its ground truth.

    `label` is None if it is unknown. `similar` names the known issues that are the right
    match, as paths or as `path#identity`; None where the data does not say. `known` is the store
    that goes with the data: not a truth but material, which a filter may read. `blind` are the
    labels that most findings of its type, its version … have in the data, for the controls `by-…`.
    """

    finding: Finding
    label: str | None
    similar: tuple[str, ...] | None
    reason: str = ""
    known: Store | None = None
    blind: Mapping[str, str] = field(default_factory=dict)
