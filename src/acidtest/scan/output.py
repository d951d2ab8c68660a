"""Findings as this suite's JSON, a CycloneDX CBOM, or SARIF."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from acidtest._version import __version__
from acidtest.model import Json
from acidtest.scan.finding import Finding

TOOL = "acidtest-scan"
_PRIMITIVES = {
    "signature": "signature", "key-exchange": "key-agree", "kem": "kem", "encryption": "pke",
    "hash": "hash", "mac": "mac", "kdf": "kdf", "password-hash": "kdf", "rng": "drbg",
    "key": "other",
}  # fmt: skip
_USES = {
    "signature": ["sign", "verify"], "key-exchange": ["keygen", "keyderive"],
    "kem": ["encapsulate", "decapsulate"], "encryption": ["encrypt", "decrypt"],
    "cipher": ["encrypt", "decrypt"], "hash": ["digest"], "mac": ["tag"], "kdf": ["keyderive"],
    "password-hash": ["keyderive"], "rng": ["generate"],
}  # fmt: skip
_MODES = frozenset("cbc ecb ccm gcm cfb ofb ctr".split())
_PADDINGS = {"OAEP": "oaep", "PKCS1-v1.5": "pkcs1v15", "none": "raw"}
_AEAD = frozenset(("GCM", "CCM", "EAX", "OCB", "SIV", "GCM-SIV"))
_LEVELS = {"active": "warning", "disabled": "none", "comment": "none", "rejected": "none",
           "test": "note"}  # fmt: skip


def to_json(findings: Iterable[Finding]) -> str:
    """`{"findings": […]}`, as the suite reads it."""
    return json.dumps({"findings": [f.to_json() for f in findings]}, indent=1, ensure_ascii=False)


def to_cbom(findings: Iterable[Finding], version: str = "1.6") -> str:
    """A CycloneDX bill of what is in use: active findings, one component an algorithm."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.state == "active":
            groups.setdefault(finding.match.label, []).append(finding)
    components = [_component(label, group) for label, group in sorted(groups.items())]
    digest = hashlib.sha256(json.dumps(components, sort_keys=True).encode()).hexdigest()
    serial = "-".join(
        (digest[:8], digest[8:12], "4" + digest[13:16], "8" + digest[17:20], digest[20:32])
    )
    bom = {
        "$schema": f"http://cyclonedx.org/schema/bom-{version}.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": version,
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "tools": {"components": [{"type": "application", "name": TOOL, "version": __version__}]}
        },
        "components": components,
    }
    return json.dumps(bom, indent=1, ensure_ascii=False)


def _component(label: str, group: Sequence[Finding]) -> dict[str, Json]:
    match = group[0].match
    given = match.parameters
    primitive = _PRIMITIVES.get(match.function, "unknown")
    if match.function == "cipher":
        aead = given.get("mode") in _AEAD
        stream = match.algorithm.family == "stream-cipher"
        primitive = "ae" if aead else "stream-cipher" if stream else "block-cipher"
    properties: dict[str, Json] = {"primitive": primitive}
    chosen = given.get("variant", given.get("bits"))
    if chosen is not None:
        properties["parameterSetIdentifier"] = str(chosen)
    if "curve" in given:
        properties["curve"] = str(given["curve"])
    if "mode" in given:
        mode = str(given["mode"]).lower()
        properties["mode"] = mode if mode in _MODES else "other"
    if "padding" in given:
        properties["padding"] = _PADDINGS.get(str(given["padding"]), "other")
    properties["cryptoFunctions"] = _USES.get(match.function, ["unknown"])
    if match.strength is not None:
        properties["classicalSecurityLevel"] = match.strength
    properties["nistQuantumSecurityLevel"] = _quantum(group[0])
    crypto: dict[str, Json] = {"assetType": "algorithm", "algorithmProperties": properties}
    if match.algorithm.oids and not given:
        crypto["oid"] = match.algorithm.oids[0]
    return {
        "type": "cryptographic-asset",
        "bom-ref": f"crypto/{label}",
        "name": label,
        "evidence": {
            "occurrences": [
                {"location": f.file or "-", "line": f.lines[0], "additionalContext": f.evidence}
                for f in group
            ]
        },
        "cryptoProperties": crypto,
        "properties": [{"name": "acidtest:threat", "value": match.threat()}],
    }


def _quantum(finding: Finding) -> int:
    """NIST's category: 1, 3 or 5 for what only search attacks, 0 for what falls."""
    bits = finding.match.strength
    if finding.match.threat() not in ("adequate", "pq-safe", "hybrid") or bits is None:
        return 0
    return 5 if bits >= 256 else 3 if bits >= 192 else 1 if bits >= 128 else 0


def to_sarif(findings: Iterable[Finding]) -> str:
    """SARIF 2.1.0; what is not active is suppressed, with its state as the reason."""
    found = list(findings)
    rules = {f.match.algorithm.id: f for f in found}
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
                "results": [_result(f) for f in found],
            }
        ],
    }
    return json.dumps(log, indent=1, ensure_ascii=False)


def _rule(finding: Finding) -> dict[str, Json]:
    algorithm = finding.match.algorithm
    return {
        "id": algorithm.id,
        "name": algorithm.name,
        "shortDescription": {"text": f"{algorithm.name}: {algorithm.threat}"},
        "properties": {"family": algorithm.family, "threat": algorithm.threat},
    }


def _result(finding: Finding) -> dict[str, Json]:
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


FORMATS: Mapping[str, Callable[[Iterable[Finding]], str]] = {
    "json": to_json,
    "cbom": to_cbom,
    "sarif": to_sarif,
}
