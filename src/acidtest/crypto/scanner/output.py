"""Findings as JSON, a CycloneDX bill or SARIF."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from acidtest.core.records import Json
from acidtest.core.version import __version__
from acidtest.crypto.scanner.cbom import to_cbom
from acidtest.crypto.scanner.finding import TOOL, CryptoFinding, Incomplete

_LEVELS = {"active": "warning", "disabled": "none", "comment": "none", "rejected": "none",
           "test": "note"}  # fmt: skip


def to_json(findings: Iterable[CryptoFinding], incomplete: Incomplete = ()) -> str:
    """`{"findings": […]}`, as the suite reads it; `incomplete` where a file was given up."""
    data: dict[str, Json] = {"findings": [f.to_json() for f in findings]}
    if incomplete:
        data["incomplete"] = [{"file": file, "reason": reason} for file, reason in incomplete]
    return json.dumps(data, indent=1, ensure_ascii=False)


def to_sarif(findings: Iterable[CryptoFinding], incomplete: Incomplete = ()) -> str:
    """SARIF 2.1.0; inactive findings are suppressed, with their state as the reason."""
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
                "results": [_result(f) for f in all_findings],
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


def _result(finding: CryptoFinding) -> dict[str, Json]:
    match = finding.match
    safe = match.threat() in ("adequate", "pq-safe", "hybrid")
    level = _LEVELS[finding.state]
    result: dict[str, Json] = {
        "ruleId": match.algorithm.id,
        "level": "note" if safe and level == "warning" else level,
        "message": {"text": f"{match.label} ({match.function}), {finding.state}: {match.threat()}"},
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
    if finding.state != "active":
        result["suppressions"] = [{"kind": "external", "justification": finding.state}]
    return result


FORMATS: Mapping[str, Callable[[Iterable[CryptoFinding], Incomplete], str]] = {
    "json": to_json,
    "cbom": lambda findings, incomplete: to_cbom(findings, "1.6", incomplete),
    "cbom-1.7": lambda findings, incomplete: to_cbom(findings, "1.7", incomplete),
    "sarif": to_sarif,
}
