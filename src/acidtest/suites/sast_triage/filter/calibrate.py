"""Choosing the threshold and the confidence of the filter on judged findings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    REAL_BUG,
)

_STEPS = 50


def best_threshold(
    similarities: Sequence[float], labels: Sequence[str], loss: float
) -> float | None:
    """The lowest threshold that loses at most the share `loss` of the real bugs.

    It is midway between the similarities on either side. None if too many real bugs are among
    the findings most similar to a known false alarm.
    """
    real = [s for s, label in zip(similarities, labels, strict=True) if label == REAL_BUG]
    allowed = int(loss * len(real) + 1e-9)
    best = None
    for value in sorted(set(similarities), reverse=True):
        if sum(s >= value for s in real) > allowed:
            return None if best is None else (best + value) / 2
        best = value
    return best


def fit_chance(similarities: Sequence[float], labels: Sequence[str]) -> tuple[float, float]:
    """Slope and offset of the logistic curve from similarity to the chance of a false alarm.

    Targets are moved slightly away from 0 and 1 (Platt), so that perfectly separated findings
    still give a finite slope. Solved by Newton's method.
    """
    x = np.asarray(similarities, dtype=np.float64)
    alarm = np.asarray([label == FALSE_ALARM for label in labels])
    yes, no = alarm.sum(), (~alarm).sum()
    target = np.where(alarm, (yes + 1) / (yes + 2), 1 / (no + 2))
    rows = np.stack([x, np.ones_like(x)], axis=1)
    weights = np.array([0.0, float(np.log((yes + 1) / (no + 1)))])
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slant = rows.T @ (p - target)
        bend = (rows * (p * (1 - p))[:, None]).T @ rows + 1e-6 * np.eye(2)
        step = np.linalg.solve(bend, slant)
        weights = weights - step
        if np.abs(step).max() < 1e-9:
            break
    return float(weights[0]), float(weights[1])
