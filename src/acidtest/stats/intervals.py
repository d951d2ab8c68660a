"""How far a figure can be trusted: Wilson's interval and the bootstrap over whole clusters."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Times = npt.NDArray[np.uint16 | np.int32]
Clusters = Sequence[str] | Places
"""A name for each row, or the index of its name among the sorted names."""

_NORMAL = NormalDist()
_DRAWS_AT_ONCE = 4_000_000  # limits a bootstrap to about 100 MB of memory
_DRAWS_KEPT = 2_000_000  # draws kept for the next figure: 4 MB each
_MOST = 1000
FEW = 6
"""With fewer clusters, no difference can be significant and spread cannot be estimated."""


def wilson(successes: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Return Wilson's score interval of a proportion.

    Both numbers may be fractional, for effective sample sizes.

    >>> low, high = wilson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    if n <= 0:
        raise ValueError("an interval needs at least one observation")
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes out of {n} is impossible")
    z2 = _quantile_of(level) ** 2
    rate = successes / n
    centre = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = (z2 * (rate * (1 - rate) / n + z2 / (4 * n * n))) ** 0.5 / (1 + z2 / n)
    # The rate is inside by definition; rounding must not push a bound past it, or past 0 or 1.
    return max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half))


def cluster_interval(
    values: Sequence[float] | Floats,
    clusters: Clusters,
    *,
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> tuple[float, float]:
    """Return the percentile bootstrap interval of the mean, resampling whole clusters.

    Values in one cluster (the attempts at one sample, the functions of one package) are correlated,
    so they are drawn together. If all clusters have the same mean, the bootstrap sees no spread:
    a rate then gets Wilson's interval on the number of clusters, and so does any figure between 0
    and 1 with fewer than six clusters; for any other figure both bounds are the mean.

    >>> low, high = cluster_interval([1, 1, 0, 0, 1, 1], ["a", "a", "b", "b", "c", "c"])
    >>> low, high
    (0.0, 1.0)
    >>> low, high = cluster_interval([1, 1, 1], ["a", "b", "c"])
    >>> round(low, 3), high
    (0.439, 1.0)
    """
    sums, sizes = by_cluster(values, clusters)
    collapsed = _without_spread(values, sums, sizes, level)
    if collapsed is not None:
        return collapsed
    sums, sizes = together(sums, sizes)
    means = resampled_means(sums, sizes, seed=seed, resamples=resamples)
    return _percentiles(means, (1 - level) / 2, (1 + level) / 2)


def pooled_interval(
    counts: Floats,
    clusters: Clusters,
    value: Callable[[Floats], Floats],
    *,
    bounds: tuple[float, float] = (0.0, 1.0),
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> tuple[float, float]:
    """Return the percentile bootstrap interval of a figure made from sums, such as micro F1.

    `counts` has one row per sample; `value` turns sums of shape (resamples, columns) into figures,
    nan if undefined. Resamples without a value are left out. A figure that no resample changes,
    such as that of one cluster, gets Wilson's interval on the number of clusters, scaled to the
    `bounds` of such a figure; outside the bounds, both ends are the figure itself.

    >>> hits = np.array([[1, 1], [1, 1], [0, 1], [1, 1]], dtype=float)
    >>> pooled_interval(hits, ["a", "b", "c", "d"], lambda sums: sums[:, 0] / sums[:, 1])
    (0.25, 1.0)
    """
    sums = cluster_sums(counts, clusters)
    (drawn,) = together(sums)
    parts = cluster_draws(len(drawn), seed=seed, resamples=resamples)
    figures = np.concatenate([value(times @ drawn) for times in parts])
    figures = figures[np.isfinite(figures)]
    estimate = float(value(sums.sum(axis=0, keepdims=True))[0])
    if not len(figures) or np.ptp(figures) == 0:
        least, most = bounds
        if not least <= estimate <= most:
            return estimate, estimate
        share = (estimate - least) / (most - least)
        ends = wilson(share * len(sums), len(sums), level)
        return least + (most - least) * ends[0], least + (most - least) * ends[1]
    low, high = _percentiles(figures, (1 - level) / 2, (1 + level) / 2)
    return min(low, estimate), max(high, estimate)


def bca_interval(
    values: Sequence[float],
    clusters: Sequence[str] | None = None,
    *,
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> tuple[float, float]:
    """Return the bias-corrected and accelerated bootstrap interval of the mean.

    It corrects the percentile interval for skewed figures, such as a rate near 1. Without
    `clusters`, every value is its own cluster.

    >>> low, high = bca_interval([0.1, 0.2, 0.2, 0.3, 0.9], seed=1)
    >>> low < 0.34 < high
    True
    """
    names = [str(i) for i in range(len(values))] if clusters is None else clusters
    sums, sizes = by_cluster(values, names)
    collapsed = _without_spread(values, sums, sizes, level)
    if collapsed is not None:
        return collapsed
    sums, sizes = together(sums, sizes)
    means = resampled_means(sums, sizes, seed=seed, resamples=resamples)
    estimate = sums.sum() / sizes.sum()
    below = (np.count_nonzero(means < estimate) + np.count_nonzero(means <= estimate)) / 2
    bias = _NORMAL.inv_cdf(
        float(np.clip(below / len(means), 0.5 / len(means), 1 - 0.5 / len(means)))
    )
    left_out = (sums.sum() - sums) / (sizes.sum() - sizes)
    pull = left_out.mean() - left_out
    spread = float((pull**2).sum())
    acceleration = float((pull**3).sum()) / (6 * spread**1.5) if spread else 0.0

    def corrected(tail: float) -> float:
        shifted = bias + _NORMAL.inv_cdf(tail)
        return _NORMAL.cdf(bias + shifted / (1 - acceleration * shifted))

    return _percentiles(means, corrected((1 - level) / 2), corrected((1 + level) / 2))


def by_cluster(values: Sequence[float] | Floats, clusters: Clusters) -> tuple[Floats, Floats]:
    """Return each cluster's sum and size, in the order of the names, not of the rows."""
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} values but {len(clusters)} cluster names")
    if len(values) == 0:
        raise ValueError("an interval needs at least one value")
    count, place = cluster_places(clusters)
    figures = np.asarray(values, dtype=np.float64)
    if not np.isfinite(figures).all():
        raise ValueError("values must be finite: leave out undefined ones and report how many")
    sums = np.bincount(place, weights=figures, minlength=count).astype(np.float64)
    sizes = np.bincount(place, minlength=count).astype(np.float64)
    return sums, sizes


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
    names = clusters if isinstance(clusters, np.ndarray) else np.asarray(clusters, dtype=np.str_)
    distinct, place = np.unique(names, return_inverse=True)
    return len(distinct), place


