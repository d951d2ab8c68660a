"""How often does a page call one of six equal systems better? Simulated pages, real comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import cast

import numpy as np
from benchmarks.coverage import f1
from check import Check, Row, Tally, total

from acidtest.analysis.compare import compare
from acidtest.core.metric import Metric, Pooled
from acidtest.stats.intervals import Floats
from acidtest.store import Run

_SYSTEMS = 6
_DESIGNS = ((24, 1), (41, 4), (164, 1), (164, 4))
_METRICS = [
    Metric("passes", "yes or no, hard"),
    Metric("compiles", "yes or no, easy"),
    Metric("rare", "yes or no, rarely yes"),
    Metric("similar", "between 0 and 1"),
    Metric("f1", "from sums", pooled=Pooled(lambda score: None, f1)),
]


@dataclass
class _Equal:
    """A system's scores on the page: as much of a run as a comparison reads."""

    ids: list[str]
    clusters: list[str]
    columns: dict[str, Floats]
    groups: dict[str, list[str]] = field(default_factory=dict)

    @property
    def scored(self) -> list[bool]:
        return [True] * len(self.ids)

    @property
    def scored_ids(self) -> set[str]:
        return set(self.ids)

    @property
    def unscored(self) -> list[str]:
        return []

    def column(self, metric: Metric, *, worst: bool = False) -> Floats:
        assert not worst
        return self.columns[metric.name]


def _systems(rng: np.random.Generator, clusters: int, size: int) -> list[_Equal]:
    n = clusters * size
    hardness = {name: rng.normal(0, 1, clusters).repeat(size) for name in ("passes", "compiles")}
    offset = {"passes": 0.0, "compiles": 1.5}
    items = rng.integers(0, 5, n)
    systems = []
    for _ in range(_SYSTEMS):
        mood = rng.normal(0, 1, clusters).repeat(size)  # a system's own luck with a task
        columns = {
            name: (hardness[name] + mood + rng.normal(0, 1, n) < offset[name]).astype(np.float64)
            for name in hardness
        }
        columns["rare"] = (rng.random(n) < 0.02).astype(np.float64)
        columns["similar"] = 1 / (1 + np.exp(-hardness["passes"] - mood))
        hits = rng.binomial(items, 0.7)
        columns["f1"] = np.stack([hits, rng.poisson(0.4, n), items - hits], 1).astype(np.float64)
        ids = [str(i) for i in range(n)]
        systems.append(_Equal(ids, [str(i // size) for i in range(n)], columns))
    return systems


def _one(number: int) -> Tally:
    rng = np.random.default_rng(number)
    systems = _systems(rng, *_DESIGNS[number % len(_DESIGNS)])
    pairs = list(combinations(systems, 2))
    claims = contradictions = 0
    for a, b in pairs:
        for row in compare(cast(Run, a), cast(Run, b), _METRICS, pairs=len(pairs), seed=number):
            claims += row.shown
            if row.low is not None and row.high is not None:
                inside, outside = row.low < 0 < row.high, row.low > 0 or row.high < 0
                contradictions += inside if row.shown else outside
    return {"pages": 1, "wrong": int(claims > 0), "contradictions": contradictions}


def _row(tallies: Sequence[Tally]) -> Row:
    pages, wrong = total(tallies, "pages"), total(tallies, "wrong")
    contradictions = total(tallies, "contradictions")
    allowed = 0.05 * pages + 3 * (0.05 * 0.95 * pages) ** 0.5
    words = (
        f"{pages:,} pages of {_SYSTEMS} equal systems and {len(_METRICS)} metrics: "
        f"{100 * wrong / pages:.1f} % call one better; intervals against p-values {contradictions}"
    )
    return Row(words, wrong <= allowed and not contradictions)


CHECKS = (
    Check(
        "pages",
        "at most 5 % of pages about equal systems call any of them better, and no interval "
        "contradicts its p-value",
        _one,
        _row,
        short=4,
        long=1000,
        code=("src/acidtest/stats", "src/acidtest/analysis/compare.py"),
    ),
)
