"""A threshold with a promise: how many places lose a real bug at most, with what confidence.

Clopper and Pearson's bound over clusters, since findings of one place stand and fall together: a
cluster counts as lost if one of its real bugs is, and the promise is about the share of clusters.
One about the share of bugs would not hold where large clusters are lost more often than small ones.
Thresholds are tried from the strictest on, each at the full confidence, and the first that fails
ends the search: as losses only grow, the last one kept holds with that confidence although several
were tried.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from acidtest.stats.binomial import beta_quantile
from acidtest.suites.sast_triage.words import REAL_BUG

_TIE = 1e-9
_MOST = 10_000_000


@dataclass(frozen=True, slots=True)
class Guarantee:
    """The threshold, or None and how many more clusters with a real bug must be labelled.

    `bound` is the upper bound of the loss at the threshold; `clusters` are those with a real bug,
    `lost` those that lose one. `missing` is None where no number of labels is enough.
    """

    threshold: float | None
    bound: float | None
    clusters: int
    lost: int
    missing: int | None = 0


def loss_bound(lost: int, clusters: int, confidence: float) -> float:
    """The largest share that is still likely when so many of so many clusters are lost.

    >>> round(loss_bound(0, 59, 0.95), 4)
    0.0495
    """
    if lost >= clusters:
        return 1.0
    return beta_quantile(confidence, lost + 1, clusters - lost)


@lru_cache(maxsize=4096)
def holds(lost: int, clusters: int, loss: float, confidence: float) -> bool:
    """Whether a loss is promised: for all findings to come, and for as many as were labelled.

    A bound on the rate says nothing about luck in a small test, so the second is checked apart:
    of all ways to halve the clusters, few hide more losses in the other half.
    """
    if loss_bound(lost, clusters, confidence) > loss:
        return False
    total = lost + math.floor(loss * clusters + _TIE) + 1
    if total > 2 * clusters:
        return True
    whole = _log_ways(2 * clusters, clusters)
    few = math.fsum(
        math.exp(_log_ways(total, here) + _log_ways(2 * clusters - total, clusters - here) - whole)
        for here in range(lost + 1)
        if clusters - here <= 2 * clusters - total
    )
    return few <= 1 - confidence + _TIE


def _log_ways(n: int, k: int) -> float:
    """The logarithm of the number of ways to choose k of n; exact numbers are slow here."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def fewest_clusters(lost: int, loss: float, confidence: float) -> int | None:
    """How many clusters must be labelled for a promise if so many of them are lost.

    None if no number is enough, or more than ten million.
    """
    if loss <= 0:
        return None
    low, high = lost, max(8, 2 * lost)
    while loss_bound(lost, high, confidence) > loss:
        low, high = high, 2 * high
        if high > _MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        fits = loss_bound(lost, middle, confidence) <= loss
        low, high = (low, middle) if fits else (middle, high)
    # the number of losses that are allowed grows in steps; within one, more clusters hold no better
    while not holds(lost, high, loss, confidence):
        high = max(high + 1, math.ceil((math.floor(loss * high + _TIE) + 1 - _TIE) / loss))
    return high


def guaranteed_threshold(
    similarities: Sequence[float],
    labels: Sequence[str],
    clusters: Sequence[str],
    loss: float,
    confidence: float,
) -> Guarantee:
    """The lowest threshold that loses at most the share `loss`, or what is missing for one."""
    rows = zip(similarities, labels, clusters, strict=True)
    real = [(similarity, name) for similarity, label, name in rows if label == REAL_BUG]
    total = len({name for _, name in real})
    values = sorted(set(similarities), reverse=True)
    kept, next_lower, lost = None, None, 0
    for value in values:
        now = len({name for similarity, name in real if similarity >= value})
        if not total or not holds(now, total, loss, confidence):
            next_lower = value
            break
        kept, lost = value, now
    if kept is None:
        hit = {name for similarity, name in real if values and similarity >= values[0]}
        least = fewest_clusters(len(hit), loss, confidence)
        missing = None if least is None else max(1, least - total)
        return Guarantee(None, None, total, len(hit), missing)
    threshold = kept if next_lower is None else (kept + next_lower) / 2
    return Guarantee(threshold, loss_bound(lost, total, confidence), total, lost)
