"""Figures from scores: means and pooled figures, intervals over clusters, pass@k over attempts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from acidtest.core.metric import Metric, Pooled, metrics_at_k
from acidtest.core.protocols import Suite, Tabulated
from acidtest.core.records import Figure, Figures, Sample, Score, Table
from acidtest.core.text import as_cause
from acidtest.stats import cluster_interval, cluster_places, few_clusters, pooled_interval
from acidtest.store.columns import Columns, Floats, Places, has, passes_at
from acidtest.store.worst import Unscored

_CAUSES = 5


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


def _figure_of(
    column: Floats, clusters: Places, pooled: Pooled | None, reason: str, share: bool
) -> Figure:
    if pooled is None:
        return _figure(column, clusters, reason, share=share)
    return _pooled_figure(column, clusters, pooled, reason)


def pooled_value(rows: Floats, pooled: Pooled) -> float | None:
    """The figure over all rows; None if it is undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(pooled.value(rows.sum(axis=0, keepdims=True))[0])
    return value if np.isfinite(value) else None


def commonest(causes: Iterable[str | None]) -> dict[str, int]:
    """The commonest causes, and how many share each."""
    counts = Counter(as_cause(cause) for cause in causes if cause)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_CAUSES])


def summarise(
    scores: Sequence[Score],
    samples: Sequence[Sample],
    metrics: Sequence[Metric],
    pass_metric: str | None,
    guesses: Sequence[Score] = (),
) -> tuple[Figures, dict[str, dict[str, Figures]]]:
    """The figures over all samples, and by group and value.

    `guesses` are scores of other answers to the samples of unscored answers; see `store.worst`.
    """
    ids = [sample.id for sample in samples]
    columns = Columns(scores, ids)
    unscored = Unscored([(s.id, s.attempt) for s in scores if s.error is not None], guesses, ids)
    values_of = {metric.name: _column(columns, metric) for metric in metrics}
    pooled = {metric.name: metric.pooled for metric in metrics}
    units = {metric.name: metric.unit for metric in metrics}
    for metric in metrics_at_k(metrics, pass_metric):
        values_of |= _passes_at(columns, metric.name)
    at_worst = _at_worst(columns, unscored, metrics, pass_metric) if len(unscored) else {}
    better = {metric.name: metric.better for metric in metrics}
    clusters = cluster_places([sample.cluster for sample in samples])[1]
    reasons: dict[str, str] = {}
    for score in scores:
        for name, reason in score.reasons.items():
            reasons.setdefault(name, reason)
    scored = any(score.error is None for score in scores)
    empty = "no answer has anything to count" if scored else "no sample was scored"
    groups: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place, sample in enumerate(samples):
        for name, value in sample.groups.items():
            groups[name][value].append(place)

    def over(members: Places) -> Figures:
        figures = {}
        for name, column in values_of.items():
            reason = reasons.get(name, empty)
            part, own = column[members], clusters[members]
            how = pooled.get(name)
            share = units.get(name, "%") == "%"
            figures[name] = _figure_of(part, own, how, reason, share)
            if name in at_worst:
                worst = _figure_of(at_worst[name][members], own, how, reason, share)
                lost = np.isin(members, unscored.unjudged).sum() if how else 0
                figures[name] = _with_worst(figures[name], worst, better.get(name), how, int(lost))
        return figures

    return over(np.arange(len(samples))), {
        name: {value: over(np.array(groups[name][value])) for value in sorted(groups[name])}
        for name in sorted(groups)
    }


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


def _at_worst(
    columns: Columns, unscored: Unscored, metrics: Sequence[Metric], pass_metric: str | None
) -> dict[str, Floats]:
    """The columns with every unscored answer as bad as it could be, by metric."""
    at_worst = {}
    for metric in metrics:
        if metric.better != "neither":
            pooled = metric.pooled
            rows = columns.parts(pooled.counts) if pooled else columns.rows(metric.name)
            at_worst[metric.name] = unscored.column(metric, rows, columns.place)
    for metric in metrics_at_k(metrics, pass_metric):
        rows = columns.rows(metric.name)
        for name in _passes_at(columns, metric.name):
            k = int(name.rpartition("@")[2])
            at_worst[name] = unscored.passes_at(k, metric, rows, columns.place)
    return at_worst


def _column(columns: Columns, metric: Metric) -> Floats:
    if metric.pooled is None:
        return columns.values(metric.name)
    return columns.counts(metric.pooled.counts)


def _passes_at(columns: Columns, metric: str) -> Mapping[str, Floats]:
    """NAME@k if there are several attempts, over the samples with at least k of them."""
    attempts, passed = columns.attempts(metric)
    most = int(attempts.max(initial=0))
    if most < 2:
        return {}
    return {f"{metric}@{k}": passes_at(k, attempts, passed) for k in range(1, most + 1)}


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
