"""Findings as JSON, a CycloneDX bill or SARIF."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.core.version import __version__
from acidtest.crypto.scanner.cbom import to_cbom
from acidtest.crypto.scanner.finding import TOOL, CryptoFinding, Dated, Incomplete

_LEVELS = {"active": "warning", "disabled": "none", "comment": "none", "rejected": "none",
           "test": "note"}  # fmt: skip


def to_json(
    findings: Iterable[CryptoFinding], incomplete: Incomplete = (), dated: Dated | None = None
) -> str:
    """`{"findings": […]}`, as the suite reads it; `incomplete` where a file was given up."""
    data: dict[str, Json] = {"findings": [f.to_json() for f in findings]}
    if incomplete:
        data["incomplete"] = [{"file": file, "reason": reason} for file, reason in incomplete]
    return json.dumps(data, indent=1, ensure_ascii=False)


def keys_of(file: Path) -> frozenset[tuple[str, str, str]]:
    """File, algorithm and state of the findings that an earlier scan wrote as JSON."""
    try:
        data = load_json(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {file}: {error}") from error
    there = data.get("findings") if isinstance(data, dict) else None
    if not isinstance(there, list) or not all(isinstance(entry, dict) for entry in there):
        raise InputError(f"{file}: expected the output of 'acidtest scan --format json'")
    return frozenset(
        (str(f.get("file", "")), str(f.get("algorithm", "")), str(f.get("state", "")))
        for f in there
        if isinstance(f, dict)
    )


def to_sarif(
    findings: Iterable[CryptoFinding], incomplete: Incomplete = (), dated: Dated | None = None
) -> str:
    """SARIF 2.1.0; inactive findings are suppressed, with their state as the reason. `dated` says
    until when each is allowed.
    """
    all_findings = list(findings)
    rules = {f.match.algorithm.id: f for f in all_findings}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": TOOL,
                        "version": __version__,
                        "rules": [_rule(rules[key]) for key in sorted(rules)],
                    }
                },
                "results": [_result(f, dated) for f in all_findings],
                **({"invocations": [_invocation(incomplete)]} if incomplete else {}),
            }
        ],
    }
    return json.dumps(log, indent=1, ensure_ascii=False)


def _invocation(incomplete: Incomplete) -> dict[str, Json]:
    notes = [
        {
            "level": "warning",
            "message": {"text": f"not completely read: {reason}"},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": file}}}],
        }
        for file, reason in incomplete
    ]
    return {"executionSuccessful": True, "toolExecutionNotifications": notes}


def _rule(finding: CryptoFinding) -> dict[str, Json]:
    algorithm = finding.match.algorithm
    return {
        "id": algorithm.id,
        "name": algorithm.name,
        "shortDescription": {"text": f"{algorithm.name}: {algorithm.threat}"},
        "properties": {"family": algorithm.family, "threat": algorithm.threat},
    }


def _result(finding: CryptoFinding, dated: Dated | None) -> dict[str, Json]:
    match = finding.match
    safe = match.threat() in ("adequate", "pq-safe", "hybrid")
    level = _LEVELS[finding.state]
    result: dict[str, Json] = {
        "ruleId": match.algorithm.id,
        "level": "note" if safe and level == "warning" else level,
        "message": {"text": _text(finding)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": finding.file or "-"},
                    "region": {"startLine": finding.lines[0], "endLine": finding.lines[1]},
                }
            }
        ],
        "properties": finding.to_json(),
    }
    if dated is not None and (until := dated(match)) is not None:
        said = f"until {until.said}" if until.until else until.said
        result["message"] = {"text": f"{_text(finding)}; {said} ({until.why})"}
        more: dict[str, Json] = {"until": until.until, "document": until.why}
        result["properties"] = {**finding.to_json(), **more}
    if finding.state != "active":
        result["suppressions"] = [{"kind": "external", "justification": finding.state}]
    return result


def _text(finding: CryptoFinding) -> str:
    match = finding.match
    return f"{match.label} ({match.function}), {finding.state}: {match.threat()}"


class Writer(Protocol):
    """Writes findings in one format."""

    def __call__(
        self,
        findings: Iterable[CryptoFinding],
        incomplete: Incomplete = (),
        dated: Dated | None = None,
    ) -> str:
        """The document."""
        ...


def _bill(version: str) -> Writer:
    def write(
        findings: Iterable[CryptoFinding], incomplete: Incomplete = (), dated: Dated | None = None
    ) -> str:
        return to_cbom(findings, version, incomplete, dated)

    return write


FORMATS: Mapping[str, Writer] = {
    "json": to_json,
    "cbom": _bill("1.6"),
    "cbom-1.7": _bill("1.7"),
    "sarif": to_sarif,
}
