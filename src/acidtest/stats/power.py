"""How many samples a wanted difference needs, before anyone asks a question.

Two systems answer the same samples. The variance of an answer has three parts: what the samples of
a cluster share, what the attempts at a sample share, and the luck of one attempt. Both systems find
some samples hard; that part of the first two cancels in the paired difference.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean

from acidtest.stats.effects import fewest_changes, minimum_detectable_difference

_NORMAL = NormalDist()
_FEW = 10


@dataclass(frozen=True, slots=True)
class Spread:
    """The parts of an answer's variance, which add up to 1 with the luck of an attempt.

    `shared` is how much of the first two a second system has in common.
    """

    cluster: float = 0.4
    sample: float = 0.2
    shared: float = 0.5

    @property
    def luck(self) -> float:
        """What only further attempts average out."""
        return max(0.0, 1.0 - self.cluster - self.sample)


def difference_variance(
    base: float, other: float, sizes: Sequence[int], attempts: int, spread: Spread
) -> float:
    """Return the variance of the paired difference of two rates over clusters of these sizes.

    >>> alone = Spread(cluster=0.0, sample=0.0)
    >>> difference_variance(0.5, 0.5, [1] * 100, 1, alone) == 2 * 0.25 / 100
    True
    """
    if not (0 <= base <= 1 and 0 <= other <= 1):
        raise ValueError("rates must be between 0 and 1")
    n = sum(sizes)
    both = base * (1 - base) + other * (1 - other)
    common = min(base, other) * (1 - max(base, other))
    paired = both - 2 * spread.shared * common
    by_cluster = spread.cluster * paired * sum(size**2 for size in sizes) / n**2
    return by_cluster + spread.sample * paired / n + spread.luck * both / (n * attempts)


def design_effect(sizes: Sequence[int], attempts: int, spread: Spread, base: float) -> float:
    """Return how many times more samples these clusters need than independent samples do."""
    alone = Spread(0.0, spread.cluster + spread.sample, spread.shared)
    clustered = difference_variance(base, base, sizes, attempts, spread)
    free = difference_variance(base, base, [1] * sum(sizes), attempts, alone)
    return clustered / free if free else 1.0


def other_rate(base: float, difference: float) -> float | None:
    """Return the rate that differs by so much: above, else below; None if there is none."""
    higher, lower = base + difference, base - difference
    return higher if higher <= 1 else lower if lower >= 0 else None


def clusters_needed(
    base: float,
    difference: float,
    sizes: Sequence[int],
    *,
    attempts: int = 1,
    spread: Spread | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
) -> int | None:
    """Return how many clusters like these show the difference; None if no rate differs so much."""
    other = other_rate(base, difference)
    if other is None or difference <= 0:
        return None
    variance = difference_variance(base, other, sizes, attempts, spread or Spread())
    z = _NORMAL.inv_cdf(1 - alpha / 2) + _NORMAL.inv_cdf(power)
    return max(fewest_changes(alpha), math.ceil(len(sizes) * variance * (z / difference) ** 2))


def detectable_difference(
    base: float,
    sizes: Sequence[int],
    *,
    attempts: int = 1,
    spread: Spread | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
) -> float | None:
    """Return the smallest difference that these clusters show; None if they show none."""
    if len(sizes) < fewest_changes(alpha):
        return None

    def shows(difference: float) -> bool:
        other = other_rate(base, difference)
        if other is None:
            return False
        variance = difference_variance(base, other, sizes, attempts, spread or Spread())
        sd = math.sqrt(variance)
        return minimum_detectable_difference(1, sd, alpha=alpha, power=power) <= difference

    low, high = 0.0, max(base, 1 - base)
    if not shows(high):
        return None
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (low, middle) if shows(middle) else (middle, high)
    return high


def spread_of(answers: Sequence[tuple[str, str, float]], *, shared: float = 0.5) -> Spread | None:
    """Estimate the parts from (cluster, sample, value) of a pilot's answers; None if all are equal.

    Values are pairs within clusters and within samples: how alike two are, relative to the
    variance. Without a second attempt, what samples do not share is split in half.
    """
    values = [value for *_, value in answers]
    mean = fmean(values)
    variance = fmean((value - mean) ** 2 for value in values)
    if not variance:
        return None
    in_sample: dict[tuple[str, str], list[float]] = defaultdict(list)
    for name, sample, value in answers:
        in_sample[name, sample].append(value - mean)
    in_cluster: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for (name, _), mine in in_sample.items():
        in_cluster[name].append((sum(mine), len(mine)))
    between = _alike(list(in_cluster.values())) / variance
    within = _alike([[(each, 1) for each in mine] for mine in in_sample.values()]) / variance
    cluster = min(1.0, max(0.0, Spread().cluster if math.isnan(between) else between))
    if math.isnan(within):
        return Spread(cluster, (1 - cluster) / 2, shared)
    within = min(1.0, max(0.0, within))
    cluster = min(cluster, within)  # attempts at one sample are at least as alike
    return Spread(cluster, within - cluster, shared)


def _alike(parts: Sequence[Sequence[tuple[float, int]]]) -> float:
    """The mean product of values in different members of a part; nan if few have two members."""
    products = pairs = 0.0
    if sum(len(members) > 1 for members in parts) < _FEW:
        return math.nan
    for members in parts:
        total, count = sum(value for value, _ in members), sum(n for _, n in members)
        products += total**2 - sum(value**2 for value, _ in members)
        pairs += count**2 - sum(n**2 for _, n in members)
    return products / pairs
