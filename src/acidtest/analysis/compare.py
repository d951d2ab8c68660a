"""Is B better than A? Two runs on the same samples, paired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np

from acidtest.core.errors import InputError
from acidtest.core.metric import Metric, Pooled
from acidtest.core.records import Json
from acidtest.engine.summarise import pooled_value
from acidtest.stats import (
    FEW,
    Paired,
    cluster_places,
    cohens_dz,
    cohens_h,
    fewest_changes,
    holm,
    minimum_detectable_change,
    minimum_detectable_difference,
    paired_means,
    paired_pooled,
)
from acidtest.store import Run
from acidtest.store.columns import Bools, Floats, Places, has

_LEVEL = 0.05
_NOTHING = "no sample has a value in both runs"
_ALONE = "all samples are in one cluster; a test needs two or more"


@dataclass(frozen=True, slots=True)
class Compared:
    """One metric of two runs on their common samples. Differences are B minus A.

    `p_adjusted` and the interval are corrected over everything shown together, so the interval
    contains zero, or ends there, exactly if no difference is shown.
    """

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
    clusters: int = 0
    needed: int = 0
    detectable: float | None = None
    flips: Mapping[str, Sequence[str]] = field(default_factory=dict)
    worst: Compared | None = None
    """The same with every unscored answer counted as failed, if that changes a figure."""

    @property
    def shown(self) -> bool:
        """Whether a difference is shown, after the correction."""
        return self.p_adjusted is not None and self.p_adjusted < _LEVEL

    def words(self, a: str = "A", b: str = "B") -> str:
        """The result as a sentence; the difference is from the winner's side."""
        if self.worst is None:
            return self._words(a, b)
        rest = self.worst._words(a, b).removeprefix(f"{self.metric}: ")
        return f"{self._words(a, b)}. With unscored answers counted as failed: {rest}"

    def _words(self, a: str, b: str) -> str:
        if self.difference is None or self.p is None:
            return f"{self.metric}: cannot be compared: {self.test}"
        if self.ties == self.n:
            return f"{self.metric}: the same on all {self.n} samples"
        if not self.shown or self.low is None or self.high is None:
            return f"{self.metric}: no difference shown ({_p(self.p_adjusted)}); {self._can()}"
        up = self.difference > 0
        lower = self.better == "lower"
        winner = b if up != lower else a
        ends = (self.low, self.high) if up else (-self.high, -self.low)
        low, high = (f"{100 * e:.1f}" if self.unit == "%" else f"{e:.3g}" for e in ends)
        who = "is higher" if self.better == "neither" else "is better"
        gain = _amount(abs(self.difference), self.unit, sign=not lower)
        return (
            f"{self.metric}: {winner} {who}: {gain}{' lower' if lower else ''} "
            f"[{low}, {high}], {_p(self.p_adjusted)}"
        )

    def _can(self) -> str:
        """The smallest difference that this many samples could have detected."""
        these = _of(self.n, self.clusters)
        if self.clusters < self.needed:
            return f"{these} are too few to detect any difference"
        if self.detectable is None:
            return f"too few of {these} differ to estimate what could be detected"
        return f"{these} can detect {_amount(self.detectable, self.unit)} or more"

    def to_json(self) -> dict[str, Json]:
        """Every field, and the result as a sentence."""
        own = {each.name: getattr(self, each.name) for each in fields(self)}
        worst = None if self.worst is None else self.worst.to_json()
        return {**own, "worst": worst, "words": self.words()}


def _amount(value: float | None, unit: str, *, sign: bool = False) -> str:
    if value is None:
        return "-"
    mark = "+" if sign else ""
    if unit == "%":
        return f"{100 * value:{mark}.1f} points"
    return f"{value:{mark}.3g} {unit}".rstrip()


def _of(n: int, clusters: int) -> str:
    samples = f"{n} sample{'' if n == 1 else 's'}"
    return samples if clusters in (0, n) else f"{samples} in {clusters} clusters"


def _p(value: float | None) -> str:
    if value is None:
        return "p unknown"
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


def check_comparable(runs: Sequence[Run]) -> None:
    """Raise `InputError` naming what differs if these runs are not comparable."""
    first = runs[0]
    for run in runs[1:]:
        check_suite(first, run)
        if differs := differing(str(first.summary["signature"]), str(run.summary["signature"])):
            other_data = any(text.startswith("data: ") for text in differs)
            advice = "rescore both with `acidtest score RUN`, or use `compare --anyway`"
            raise InputError(
                f"{first.folder} and {run.folder} "
                f"{'used different data' if other_data else 'were scored differently'} "
                f"({'; '.join(differs)}); {'use `compare --anyway`' if other_data else advice}"
            )


def check_suite(a: Run, b: Run) -> None:
    """Raise `InputError` if the runs are of different suites."""
    if a.suite.name != b.suite.name:
        raise InputError(
            f"{a.folder} is a run of {a.suite.name}, {b.folder} of {b.suite.name}; "
            "only runs of the same suite can be compared"
        )


