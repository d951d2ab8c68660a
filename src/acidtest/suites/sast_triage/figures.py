"""Figures over all findings together, as functions of sums over findings.

A finding contributes the evidence of its score: the label (`truth`), the verdict (`verdict`, None
if the answer cannot be read) and `p`, how sure the filter is that the finding is a false alarm.
An answer that cannot be read suppresses nothing; wherever right and wrong are counted, it is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from acidtest.core.metric import Floats, Pooled
from acidtest.core.records import Score
from acidtest.metrics.calibration import bin_of
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)

BINS = 10
COST_OF_LOSS = 10.0
_PLACES = 127
_COARSE = 5
"""With more levels of sureness than places, the places are for the first fifth of them."""
_NEVER = -1.0

_SAID = (REAL_BUG, FALSE_ALARM, NEEDS_REVIEW, None)
# columns of the confusion matrix: a real bug kept, dropped, left for review, answered unreadably;
# then the same for a false alarm
_KEPT, _DROPPED, _REVIEW, _UNREAD = range(4)


def confusion(score: Score) -> Sequence[float] | None:
    """One 1 among eight: truth by verdict."""
    truth = score.evidence.get("truth")
    if truth is None:
        return None
    row = [0.0] * 8
    row[4 * (truth == FALSE_ALARM) + _SAID.index(score.evidence.get("verdict"))] = 1.0
    return row


def _pooled(
    value: Callable[[Floats, Floats], Floats], bounds: tuple[float, float] = (0.0, 1.0)
) -> Pooled:
    """A figure of the counts of real bugs and of false alarms."""
    return Pooled(confusion, lambda sums: value(sums[..., :4], sums[..., 4:]), bounds)


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1), np.nan)


def _right_wrong(real: Floats, false: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Of real bugs right and wrong, of false alarms right and wrong; a review keeps a finding."""
    real_right = real[..., _KEPT] + real[..., _REVIEW]
    false_right = false[..., _DROPPED]
    return real_right, real.sum(-1) - real_right, false_right, false.sum(-1) - false_right


def _mcc(real: Floats, false: Floats) -> Floats:
    tp, fn, tn, fp = _right_wrong(real, false)
    margins = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return _ratio(tp * tn - fp * fn, np.sqrt(margins))


def _youden(real: Floats, false: Floats) -> Floats:
    tp, fn, tn, fp = _right_wrong(real, false)
    return _ratio(tp, tp + fn) + _ratio(tn, tn + fp) - 1


def _f_beta(beta: float) -> Callable[[Floats, Floats], Floats]:
    def value(real: Floats, false: Floats) -> Floats:
        tp, fn, _, fp = _right_wrong(real, false)
        b2 = beta * beta
        return _ratio((1 + b2) * tp, (1 + b2) * tp + b2 * fn + fp)

    return value


def cost(weight: float) -> Callable[[Floats, Floats], Floats]:
    """Share of the worst cost, where losing a real bug costs `weight` kept false alarms."""

    def value(real: Floats, false: Floats) -> Floats:
        _, lost, _, kept = _right_wrong(real, false)
        return _ratio(weight * lost + kept, weight * real.sum(-1) + false.sum(-1))

    return value


def _accuracy(real: Floats, false: Floats) -> Floats:
    right = real[..., _KEPT] + false[..., _DROPPED]
    return _ratio(right, real.sum(-1) + false.sum(-1))


def _wrong_when_decided(real: Floats, false: Floats) -> Floats:
    wrong = real[..., _DROPPED] + false[..., _KEPT]
    return _ratio(wrong, wrong + real[..., _KEPT] + false[..., _DROPPED])


def _dropped_of(truth: str) -> Pooled:
    """The share dropped of the real bugs, or of the false alarms, alone."""

    def counts(score: Score) -> Sequence[float] | None:
        if score.evidence.get("truth") != truth:
            return None
        return float(score.evidence.get("verdict") == FALSE_ALARM), 1.0

    return Pooled(counts, lambda sums: _ratio(sums[..., 0], sums[..., 1]))


SUPPRESSED = _dropped_of(REAL_BUG)
REMOVED = _dropped_of(FALSE_ALARM)
DROPPED_RIGHTLY = _pooled(
    lambda real, false: _ratio(false[..., _DROPPED], real[..., _DROPPED] + false[..., _DROPPED])
)
ACCURACY = _pooled(_accuracy)
MCC = _pooled(_mcc, (-1.0, 1.0))
YOUDEN = _pooled(_youden, (-1.0, 1.0))
F2 = _pooled(_f_beta(2))
COST = _pooled(cost(COST_OF_LOSS))
REVIEW = _pooled(
    lambda real, false: _ratio(real[..., _REVIEW] + false[..., _REVIEW], (real + false).sum(-1))
)
UNREADABLE = _pooled(
    lambda real, false: _ratio(real[..., _UNREAD] + false[..., _UNREAD], (real + false).sum(-1))
)
WRONG_WHEN_DECIDED = _pooled(_wrong_when_decided)


