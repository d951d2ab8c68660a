"""Rules that never look at the code: what they reach is what the data gives away.

Each rule puts findings into groups and says of every finding what most of its group are. It has
seen the labels, so no filter that looks at the same thing alone does better on this data.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from acidtest.core.records import Sample
from acidtest.metrics import detection
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG, UNKNOWN

RULES: Mapping[str, str] = {
    "type": "issue type",
    "rule": "rule of the analyser",
    "package": "package",
    "version": "how new the version is: the first of its package, the second …",
    "release": "package and version",
    "last-version": "whether it is the last version of its package",
    "place": "line number, in bands that end at 10, 20, 30, 45, 60, 90",
    "severity": "severity",
    "tool": "analyser",
}
PLACES = (10, 20, 30, 45, 60, 90)
"""The lines at which the bands of `place` end."""
_PARTS = re.compile(r"\d+|[a-z]+", re.IGNORECASE)


def groups_by_rule(samples: Sequence[Sample]) -> dict[str, list[str]]:
    """For each rule the group of every sample."""
    order = _versions(samples)

    def nth(sample: Sample) -> int:
        finding = sample.truth.finding
        return order[finding.package].index(finding.version)

    def last(sample: Sample) -> bool:
        return nth(sample) == len(order[sample.truth.finding.package]) - 1

    of: Mapping[str, Callable[[Sample], object]] = {
        "type": lambda s: s.truth.finding.issue_type,
        "rule": lambda s: (s.truth.finding.tool, s.record.get("rule", s.groups["issue_type"])),
        "package": lambda s: s.groups["package"],
        "version": nth,
        "release": lambda s: s.groups["release"],
        "last-version": last,
        "place": lambda s: bisect_left(PLACES, s.truth.finding.line or 0),
        "severity": lambda s: s.groups["severity"],
        "tool": lambda s: s.groups["tool"],
    }
    return {name: [str(of[name](sample)) for sample in samples] for name in RULES}


def _versions(samples: Sequence[Sample]) -> Mapping[str, list[str]]:
    """The versions of each package, oldest first as far as their numbers say."""
    named: dict[str, set[str]] = defaultdict(set)
    for sample in samples:
        named[sample.truth.finding.package].add(sample.truth.finding.version)
    return {package: sorted(versions, key=_age) for package, versions in named.items()}


def _age(version: str) -> tuple[tuple[int, str], ...]:
    """The order of a version; numbers by length and then as text: they may be too long for int."""
    parts = _PARTS.findall(version if version != UNKNOWN else "")
    numbers = (p.lstrip("0") if p.isdecimal() else None for p in parts)
    return tuple(
        (0, part) if number is None else (1 + len(number), number)
        for part, number in zip(parts, numbers, strict=True)
    )


def usual_labels(samples: Sequence[Sample]) -> list[dict[str, str]]:
    """What each rule says of each sample; nothing where a group has no label.

    A tie goes to the label that loses no real bug.
    """
    said: list[dict[str, str]] = [{} for _ in samples]
    for name, groups in groups_by_rule(samples).items():
        labels: dict[str, Counter[str]] = defaultdict(Counter)
        for sample, group in zip(samples, groups, strict=True):
            if sample.truth.label:
                labels[group][sample.truth.label] += 1
        for place, group in enumerate(groups):
            if counts := labels[group]:
                alarms = counts[FALSE_ALARM] > counts[REAL_BUG]
                said[place][name] = FALSE_ALARM if alarms else REAL_BUG
    return said


def confusion(samples: Sequence[Sample], name: str) -> detection.Confusion:
    """Labels against what a rule says that has seen these samples alone."""
    pairs = zip(samples, usual_labels(samples), strict=True)
    counts = Counter((s.truth.label, said.get(name)) for s, said in pairs)
    return detection.Confusion(
        REAL_BUG,
        counts[REAL_BUG, REAL_BUG],
        counts[FALSE_ALARM, REAL_BUG],
        counts[REAL_BUG, FALSE_ALARM],
        counts[FALSE_ALARM, FALSE_ALARM],
    )
