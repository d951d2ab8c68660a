"""Checks the labels of crypto-trees against the files and the list of drawn ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from acidtest.suites.crypto_inventory.corpus_check import EVIDENCE, FUNCTIONS, STATES
from acidtest.suites.crypto_inventory.naming import named
from acidtest.suites.crypto_inventory.trees import DRAWN, LABELS, releases

_ALLOWED = {
    "state": STATES,
    "evidence": EVIDENCE,
    "function": (*FUNCTIONS, "public-key-encryption"),
}
_REASON_MAX = 160  # a sentence of ours; a longer one might quote


def problems(record: Mapping[str, Any], data: bytes) -> Iterator[str]:
    """What is wrong with the labels of one file."""
    if record.get("package") not in releases():
        yield f"label: package {record.get('package')!r} is not in the list"
    findings = record["findings"]
    clean = all(f.get("state") != "active" or f.get("optional") for f in findings)
    if clean != bool(record.get("clean_reason")):
        yield "label: a clean_reason belongs to files with nothing to find, and only to them"
    lines = data.decode("utf-8").splitlines()
    counts = Counter((f["algorithm"], f.get("function"), f.get("state")) for f in findings)
    yield from (f"label: {' '.join(map(str, key))} twice" for key, n in counts.items() if n > 1)
    for finding in findings:
        for what in _of_finding(finding, lines):
            yield f"label: {finding['algorithm']}: {what}"


def _of_finding(finding: Mapping[str, Any], lines: list[str]) -> Iterator[str]:
    for key, allowed in _ALLOWED.items():
        if finding.get(key) not in allowed:
            yield f"{key} {finding.get(key)!r} is not one of {', '.join(allowed)}"
    reason = str(finding.get("reason", ""))
    if not reason.endswith(".") or len(reason) > _REASON_MAX:
        yield f"the reason is not a sentence of at most {_REASON_MAX} characters"
    if any(line.strip() and line.strip() in reason for line in lines if len(line.strip()) > 12):
        yield "the reason quotes a line of the file"
    for first, last in [finding.get("lines", (0, 0)), *finding.get("also", [])]:
        if not 1 <= first <= last <= len(lines):
            yield f"lines {first} to {last} are not in the file ({len(lines)} lines)"
        elif not any(line.strip() for line in lines[first - 1 : last]):
            yield f"lines {first} to {last} are empty"


def summary() -> str:
    """What is labelled: files, places by state, algorithms in use."""
    records = [json.loads(line) for line in LABELS.read_text("utf-8").splitlines()]
    places: Counter[str] = Counter()
    in_use: set[str] = set()
    for finding in (f for record in records for f in record["findings"]):
        state = "optional" if finding.get("optional") else finding["state"]
        places[state] += 1 + len(finding.get("also", []))
        if state == "active":
            in_use.update(one.id for one in named(finding["algorithm"]) if not one.component)
    states = ", ".join(f"{state} {n}" for state, n in places.most_common())
    clean = sum("clean_reason" in record for record in records)
    return (
        f"{len(records)} files, {clean} with nothing to find; {places.total()} places ({states}); "
        f"{len(in_use)} algorithms in use"
    )


def unlabelled(labelled: set[str]) -> Iterator[tuple[str, str]]:
    """Drawn files without a label, and labelled files that were not drawn."""
    drawn = {line.split("\t")[1] for line in DRAWN.read_text("utf-8").splitlines()}
    yield from ((name, "label: drawn, but has none") for name in sorted(drawn - labelled))
    yield from ((name, "label: was not drawn") for name in sorted(labelled - drawn))
