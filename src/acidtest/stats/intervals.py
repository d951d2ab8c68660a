"""How far a figure can be trusted: intervals from the spread between clusters.

Every figure gets the interval of a proportion at its effective number of samples: as many
independent yes-or-no samples as would vary as much as the figure does. The spread is that
between whole clusters, by linearisation for means and by the jackknife for figures made from
sums. `benchmarks/coverage.py` measures how often these intervals cover.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from acidtest.stats.binomial import proportion_interval, t_quantile

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.signedinteger]
Clusters = Sequence[str] | Places
"""A name for each row, or the index of its name among the sorted names."""

FEW = 6
"""With fewer clusters, no difference can be significant and spread cannot be estimated."""
_ENOUGH = 2.0  # a spread that this many clusters carry counts as much as the worst case
_FREEDOM = 20  # at least, for yes-or-no values: the worst case protects smaller designs
_MOST = 1_000_000_000
_SPARSE = 4  # a few rows of many clusters are sorted


def few_clusters(clusters: int) -> str:
    """Why there is no interval.

    >>> few_clusters(1)
    'no interval: all samples are in one cluster, and an interval needs 6'
    """
    if clusters == 1:
        return f"no interval: all samples are in one cluster, and an interval needs {FEW}"
    return f"no interval: {clusters} clusters, and an interval needs {FEW}"


def cluster_interval(
    values: Sequence[float] | Floats,
    clusters: Clusters,
    *,
    bounds: tuple[float, float] | None = (0.0, 1.0),
    level: float = 0.95,
) -> tuple[float, float] | None:
    """Return the interval of a mean; None with fewer than six clusters.

    Values in one cluster (the attempts at one sample, the functions of one package) are correlated,
    so only the spread between clusters counts. Without `bounds`, or with values outside them, it
    is Student's interval.

    >>> low, high = cluster_interval([1] * 6 + [0] * 2, list("abcdefgh")) or (0, 0)
    >>> round(low, 3), round(high, 3)
    (0.358, 0.954)
    >>> cluster_interval([1, 0, 1], list("abc")) is None
    True
    """
    return by_cluster(values, clusters, bounds).interval(level)


class ByCluster:
    """Values reduced to what the interval of their mean needs, some at a time."""

    def __init__(self, clusters: int, bounds: tuple[float, float] | None) -> None:
        self._sums, self._sizes = np.zeros(clusters), np.zeros(clusters)
        self._bounds = bounds
        self._at_bounds = True
        self._least, self._most = np.inf, -np.inf
        self.n, self._total = 0, 0.0

    def add(self, values: Floats, place: Places) -> None:
        """Add values; `place` is the index of the cluster of each."""
        if not np.isfinite(values).all():
            raise ValueError("values must be finite: leave out undefined ones and report how many")
        if not len(values):
            return
        np.add.at(self._sums, place, values)
        np.add.at(self._sizes, place, 1.0)
        self.n += len(values)
        self._total += float(values.sum())
        self._least = min(self._least, float(values.min()))
        self._most = max(self._most, float(values.max()))
        if self._bounds is not None:
            least, top = self._bounds
            self._at_bounds &= bool(((values == least) | (values == top)).all())

    @property
    def mean(self) -> float:
        """The mean of all values."""
        return self._total / self.n

    @property
    def sums(self) -> Floats:
        """The sum of each cluster that has a value, in the order of the names."""
        return _positive(self._sums, self._sizes)

    def interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """The interval of the mean, as `cluster_interval` has it."""
        sums, sizes = self.sums, _positive(self._sizes, self._sizes)
        if len(sums) < FEW:
            return None
        influence = self.mean * sizes  # in place: there may be many clusters
        np.subtract(sums, influence, out=influence)
        influence /= sizes.sum()
        bounds = self._bounds
        if bounds is None or not bounds[0] <= self._least <= self._most <= bounds[1]:
            return _student(self.mean, influence, level)
        most = self.n if self._at_bounds else _MOST
        least, top = bounds
        carrying = min(_carrying(sums - least * sizes), _carrying(top * sizes - sums))
        low, high = spread_interval(self.mean, influence, sizes, bounds, level, carrying, most)
        # A rare event must not look better known than one that never happened.
        never = spread_interval(least, influence, sizes, bounds, level, carrying=0)[1]
        always = spread_interval(top, influence, sizes, bounds, level, carrying=0)[0]
        return min(low, always), max(high, never)


def pooled_interval(
    counts: Floats,
    clusters: Clusters,
    value: Callable[[Floats], Floats],
    *,
    bounds: tuple[float, float] = (0.0, 1.0),
    level: float = 0.95,
) -> tuple[float, float] | None:
    """Return the interval of a figure made from sums, such as micro F1; None with few clusters.

    `counts` has one row per sample; `value` turns sums of shape (…, columns) into figures, nan if
    undefined. Clusters that count nothing say nothing about the figure and are left out.

    >>> hits = np.array([[1, 1]] * 6 + [[0, 1]] * 2 + [[0, 0]], dtype=float)
    >>> low, high = pooled_interval(hits, list("abcdefghi"), lambda s: s[:, 0] / s[:, 1]) or (0, 0)
    >>> round(low, 2), round(high, 2)
    (0.37, 0.96)
    """
    sums = cluster_sums(counts, clusters)
    sums = sums[(sums != 0).any(axis=1)]
    if len(sums) < FEW:
        return None
    estimate = float(value(sums.sum(axis=0, keepdims=True))[0])
    influence = jackknife(sums, value)
    if not bounds[0] <= estimate <= bounds[1]:
        return _student(estimate, influence, level)
    return spread_interval(estimate, influence, np.abs(sums).sum(axis=1), bounds, level)


def jackknife(sums: Floats, value: Callable[[Floats], Floats]) -> Floats:
    """Return how much each cluster moves a figure made from sums, around zero.

    A cluster without which the figure is undefined is taken not to move it.
    """
    count = len(sums)
    without = value(sums.sum(axis=0, keepdims=True) - sums)
    whole = np.isfinite(without)
    if not whole.any():
        return np.zeros(count)
    pulls = np.where(whole, without[whole].mean() - without, 0.0)
    influence: Floats = pulls * (count - 1) / count
    return influence


def _carrying(parts: Floats) -> float:
    """How many clusters a sum comes from: their number if they are alike, 1 if one has it all."""
    squares = float((parts**2).sum())
    return float(parts.sum()) ** 2 / squares if squares else 0.0


def _positive(values: Floats, sizes: Floats) -> Floats:
    """The values of clusters that have some; not a copy if all have."""
    return values if sizes.all() else values[sizes > 0]


def effective_n(
    share: float,
    influence: Floats,
    weights: Floats,
    carrying: float,
    *,
    level: float = 0.95,
    most: int = _MOST,
) -> int:
    """Return how many independent yes-or-no samples would vary as much as a figure does.

    `share` is the figure between 0 and 1, `influence` each cluster's part in it around zero,
    `weights` the clusters' sizes, `carrying` how many clusters have a part in what is counted or
    in what is missed. The least is one sample per cluster of equal size: no figure between 0 and 1
    varies more. The spread is believed the more clusters carry it; a single hit says nothing
    about how hits come together. Its own uncertainty is that of Student's t, as Korn and Graubard
    proposed.
    """
    count = len(influence)
    least = weights.sum() ** 2 / (weights**2).sum()
    worst = share * (1 - share) / least
    if worst <= 0 or carrying <= 0:
        return max(1, int(least + 1e-9))
    variance = float((influence**2).sum()) * count / (count - 1)
    variance = min(worst, max(variance, share * (1 - share) / most))
    belief = carrying**2 / (carrying**2 + _ENOUGH**2)
    variance = variance**belief * worst ** (1 - belief)
    tails = (1 + level) / 2
    degrees = count - 1 if most == _MOST else max(_FREEDOM, count - 1)
    freedom = (t_quantile(tails, _MOST) / t_quantile(tails, degrees)) ** 2
    n = min(max(share * (1 - share) / variance * freedom, least), most)
    return max(1, int(n + 1e-9))


def spread_interval(
    value: float,
    influence: Floats,
    weights: Floats,
    bounds: tuple[float, float],
    level: float,
    carrying: float | None = None,
    most: int = _MOST,
) -> tuple[float, float]:
    """Return the interval of a figure between bounds from each cluster's influence on it."""
    if carrying is None:
        carrying = _carrying(influence**2)
    least, width = bounds[0], bounds[1] - bounds[0]
    share = min(1.0, max(0.0, (value - least) / width))
    n = effective_n(share, influence / width, weights, carrying, level=level, most=most)
    low, high = proportion_interval(share, n, level)
    return min(value, least + width * low), max(value, least + width * high)


