"""Calibration: does a system know when it is right?"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil

import numpy as np
import numpy.typing as npt

from acidtest.stats.value import Value

Floats = npt.NDArray[np.float64]

_EMPTY = "there are no answers"


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of similar confidence: how sure the system was, and how often it was right."""

    low: float
    high: float
    n: int
    confidence: float
    accuracy: float


@cache
def bin_edges(bins: int) -> tuple[float, ...]:
    """Return the edges of bins of equal width: the floats nearest to 0/bins, 1/bins … 1.

    >>> bin_edges(10)[3]
    0.3
    """
    if bins < 1:
        raise ValueError(f"bins must be at least 1, not {bins}")
    return tuple(edge / bins for edge in range(bins + 1))


def bin_of(probability: float, bins: int) -> int:
    """Return the bin of a probability: a bin holds its lower edge, and the last one also 1.0.

    >>> [bin_of(p, 10) for p in (0.0, 0.29, 0.3, 0.6, 0.7, 0.99, 1.0)]
    [0, 2, 3, 6, 7, 9, 9]
    """
    return min(bisect_right(bin_edges(bins), probability) - 1, bins - 1)


def brier(probabilities: Sequence[float], outcomes: Sequence[bool]) -> Value:
    """Return the mean squared gap between probability and outcome: 0 is best.

    >>> brier([0.5, 0.5, 1.0, 0.0], [True, False, True, False]).value
    0.125
    """
    sure, right = _arrays(probabilities, outcomes)
    if not len(sure):
        return Value(None, _EMPTY)
    return Value(float(((sure - right) ** 2).mean()))


def reliability_curve(
    probabilities: Sequence[float], outcomes: Sequence[bool], bins: int = 10
) -> list[Bin]:
    """Return the non-empty bins of equal width, lowest first (see `bin_of`).

    >>> [(b.n, b.confidence, b.accuracy) for b in reliability_curve([0.1, 0.9], [False, True])]
    [(1, 0.1, 0.0), (1, 0.9, 1.0)]
    """
    edges = bin_edges(bins)
    sure, right = _arrays(probabilities, outcomes)
    place = np.array([bin_of(p, bins) for p in sure.tolist()], dtype=np.intp)
    return [
        Bin(
            edges[i],
            edges[i + 1],
            int((place == i).sum()),
            float(sure[place == i].mean()),
            float(right[place == i].mean()),
        )
        for i in range(bins)
        if (place == i).any()
    ]


def expected_calibration_error(
    probabilities: Sequence[float], outcomes: Sequence[bool], bins: int = 10
) -> Value:
    """Return the mean gap between confidence and accuracy of the bins, weighted by their answers.

    >>> expected_calibration_error([0.75, 0.75, 0.25, 0.25], [True, True, False, False]).value
    0.25
    """
    curve = reliability_curve(probabilities, outcomes, bins)
    if not curve:
        return Value(None, _EMPTY)
    return Value(sum(b.n * abs(b.confidence - b.accuracy) for b in curve) / len(probabilities))


def risk_coverage(
    confidences: Sequence[float], correct: Sequence[bool]
) -> list[tuple[float, float]]:
    """Return (coverage, risk) for the most confident 1, 2, … answers.

    Risk is the share of wrong answers among them. Answers of equal confidence have no order among
    themselves, so their expected risk is used.

    >>> [(c, round(r, 3)) for c, r in risk_coverage([0.9, 0.6, 0.3], [True, False, True])]
    [(0.3333333333333333, 0.0), (0.6666666666666666, 0.5), (1.0, 0.333)]
    """
    errors = _expected_errors(confidences, correct)
    kept = np.arange(1, len(errors) + 1)
    return list(zip((kept / len(errors)).tolist(), (errors / kept).tolist(), strict=True))


def risk_coverage_area(confidences: Sequence[float], correct: Sequence[bool]) -> Value:
    """Return the area under the risk–coverage curve, the mean risk over all coverages: 0 is best.

    >>> risk_coverage_area([0.9, 0.6], [True, False]).value
    0.25
    """
    curve = risk_coverage(confidences, correct)
    return Value.ratio(sum(risk for _, risk in curve), len(curve), _EMPTY)


def selective_accuracy(
    confidences: Sequence[float], correct: Sequence[bool], coverage: float
) -> Value:
    """Return the accuracy on the most confident share of the answers, rounded up to whole ones.

    >>> selective_accuracy([0.9, 0.8, 0.2, 0.1], [True, True, True, False], coverage=0.5).value
    1.0
    """
    if not 0 < coverage <= 1:
        raise ValueError(f"coverage must be above 0 and at most 1, not {coverage}")
    curve = risk_coverage(confidences, correct)
    if not curve:
        return Value(None, _EMPTY)
    kept = ceil(round(coverage * len(curve), 9))
    return Value(1 - curve[kept - 1][1])


def _expected_errors(confidences: Sequence[float], correct: Sequence[bool]) -> Floats:
    """Return the expected number of errors among the k most confident answers, for each k."""
    sure, right = _arrays(confidences, correct, unit=False)
    if not len(sure):
        return np.zeros(0)
    _, group, size = np.unique(-sure, return_inverse=True, return_counts=True)
    rate = np.bincount(group, weights=1 - right) / size
    expected: Floats = np.cumsum(np.repeat(rate, size))
    return expected


def _arrays(
    confidences: Sequence[float], outcomes: Sequence[bool], *, unit: bool = True
) -> tuple[Floats, Floats]:
    if len(confidences) != len(outcomes):
        raise ValueError(f"{len(confidences)} confidences but {len(outcomes)} outcomes")
    sure = np.asarray(confidences, dtype=np.float64)
    if not np.isfinite(sure).all() or (unit and ((sure < 0) | (sure > 1)).any()):
        raise ValueError("probabilities must be finite numbers between 0 and 1")
    return sure, np.asarray(outcomes, dtype=bool).astype(np.float64)
