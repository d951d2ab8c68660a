"""The exact interval of a proportion, and the distributions that it needs."""

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_EXACT = 400  # above, Blaker's interval is hardly shorter than Clopper and Pearson's
_STEPS = 96  # points at which Blaker's bound is looked for; the next lower one is taken


def proportion_interval(rate: float, n: int, level: float = 0.95) -> tuple[float, float]:
    """Return Blaker's exact interval of a proportion out of `n` observations.

    It covers at least as often as it promises for every true proportion, as Clopper and Pearson's
    does, and is never wider than that. `rate * n` may lie between two whole numbers, for effective
    sample sizes: the bounds are interpolated, and increase with the rate.

    >>> [round(end, 4) for end in proportion_interval(0, 164)]
    [0.0, 0.0217]
    >>> [round(end, 4) for end in proportion_interval(0.8, 10)]
    [0.4444, 0.9634]
    """
    if n < 1:
        raise ValueError("an interval needs at least one observation")
    if not 0 <= rate <= 1:
        raise ValueError(f"a proportion of {rate} is impossible")
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, not {level}")
    low = _interpolated(rate * n, n, level)
    high = 1 - _interpolated(n - rate * n, n, level)
    return min(low, rate), max(high, rate)


def _interpolated(successes: float, n: int, level: float) -> float:
    below = min(math.floor(successes), n - 1)
    part = successes - below
    bound = lower_bound(below, n, level)
    return bound + part * (lower_bound(below + 1, n, level) - bound) if part else bound


@lru_cache(maxsize=100_000)
def lower_bound(successes: int, n: int, level: float = 0.95) -> float:
    """Return the lower end of Blaker's interval; that of the failures gives the upper end.

    >>> round(lower_bound(8, 10), 4)
    0.4444
    """
    if successes == 0:
        return 0.0
    alpha = 1 - level
    # Below Clopper and Pearson's bound the upper tail alone rejects a proportion; where that tail
    # exceeds alpha, nothing does. Blaker's bound lies between.
    least = beta_quantile(alpha / 2, successes, n - successes + 1)
    if n > _EXACT:
        return least
    most = beta_quantile(alpha, successes, n - successes + 1)
    rates = np.linspace(least, most, _STEPS)
    accepted = np.flatnonzero(_acceptability(successes, n, rates) >= alpha)
    first = int(accepted[0]) if len(accepted) else _STEPS - 1
    return float(rates[max(first - 1, 0)])


@lru_cache(maxsize=256)
def _choices(n: int) -> Floats:
    """The logarithms of the binomial coefficients."""
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])
    chosen: Floats = logs[n] - logs - logs[::-1]
    return chosen


def _acceptability(successes: int, n: int, rates: Floats) -> Floats:
    """Blaker's p-value of each rate: the upper tail, plus the largest lower tail not above it."""
    k = np.arange(n + 1)
    logs = _choices(n) + np.outer(np.log(rates), k) + np.outer(np.log1p(-rates), n - k)
    below = np.cumsum(np.exp(logs), axis=1)
    upper = 1 - below[:, successes - 1]
    count = np.count_nonzero(below <= upper[:, np.newaxis] * (1 + 1e-9), axis=1)
    lower = np.take_along_axis(below, np.maximum(count - 1, 0)[:, np.newaxis], axis=1)[:, 0]
    values: Floats = upper + np.where(count > 0, lower, 0.0)
    return values


def beta_quantile(share: float, a: float, b: float) -> float:
    """Return the quantile of a beta distribution.

    >>> round(beta_quantile(0.025, 8, 3), 4)
    0.4439
    """
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    low, high, x = 0.0, 1.0, a / (a + b)
    for _ in range(200):
        over = beta_below(x, a, b) - share
        low, high = (low, x) if over > 0 else (x, high)
        density = math.exp(scale + (a - 1) * math.log(x) + (b - 1) * math.log1p(-x))
        step = over / density if density else math.inf
        if abs(step) <= 1e-14 * x or high - low <= 1e-15 * high:
            break
        x = x - step if low < x - step < high else (low + high) / 2  # Newton, or else bisection
    return x


def beta_below(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function: how much of the distribution is below x.

    >>> round(beta_below(0.5, 2, 3), 4)
    0.6875
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - x, b, a)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(front + a * math.log(x) + b * math.log1p(-x)) / a
    # Lentz's evaluation of the continued fraction
    tiny = 1e-300
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or tiny)
    total = d
    for m in range(1, 10_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + term * d or tiny)
            c = 1 + term / c or tiny
            total *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return front * total


@lru_cache(maxsize=1024)
def t_quantile(share: float, freedom: int) -> float:
    """Return a quantile of Student's t, for shares of one half or more.

    >>> round(t_quantile(0.975, 5), 4)
    2.5706
    """
    if not 0.5 <= share < 1:
        raise ValueError(f"share must be at least 0.5 and below 1, not {share}")
    x = beta_quantile(2 * (1 - share), freedom / 2, 0.5)
    return math.sqrt(freedom * (1 - x) / x)