def _student(value: float, influence: Floats, level: float) -> tuple[float, float]:
    count = len(influence)
    error = float((influence**2).sum() * count / (count - 1)) ** 0.5
    half = t_quantile((1 + level) / 2, count - 1) * error
    return value - half, value + half


def by_cluster(
    values: Sequence[float] | Floats, clusters: Clusters, bounds: tuple[float, float] | None
) -> ByCluster:
    """Return values reduced at once."""
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} values but {len(clusters)} cluster names")
    if len(values) == 0:
        raise ValueError("an interval needs at least one value")
    count, place = cluster_places(clusters)
    spread = ByCluster(count, bounds)
    spread.add(np.asarray(values, dtype=np.float64), place)
    return spread


def cluster_sums(counts: Floats, clusters: Clusters) -> Floats:
    """Return the summed rows of each cluster, in the order of the names."""
    count, place = cluster_places(clusters)
    columns = [np.bincount(place, weights=column, minlength=count) for column in counts.T]
    return np.stack(columns, axis=1) if columns else np.zeros((count, 0))


def cluster_places(clusters: Clusters) -> tuple[int, Places]:
    """Return how many clusters there are, and the index of each row's cluster.

    >>> count, place = cluster_places(["b", "a", "b"])
    >>> count, place.tolist()
    (2, [1, 0, 1])
    """
    if not isinstance(clusters, np.ndarray):
        distinct, place = np.unique(np.asarray(clusters, dtype=np.str_), return_inverse=True)
        return len(distinct), place
    if clusters.max(initial=0) > _SPARSE * len(clusters):
        several, place = np.unique(clusters, return_inverse=True)
        return len(several), place
    present = np.bincount(clusters) > 0  # sorting would take several times the memory
    if present.all():
        return len(present), clusters
    rank: Places = np.cumsum(present) - 1
    return int(present.sum()), rank[clusters]
