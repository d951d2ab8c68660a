"""Figures from scores: means and pooled figures, intervals over clusters, pass@k over attempts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from acidtest.core.metric import Metric, Pooled
from acidtest.core.protocols import Suite, Tabulated
from acidtest.core.records import Figure, Figures, Sample, Score, Table
from acidtest.stats import cluster_interval, cluster_places, few_clusters, pooled_interval
from acidtest.store.columns import Columns, Floats, Places, has, passes_at


def _figure(column: Floats, clusters: Places, reason: str, *, share: bool) -> Figure:
    known = has(column)
    numbers, n = column[known], int(known.sum())
    if not n:
        return Figure(None, None, None, 0, reason)
    ends = cluster_interval(numbers, clusters[known], bounds=(0.0, 1.0) if share else None)
    return _with_interval(float(numbers.sum() / n), ends, n, clusters[known])


def _with_interval(
    value: float, ends: tuple[float, float] | None, n: int, clusters: Places
) -> Figure:
    if ends is None:
        return Figure(value, None, None, n, few_clusters(len(np.unique(clusters))))
    return Figure(value, *ends, n)


def _pooled_figure(column: Floats, clusters: Places, pooled: Pooled, reason: str) -> Figure:
    known = has(column)
    rows, n = column[known], int(known.sum())
    if not n:
        return Figure(None, None, None, 0, reason)
    value = pooled_value(rows, pooled)
    if value is None:
        return Figure(None, None, None, n, "undefined: nothing of the kind to count")
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = pooled_interval(rows, clusters[known], pooled.value, bounds=pooled.bounds)
    counted = clusters[known][(rows != 0).any(axis=1)]
    return _with_interval(value, ends, n, counted)


def pooled_value(rows: Floats, pooled: Pooled) -> float | None:
    """The figure over all rows; None if it is undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(pooled.value(rows.sum(axis=0, keepdims=True))[0])
    return value if np.isfinite(value) else None


def summarise(
    scores: Sequence[Score],
    samples: Sequence[Sample],
    metrics: Sequence[Metric],
    pass_metric: str | None,
) -> tuple[Figures, dict[str, dict[str, Figures]]]:
    """The figures over all samples, and by group and value."""
    columns = Columns(scores, [sample.id for sample in samples])
    values_of = {metric.name: _column(columns, metric) for metric in metrics}
    pooled = {metric.name: metric.pooled for metric in metrics}
    units = {metric.name: metric.unit for metric in metrics}
    values_of |= _passes_at(columns, pass_metric) if pass_metric is not None else {}
    clusters = cluster_places([sample.cluster for sample in samples])[1]
    reasons: dict[str, str] = {}
    for score in scores:
        for name, reason in score.reasons.items():
            reasons.setdefault(name, reason)
    groups: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place, sample in enumerate(samples):
        for name, value in sample.groups.items():
            groups[name][value].append(place)

    def over(members: Places) -> Figures:
        figures = {}
        for name, column in values_of.items():
            reason = reasons.get(name, "no sample was scored")
            part, own = column[members], clusters[members]
            how = pooled.get(name)
            figures[name] = (
                _figure(part, own, reason, share=units.get(name, "%") == "%")
                if how is None
                else _pooled_figure(part, own, how, reason)
            )
        return figures

    return over(np.arange(len(samples))), {
        name: {value: over(np.array(groups[name][value])) for value in sorted(groups[name])}
        for name in sorted(groups)
    }


def _column(columns: Columns, metric: Metric) -> Floats:
    if metric.pooled is None:
        return columns.values(metric.name)
    return columns.counts(metric.pooled.counts)


def _passes_at(columns: Columns, pass_metric: str) -> Mapping[str, Floats]:
    """`passes@k` if there are several attempts, over the samples with at least k of them."""
    attempts, passed = columns.attempts(pass_metric)
    most = int(attempts.max(initial=0))
    if most < 2:
        return {}
    return {f"{pass_metric}@{k}": passes_at(k, attempts, passed) for k in range(1, most + 1)}


def plain_figures(scores: Sequence[Score], metrics: Sequence[Metric]) -> dict[str, float | None]:
    """Figures without intervals, for controls."""
    columns = Columns(scores, list(dict.fromkeys(score.id for score in scores)))
    figures: dict[str, float | None] = {}
    for metric in metrics:
        column = _column(columns, metric)
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