def sureness(score: Score) -> Sequence[float] | None:
    """A real bug, a false alarm, and the place of the finding in the order of dropping.

    Findings called false alarms are dropped first, then reviews, then findings called real; the
    last number orders them within each of these, as the confidence was given.
    """
    truth = score.evidence.get("truth")
    if truth is None:
        return None
    sure = score.evidence["confidence"]
    called, order = {
        FALSE_ALARM: (2.0, 1.0 if sure is None else sure),
        NEEDS_REVIEW: (1.0, 0.0),
        REAL_BUG: (0.0, -1.0 if sure is None else -sure),
    }.get(str(score.evidence.get("verdict")), (_NEVER, 0.0))
    return float(truth == REAL_BUG), float(truth == FALSE_ALARM), called, order


def places(counts: Floats) -> Floats:
    """The rows of `sureness` as one 1 each: the place at which the finding is dropped.

    Only the order counts, so a finding's place is the number of real bugs, each level of sureness
    once, that are dropped before it. Beyond `_PLACES` levels places are the finer the sooner they
    are reached. An unreadable answer removes nothing: its findings have the last place.
    """
    rows = np.zeros((len(counts), 2 * (_PLACES + 2)))
    if counts.shape[1:] != (4,):  # of an earlier version of the suite
        return rows
    real, false, never = counts[:, 0], counts[:, 1], counts[:, 2] < 0
    levels = np.unique(counts[(real > 0) & ~never][:, 2:], axis=0)
    whole, place = np.unique(np.concatenate([levels, counts[:, 2:]]), axis=0, return_inverse=True)
    is_level = np.zeros(len(whole) + 1, dtype=np.intp)
    is_level[place[: len(levels)]] = 1
    # levels at or above each value: of the false alarms those that tie with a real bug go with it
    at_or_above = np.cumsum(is_level[::-1])[::-1][:-1]
    step = max(1, -(-len(levels) // (_COARSE * _PLACES)))
    reached = -(-at_or_above[place[len(levels) :]] // step)
    reached = np.where(never, _PLACES + 1, np.minimum(reached, _PLACES))
    here = np.arange(len(counts))
    rows[here, reached] = real
    rows[here, _PLACES + 2 + reached] = false
    return rows


def removed_at_loss(loss: float) -> Pooled:
    """False alarms removed if findings are dropped, surest first, until `loss` would be exceeded.

    Findings of equal confidence are dropped together. What confidences are does not matter, only
    their order.
    """

    def value(sums: Floats) -> Floats:
        real, false = sums[..., : _PLACES + 2], sums[..., _PLACES + 2 :]
        lost, gone = (
            np.cumsum(part[..., :-1], axis=-1) / np.maximum(part.sum(-1), 1e-300)[..., None]
            for part in (real, false)
        )
        best = np.where(lost <= loss + 1e-12, gone, 0.0).max(axis=-1)
        there = (real.sum(-1) > 0) & (false.sum(-1) > 0)
        return np.where(there, best, np.nan)

    return Pooled(sureness, value, spread=places)


def calibration_bins(score: Score) -> Sequence[float] | None:
    """Of ten bins of `p`: the finding, its `p`, and whether it is a false alarm."""
    truth = score.evidence.get("truth")
    if truth is None:
        return None
    row, p = [0.0] * (3 * BINS), score.evidence["p"]
    place = bin_of(p, BINS)
    row[place], row[BINS + place] = 1.0, p
    row[2 * BINS + place] = float(truth == FALSE_ALARM)
    return row


def _expected_calibration_error(sums: Floats) -> Floats:
    n, sure, right = (sums[..., i * BINS : (i + 1) * BINS] for i in range(3))
    return _ratio(np.abs(sure - right).sum(-1), n.sum(-1))


CALIBRATION = Pooled(calibration_bins, _expected_calibration_error)


def published_confusion(score: Score) -> Sequence[float] | None:
    """The published counts: tp, fn, tn, fp with a real bug as the positive.

    An answer that is not JSON is an error there and leaves the figures; any other verdict than
    the expected one is wrong, a review included.
    """
    truth, said = score.evidence.get("truth"), score.evidence.get("published")
    if truth is None or said is None:
        return None
    right = said == ("FALSE_POSITIVE" if truth == FALSE_ALARM else "TRUE_POSITIVE")
    row = [0.0] * 4
    row[2 * (truth == FALSE_ALARM) + (not right)] = 1.0
    return row


def _or_zero(part: Floats, whole: Floats) -> Floats:
    """Where there is nothing to divide by, the published code has 0."""
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1), 0.0)


def _published_f1(sums: Floats) -> Floats:
    tp, fn, fp = sums[..., 0], sums[..., 1], sums[..., 3]
    precision, recall = _or_zero(tp, tp + fp), _or_zero(tp, tp + fn)
    return _or_zero(2 * precision * recall, precision + recall)


PUBLISHED_ACCURACY = Pooled(
    published_confusion, lambda sums: _ratio(sums[..., 0] + sums[..., 2], sums.sum(-1))
)
PUBLISHED_PRECISION = Pooled(
    published_confusion, lambda sums: _or_zero(sums[..., 0], sums[..., 0] + sums[..., 3])
)
PUBLISHED_RECALL = Pooled(
    published_confusion, lambda sums: _or_zero(sums[..., 0], sums[..., 0] + sums[..., 1])
)
PUBLISHED_F1 = Pooled(published_confusion, _published_f1)


def published_matching(score: Score) -> Sequence[float] | None:
    """Expected matches that were found, and expected matches."""
    counts: Sequence[float] | None = score.evidence.get("published_matching")
    return counts


PUBLISHED_MATCHING = Pooled(published_matching, lambda sums: _ratio(sums[..., 0], sums[..., 1]))
