"""A result of an analyser's report, with what the report itself says about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from acidtest.core.records import Json
from acidtest.suites.sast_triage.record import Finding


@dataclass(frozen=True, slots=True)
class Reported:
    """One result. `record` says where it is in its report.

    `label` is what a person decided in the report itself, `unjudged` why nobody did, and `no_case`
    why it is not a finding at all. `fingerprints` are the analyser's own names for it.
    """

    finding: Finding
    record: Mapping[str, Json] = field(default_factory=dict)
    fingerprints: frozenset[str] = frozenset()
    label: str | None = None
    unjudged: str | None = None
    no_case: str | None = None


@dataclass(frozen=True, slots=True)
class AnalyserReport:
    """One report: its results in order, and what its reader should know besides them.

    `left_out` counts by reason what the report has and no finding stands for.
    """

    where: str
    results: Sequence[Reported]
    notes: Sequence[str] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


def numbered(results: Sequence[Reported]) -> list[Reported]:
    """The same results; where several have one id, the later ones are numbered."""
    counts: dict[str, int] = {}
    unique = []
    for result in results:
        name = result.finding.id
        counts[name] = times = counts.get(name, 0) + 1
        if times > 1:
            result = replace(result, finding=replace(result.finding, id=f"{name}~{times}"))
        unique.append(result)
    return unique