def together(*columns: Floats) -> tuple[Floats, ...]:
    """Reduce columns with one row per cluster to at most a thousand rows.

    Above that, clusters are summed at random into a thousand groups: the cost of resampling grows
    with the rows, and a thousand are enough to estimate the spread.

    >>> sums, sizes = together(np.ones(2500), np.ones(2500))
    >>> len(sums), sums.sum(), sizes.max()
    (1000, np.float64(2500.0), np.float64(3.0))
    """
    count = len(columns[0])
    if count <= _MOST:
        return columns
    order, starts = _mixed(count)
    return tuple(np.add.reduceat(column[order], starts, axis=0) for column in columns)


@lru_cache(maxsize=16)
def _mixed(count: int) -> tuple[Places, Places]:
    """The rows in random order, and where each group begins."""
    starts = np.arange(_MOST) * count // _MOST
    return np.random.default_rng(0).permutation(count), starts


def cluster_draws(clusters: int, *, seed: int, resamples: int) -> Iterator[Floats]:
    """Yield how often each cluster is drawn in each resample, in batches of resamples."""
    for times in _kept_or_drawn(_draw_at_once, clusters, seed, resamples):
        yield times.astype(np.float64)


def resampled_means(sums: Floats, sizes: Floats, *, seed: int, resamples: int) -> Floats:
    """Return the ratio of total to size in each resample of the clusters."""
    both = np.stack([sums, sizes], axis=1)
    parts = _kept_or_drawn(_draw_one_by_one, len(sums), seed, resamples)
    totals = np.concatenate([times.astype(np.float64) @ both for times in parts])
    means: Floats = totals[:, 0] / totals[:, 1]
    return means


