"""Scores by column: a metric's values in the order of the samples, nan if missing."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Self

import numpy as np
import numpy.typing as npt

from acidtest.core.metric import Metric, mean_metrics, pooled_counts
from acidtest.core.records import Score
from acidtest.stats import pass_at_k

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.signedinteger]
Tallies = npt.NDArray[np.unsignedinteger]
Bools = npt.NDArray[np.bool_]
Counts = Callable[[Score], Sequence[float] | None]
"""A sample's counts for a pooled figure; None if it has none."""
_AT_ONCE = 1024


class Sums:
    """Rows of numbers, summed by sample as they come; rows of nan are left out.

    `n` says how many rows each sample has, `ones` how many of them are 1; `low` and `high` are the
    ends of all rows, nan without any. While every row is 0 or 1, their sums are the ones: a yes or
    no for a million samples takes two megabytes.
    """

    def __init__(self, samples: int, *, pooled: bool = False) -> None:
        """If `pooled`, a row is a list of counts; else it is one number."""
        self.n: Tallies = np.zeros(samples, dtype=np.uint8)
        self.ones: Tallies = np.zeros(samples if not pooled else 0, dtype=np.uint8)
        self._pooled = pooled
        self._totals: Floats | None = np.zeros((samples, 0)) if pooled else None
        self.low = self.high = np.nan

    @classmethod
    def of(cls, rows: Floats, place: Places, samples: int) -> Self:
        """The sums of rows that are all there; `place` says whose they are.

        >>> rows = np.array([1.0, np.nan, 0.0, 1.0, np.nan])
        >>> Sums.of(rows, np.array([0, 0, 1, 1, 2]), 4).means().tolist()
        [1.0, 0.5, nan, nan]
        """
        sums = cls(samples, pooled=rows.ndim > 1)
        sums.add(rows, place)
        return sums

    @property
    def totals(self) -> Floats:
        """The sum of each sample's rows."""
        return self.ones.astype(np.float64) if self._totals is None else self._totals

    def add(self, rows: Floats, place: Places) -> None:
        """Add some rows, in their order; `place` says whose they are."""
        known = has(rows)
        rows, place = rows[known], place[known]
        if not rows.size:
            return
        if not self._pooled and self._totals is None and not np.isin(rows, (0, 1)).all():
            self._totals = self.totals
        if self._pooled and not self.totals.shape[1]:
            self._totals = np.zeros((len(self.n), rows.shape[1]))
        if self._totals is not None:
            np.add.at(self._totals, place, rows)
        self.n = _counted(self.n, place)
        if not self._pooled:
            self.ones = _counted(self.ones, place[rows == 1])
            self.low = float(np.fmin(self.low, rows.min()))
            self.high = float(np.fmax(self.high, rows.max()))

    def with_rows(self, rows: Floats, place: Places) -> Sums:
        """These sums and more rows."""
        more = copy.copy(self)
        more.n, more.ones = self.n.copy(), self.ones.copy()
        more._totals = None if self._totals is None else self._totals.copy()
        more.add(rows, place)
        return more

    def means(self, of: Places | slice = slice(None)) -> Floats:
        """The mean over the rows of each sample; nan without any."""
        totals = self.ones[of] if self._totals is None else self._totals[of]
        means = np.full(totals.shape, np.nan)
        n = self.n[of]
        some = n > 0
        means[some] = (totals[some].T / n[some].astype(np.float64)).T
        return means

    def passes_at(self, k: int, of: Places | slice = slice(None)) -> Floats:
        """The unbiased estimate of pass@k for each sample; nan if it has fewer than k rows."""
        pairs = zip(self.n[of].tolist(), self.ones[of].tolist(), strict=True)
        return np.array([pass_at_k(n, c, k) if n >= k else np.nan for n, c in pairs])


def _counted(tallies: Tallies, place: Places) -> Tallies:
    """The tallies with one more for each place, in wider numbers if they no longer fit."""
    at, more = np.unique(place, return_counts=True)
    after = tallies[at] + more
    if after.max(initial=0) > np.iinfo(tallies.dtype).max:
        tallies = tallies.astype(np.min_scalar_type(int(after.max())))
    tallies[at] = after
    return tallies


class Columns:
    """The scores of some samples, summed by sample as they come, without those where a tool failed.

    What is kept does not grow with the number of answers, and not with what is in a score.
    """

    def __init__(self, samples: int, metrics: Sequence[Metric]) -> None:
        self._means = {name: Sums(samples) for name in mean_metrics(metrics)}
        pooled = pooled_counts(metrics).values()
        self._counts = {counts: Sums(samples, pooled=True) for counts in pooled}
        self._places: list[int] = []
        self._scores: list[Score] = []

    def add(self, place: int, score: Score) -> None:
        """Add a score of the sample at a place."""
        if score.error is None:
            self._places.append(place)
            self._scores.append(score)
            if len(self._scores) >= _AT_ONCE:
                self._reduce()

    def sums(self, metric: Metric) -> Sums:
        """The rows of a metric, or of its counts if it is pooled, by sample."""
        self._reduce()
        if metric.pooled is not None:
            return self._counts[metric.pooled.counts]
        return self._means[metric.name]

    def _reduce(self) -> None:
        place: Places = np.array(self._places, dtype=np.intp)
        for name, sums in self._means.items():
            rows = np.array([s.metrics.get(name) for s in self._scores], dtype=np.float64)
            sums.add(rows, place)
        for counts, sums in self._counts.items():
            sums.add(parts_of(self._scores, counts), place)
        self._places, self._scores = [], []


def parts_of(scores: Sequence[Score], counts: Counts) -> Floats:
    """One row per score: its counts, or nan."""
    parts = [counts(score) for score in scores]
    wide = next((len(part) for part in parts if part is not None), 0)
    nothing = [np.nan] * wide
    rows = [nothing if part is None else part for part in parts]
    return np.array(rows, dtype=np.float64).reshape(len(scores), wide)


def has(column: Floats) -> Bools:
    """Which samples have a value, or counts."""
    if column.ndim == 1:
        return ~np.isnan(column)
    return ~np.isnan(column[:, 0]) if column.shape[1] else np.zeros(len(column), bool)
