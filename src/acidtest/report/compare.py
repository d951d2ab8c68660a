"""Is B better than A? Two runs on the same samples, paired."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

import numpy as np

from acidtest.errors import InputError
from acidtest.model import Json
from acidtest.report.load import Loaded
from acidtest.stats import (
    Difference,
    approximate_randomisation,
    cohens_dz,
    cohens_h,
    holm,
    mcnemar_exact,
    minimum_detectable_difference,
    minimum_detectable_rate_difference,
    paired_bootstrap,
    paired_pooled_bootstrap,
    pooled_randomisation,
)
from acidtest.suites import Metric
from acidtest.suites._base import Floats

_LEVEL = 0.05
_CLUSTERS = 4000
_ALONE = "all samples are of one cluster; two or more tell how far chance goes"


@dataclass(frozen=True, slots=True)
class Compared:
    """One metric of two runs on their common samples. Differences are B minus A."""

    metric: str
    unit: str
    better: str
    part: str
    n: int
    a: float | None
    b: float | None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_adjusted: float | None = None
    test: str = ""
    effect: float | None = None
    effect_name: str = ""
    wins: int = 0
    losses: int = 0
    ties: int = 0
    detectable: float | None = None
    flips: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def shown(self) -> bool:
        """Whether a difference is shown, after the correction."""
        return self.p_adjusted is not None and self.p_adjusted < _LEVEL

    def words(self, a: str = "A", b: str = "B") -> str:
        """The result as a sentence; the difference is from the winner's side."""
        if self.difference is None or self.low is None or self.high is None:
            return f"{self.metric}: cannot be compared: {self.test}"
        if self.ties == self.n:
            return f"{self.metric}: the same on all {self.n} samples"
        if not self.shown:
            can = (
                f"; {self.n} samples can show {_amount(self.detectable, self.unit)} or more"
                if self.detectable
                else ""
            )
            return f"{self.metric}: no difference shown ({_p(self.p_adjusted)}){can}"
        up = self.difference > 0
        winner, who = (b, "is higher") if up else (a, "is higher")
        ends = (self.low, self.high) if up else (-self.high, -self.low)
        if self.better == "lower":
            winner, ends = (a if up else b), (-ends[1], -ends[0])
        if self.better != "neither":
            who = "is better"
        gain = abs(self.difference) * (-1 if self.better == "lower" else 1)
        low, high = (f"{100 * e:.1f}" if self.unit == "%" else f"{e:.3g}" for e in ends)
        return (
            f"{self.metric}: {winner} {who}: {_amount(gain, self.unit, sign=True)} "
            f"[{low}, {high}], {_p(self.p_adjusted)}"
        )

    def to_json(self) -> dict[str, Json]:
        """All of it, the words included."""
        return {**asdict(self), "words": self.words()}


def _amount(value: float | None, unit: str, *, sign: bool = False) -> str:
    if value is None:
        return "-"
    mark = "+" if sign else ""
    if unit == "%":
        return f"{100 * value:{mark}.1f} points"
    return f"{value:{mark}.3g} {unit}".rstrip()


def _p(value: float | None) -> str:
    if value is None:
        return "p unknown"
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


def check_comparable(runs: Sequence[Loaded]) -> None:
    """Raise `InputError` naming what differs if figures of these runs must not be compared."""
    first = runs[0]
    for run in runs[1:]:
        if run.suite.name != first.suite.name:
            raise InputError(
                f"{first.folder} is of {first.suite.name}, {run.folder} of {run.suite.name}; "
                "only runs of one suite can be compared"
            )
        if differs := differing(str(first.summary["signature"]), str(run.summary["signature"])):
            other_data = any(text.startswith("data: ") for text in differs)
            advice = "score both anew with `acidtest score RUN`, or compare --anyway"
            raise InputError(
                f"{first.folder} and {run.folder} "
                f"{'were asked about other data' if other_data else 'were scored differently'} "
                f"({'; '.join(differs)}); {'compare --anyway' if other_data else advice}"
            )


def differing(a: str, b: str) -> list[str]:
    """Which parts of two signatures differ, in words; of a version `N-X` only N counts."""

    def parts(signature: str) -> dict[str, str]:
        _, version, *named = signature.split("|")
        pairs = [part.partition(":") for part in named]
        return {"suite version": version.split("-")[0]} | {name: value for name, _, value in pairs}

    mine, other = parts(a), parts(b)
    return [
        f"{name}: {mine.get(name, 'none')} and {other.get(name, 'none')}"
        for name in dict.fromkeys([*mine, *other])
        if mine.get(name) != other.get(name)
    ]


def compare(
    a: Loaded, b: Loaded, metrics: Sequence[Metric], *, by: str | None = None, seed: int = 0
) -> list[Compared]:
    """Each metric on the samples both have a score for; with `by` in each part of a group.

    P-values are corrected by Holm over all that is returned.
    """
    both = set(b.scored)
    common = [identity for identity in a.scored if identity in both]
    parts: dict[str, list[str]] = {"": common}
    if by is not None:
        parts = {}
        for identity in common:
            parts.setdefault(a.groups.get(identity, {}).get(by, "none"), []).append(identity)
    found = [
        replace(_sober(_compare_one(a, b, metric, ids, seed), a, ids), part=part)
        for part, ids in sorted(parts.items())
        for metric in metrics
    ]
    return correct(found)


