"""Figures from scores: means and pooled figures, intervals over clusters, pass@k over attempts."""

from __future__ import annotations

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from acidtest.core.metric import Metric, Pooled, metrics_at_k
from acidtest.core.protocols import Suite, Tabulated
from acidtest.core.records import Figure, Figures, Sample, Score, Table
from acidtest.engine.tally import Tally
from acidtest.stats import ByCluster, cluster_places, few_clusters, pooled_interval
from acidtest.store.columns import Columns, Floats, Places, has
from acidtest.store.worst import Unscored

_BLOCK = 1 << 16
"""Samples taken at once where there are more: what is kept of them is by cluster."""


def _mean_figure(
    values: Values, members: Members, clusters: Places, reason: str, *, share: bool
) -> Figure:
    """The mean over some samples, with its interval."""
    count = len(clusters) if isinstance(members, slice) else len(members)
    own = clusters if count > _BLOCK else cluster_places(clusters[members])[1]
    spread = ByCluster(int(own.max(initial=-1)) + 1, (0.0, 1.0) if share else None)
    for start in range(0, count, _BLOCK):
        span = slice(start, start + _BLOCK)
        part = span if isinstance(members, slice) else members[span]
        column = values(part)
        known = has(column)
        spread.add(column[known], (own[part] if count > _BLOCK else own)[known])
    if not spread.n:
        return Figure(None, None, None, 0, reason)
    return _with_interval(spread.mean, spread.interval(), spread.n, len(spread.sums))


def _with_interval(value: float, ends: tuple[float, float] | None, n: int, clusters: int) -> Figure:
    if ends is None:
        return Figure(value, None, None, n, few_clusters(clusters))
    return Figure(value, *ends, n)


def _pooled_figure(column: Floats, clusters: Places, pooled: Pooled, reason: str) -> Figure:
    known = has(column)
    rows, own = column[known], clusters[known]
    n = len(rows)
    if not n:
        return Figure(None, None, None, 0, reason)
    rows = pooled.rows(rows)
    value = _value_of(rows, pooled)
    if value is None:
        return Figure(None, None, None, n, "undefined: nothing of the kind to count")
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = pooled_interval(rows, own, pooled.value, bounds=pooled.bounds)
    counted = own[(rows != 0).any(axis=1)]
    return _with_interval(value, ends, n, len(np.unique(counted)))


def pooled_value(counts: Floats, pooled: Pooled) -> float | None:
    """The figure over the counts of all samples; None if it is undefined."""
    return _value_of(pooled.rows(counts), pooled)


def _value_of(rows: Floats, pooled: Pooled) -> float | None:
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(pooled.value(rows.sum(axis=0, keepdims=True))[0])
    return value if np.isfinite(value) else None


def summarise(
    scores: Iterable[Score],
    samples: Sequence[Sample],
    metrics: Sequence[Metric],
    pass_metric: str | None,
    guesses: Sequence[Score] = (),
) -> tuple[Figures, dict[str, dict[str, Figures]]]:
    """The figures over all samples, and by group and value.

    `guesses` are scores of other answers to the samples of unscored answers; see `store.worst`.
    """
    return summary_of(tally_of(scores, samples, metrics), samples, metrics, pass_metric, guesses)


def tally_of(
    scores: Iterable[Score], samples: Sequence[Sample], metrics: Sequence[Metric]
) -> Tally:
    """The scores of some samples, reduced; scores of other samples are ignored."""
    place = {sample.id: i for i, sample in enumerate(samples)}
    tally = Tally(len(samples), metrics)
    for score in scores:
        if score.id in place:
            tally.add(place[score.id], score)
    return tally


def summary_of(
    tally: Tally,
    samples: Sequence[Sample],
    metrics: Sequence[Metric],
    pass_metric: str | None,
    guesses: Sequence[Score] = (),
) -> tuple[Figures, dict[str, dict[str, Figures]]]:
    """The figures over all samples, and by group and value, from scores that were reduced."""
    unscored = Unscored(tally.unscored, guesses)
    clusters = _clusters(samples)
    groups = _members(samples)
    empty = "no answer has anything to count" if tally.scored else "no sample was scored"
    overall: dict[str, Figure] = {}
    parts: dict[str, dict[str, dict[str, Figure]]] = {
        name: {value: {} for value in sorted(groups[name])} for name in sorted(groups)
    }
    # One column at a time: all of them would take memory for each metric and sample.
    for column in _columns(tally.columns, unscored, metrics, pass_metric):
        reason = tally.reasons.get(column.name, empty)
        overall[column.name] = column.figure(slice(None), clusters, reason)
        for name, values in parts.items():
            for value, figures in values.items():
                figures[column.name] = column.figure(groups[name][value], clusters, reason)
    return overall, {name: dict(values) for name, values in parts.items()}


def _clusters(samples: Sequence[Sample]) -> Places:
    """For each sample, the index of its cluster among the sorted names.

    SQLite sorts them in a temporary file: their names may take more memory than all figures.
    """
    with closing(sqlite3.connect("", isolation_level=None)) as base:
        base.execute("CREATE TABLE names (nth INTEGER PRIMARY KEY, name BLOB)")
        base.execute("BEGIN")
        names = ((sample.cluster.encode("utf-8", "surrogatepass"),) for sample in samples)
        base.executemany("INSERT INTO names VALUES (NULL, ?)", names)
        rank = "SELECT nth, dense_rank() OVER (ORDER BY name) - 1 AS rank FROM names"
        rows = base.execute(f"SELECT rank FROM ({rank}) ORDER BY nth")
        return np.fromiter((place for (place,) in rows), dtype=np.int32, count=len(samples))


