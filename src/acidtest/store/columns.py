"""Scores by column: a metric's values in the order of the samples, nan if missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from acidtest.core.records import Score
from acidtest.stats import pass_at_k

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]
Counts = Callable[[Score], Sequence[float] | None]
"""A sample's counts for a pooled figure; None if it has none."""


class Columns:
    """The scores of some samples, without those where a tool failed; means are over attempts."""

    def __init__(self, scores: Sequence[Score], ids: Sequence[str]) -> None:
        """`ids` gives the order of the samples; scores of other samples are ignored."""
        place = {identity: i for i, identity in enumerate(ids)}
        self._scores = [s for s in scores if s.error is None and s.id in place]
        self.place: Places = np.array([place[s.id] for s in self._scores], dtype=np.intp)
        self._samples = len(ids)
        self._counts: dict[Counts, Floats] = {}

    def values(self, name: str) -> Floats:
        """A metric, one number per sample."""
        return mean_by_sample(self.rows(name), self.place, self._samples)

    def rows(self, name: str) -> Floats:
        """A metric, one number per scored answer; `place` says whose answers they are."""
        return np.array([s.metrics.get(name) for s in self._scores], dtype=np.float64)

    def parts(self, counts: Counts) -> Floats:
        """The counts of a pooled figure, one row per scored answer."""
        return parts_of(self._scores, counts)

    def attempts(self, name: str) -> tuple[Places, Places]:
        """For each sample: how many attempts have the metric, and in how many it is 1."""
        return attempts_of(self.rows(name), self.place, self._samples)

    def counts(self, counts: Counts) -> Floats:
        """The samples' counts, one row per sample."""
        if counts not in self._counts:
            rows = self.parts(counts)
            self._counts[counts] = mean_by_sample(rows, self.place, self._samples)
        return self._counts[counts]


def parts_of(scores: Sequence[Score], counts: Counts) -> Floats:
    """One row per score: its counts, or nan."""
    parts = [counts(score) for score in scores]
    wide = next((len(part) for part in parts if part is not None), 0)
    nothing = [np.nan] * wide
    rows = [nothing if part is None else part for part in parts]
    return np.array(rows, dtype=np.float64).reshape(len(scores), wide)


def attempts_of(rows: Floats, place: Places, samples: int) -> tuple[Places, Places]:
    """For each sample: how many rows are known, and how many of them are 1."""
    known = np.bincount(place[~np.isnan(rows)], minlength=samples)
    return known, np.bincount(place[rows == 1], minlength=samples)


def passes_at(k: int, attempts: Places, passed: Places) -> Floats:
    """The unbiased estimate of pass@k for each sample; nan if it has fewer than k attempts."""
    pairs = zip(attempts.tolist(), passed.tolist(), strict=True)
    return np.array([pass_at_k(n, c, k) if n >= k else np.nan for n, c in pairs])


def mean_by_sample(rows: Floats, place: Places, samples: int) -> Floats:
    """The mean over the rows of each sample; nan rows are ignored.

    >>> rows = np.array([1.0, np.nan, 0.0, 1.0, np.nan])
    >>> mean_by_sample(rows, np.array([0, 0, 1, 1, 2]), 4).tolist()
    [1.0, 0.5, nan, nan]
    """
    known = ~np.isnan(rows if rows.ndim == 1 else rows[:, 0]) if rows.size else np.zeros(0, bool)
    means = np.full((samples, *rows.shape[1:]), np.nan)
    if not rows.size:
        return means
    rows, place = rows[known], place[known]
    n = np.bincount(place, minlength=samples)
    if n.max(initial=0) <= 1:
        means[place] = rows
        return means
    sums = np.zeros(means.shape)
    np.add.at(sums, place, rows)
    means[n > 0] = (sums[n > 0].T / n[n > 0]).T
    return means


def has(column: Floats) -> Bools:
    """Which samples have a value, or counts."""
    if column.ndim == 1:
        return ~np.isnan(column)
    return ~np.isnan(column[:, 0]) if column.shape[1] else np.zeros(len(column), bool)