def _sober(found: Compared, a: Loaded, ids: Sequence[str]) -> Compared:
    """Without interval and test where one cluster is all there is: chance cannot be told."""
    if found.low is None or len({a.clusters[i] for i in ids}) > 1:
        return found
    return replace(found, low=None, high=None, p=None, detectable=None, test=_ALONE)


def correct(found: Sequence[Compared]) -> list[Compared]:
    """With Holm's correction over all of them."""
    adjusted = iter(holm([one.p for one in found if one.p is not None]))
    return [one if one.p is None else replace(one, p_adjusted=next(adjusted)) for one in found]


def _compare_one(a: Loaded, b: Loaded, metric: Metric, ids: Sequence[str], seed: int) -> Compared:
    empty = Compared(metric.name, metric.unit, metric.better, "", 0, None, None)
    if metric.pooled is not None:
        return _pooled(a, b, metric, ids, seed, empty)
    left, right = a.values(metric), b.values(metric)
    ids = [identity for identity in ids if identity in left and identity in right]
    if not ids:
        return replace(empty, test="no sample has a value in both runs")
    x, y = [left[i] for i in ids], [right[i] for i in ids]
    clusters = _few([a.clusters[i] for i in ids])
    moved = paired_bootstrap(x, y, clusters, seed=seed)
    binary = all(value in (0, 1) for value in (*x, *y))
    if binary and len({a.clusters[i] for i in ids}) == len(ids):
        p = mcnemar_exact([bool(v) for v in x], [bool(v) for v in y])
        test = "McNemar, exact"
    else:
        p = approximate_randomisation(x, y, clusters, seed=seed)
        test = "randomisation"
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    up = 1 if metric.better != "lower" else -1
    gains = {i: up * (right[i] - left[i]) for i in ids}
    flips = {
        "better": [i for i in ids if gains[i] > 0],
        "worse": [i for i in ids if gains[i] < 0],
    }
    rates = all(0 <= value <= 1 for value in (*x, *y))
    effect = cohens_h(mean_x, mean_y) if rates else cohens_dz(x, y).value
    return replace(
        empty,
        n=len(ids),
        a=mean_x,
        b=mean_y,
        difference=moved.difference,
        low=moved.low,
        high=moved.high,
        p=p,
        test=test,
        effect=effect,
        effect_name="Cohen's h" if rates else "Cohen's dz",
        wins=len(flips["better"]),
        losses=len(flips["worse"]),
        ties=len(ids) - len(flips["better"]) - len(flips["worse"]),
        detectable=_detectable(x, y, [a.clusters[i] for i in ids], rates),
        flips=flips,
    )


def _few(clusters: Sequence[str]) -> list[str]:
    """At most `_CLUSTERS` of them: beyond that, some are taken together by the hash of their names.

    Resampling costs as much as there are clusters; so many say no more than these do.
    """
    if len(set(clusters)) <= _CLUSTERS:
        return list(clusters)
    return [str(zlib.crc32(name.encode("utf-8", "replace")) % _CLUSTERS) for name in clusters]


def _detectable(
    x: Sequence[float], y: Sequence[float], clusters: Sequence[str], rates: bool
) -> float | None:
    """The smallest difference that this many clusters show, with the spread they have."""
    totals: dict[str, list[float]] = {}
    for one, other, cluster in zip(x, y, clusters, strict=True):
        totals.setdefault(cluster, []).append(other - one)
    gains = [sum(values) / len(values) for values in totals.values()]
    spread = float(np.std(gains, ddof=1)) if len(gains) > 1 else 0.0
    if spread:
        return minimum_detectable_difference(len(gains), spread)
    if rates:
        return minimum_detectable_rate_difference(len(gains), sum(x) / len(x))
    return None


def _pooled(
    a: Loaded, b: Loaded, metric: Metric, ids: Sequence[str], seed: int, empty: Compared
) -> Compared:
    assert metric.pooled is not None
    left, right = a.counts(metric), b.counts(metric)
    ids = [identity for identity in ids if identity in left and identity in right]
    if not ids:
        return replace(empty, test="no sample has a value in both runs")
    x = np.stack([left[i] for i in ids])
    y = np.stack([right[i] for i in ids])
    value = metric.pooled.value
    one, other = _value(value, x), _value(value, y)
    if one is None or other is None:
        return replace(empty, n=len(ids), a=one, b=other, test="undefined in one of the runs")
    clusters = _few([a.clusters[i] for i in ids])
    with np.errstate(divide="ignore", invalid="ignore"):
        moved: Difference = paired_pooled_bootstrap(x, y, clusters, value, seed=seed)
        p = pooled_randomisation(x, y, clusters, value, seed=seed)
    differ = [i for i in ids if not np.array_equal(left[i], right[i])]
    return replace(
        empty,
        n=len(ids),
        a=one,
        b=other,
        difference=moved.difference,
        low=moved.low,
        high=moved.high,
        p=p,
        test="randomisation",
        ties=len(ids) - len(differ),
        flips={"changed": differ},
    )


def _value(value: Callable[[Floats], Floats], rows: Floats) -> float | None:
    with np.errstate(divide="ignore", invalid="ignore"):
        figure = float(value(rows.sum(axis=0, keepdims=True))[0])
    return figure if np.isfinite(figure) else None
