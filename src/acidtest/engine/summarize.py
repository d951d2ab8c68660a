"""Figures from scores: means over samples, intervals over clusters, pass@k over attempts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from acidtest.model import Figure, Figures, Sample, Score
from acidtest.stats import cluster_interval, pass_at_k


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


def summarize(
    scores: Sequence[Score],
    samples: Sequence[Sample],
    metrics: Sequence[str],
    pass_metric: str | None,
    seed: int,
) -> tuple[Figures, dict[str, dict[str, Figures]]]:
    """Over all samples, and by group and value."""
    values = sample_values(scores, metrics, pass_metric)
    reasons: dict[str, str] = {}
    for score in scores:
        for name, reason in score.reasons.items():
            reasons.setdefault(name, reason)
    groups: dict[str, dict[str, list[Sample]]] = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        for name, value in sample.groups.items():
            groups[name][value].append(sample)

    def over(members: Sequence[Sample]) -> Figures:
        return {
            name: _figure(by_id, members, reasons.get(name, "no sample was scored"), seed)
            for name, by_id in values.items()
        }

    return over(samples), {
        name: {value: over(groups[name][value]) for value in sorted(groups[name])}
        for name in sorted(groups)
    }


def means(scores: Sequence[Score], metrics: Sequence[str]) -> dict[str, float | None]:
    """Plain means, for controls."""
    values = sample_values(scores, metrics, None)
    return {
        name: sum(by_id.values()) / len(by_id) if by_id else None for name, by_id in values.items()
    }
