"""Choose which labelled findings are asked, so that nothing but the code tells the label.

Real bugs were the majority in the first versions and false alarms in the last ones, and some rules
found mostly the one or the other: a filter that never looks at the code gained by that. What is
asked is the largest part of the labelled findings in which each group has as many real bugs as
false alarms (or one more, where the group is small). No label is changed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from acidtest.suites.sast_triage.blind import PLACES

DATA = Path(__file__).resolve().parents[1] / "src/acidtest/suites/sast_triage/data"
Row = Mapping[str, Any]
REAL, FALSE = "real bug", "false alarm"
LEAST = {(FALSE, True): 50, (REAL, True): 25, (FALSE, False): 25, (REAL, False): 25}
"""Findings of each label with and without a known false alarm at the same place."""


def place(row: Row, parts: int) -> int:
    """In which part of its file the finding is."""
    inside = row["file_path"].partition("/")[2]
    path = DATA / "packages" / row["package"] / row["version"] / inside
    lines = len(path.read_text(encoding="utf-8").splitlines())
    return min(parts - 1, parts * (int(row["line_number"]) - 1) // lines)


def nth_version(row: Row) -> int:
    """Which version of its package, from 0."""
    folders = [path.name for path in (DATA / "packages" / row["package"]).iterdir()]
    versions = sorted(folders, key=lambda name: [int(part) for part in name.split(".")])
    return versions.index(row["version"])


# what may differ between real bugs and false alarms in each group of these
GROUPS: Mapping[str, tuple[int, Callable[[Row], object]]] = {
    "split": (0, lambda r: r["split"]),
    "version in split": (0, lambda r: (nth_version(r), r["split"])),
    "release": (1, lambda r: (r["package"], r["version"])),
    "package": (0, lambda r: r["package"]),
    "rule in split": (0, lambda r: (r["tool"], r["rule"], r["split"])),
    "severity": (1, lambda r: r["severity"]),
    "third of the file in split": (0, lambda r: (place(r, 3), r["split"])),
    "fifth of the file in split": (1, lambda r: (place(r, 5), r["split"])),
    "line in split": (0, lambda r: (bisect_left(PLACES, r["line_number"]), r["split"])),
    "number in its release": (1, lambda r: min(9, int(r["issue_id"][3:]) // 3)),
}


def leaks(rows: Sequence[Row]) -> list[str]:
    """The groups in which real bugs and false alarms differ by more than they may."""
    found = []
    for name, (most, group_of) in GROUPS.items():
        sums: Counter[object] = Counter()
        for row in rows:
            sums[group_of(row)] += 1 if row["label"] == REAL else -1
        found += [f"{name} {group}: {more:+}" for group, more in sums.items() if abs(more) > most]
    return found


def choose(rows: Sequence[Row], known: Set[tuple[str, str]]) -> set[str]:
    """The ids of the largest balanced part; `known` are place and type of the known issues."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    sign = np.array([1.0 if row["label"] == REAL else -1.0 for row in rows])
    parts, low, high = [], [], []

    def limit(members: Sequence[int], weights: Any, least: float, most: float) -> None:
        part = np.zeros(len(rows))
        part[members] = weights
        parts.append(part)
        low.append(least)
        high.append(most)

    for most, group_of in GROUPS.values():
        groups: dict[object, list[int]] = defaultdict(list)
        for place_, row in enumerate(rows):
            groups[group_of(row)].append(place_)
        for members in groups.values():
            limit(members, sign[members], -most, most)
    for (label, at_known), least in LEAST.items():
        members = [
            place_
            for place_, row in enumerate(rows)
            if row["label"] == label and ((row["origin"], row["issue_type"]) in known) == at_known
        ]
        limit(members, 1.0, least, len(rows))
    # equal sizes: the earlier finding is taken
    worth = -1.0 + np.arange(len(rows)) / (2 * len(rows) ** 2)
    made = milp(
        worth,
        constraints=LinearConstraint(np.array(parts), low, high),
        integrality=np.ones(len(rows)),
        bounds=Bounds(0, 1),
        options={"mip_rel_gap": 0},
    )
    if made.x is None:
        raise SystemExit("no part of the findings is balanced")
    return {row["id"] for row, taken in zip(rows, made.x, strict=True) if taken > 0.5}
