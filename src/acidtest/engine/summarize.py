"""Figures from scores: means and pooled figures, intervals over clusters, pass@k over attempts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from acidtest.model import Figure, Figures, Sample, Score
from acidtest.stats import cluster_interval, pass_at_k, pooled_interval
from acidtest.suites import Metric, Pooled
from acidtest.suites._base import Floats

Counts = Mapping[str, Floats]


def sample_values(
    scores: Sequence[Score], metrics: Sequence[str], pass_metric: str | None
) -> dict[str, dict[str, float]]:
    """By metric and sample id: the mean over attempts, and `passes@k` where there are several."""
    attempts: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        if score.error is None:
            attempts[score.id].append(score)
    values: dict[str, dict[str, float]] = {name: {} for name in metrics}
    for identity, given in attempts.items():
        for name in metrics:
            known = [v for s in given if (v := s.metrics.get(name)) is not None]
            if known:
                values[name][identity] = sum(known) / len(known)
    most = max((len(given) for given in attempts.values()), default=0)
    if pass_metric is not None and most > 1:
        for k in range(1, most + 1):
            values[f"{pass_metric}@{k}"] = {
                identity: pass_at_k(len(given), sum(s.metrics[pass_metric] == 1 for s in given), k)
                for identity, given in attempts.items()
                if len(given) >= k
            }
    return values


def _figure(
    values: Mapping[str, float], samples: Sequence[Sample], reason: str, seed: int
) -> Figure:
    rows = [(values[s.id], s.cluster) for s in samples if s.id in values]
    if not rows:
        return Figure(None, None, None, 0, reason)
    numbers = [value for value, _ in rows]
    low, high = cluster_interval(numbers, [cluster for _, cluster in rows], seed=seed)
    return Figure(sum(numbers) / len(numbers), low, high, len(rows))


def sample_counts(scores: Sequence[Score], pooled: Pooled) -> Counts:
    """By sample id: its part of the sums, the mean over attempts."""
    attempts: dict[str, list[Sequence[float]]] = defaultdict(list)
    for score in scores:
        if score.error is None and (part := pooled.counts(score)) is not None:
            attempts[score.id].append(part)
    return {
        identity: np.asarray(parts[0], dtype=np.float64)
        if len(parts) == 1
        else np.asarray(parts, dtype=np.float64).mean(axis=0)
        for identity, parts in attempts.items()
    }


def _pooled_figure(
    counts: Counts, samples: Sequence[Sample], pooled: Pooled, reason: str, seed: int
) -> Figure:
    members = [s for s in samples if s.id in counts]
    if not members:
        return Figure(None, None, None, 0, reason)
    rows = np.stack([counts[s.id] for s in members])
    value = pooled_value(rows, pooled)
    if value is None:
        return Figure(None, None, None, len(members), "undefined: nothing of the kind to count")
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = pooled_interval(rows, [s.cluster for s in members], pooled.value, seed=seed)
    return Figure(value, low, high, len(members))


def pooled_value(rows: Floats, pooled: Pooled) -> float | None:
    """The figure over all rows; None where it is undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(pooled.value(rows.sum(axis=0, keepdims=True))[0])
    return value if np.isfinite(value) else None


def summarize(
    scores: Sequence[Score],
    samples: Sequence[Sample],
    metrics: Sequence[Metric],
    pass_metric: str | None,
    seed: int,
) -> tuple[Figures, dict[str, dict[str, Figures]]]:
    """Over all samples, and by group and value."""
    values = sample_values(scores, mean_metrics(metrics), pass_metric)
    counts = {m.name: (sample_counts(scores, m.pooled), m.pooled) for m in metrics if m.pooled}
    order = [metric.name for metric in metrics]
    order += [name for name in values if name not in order]
    reasons: dict[str, str] = {}
    for score in scores:
        for name, reason in score.reasons.items():
            reasons.setdefault(name, reason)
    groups: dict[str, dict[str, list[Sample]]] = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        for name, value in sample.groups.items():
            groups[name][value].append(sample)

    def figure(name: str, members: Sequence[Sample]) -> Figure:
        reason = reasons.get(name, "no sample was scored")
        if name in counts:
            return _pooled_figure(counts[name][0], members, counts[name][1], reason, seed)
        return _figure(values[name], members, reason, seed)

    def over(members: Sequence[Sample]) -> Figures:
        return {name: figure(name, members) for name in order}

    return over(samples), {
        name: {value: over(groups[name][value]) for value in sorted(groups[name])}
        for name in sorted(groups)
    }


def mean_metrics(metrics: Sequence[Metric]) -> list[str]:
    """The names of those that every score carries."""
    return [metric.name for metric in metrics if metric.pooled is None]


def plain_figures(scores: Sequence[Score], metrics: Sequence[Metric]) -> dict[str, float | None]:
    """Figures without intervals, for controls."""
    values = sample_values(scores, mean_metrics(metrics), None)
    figures: dict[str, float | None] = {}
    for metric in metrics:
        if metric.pooled is None:
            by_id = values[metric.name]
            figures[metric.name] = sum(by_id.values()) / len(by_id) if by_id else None
        else:
            counts = sample_counts(scores, metric.pooled)
            rows = np.stack(list(counts.values())) if counts else None
            figures[metric.name] = None if rows is None else pooled_value(rows, metric.pooled)
    return figures
