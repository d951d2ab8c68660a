"""Is B better than A? Tests for two systems on the same samples."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from acidtest.stats.intervals import (
    FEW,
    Clusters,
    Floats,
    Places,
    by_cluster,
    cluster_interval,
    cluster_sums,
    jackknife,
    spread_interval,
)

_TIE = 1e-12  # differences within rounding error count as equal
_DRAWS = 20_000
_ALL = 14  # with so few clusters every way to swap is tried, and the test is exact
_MOST = 1000
_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True)
class Paired:
    """B minus A on the same samples: the difference, the p-value and intervals at any level.

    An interval is what no test rules out. Zero is tested by swapping A and B, any other
    difference by the spread between clusters, so the interval contains zero, or ends there,
    exactly if the p-value is not below its level.
    """

    difference: float
    p: float
    test: str
    _spread: Callable[[float], tuple[float, float] | None]

    def interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """The interval at a level; None with fewer than six clusters."""
        ends = self._spread(level)
        if ends is None:
            return None
        low, high = ends
        if self.p >= 1 - level:
            return min(low, 0.0), max(high, 0.0)
        return (max(low, 0.0), high) if self.difference > 0 else (low, min(high, 0.0))


def paired_means(
    a: Sequence[float] | Floats,
    b: Sequence[float] | Floats,
    clusters: Clusters | None = None,
    *,
    bounded: bool = True,
    seed: int = 0,
) -> Paired:
    """Compare the means of two systems; `bounded` values are between 0 and 1.

    Yes-or-no values in clusters of one get McNemar's exact test, all others the randomisation
    test over clusters. The interval of bounded values is put together from those of what was won
    and what was lost (Newcombe's square-and-add).

    >>> better = paired_means([0] * 10, [1] * 7 + [0] * 3)
    >>> better.difference, better.p, [round(end, 2) for end in better.interval() or ()]
    (0.7, 0.015625, [0.27, 0.91])
    """
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if len(x) != len(y):
        raise ValueError(f"cannot pair {len(x)} values with {len(y)}")
    names: Clusters = np.arange(len(x)) if clusters is None else clusters
    gains = y - x
    sums = by_cluster(gains, names, None).sums
    if len(sums) == len(gains) and np.isin(x, (0, 1)).all() and np.isin(y, (0, 1)).all():
        p, test = mcnemar_exact((x == 1).tolist(), (y == 1).tolist()), "McNemar, exact"
    else:
        p, test = randomisation(sums, seed=seed), "randomisation"
    difference = float(gains.sum() / len(gains))

    def spread(level: float) -> tuple[float, float] | None:
        if not bounded:
            return cluster_interval(gains, names, bounds=None, level=level)
        won = cluster_interval(np.maximum(gains, 0), names, level=level)
        lost = cluster_interval(np.maximum(-gains, 0), names, level=level)
        if won is None or lost is None:
            return None
        up, down = float(np.maximum(gains, 0).mean()), float(np.maximum(-gains, 0).mean())
        below = float(np.hypot(up - won[0], lost[1] - down))
        above = float(np.hypot(won[1] - up, down - lost[0]))
        return max(-1.0, difference - below), min(1.0, difference + above)

    return Paired(difference, p, test, spread)


def paired_pooled(
    a: Floats,
    b: Floats,
    clusters: Clusters,
    value: Callable[[Floats], Floats],
    *,
    bounds: tuple[float, float] = (0.0, 1.0),
    seed: int = 0,
) -> Paired:
    """Compare a figure made from sums, such as micro F1, as `paired_means` does means.

    `a` and `b` have one row per sample, the same samples in the same order; see `pooled_interval`.
    The test swaps whole clusters; the interval's spread comes from the jackknife.

    >>> rows = np.ones((8, 2))
    >>> same = paired_pooled(rows, rows, list("abcdefgh"), lambda s: s[:, 0] / s[:, 1])
    >>> same.difference, same.p
    (0.0, 1.0)
    """
    left, right = cluster_sums(a, clusters), cluster_sums(b, clusters)
    both = np.concatenate([left, right], axis=1)
    both = both[(both != 0).any(axis=1)]
    wide = left.shape[1]

    def gain(sums: Floats) -> Floats:
        return value(sums[..., wide:]) - value(sums[..., :wide])

    difference = float(gain(both.sum(axis=0, keepdims=True))[0])
    influence = jackknife(both, gain)
    # Swapping A and B in a cluster turns round the sign of what they differ by there.
    whole = both[:, :wide].sum(axis=0) + both[:, wide:].sum(axis=0)

    def swapped(sums: Floats) -> Floats:
        return value((whole + sums) / 2) - value((whole - sums) / 2)

    p = randomisation(both[:, wide:] - both[:, :wide], value=swapped, seed=seed)
    reach = bounds[1] - bounds[0]
    weights = np.abs(both).sum(axis=1)

    def spread(level: float) -> tuple[float, float] | None:
        if len(both) < FEW:
            return None
        return spread_interval(difference, influence, weights, (-reach, reach), level)

    return Paired(difference, p, "randomisation", spread)


def randomisation(
    parts: Floats,
    *,
    value: Callable[[Floats], Floats] | None = None,
    seed: int = 0,
    draws: int = _DRAWS,
) -> float:
    """Return the two-sided p-value of a sum whose parts could each have had the other sign.

    If the two systems were equal, swapping their answers in a cluster would make no difference.
    `value` turns sums of the parts into figures; one that is undefined counts as extreme.

    >>> randomisation(np.ones(6)), randomisation(np.array([3.0, -3.0]))
    (0.03125, 1.0)
    """
    parts = _together(parts)
    figures, observed = _swaps(parts, seed, draws), parts.sum(axis=0)
    tie = _TIE * float(np.abs(parts).sum())
    if value is not None:
        figures, observed, tie = value(figures), value(observed[np.newaxis])[0], _TIE
    extreme = int(np.count_nonzero(~(np.abs(figures) < abs(observed) - tie)))
    return extreme / len(figures) if len(parts) <= _ALL else (1 + extreme) / (1 + draws)


def _swaps(parts: Floats, seed: int, draws: int) -> Floats:
    """The sum of the parts under all ways to swap signs, or many random ones."""
    count = len(parts)
    if count <= _ALL:
        ways = (np.arange(1 << count)[:, np.newaxis] >> np.arange(count)) & 1
        every: Floats = (1.0 - 2.0 * ways) @ parts
        return every
    blocks = [_signs(count, seed, size, start) @ parts for start, size in _blocks(count, draws)]
    return np.concatenate(blocks)


def _blocks(count: int, draws: int) -> list[tuple[int, int]]:
    rows = max(1, _AT_ONCE // count)
    return [(start, min(rows, draws - start)) for start in range(0, draws, rows)]


@lru_cache(maxsize=4)
def _signs(count: int, seed: int, size: int, start: int) -> Floats:
    """Random signs; kept, since all metrics of two runs have the same clusters."""
    rng = np.random.default_rng((seed, start))
    signs: Floats = rng.integers(0, 2, size=(size, count)).astype(np.float64) * 2 - 1
    return signs


def _together(parts: Floats) -> Floats:
    """Reduce parts to at most a thousand, summed at random: the cost grows with their number."""
    count = len(parts)
    if count <= _MOST:
        return parts
    order, starts = _mixed(count)
    summed: Floats = np.add.reduceat(parts[order], starts, axis=0)
    return summed


@lru_cache(maxsize=16)
def _mixed(count: int) -> tuple[Places, Places]:
    """The rows in random order, and where each group begins."""
    starts = np.arange(_MOST) * count // _MOST
    return np.random.default_rng(0).permutation(count), starts


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
