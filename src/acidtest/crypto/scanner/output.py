"""Findings as JSON, a CycloneDX bill or SARIF."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from acidtest.core.records import Json
from acidtest.core.version import __version__
from acidtest.crypto.scanner.cbom import to_cbom
from acidtest.crypto.scanner.finding import TOOL, CryptoFinding

_LEVELS = {"active": "warning", "disabled": "none", "comment": "none", "rejected": "none",
           "test": "note"}  # fmt: skip


def to_json(findings: Iterable[CryptoFinding]) -> str:
    """`{"findings": […]}`, the form that the suite reads."""
    return json.dumps({"findings": [f.to_json() for f in findings]}, indent=1, ensure_ascii=False)


def to_sarif(findings: Iterable[CryptoFinding]) -> str:
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
            }
        ],
    }
    return json.dumps(log, indent=1, ensure_ascii=False)


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


FORMATS: Mapping[str, Callable[[Iterable[CryptoFinding]], str]] = {
    "json": to_json,
    "cbom": to_cbom,
    "sarif": to_sarif,
}
