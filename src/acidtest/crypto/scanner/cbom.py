"""Findings as a CycloneDX bill of cryptography, 1.6 or 1.7."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from acidtest.core.records import Json
from acidtest.core.version import __version__
from acidtest.crypto.scanner.finding import TOOL, CryptoFinding, Dated, Incomplete
from acidtest.crypto.taxonomy import Match

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


def to_cbom(
    findings: Iterable[CryptoFinding],
    version: str = "1.6",
    incomplete: Incomplete = (),
    dated: Dated | None = None,
) -> str:
    """A CycloneDX bill of what is in use: active findings, one component per algorithm."""
    groups: dict[str, list[CryptoFinding]] = {}
    for finding in findings:
        if finding.state == "active":
            groups.setdefault(finding.match.label, []).append(finding)
    components = [_component(label, group, dated) for label, group in sorted(groups.items())]
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
            "tools": {
                "components": [{"type": "application", "name": TOOL, "version": __version__}]
            },
            **({"properties": [_not_read(*entry) for entry in incomplete]} if incomplete else {}),
        },
        "components": components,
    }
    return json.dumps(bom, indent=1, ensure_ascii=False)


def _not_read(file: str, reason: str) -> dict[str, Json]:
    return {"name": "acidtest:not-completely-read", "value": f"{file}: {reason}"}


def _component(label: str, group: Sequence[CryptoFinding], dated: Dated | None) -> dict[str, Json]:
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
        "properties": [{"name": "acidtest:threat", "value": match.threat()}, *_until(match, dated)],
    }


def _until(match: Match, dated: Dated | None) -> list[Json]:
    until = dated(match) if dated is not None else None
    if until is None:
        return []
    return [
        {"name": "acidtest:allowed-until", "value": until.said},
        {"name": "acidtest:document", "value": until.why},
    ]


def _quantum(finding: CryptoFinding) -> int:
    """NIST's category: 1, 3 or 5 if only search attacks apply, 0 if it is broken."""
    bits = finding.match.strength
    if finding.match.threat() not in ("adequate", "pq-safe", "hybrid") or bits is None:
        return 0
    return 5 if bits >= 256 else 3 if bits >= 192 else 1 if bits >= 128 else 0
