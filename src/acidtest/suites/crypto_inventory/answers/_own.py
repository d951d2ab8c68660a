"""Reads this suite's own JSON and the published benchmark's answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from acidtest.suites.crypto_inventory.answers._claim import (
    STATES,
    THREATS,
    Claim,
    Reading,
    confidence_of,
    one_of,
    spans_of,
    text_of,
)

_FINDINGS_MAX = 10_000
_KEYS = {
    "algorithm",
    "parameters",
    "function",
    "lines",
    "evidence",
    "state",
    "threat",
    "confidence",
    "file",
}
_OTHER_NAMES = {
    "name": "algorithm",
    "algorithm_name": "algorithm",
    "line": "lines",
    "line_range": "lines",
    "line_numbers": "lines",
    "params": "parameters",
    "status": "state",
    "confidence_score": "confidence",
}


def read_own(document: Any, reading: Reading) -> Iterator[Claim]:
    """The findings of an answer in this suite's form: `{"findings": [{"algorithm": …, …}]}`."""
    findings = document
    if isinstance(document, dict):
        findings = document["findings"]
    else:
        reading.repair("shape")
    if isinstance(findings, dict):
        reading.repair("shape")
        findings = [findings]
    if not isinstance(findings, list):
        reading.repair("shape")
        return
    if len(findings) > _FINDINGS_MAX:
        reading.repair("too-many")
    for finding in findings[:_FINDINGS_MAX]:
        if isinstance(finding, str):
            reading.repair("shape")
            finding = {"algorithm": finding}
        if not isinstance(finding, dict):
            reading.repair("shape")
            continue
        claim = _claim(_renamed(finding, reading), reading)
        if claim is not None:
            yield claim


def _renamed(finding: Mapping[str, Any], reading: Reading) -> dict[str, Any]:
    fields = {key: value for key, value in finding.items() if key in _KEYS}
    for key, value in finding.items():
        better = _OTHER_NAMES.get(key)
        if better is not None and fields.get(better) is None:
            reading.repair("key")
            fields[better] = value
    return fields


def _claim(fields: Mapping[str, Any], reading: Reading) -> Claim | None:
    name = text_of(fields.get("algorithm"))
    if name is None:
        reading.repair("shape")
        return None
    parameters = fields.get("parameters")
    if parameters is not None and not isinstance(parameters, dict):
        reading.repair("parameters")
        parameters = None
    state = one_of(fields.get("state"), STATES, reading, "state")
    return Claim(
        name,
        {str(k): v for k, v in (parameters or {}).items() if isinstance(v, str | int | float)},
        text_of(fields.get("function")),
        spans_of(fields.get("lines"), reading),
        text_of(fields.get("evidence")),
        state or "active",
        one_of(fields.get("threat"), THREATS, reading, "threat"),
        confidence_of(fields.get("confidence"), reading),
        text_of(fields.get("file")),
    )


def read_published(document: Mapping[str, Any], reading: Reading) -> Iterator[Claim]:
    """Names listed as detected, and entries of the analysis marked as `DETECTED`.

    The keys of the analysis are not read: they name the same algorithms in every answer.
    """
    sure = None
    if document.get("confidence_score") is not None:
        sure = confidence_of(document["confidence_score"], reading)
    listed = document.get("detected_algorithms")
    for name in listed[:_FINDINGS_MAX] if isinstance(listed, list) else ():
        if text := text_of(name):
            yield Claim(text, confidence=sure, free=True)
    analysis = document.get("analysis_results")
    for value in list(analysis.values())[:_FINDINGS_MAX] if isinstance(analysis, dict) else ():
        for part in value[:_FINDINGS_MAX] if isinstance(value, list) else [value]:
            if isinstance(value, list) and (text := text_of(part)):
                yield Claim(text, confidence=sure, free=True)
            elif isinstance(part, str) and is_detected(part):
                yield Claim(part.partition(":")[2].strip()[:2000], confidence=sure, free=True)


def is_detected(entry: str) -> bool:
    """Whether an entry of a published analysis says that something was detected."""
    low = entry.lower()
    return "detected:" in low and "not detected" not in low
