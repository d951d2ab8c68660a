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
    """The findings of this suite's form: `{"findings": [{"algorithm": …, …}]}`."""
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
    told = {key: value for key, value in finding.items() if key in _KEYS}
    for key, value in finding.items():
        better = _OTHER_NAMES.get(key)
        if better is not None and told.get(better) is None:
            reading.repair("key")
            told[better] = value
    return told


def _claim(told: Mapping[str, Any], reading: Reading) -> Claim | None:
    name = text_of(told.get("algorithm"))
    if name is None:
        reading.repair("shape")
        return None
    parameters = told.get("parameters")
    if parameters is not None and not isinstance(parameters, dict):
        reading.repair("parameters")
        parameters = None
    state = one_of(told.get("state"), STATES, reading, "state")
    return Claim(
        name,
        {str(k): v for k, v in (parameters or {}).items() if isinstance(v, str | int | float)},
        text_of(told.get("function")),
        spans_of(told.get("lines"), reading),
        text_of(told.get("evidence")),
        state or "active",
        one_of(told.get("threat"), THREATS, reading, "threat"),
        confidence_of(told.get("confidence"), reading),
        text_of(told.get("file")),
    )


def read_published(document: Mapping[str, Any], reading: Reading) -> Iterator[Claim]:
    """Names listed as detected, and entries of the analysis marked as `DETECTED`.

    The keys of the analysis name algorithms whatever the answer is, so they are not read.
    """
    sure = None
    if document.get("confidence_score") is not None:
        sure = confidence_of(document["confidence_score"], reading)
    listed = document.get("detected_algorithms")
    for name in listed[:_FINDINGS_MAX] if isinstance(listed, list) else ():
        if told := text_of(name):
            yield Claim(told, confidence=sure, free=True)
    analysis = document.get("analysis_results")
    for value in list(analysis.values())[:_FINDINGS_MAX] if isinstance(analysis, dict) else ():
        for part in value[:_FINDINGS_MAX] if isinstance(value, list) else [value]:
            if isinstance(value, list) and (told := text_of(part)):
                yield Claim(told, confidence=sure, free=True)
            elif isinstance(part, str) and is_detected(part):
                yield Claim(part.partition(":")[2].strip()[:2000], confidence=sure, free=True)


def is_detected(entry: str) -> bool:
    """Whether an entry of a published analysis says that something was detected."""
    low = entry.lower()
    return "detected:" in low and "not detected" not in low
