"""Finished runs read back: who answered, and the scores by sample."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.engine.summarize import sample_counts, sample_values
from acidtest.model import Json, Score
from acidtest.store import read_manifest, read_scores, read_summary
from acidtest.store.scores import GROUP, METRIC
from acidtest.suites import Metric, Suite, find_suite
from acidtest.suites._base import Floats


@dataclass(frozen=True)
class Loaded:
    """A finished run."""

    folder: Path
    manifest: Mapping[str, Json]
    summary: Mapping[str, Json]
    suite: Suite
    scores: Sequence[Score]
    clusters: Mapping[str, str]
    groups: Mapping[str, Mapping[str, str]]

    @property
    def system(self) -> str:
        """Who answered, as the user named it."""
        return str(self.summary["system"])

    @property
    def n(self) -> int:
        """How many samples it has."""
        return int(self.summary["n"])

    @property
    def scored(self) -> list[str]:
        """Ids of the samples that have a score, in order."""
        return list(dict.fromkeys(s.id for s in self.scores if s.error is None))

    def values(self, metric: Metric) -> Mapping[str, float]:
        """By sample: the mean over attempts, for metrics that are means."""
        return sample_values(self.scores, [metric.name], None)[metric.name]

    def counts(self, metric: Metric) -> Mapping[str, Floats]:
        """By sample: its part of the sums, for pooled metrics."""
        assert metric.pooled is not None
        return sample_counts(self.scores, metric.pooled)


def load(folder: Path) -> Loaded:
    """Read a run that has a summary; raises `InputError` if it has none."""
    summary = read_summary(folder)
    rows = read_scores(folder / "scores.parquet", lazily=True)
    columns = list(rows[0]) if rows else []
    named = [(name, name.removeprefix(GROUP)) for name in columns if name.startswith(GROUP)]
    groups = {
        row["id"]: {name: row[column] for column, name in named if row[column] is not None}
        for row in rows
    }
    return Loaded(
        folder,
        read_manifest(folder),
        summary,
        find_suite(str(summary["suite"])),
        list(_scores(rows, columns)),
        {row["id"]: row["cluster"] for row in rows},
        groups,
    )


def _scores(rows: Iterable[Mapping[str, Json]], columns: Sequence[str]) -> Iterable[Score]:
    named = [(name, name.removeprefix(METRIC)) for name in columns if name.startswith(METRIC)]
    for row in rows:
        metrics = {name: row[column] for column, name in named}
        yield Score(
            row["id"], row["attempt"], metrics, row["reasons"], row["evidence"], row["error"]
        )
