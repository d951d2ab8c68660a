"""Finished runs read back: who answered, and the scores by sample."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from acidtest.model import Json
from acidtest.store import ScoreTable, read_manifest, read_summary
from acidtest.store.columns import Floats
from acidtest.suites import Metric, Suite, find_suite, pooled_counts


@dataclass(frozen=True)
class Loaded:
    """A finished run."""

    folder: Path
    manifest: Mapping[str, Json]
    summary: Mapping[str, Json]
    suite: Suite
    scores: ScoreTable

    @property
    def system(self) -> str:
        """Who answered, as the user named it."""
        return str(self.summary["system"])

    @property
    def n(self) -> int:
        """How many samples it has."""
        return int(self.summary["n"])

    def column(self, metric: Metric) -> Floats:
        """By sample: the mean over attempts, or its part of the sums for a pooled metric."""
        if metric.pooled is None:
            return self.scores.values(metric.name)
        mine = metric.pooled.counts
        named = (
            name for name, counts in pooled_counts(self.suite.metrics).items() if counts == mine
        )
        return self.scores.counts(next(named, metric.name), mine)


def load(folder: Path) -> Loaded:
    """Read a run that has a summary; raises `InputError` if it has none."""
    summary = read_summary(folder)
    suite = find_suite(str(summary["suite"]))
    scores = ScoreTable.read(folder / "scores.parquet")
    scores.check(summary, [metric.name for metric in suite.metrics if metric.pooled is None])
    return Loaded(folder, read_manifest(folder), summary, suite, scores)
