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
    called on many sums at once. `bounds` are the minimum and maximum of the figure.
    """

    counts: Callable[[Score], Sequence[float] | None]
    value: Callable[[Floats], Floats]
    bounds: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric of a suite. `headline` metrics are shown in short tables.

    The figure is the mean of `Score.metrics[name]` over the samples that have it; with `pooled`
    it is computed from all samples together, and scores do not contain it. `of` describes the
    denominator: which samples count. If `unit` is not percent, figures are shown unscaled.
    `better` is the direction used when runs are compared; `neither` for descriptive metrics.
    `lead` marks the main metric of the suite, shown where there is room for only one; the
    default is the pass metric, or else the first.
    """

    name: str
    description: str
    headline: bool = False
    pooled: Pooled | None = None
    unit: str = "%"
    better: Literal["higher", "lower", "neither"] = "higher"
    lead: bool = False
    of: str = "all samples"

    @property
    def words(self) -> str:
        """What it says, and of what."""
        return (
            f"{self.description} (of {self.of})" if self.of != "all samples" else self.description
        )


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
