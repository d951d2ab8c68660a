"""Is B better than A? Tests for two systems on the same samples."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from acidtest.stats.intervals import (
    Clusters,
    Floats,
    by_cluster,
    cluster_draws,
    cluster_sums,
    resampled_means,
    together,
)

_TIE = 1e-12  # differences within rounding error count as equal
_DRAWS_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean of B minus mean of A, its interval, and the p-value."""

    difference: float
    low: float
    high: float
    p: float


def paired_bootstrap(
    a: Sequence[float] | Floats,
    b: Sequence[float] | Floats,
    clusters: Clusters | None = None,
    *,
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> Difference:
    """Compare two systems on the same samples by resampling the samples.

    The p-value is two-sided: the share of resamples that are at least as far from the observed
    difference as it is from zero, counting the observed one.

    >>> result = paired_bootstrap([0, 0, 1, 0, 0, 1], [1, 0, 1, 1, 1, 1], seed=1)
    >>> result.difference, result.low > 0
    (0.5, True)
    """
    sums, sizes = _differences(a, b, clusters)
    observed = float(sums.sum() / sizes.sum())
    drawn = resampled_means(sums, sizes, seed=seed, resamples=resamples)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    extreme = np.count_nonzero(np.abs(drawn - observed) >= abs(observed) - _TIE)
    return Difference(observed, float(low), float(high), (1 + int(extreme)) / (1 + resamples))


def paired_pooled_bootstrap(
    a: Floats,
    b: Floats,
    clusters: Clusters,
    value: Callable[[Floats], Floats],
    *,
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> Difference:
    """Compare a figure made from sums, such as micro F1, as `paired_bootstrap` does means.

    `a` and `b` have one row per sample, the same samples in the same order; see `pooled_interval`.

    >>> rows = np.ones((4, 2))
    >>> none = paired_pooled_bootstrap(rows, rows, list("abcd"), lambda s: s[:, 0] / s[:, 1])
    >>> none.difference, none.p
    (0.0, 1.0)
    """
    left, right = together(cluster_sums(a, clusters), cluster_sums(b, clusters))

    def gain(times: Floats) -> Floats:
        return value(times @ right) - value(times @ left)

    observed = float(gain(np.ones((1, len(left))))[0])
    drawn = np.concatenate(
        [gain(times) for times in cluster_draws(len(left), seed=seed, resamples=resamples)]
    )
    drawn = drawn[np.isfinite(drawn)]
    if not len(drawn):
        return Difference(observed, observed, observed, 1.0)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    extreme = np.count_nonzero(np.abs(drawn - observed) >= abs(observed) - _TIE)
    return Difference(observed, float(low), float(high), (1 + int(extreme)) / (1 + len(drawn)))


def approximate_randomisation(
    a: Sequence[float] | Floats,
    b: Sequence[float] | Floats,
    clusters: Clusters | None = None,
    *,
    seed: int = 0,
    resamples: int = 10_000,
) -> float:
    """Return the two-sided p-value of swapping A and B at random, cluster by cluster.

    If the two systems were equal, swapping their answers would make no difference.

    >>> approximate_randomisation([0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1]) < 0.02
    True
    """
    sums, sizes = _differences(a, b, clusters)
    observed = abs(sums.sum())
    rng = np.random.default_rng(seed)
    extreme = 0
    rows = max(1, _DRAWS_AT_ONCE // len(sums))
    for start in range(0, resamples, rows):
        shape = (min(rows, resamples - start), len(sums))
        signs = rng.integers(0, 2, size=shape, dtype=np.int8) * 2.0 - 1.0
        extreme += int(np.count_nonzero(np.abs(signs @ sums) >= observed - _TIE * sizes.sum()))
    return (1 + extreme) / (1 + resamples)


def pooled_randomisation(
    a: Floats,
    b: Floats,
    clusters: Clusters,
    value: Callable[[Floats], Floats],
    *,
    seed: int = 0,
    resamples: int = 5_000,
) -> float:
    """Return `approximate_randomisation` for a figure made from sums, such as micro F1.

    A swap that makes the figure undefined counts as extreme.

    >>> rows = np.array([[1.0, 1.0]])
    >>> pooled_randomisation(rows, 0 * rows + [[0, 1]], ["a"], lambda s: s[:, 0] / s[:, 1])
    1.0
    """
    left, right = together(cluster_sums(a, clusters), cluster_sums(b, clusters))
    whole = left.sum(axis=0, keepdims=True), right.sum(axis=0, keepdims=True)
    observed = abs(float((value(whole[1]) - value(whole[0]))[0]))
    rng = np.random.default_rng(seed)
    moved = right - left
    extreme = 0
    rows = max(1, _DRAWS_AT_ONCE // len(left))
    for start in range(0, resamples, rows):
        shape = (min(rows, resamples - start), len(left))
        swapped = rng.integers(0, 2, size=shape, dtype=np.int8).astype(np.float64) @ moved
        gain = value(whole[1] - swapped) - value(whole[0] + swapped)
        extreme += int(np.count_nonzero(~(np.abs(gain) < observed - _TIE)))
    return (1 + extreme) / (1 + resamples)


def mcnemar_exact(a: Sequence[bool], b: Sequence[bool]) -> float:
    """Return the exact two-sided p-value of McNemar's test on two rows of verdicts.

    Only samples on which the two disagree count; if the systems are equal, either direction of a
    disagreement is a coin toss. Computed in integers, so it is exact.

    >>> mcnemar_exact([True] * 10, [True] * 4 + [False] * 6)
    0.03125
    """
    if len(a) != len(b):
        raise ValueError(f"cannot pair {len(a)} verdicts with {len(b)}")
    only_a = sum(bool(x) and not y for x, y in zip(a, b, strict=True))
    only_b = sum(bool(y) and not x for x, y in zip(a, b, strict=True))
    disagreements, rarer = only_a + only_b, min(only_a, only_b)
    term = total = 1
    for i in range(rarer):
        term = term * (disagreements - i) // (i + 1)
        total += term
    return min(1.0, 2 * total / (1 << disagreements))


def _differences(
    a: Sequence[float] | Floats, b: Sequence[float] | Floats, clusters: Clusters | None
) -> tuple[Floats, Floats]:
    if len(a) != len(b):
        raise ValueError(f"cannot pair {len(a)} values with {len(b)}")
    names = [str(i) for i in range(len(a))] if clusters is None else clusters
    gains = np.asarray(b, dtype=np.float64) - np.asarray(a, dtype=np.float64)
    sums, sizes = together(*by_cluster(gains, names))
    return sums, sizes
