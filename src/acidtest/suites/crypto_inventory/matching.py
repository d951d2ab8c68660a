"""Matches an answer's findings with a file's labels. The core of the sound reading.

Findings are sets: an algorithm counts once however often it is reported or occurs. An
algorithm that is only mentioned, switched off, rejected or tested for must not be reported as
active; reporting it with its state costs nothing and earns nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from acidtest.core.records import Json
from acidtest.suites.crypto_inventory.naming import is_korean
from acidtest.suites.crypto_inventory.truth import HARMLESS, UNKNOWN, Label

Span = Sequence[int]


@dataclass(slots=True)
class Matched:
    """One answer against one file; names are as the taxonomy has them."""

    clean: bool
    expected: int = 0
    detected: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    traps: list[str] = field(default_factory=list)
    traps_taken: float | None = None
    vulnerable: list[int] = field(default_factory=lambda: [0, 0, 0])
    korean: list[int] = field(default_factory=lambda: [0, 0, 0])
    safe: list[int] = field(default_factory=lambda: [0, 0])
    threats: list[int] = field(default_factory=lambda: [0, 0, 0])
    threat_right: int = 0
    lines: list[float] | None = None
    sure: list[tuple[float, bool]] = field(default_factory=list)
    by: dict[str, Json] = field(default_factory=dict)

    @property
    def f1(self) -> float | None:
        """F1 of this file; None if there is nothing to find."""
        if self.clean:
            return None
        tp, fp, fn = len(self.detected), len(self.alarms), len(self.missed)
        return 2 * tp / (2 * tp + fp + fn)


def match(labels: Sequence[Label], findings: Sequence[Mapping[str, Json]]) -> Matched:
    """Compare the labels of a file with the findings of an answer."""
    active: dict[str, list[Label]] = defaultdict(list)
    for label in labels:
        if label.state == "active" and not label.optional:
            active[label.id].append(label)
    allowed = {label.id for label in labels if label.optional}
    for label in labels:
        if label.state == "active":
            allowed.update(label.accept, label.parts, label.general)
    reported = {f["id"]: f for f in findings if f["state"] == "active" and _counts(f)}
    allowed |= {f["id"] for f in findings if f["component"]}
    result = Matched(clean=not active, expected=len(active))
    result.unknown = [f["name"] for f in findings if not f["known"]]
    by: dict[str, dict[str, list[int]]] = {"threat": {}, "evidence": {}}
    lines_right = lines_wanted = 0.0
    used: set[str] = set()
    threats: set[str] = set()  # those of what was found and of the false alarms
    for identity, group in active.items():
        said = _said(identity, group, reported)
        label = group[0]
        (result.missed if said is None else result.detected).append(label.name)
        harmful = label.threat not in HARMLESS
        result.vulnerable[0 if said is not None else 2] += harmful
        result.korean[0 if said is not None else 2] += label.korean
        if said is not None and not harmful:
            result.safe[0] += _threat(said) not in HARMLESS
            result.safe[1] += 1
        for key, values in (
            ("threat", {label.threat}),
            ("evidence", {each.evidence for each in group}),
        ):
            for value in values:
                _tally(by[key], value)[0 if said is not None else 2] += 1
        spans = [span for each in group for span in each.lines]
        if spans:
            lines_wanted += 1
            lines_right += 0.0 if said is None else _inside(said["lines"], spans)
        if said is not None:
            used.add(said["id"])
            threats.add(_threat(said))
            result.threat_right += _threat(said) == label.threat
            if said["confidence"] is not None:
                result.sure.append((said["confidence"], True))
    for identity, said in reported.items():
        if identity in used or identity in allowed:
            continue
        result.alarms.append(said["name"])
        threat = _threat(said)
        threats.add(threat)
        result.vulnerable[1] += threat not in HARMLESS
        result.korean[1] += is_korean(said["id"])
        _tally(by["threat"], threat)[1] += 1
        if said["confidence"] is not None:
            result.sure.append((said["confidence"], False))
    there = {group[0].threat for group in active.values()}
    result.threats = [len(there & threats), len(threats - there), len(there - threats)]
    _traps(result, labels, active, reported)
    result.lines = [lines_right, lines_wanted] if lines_wanted else None
    result.by = {key: values for key, values in by.items() if values}
    return result


def _counts(finding: Mapping[str, Json]) -> bool:
    """Whether a finding claims that cryptography is there.

    Free text that names no known algorithm does not; it is only kept as unknown. Nor does a
    finding that calls itself not cryptography.
    """
    return bool(finding["known"] or not finding["free"]) and finding["threat"] != "not-crypto"


def _said(
    identity: str, group: Sequence[Label], reported: Mapping[str, Mapping[str, Json]]
) -> Mapping[str, Json] | None:
    """The finding that reports an algorithm: by its name, an accepted one, or all its parts."""
    accepted = [other for label in group for other in label.accept]
    for name in (identity, *accepted):
        if name in reported:
            return reported[name]
    parts = group[0].parts
    if not parts or not all(part in reported for part in parts):
        return None
    both = [reported[part] for part in parts]
    return {**both[0], "implied": group[0].threat, "lines": [s for f in both for s in f["lines"]]}


def _tally(counts: dict[str, list[int]], key: str) -> list[int]:
    return counts.setdefault(key, [0, 0, 0])


def _threat(finding: Mapping[str, Json]) -> str:
    """What the answer says; otherwise what the name implies."""
    return str(finding["threat"] or finding["implied"] or UNKNOWN)


def _inside(said: Sequence[Span], spans: Sequence[Span]) -> float:
    """The share of the reported lines within the spans: naming a whole file earns little."""
    right = total = 0
    for first, last in _apart(said):
        total += last - first + 1
        right += sum(max(0, min(last, high) - max(first, low) + 1) for low, high in _apart(spans))
    return right / total if total else 0.0


def _apart(spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Spans joined where they touch or overlap, so that no line counts twice."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted((int(a), int(b)) for a, b in spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return joined


def _traps(
    result: Matched,
    labels: Sequence[Label],
    active: Mapping[str, Sequence[Label]],
    reported: Mapping[str, Mapping[str, Json]],
) -> None:
    traps = {
        label.id: label for label in labels if label.state != "active" and label.id not in active
    }
    if traps:
        taken = [identity for identity in traps if identity in reported]
        result.traps = [f"{traps[identity].name} ({traps[identity].state})" for identity in taken]
        result.traps_taken = len(taken) / len(traps)
