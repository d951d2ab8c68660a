"""Effect sizes, the differences that a number of samples can detect, and pass@k."""

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

from acidtest.stats.value import Value

_NORMAL = NormalDist()


def pass_at_k(n: int, c: int, k: int) -> float:
    """Return the unbiased chance that one of `k` attempts passes, when `c` of `n` passed.

    >>> pass_at_k(10, 3, 1), round(pass_at_k(10, 3, 5), 4)
    (0.3, 0.9167)
    """
    if not 0 <= c <= n:
        raise ValueError(f"{c} passes out of {n} attempts is impossible")
    if not 1 <= k <= n:
        raise ValueError(f"pass@{k} needs at least {k} attempts, but there are {n}")
    draws = math.comb(n, k)
    return (draws - math.comb(n - c, k)) / draws


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values, in the order given.

    Compare each with the usual 0.05: the chance of even one false alarm stays below it.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    if not all(0 <= p <= 1 for p in p_values):
        raise ValueError("p-values must be between 0 and 1")
    adjusted = [0.0] * len(p_values)
    reached = 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, place in enumerate(order):
        reached = max(reached, min(1.0, p_values[place] * (len(p_values) - rank)))
        adjusted[place] = reached
    return adjusted


def cohens_h(a: float, b: float) -> float:
    """Return Cohen's h of two rates: 0.2 is small, 0.5 medium, 0.8 large; positive if b > a.

    >>> round(cohens_h(0.5, 0.7), 4)
    0.4115
    """
    if not (0 <= a <= 1 and 0 <= b <= 1):
        raise ValueError("rates must be between 0 and 1")
    return 2 * (math.asin(math.sqrt(b)) - math.asin(math.sqrt(a)))


def cohens_dz(a: Sequence[float], b: Sequence[float]) -> Value:
    """Return Cohen's dz of paired values: the mean gain over the spread of the gains.

    >>> round(cohens_dz([1, 2, 3, 4], [2, 2, 5, 5]).value or 0, 4)
    1.2247
    >>> cohens_dz([1, 2], [2, 3]).reason
    'every pair differs by the same amount'
    """
    if len(a) != len(b):
        raise ValueError(f"cannot pair {len(a)} values with {len(b)}")
    if len(a) < 2:
        return Value(None, "fewer than two pairs")
    gains = [y - x for x, y in zip(a, b, strict=True)]
    if max(gains) == min(gains):
        return Value(None, "every pair differs by the same amount")
    return Value(fmean(gains) / stdev(gains))


def minimum_detectable_difference(
    n: int, sd: float, *, alpha: float = 0.05, power: float = 0.8
) -> float:
    """Return the smallest mean difference that `n` pairs detect with the given power.

    `sd` is the standard deviation of the paired differences.

    >>> round(minimum_detectable_difference(500, 0.4), 4)
    0.0501
    """
    return _effect(n, alpha, power) * sd


def fewest_changes(alpha: float = 0.05) -> int:
    """Return how many changes, all in one direction, an exact sign test needs for significance.

    >>> fewest_changes(), fewest_changes(0.01)
    (6, 8)
    """
    return math.ceil(math.log2(2 / alpha))


def minimum_detectable_change(n: int, *, alpha: float = 0.05, power: float = 0.8) -> float | None:
    """Return the smallest detectable share of `n` yes-or-no samples that change, all one way.

    None with fewer than `fewest_changes` samples: no change can be detected.

    >>> round(minimum_detectable_change(12) or 0, 3), minimum_detectable_change(5)
    (0.578, None)
    """
    needed = fewest_changes(alpha)
    if n < needed:
        return None
    low, high = 0.0, 1.0
    while high - low > 1e-6:
        share = (low + high) / 2
        low, high = (low, share) if _at_least(needed, n, share) >= power else (share, high)
    return high


def _at_least(k: int, n: int, share: float) -> float:
    """The probability of at least k successes in n trials, each with this chance."""
    if share in (0.0, 1.0):
        return float(share == 1.0)
    chance, below = n * math.log1p(-share), 0.0
    for i in range(k):
        below += math.exp(chance)
        chance += math.log((n - i) / (i + 1)) + math.log(share) - math.log1p(-share)
    return 1.0 - below


def minimum_detectable_rate_difference(
    n: int, baseline: float, *, alpha: float = 0.05, power: float = 0.8
) -> float:
    """Return the smallest gain over a baseline rate that two runs of `n` samples detect.

    The two runs are treated as independent, which is conservative: on the same samples a smaller
    gain is enough. 1 − baseline if even a perfect rate could not be distinguished.

    >>> round(minimum_detectable_rate_difference(656, 0.5), 4)
    0.077
    """
    if not 0 <= baseline <= 1:
        raise ValueError("rates must be between 0 and 1")
    angle = math.asin(math.sqrt(baseline)) + _effect(n, alpha, power) * math.sqrt(2) / 2
    return math.sin(min(angle, math.pi / 2)) ** 2 - baseline


def _effect(n: int, alpha: float, power: float) -> float:
    if n < 1:
        raise ValueError("a difference needs at least one sample")
    return (_NORMAL.inv_cdf(1 - alpha / 2) + _NORMAL.inv_cdf(power)) / math.sqrt(n)