def _kept_or_drawn(
    draw: Callable[[int, int, int], Iterator[Times]], clusters: int, seed: int, resamples: int
) -> Iterable[Times]:
    """All figures of a run have the same clusters, so they share resamples: draw them once."""
    if clusters * resamples <= _DRAWS_KEPT:
        return _kept(draw, clusters, seed, resamples)
    return draw(clusters, seed, resamples)


@lru_cache(maxsize=64)
def _kept(
    draw: Callable[[int, int, int], Iterator[Times]], clusters: int, seed: int, resamples: int
) -> Sequence[Times]:
    return tuple(draw(clusters, seed, resamples))


def _draw_at_once(clusters: int, seed: int, resamples: int) -> Iterator[Times]:
    rng = np.random.default_rng(seed)
    even = np.full(clusters, 1 / clusters)
    for count in _blocks(clusters, resamples):
        yield rng.multinomial(clusters, even, size=count).astype(_small(clusters))


def _draw_one_by_one(clusters: int, seed: int, resamples: int) -> Iterator[Times]:
    rng = np.random.default_rng(seed)
    for count in _blocks(clusters, resamples):
        drawn = rng.integers(0, clusters, size=(count, clusters))
        drawn += clusters * np.arange(count)[:, np.newaxis]
        times = np.bincount(drawn.ravel(), minlength=count * clusters)
        yield times.reshape(count, clusters).astype(_small(clusters))


def _small(most: int) -> type[np.uint16 | np.int32]:
    """The smallest integer type that holds `most`."""
    return np.uint16 if most < 1 << 16 else np.int32


def _blocks(clusters: int, resamples: int) -> Iterator[int]:
    """Sizes of the batches of resamples that fit in memory."""
    rows = max(1, _DRAWS_AT_ONCE // clusters)
    for start in range(0, resamples, rows):
        yield min(rows, resamples - start)


def _without_spread(
    values: Sequence[float] | Floats, sums: Floats, sizes: Floats, level: float
) -> tuple[float, float] | None:
    means = sums / sizes
    if np.ptp(means) > 0:
        return None
    mean = float(sums.sum() / sizes.sum())
    figures = np.asarray(values, dtype=np.float64)
    few = len(sums) < FEW and ((figures >= 0) & (figures <= 1)).all()
    if few or np.isin(figures, (0, 1)).all():
        return wilson(mean * len(sums), len(sums), level)
    return mean, mean


def _percentiles(means: Floats, low: float, high: float) -> tuple[float, float]:
    """Both quantiles by linear interpolation: equal to np.quantile, at a fifth of the cost."""
    ordered = np.sort(means)
    return _quantile(ordered, low), _quantile(ordered, high)


def _quantile(ordered: Floats, share: float) -> float:
    place = share * (len(ordered) - 1)
    below = min(max(int(np.floor(place)), 0), len(ordered) - 1)
    above = min(below + 1, len(ordered) - 1)
    left, right, part = float(ordered[below]), float(ordered[above]), place - below
    # both of numpy's forms, so that the end points are exact
    return left + (right - left) * part if part < 0.5 else right - (right - left) * (1 - part)


def _quantile_of(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, not {level}")
    return _NORMAL.inv_cdf((1 + level) / 2)