def differing(a: str, b: str) -> list[str]:
    """Which parts of two signatures differ, in words; only the N of a version `N-X` counts."""

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


@dataclass(frozen=True)
class _Pair:
    """Samples that both runs have a score for: where each run has them, and their clusters.

    With `worst`, samples that both were asked, and unscored answers count as failed.
    """

    a: Run
    b: Run
    at_a: Places
    at_b: Places
    clusters: Places
    worst: bool = False

    def part(self, some: Places | Bools) -> _Pair:
        """The selected samples."""
        return replace(
            self, at_a=self.at_a[some], at_b=self.at_b[some], clusters=self.clusters[some]
        )

    def ids(self, some: Bools) -> list[str]:
        """The ids of the selected samples."""
        names = self.a.ids
        return [names[place] for place in self.at_a[some]]

    def columns(self, metric: Metric) -> tuple[_Pair, Floats, Floats]:
        """Those with a value in both runs, and the values."""
        x = self.a.column(metric, worst=self.worst)[self.at_a]
        y = self.b.column(metric, worst=self.worst)[self.at_b]
        known = has(x) & has(y)
        return self.part(known), x[known], y[known]


def _common(a: Run, b: Run, *, worst: bool = False) -> _Pair:
    """In A's order."""
    places = {i: place for place, i in enumerate(b.ids) if worst or b.scored[place]}
    pairs = [
        (place, places[identity])
        for place, identity in enumerate(a.ids)
        if identity in places and (worst or a.scored[place])
    ]
    at = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    clusters = cluster_places([a.clusters[place] for place in at[:, 0]])[1]
    return _Pair(a, b, at[:, 0], at[:, 1], clusters, worst)


def compare(
    a: Run,
    b: Run,
    metrics: Sequence[Metric],
    *,
    by: str | None = None,
    seed: int = 0,
    pairs: int = 1,
) -> list[Compared]:
    """Compare each metric on the samples both runs scored; with `by`, for each value of a group.

    P-values and intervals are corrected over everything that is shown together: by Holm's method
    over the rows returned, and for `pairs` such comparisons, of which this is one. If answers have
    no score, each comparison that this may change has its worst case with it, and all are corrected
    for twice as many.
    """
    if not (len(a.unscored) or len(b.unscored)):
        return _compare(_common(a, b), metrics, by, seed, pairs)
    pairs *= 2
    rows = _compare(_common(a, b), metrics, by, seed, pairs)
    plain = {(row.part, row.metric): row for row in rows}
    at_worst = _compare(_common(a, b, worst=True), metrics, by, seed, pairs)
    return [_with_worst(plain.get((worst.part, worst.metric)), worst) for worst in at_worst]


def _with_worst(row: Compared | None, worst: Compared) -> Compared:
    """`row` is None for a part of which no sample was scored in both runs."""
    w = worst
    row = row or Compared(w.metric, w.unit, w.better, w.part, 0, None, None, test=_NOTHING)
    same = (row.a, row.b, row.n) == (worst.a, worst.b, worst.n)
    return row if same or worst.n == 0 else replace(row, worst=worst)


def _compare(
    common: _Pair, metrics: Sequence[Metric], by: str | None, seed: int, pairs: int
) -> list[Compared]:
    parts = {"": common}
    if by is not None:
        values = common.a.groups.get(by, [None] * len(common.a.ids))
        own = np.array([values[place] or "none" for place in common.at_a], dtype=np.str_)
        parts = {str(value): common.part(own == value) for value in np.unique(own)}
    level = _LEVEL / max(1, pairs * len(parts) * len(metrics))
    rows = [
        (replace(row, part=part), moved)
        for part, pair in sorted(parts.items())
        for metric in metrics
        for row, moved in [_compare_one(pair, metric, seed, level)]
    ]
    adjusted = iter(holm([row.p for row, _ in rows if row.p is not None]))
    return [
        row if row.p is None else _corrected(row, moved, min(1.0, pairs * next(adjusted)))
        for row, moved in rows
    ]


def family(metrics: int, pairs: int, parts: int = 1, *, worst: bool = False) -> str:
    """What p-values and intervals are corrected over, in words.

    >>> family(5, 15)
    '75 comparisons (15 pairs of runs, 5 metrics)'
    >>> family(1, 1, worst=True)
    '1 comparison (1 metric) and as many worst cases'
    """
    every = [(pairs, "pair of runs", "pairs of runs"), (parts, "group", "groups")]
    every.append((metrics, "metric", "metrics"))
    words = [
        f"{n} {one if n == 1 else many}" for n, one, many in every if n > 1 or many == "metrics"
    ]
    total = metrics * pairs * parts
    text = f"{total} comparison{'' if total == 1 else 's'} ({', '.join(words)})"
    return f"{text} and as many worst cases" if worst else text