def _members(samples: Sequence[Sample]) -> dict[str, dict[str, Places]]:
    """By group and value: the places of the samples that have it."""
    members: dict[str, dict[str, array[int]]] = defaultdict(lambda: defaultdict(_numbers))
    for place, sample in enumerate(samples):
        for name, value in sample.groups.items():
            members[name][value].append(place)
    return {
        name: {value: np.frombuffer(places, dtype=np.int32) for value, places in values.items()}
        for name, values in members.items()
    }


def _numbers() -> array[int]:
    return array("i")


Members = Places | slice
"""Some samples by their places; the only slice is that of all."""
Values = Callable[[Members], Floats]
"""A metric's values, or its counts, by sample."""


@dataclass(frozen=True)
class _Column:
    """One metric, by sample; `worst` is the same with unscored answers as bad as they can be.

    `unjudged` are samples that have no counts for a pooled metric at worst.
    """

    name: str
    unit: str
    better: str | None
    pooled: Pooled | None
    values: Values
    worst: Values | None
    unjudged: Places

    def figure(self, members: Members, clusters: Places, reason: str) -> Figure:
        """The figure over some samples."""
        figure = self._figure(self.values, members, clusters, reason)
        if self.worst is None:
            return figure
        worst = self._figure(self.worst, members, clusters, reason)
        lost = np.zeros(len(clusters), dtype=bool)
        lost[self.unjudged if self.pooled else []] = True
        return _with_worst(figure, worst, self.better, self.pooled, int(lost[members].sum()))

    def _figure(self, values: Values, members: Members, clusters: Places, reason: str) -> Figure:
        if self.pooled is None:
            return _mean_figure(values, members, clusters, reason, share=self.unit == "%")
        return _pooled_figure(values(members), clusters[members], self.pooled, reason)


def _columns(
    columns: Columns, unscored: Unscored, metrics: Sequence[Metric], pass_metric: str | None
) -> Iterator[_Column]:
    """The metrics by sample, then NAME@k of those that have it."""
    for metric in metrics:
        sums = columns.sums(metric)
        some = len(unscored) and metric.better != "neither"
        yield _Column(
            metric.name,
            metric.unit,
            metric.better,
            metric.pooled,
            sums.means,
            unscored.column(metric, sums).__getitem__ if some else None,
            unscored.unjudged,
        )
    for metric in metrics_at_k(metrics, pass_metric):
        sums = columns.sums(metric)
        most = int(sums.n.max(initial=0))
        for k in range(1, most + 1) if most > 1 else ():
            worst = unscored.passes_at(k, metric, sums).__getitem__ if len(unscored) else None
            name = f"{metric.name}@{k}"
            values = partial(sums.passes_at, k)
            yield _Column(name, "%", None, None, values, worst, unscored.unjudged)


def _with_worst(
    figure: Figure, worst: Figure, better: str | None, pooled: Pooled | None, lost: int
) -> Figure:
    """The figure with its worst case, if that is worse.

    `lost` samples have no counts for a pooled figure; they count with its bound, like the others.
    """
    if pooled is not None and lost and better != "neither":
        bound = pooled.bounds[better == "lower"]
        n = worst.n + lost

        def share(value: float | None) -> float | None:
            return None if value is None else (value * worst.n + bound * lost) / n

        if worst.value is None:
            worst = Figure(bound, None, None, n)
        else:
            worst = Figure(share(worst.value), share(worst.low), share(worst.high), n)
    if worst.value is None:
        return figure
    up = -1 if better == "lower" else 1
    if figure.value is not None and up * worst.value >= up * figure.value:
        return figure
    return replace(figure, worst=worst)


def plain_figures(scores: Sequence[Score], metrics: Sequence[Metric]) -> dict[str, float | None]:
    """Figures without intervals, for controls."""
    place: dict[str, int] = {}
    for score in scores:
        place.setdefault(score.id, len(place))
    columns = Columns(len(place), metrics)
    for score in scores:
        columns.add(place[score.id], score)
    return figures_of(columns, metrics)


def figures_of(columns: Columns, metrics: Sequence[Metric]) -> dict[str, float | None]:
    """Figures without intervals, from scores that were reduced."""
    figures: dict[str, float | None] = {}
    for metric in metrics:
        column = columns.sums(metric).means()
        rows = column[has(column)]
        if not len(rows):
            figures[metric.name] = None
        elif metric.pooled is None:
            figures[metric.name] = float(rows.sum() / len(rows))
        else:
            figures[metric.name] = pooled_value(rows, metric.pooled)
    return figures


def tables_of(
    suite: Suite, samples: Mapping[str, Sample], scores: Iterable[Score]
) -> Iterable[Table]:
    """The suite's own tables over some scores; empty if it has none."""
    if not isinstance(suite, Tabulated):
        return ()
    tabulator = suite.tabulator()
    for score in scores:
        tabulator.add(samples[score.id], score)
    return tabulator.tables()
