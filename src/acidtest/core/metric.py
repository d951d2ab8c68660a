"""The declaration of a metric, with everything that tables and pictures show about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from acidtest.core.errors import SuiteFault
from acidtest.core.records import Score

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pooled:
    """How a figure is computed from all samples together: a function of sums.

    `counts` returns a sample's counts, a vector of fixed length, or None if the figure does not
    apply. `value` turns sums of shape (…, k) into figures of shape (…), nan if undefined; it is
    called on many sums at once. `bounds` are the minimum and maximum of the figure. A figure that
    depends on an order has a `spread`: it turns the counts of all samples, together, into rows
    that can be summed.
    """

    counts: Callable[[Score], Sequence[float] | None]
    value: Callable[[Floats], Floats]
    bounds: tuple[float, float] = (0.0, 1.0)
    spread: Callable[[Floats], Floats] | None = None

    def rows(self, counts: Floats) -> Floats:
        """The counts of all samples that have some, as rows whose sums `value` takes."""
        return counts if self.spread is None else self.spread(counts)


_ALL = "all samples"


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric of a suite. `headline` metrics are shown in short tables.

    The figure is the mean of `Score.metrics[name]` over the samples that have it; with `pooled`
    it is computed from all samples together, and scores do not contain it. `of` describes the
    denominator: which samples count. If `unit` is not percent, figures are shown unscaled.
    `better` is the direction used when runs are compared; `neither` for descriptive metrics.
    `lead` marks the main metric of the suite, shown where there is room for only one; the
    default is the pass metric, or else the first. A metric on which an empty answer does well
    names the one it must be read `beside`, on which an empty answer gets nothing: short tables
    and comparisons show both, and a bound on the one holds only above nothing on the other.
    A yes-or-no metric with `at_k` is also given as NAME@k, like the pass metric.
    """

    name: str
    description: str
    headline: bool = False
    pooled: Pooled | None = None
    unit: str = "%"
    better: Literal["higher", "lower", "neither"] = "higher"
    lead: bool = False
    of: str = _ALL
    beside: str | None = None
    at_k: bool = False

    @property
    def partial(self) -> bool:
        """Whether it is for certain samples or answers alone."""
        return self.of != _ALL

    @property
    def words(self) -> str:
        """What it says, of what, and what it must be read with."""
        whole = f" (of {self.of})" if self.partial else ""
        partner = f"; read it beside {self.beside}" if self.beside else ""
        return f"{self.description}{whole}{partner}"


def with_partners(chosen: Iterable[Metric], metrics: Iterable[Metric]) -> list[Metric]:
    """The chosen metrics, each followed by the one it must be read beside."""
    known = {metric.name: metric for metric in metrics}
    pairs = ((metric, known.get(metric.beside or "")) for metric in chosen)
    return list(dict.fromkeys(one for pair in pairs for one in pair if one is not None))


def headlines(metrics: Sequence[Metric]) -> list[Metric]:
    """The metrics of short tables."""
    return with_partners((metric for metric in metrics if metric.headline), metrics)


def lead_metric(metrics: Sequence[Metric], pass_metric: str | None) -> Metric:
    """The main one of some metrics: the one marked as lead, the pass metric, or the first."""
    return max(metrics, key=lambda m: (m.lead, m.name == pass_metric))


def metrics_at_k(metrics: Sequence[Metric], pass_metric: str | None) -> list[Metric]:
    """The metrics that several attempts also give as NAME@k."""
    return [metric for metric in metrics if metric.at_k or metric.name == pass_metric]


def pooled_counts(
    metrics: Sequence[Metric],
) -> dict[str, Callable[[Score], Sequence[float] | None]]:
    """The counts of pooled metrics, under the name of the first metric that uses them."""
    names: dict[Callable[[Score], Sequence[float] | None], str] = {}
    for metric in metrics:
        if metric.pooled is not None:
            names.setdefault(metric.pooled.counts, metric.name)
    return {name: counts for counts, name in names.items()}


def mean_metrics(metrics: Iterable[Metric]) -> list[str]:
    """The metric names that every score contains."""
    return [metric.name for metric in metrics if metric.pooled is None]


def check_score(
    score: Score, suite: str, carried: Collection[str], declared: Collection[str]
) -> None:
    """Raise `SuiteFault` unless a score has exactly the metrics that its suite declares.

    `carried` are the metrics that every score has, `declared` all metrics of the suite. A metric
    without a value needs a reason.
    """
    if score.metrics.keys() == carried:
        silent = [n for n, v in score.metrics.items() if v is None and n not in score.reasons]
        if not silent and all(name in declared for name in score.reasons):
            return
    unknown = [n for n in (*score.metrics, *score.reasons) if n not in declared]
    missing = [n for n in carried if n not in score.metrics]
    pooled = [n for n in score.metrics if n in declared and n not in carried]
    silent = [n for n, v in score.metrics.items() if v is None and n not in score.reasons]
    problems = [
        f"{what}: {', '.join(names)}"
        for what, names in (
            ("not declared", unknown),
            ("declared but missing", missing),
            ("pooled, so not allowed in a score", pooled),
            ("no value and no reason", silent),
        )
        if names
    ]
    raise SuiteFault(
        f"suite {suite}: the score of {score.id} does not match the suite's metrics: "
        f"{'; '.join(problems)}. Fix the suite's `score` or `metrics`."
    )
