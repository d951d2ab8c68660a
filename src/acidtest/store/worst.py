"""What answers without a score count as at worst.

An answer that carries an error, or that could not be judged, has no score. So that nobody gains by
that, figures have a second value, in which each such answer counts as badly as it could have been.
How badly is read off some answers to the same sample (`guesses`): the empty one, the right one,
the worst the suite knows, and the text that came with the error. For each metric:

- If no guess has a value, the metric does not apply to the sample.
- A share counts as 0, or as 1 if lower is better; any other mean as the worst value of the
  guesses and of the run's own scores.
- A pooled figure takes the counts of the guess that makes it worst. Undefined is worse than any
  value but the worst that there is.
- Without any guess (the tools fail on the sample whatever the answer), shares still count as 0 or
  1; pooled figures have no counts for it (`unjudged`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np

from acidtest.core.metric import Metric, Pooled
from acidtest.core.records import Sample, Score
from acidtest.store.columns import Bools, Counts, Floats, Places, Sums, has, parts_of
from acidtest.store.score_writer import ScoreWriter

Key = tuple[str, int]


def write_guesses(
    path: Path,
    guesses: Sequence[Score],
    samples: Mapping[str, Sample],
    groups: Iterable[str],
    metrics: Sequence[str],
    counts: Mapping[str, Counts],
) -> None:
    """Write the guesses, or remove those of an earlier attempt."""
    if not guesses:
        path.unlink(missing_ok=True)
        return
    with ScoreWriter(path, groups, metrics, counts) as file:
        for score in guesses:
            file.add(samples[score.id], score)
        file.keep()


class Unscored:
    """The answers of some samples that have no score, with guesses about them."""

    def __init__(self, keys: Mapping[Key, int], guesses: Sequence[Score]) -> None:
        """`keys` are sample and attempt, with the place of the sample among all."""
        nth = {key: i for i, key in enumerate(keys)}
        self.place: Places = np.array(list(keys.values()), dtype=np.intp)
        mine = [g for g in guesses if g.error is None and (g.id, g.attempt) in nth]
        self._guesses = sorted(mine, key=lambda g: nth[g.id, g.attempt])
        self._of: Places = np.array([nth[g.id, g.attempt] for g in self._guesses], dtype=np.intp)

    def __len__(self) -> int:
        """How many answers have no score."""
        return len(self.place)

    @cached_property
    def unjudged(self) -> Places:
        """The samples of the answers without any guess."""
        lone = np.bincount(self._of, minlength=len(self)) == 0
        return np.unique(self.place[lone])

    def column(self, metric: Metric, scored: Sums) -> Floats:
        """A metric by sample at worst; `scored` are the scored answers."""
        rows = self._counts(metric, scored) if metric.pooled else self._values(metric, scored)
        return scored.with_rows(rows, self.place).means()

    def passes_at(self, k: int, metric: Metric, scored: Sums) -> Floats:
        """pass@k by sample at worst, from the sums of the pass metric."""
        return scored.with_rows(self._values(metric, scored), self.place).passes_at(k)

    def _values(self, metric: Metric, scored: Sums) -> Floats:
        """The worst value of each answer; nan if the metric does not apply to it."""
        worst = np.full(len(self), np.nan)
        if metric.better == "neither":
            return worst
        least = np.fmax if metric.better == "lower" else np.fmin
        values = np.array([g.metrics.get(metric.name) for g in self._guesses], dtype=np.float64)
        least.at(worst, self._of, values)
        applies = ~np.isnan(worst)
        if metric.unit == "%":
            bound = 1.0 if metric.better == "lower" else 0.0
            applies |= np.bincount(self._of, minlength=len(self)) == 0
        else:
            bound = scored.high if metric.better == "lower" else scored.low
        worst[applies] = least(worst[applies], bound)
        return worst

    def _counts(self, metric: Metric, scored: Sums) -> Floats:
        """The worst counts of each answer; nan if there are none, or if they change nothing."""
        assert metric.pooled is not None
        counts = parts_of(self._guesses, metric.pooled.counts)
        worst = np.full((len(self), counts.shape[1] or scored.totals.shape[1]), np.nan)
        if not counts.size or metric.better == "neither":
            return worst
        known = ~np.isnan(counts[:, 0])
        counts, of = counts[known], self._of[known]
        own = scored.means() if scored.totals.size else np.zeros((0, worst.shape[1]))
        own = own[has(own)]
        rows = metric.pooled.rows(np.concatenate([own, counts]))
        if metric.pooled.spread is None and scored.totals.size:
            sums = scored.totals.sum(axis=0)
        else:
            sums = rows[: len(own)].sum(axis=0)
        taken = _choose(rows[len(own) :], of, sums, metric.pooled, metric.better == "lower")
        worst[of[taken]] = counts[taken]
        return worst


_ROUNDS = 6


def _choose(counts: Floats, of: Places, scored: Floats, pooled: Pooled, lower: bool) -> Places:
    """The guesses that make a figure worst, at most one for each answer.

    `of` says, in order, which answer each row of `counts` is a guess about. What is worst for one
    answer depends on the others, so the choice is repeated until it no longer gets worse.
    """
    taken = np.full(int(of.max(initial=-1)) + 1, -1)  # the row for each answer; -1: none
    starts = np.searchsorted(of, np.arange(len(taken) + 1)).tolist()
    for nth_round in range(_ROUNDS):
        total = scored + counts[taken[taken >= 0]].sum(axis=0)
        now = _badness(pooled, lower, total[None])[0]
        if nth_round == 0 and not _defined(pooled, total[None])[0]:
            now = -np.inf  # nothing scored says anything: each answer has to count
        own = np.where(taken[of, None] >= 0, counts[taken[of]], 0.0)
        figures = _badness(pooled, lower, total - own + counts)
        trial = taken.copy()
        for nth, (first, last) in enumerate(pairwise(starts)):
            if first < last:
                best = first + int(np.argmax(figures[first:last]))
                if figures[best] > now or (taken[nth] < 0 and figures[best] == now):
                    trial[nth] = best
        after = scored + counts[trial[trial >= 0]].sum(axis=0)
        if (trial == taken).all() or _badness(pooled, lower, after[None])[0] < now:
            break
        taken = trial
    return taken[taken >= 0]


def _badness(pooled: Pooled, lower: bool, sums: Floats) -> Floats:
    """How bad each row of sums is. An undefined figure ranks last in every table, so only the worst
    value that there is counts as worse: who hides all of one kind must not get a figure for it.
    """
    floor = pooled.bounds[1] if lower else -pooled.bounds[0]
    figures = _values(pooled, sums)
    undefined = np.nextafter(floor, -np.inf)
    return np.where(np.isfinite(figures), figures if lower else -figures, undefined)


def _defined(pooled: Pooled, sums: Floats) -> Bools:
    return np.isfinite(_values(pooled, sums))


def _values(pooled: Pooled, sums: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return pooled.value(sums)