def _corrected(row: Compared, moved: Paired | None, p_adjusted: float) -> Compared:
    """The row with its interval at the level to which the correction holds it."""
    row = replace(row, p_adjusted=p_adjusted)
    if moved is None or row.p is None or row.clusters < FEW:
        return replace(row, low=None, high=None, detectable=None)
    ends = moved.interval(1 - _LEVEL * row.p / p_adjusted)
    return row if ends is None else replace(row, low=ends[0], high=ends[1])


def _compare_one(
    pair: _Pair, metric: Metric, seed: int, level: float
) -> tuple[Compared, Paired | None]:
    row = Compared(metric.name, metric.unit, metric.better, "", 0, None, None)
    pair, x, y = pair.columns(metric)
    if not len(x):
        return replace(row, test=_NOTHING), None
    clusters = len(np.unique(pair.clusters))
    row = replace(row, n=len(x), clusters=clusters, needed=fewest_changes(level))
    if metric.pooled is not None:
        row, moved = _pooled(pair, metric.pooled, x, y, seed, level, row)
    else:
        moved = paired_means(x, y, pair.clusters, bounded=metric.unit == "%", seed=seed)
        row = _means(pair, x, y, moved, level, row)
    if moved is None:
        return row, None
    if clusters == 1:
        return replace(row, test=_ALONE), None
    return replace(row, p=moved.p, test=moved.test), moved


def _means(
    pair: _Pair, x: Floats, y: Floats, moved: Paired, level: float, row: Compared
) -> Compared:
    binary = bool(np.isin(np.concatenate([x, y]), (0, 1)).all())
    mean_x, mean_y = float(x.sum() / len(x)), float(y.sum() / len(y))
    gains = (y - x) if row.better != "lower" else (x - y)
    flips = {"better": pair.ids(gains > 0), "worse": pair.ids(gains < 0)}
    effect = cohens_h(mean_x, mean_y) if binary else cohens_dz(x.tolist(), y.tolist()).value
    return replace(
        row,
        a=mean_x,
        b=mean_y,
        difference=moved.difference,
        effect=effect,
        effect_name="Cohen's h" if binary else "Cohen's dz",
        wins=len(flips["better"]),
        losses=len(flips["worse"]),
        ties=len(x) - len(flips["better"]) - len(flips["worse"]),
        detectable=_detectable(y - x, pair.clusters, binary, level),
        flips=flips,
    )


def _detectable(gains: Floats, clusters: Places, binary: bool, level: float) -> float | None:
    """The smallest difference that this many clusters can detect at a level; None if none.

    Clusters are weighted by size, as in the difference itself. A metric that rarely changes has
    little spread, but would have more if it did change: then yes-or-no values count as if all
    changes went one way.
    """
    _, place = cluster_places(clusters)
    sums, sizes = np.bincount(place, weights=gains), np.bincount(place)
    least = minimum_detectable_change(len(sums), alpha=level)
    if least is None:
        return None
    apart = (sums - sums.sum() / sizes.sum() * sizes) / sizes.mean()
    difference = minimum_detectable_difference(len(sums), float(np.std(apart, ddof=1)), alpha=level)
    changed = int(np.count_nonzero(sums))
    return max(difference, least) if binary or changed < fewest_changes(level) else difference


def _moving(pooled: Pooled, a: Floats, b: Floats) -> Bools:
    """Which samples change one of the figures if the other run's counts stand in for its own."""
    moving: Bools = np.zeros(len(a), dtype=bool)
    with np.errstate(divide="ignore", invalid="ignore"):
        for own, other in ((a, b), (b, a)):
            sums = own.sum(axis=0, keepdims=True)
            swapped = pooled.value(sums - own + other)
            moving |= ~np.isclose(swapped, pooled.value(sums), rtol=0, atol=1e-12, equal_nan=True)
    return moving


def _pooled(
    pair: _Pair, pooled: Pooled, x: Floats, y: Floats, seed: int, level: float, row: Compared
) -> tuple[Compared, Paired | None]:
    one, other = pooled_value(x, pooled), pooled_value(y, pooled)
    if one is None or other is None:
        return replace(row, a=one, b=other, test="undefined in one of the runs"), None
    a, b = pooled.rows(x), pooled.rows(y)
    with np.errstate(divide="ignore", invalid="ignore"):
        moved = paired_pooled(a, b, pair.clusters, pooled.value, bounds=pooled.bounds, seed=seed)
    changed = _moving(pooled, a, b)
    differ = pair.ids(changed)
    enough = len(np.unique(pair.clusters[changed])) >= fewest_changes(level)
    ends = moved.interval() if enough else None
    return replace(
        row,
        a=one,
        b=other,
        difference=moved.difference,
        ties=len(x) - len(differ),
        # From the spread of the difference: half of a 95 % interval is 1.96 standard deviations.
        detectable=None
        if ends is None
        else minimum_detectable_difference(1, (ends[1] - ends[0]) / 3.92, alpha=level),
        flips={"changed": differ},
    ), moved
