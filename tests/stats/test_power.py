"""Planned numbers of samples, against simulated experiments."""

from __future__ import annotations

import numpy as np
import pytest

from acidtest.stats.power import (
    Spread,
    clusters_needed,
    detectable_difference,
    difference_variance,
    spread_of,
)


def outcomes(
    rng: np.random.Generator, rates: tuple[float, float], clusters: int, size: int, attempts: int,
    spread: Spread,
) -> np.ndarray:  # fmt: skip
    """Answers of two systems by cluster, sample and attempt, with exactly this spread.

    A cluster, or else a sample, decides all its answers with one draw as often as its part of the
    variance says; both systems have the same draw there as often as they share it.
    """
    shape = (clusters, size, attempts)
    whole = rng.random((clusters, 1, 1)) < spread.cluster
    own = rng.random((clusters, size, 1)) < spread.sample / (1 - spread.cluster)
    both = rng.random((clusters, 1, 1)) < spread.shared
    both_here = rng.random((clusters, size, 1)) < spread.shared
    first, here = rng.random((clusters, 1, 1)), rng.random((clusters, size, 1))
    made = []
    for number, rate in enumerate(rates):
        by_cluster = np.where(both, first, rng.random((clusters, 1, 1))) if number else first
        by_sample = np.where(both_here, here, rng.random((clusters, size, 1))) if number else here
        drawn = np.where(whole, by_cluster, np.where(own, by_sample, rng.random(shape)))
        made.append(drawn < rate)
    return np.stack(made).astype(float)


@pytest.mark.parametrize(
    ("base", "difference", "size", "attempts", "spread"),
    [
        (0.5, 0.10, 1, 1, Spread(0.0, 0.5, 0.5)),
        (0.85, 0.05, 4, 1, Spread(0.5, 0.2, 0.5)),
        (0.3, 0.08, 4, 4, Spread(0.3, 0.3, 0.8)),
        (0.5, 0.10, 3, 2, Spread(0.4, 0.2, 0.0)),
    ],
)
def test_as_many_clusters_as_planned_show_the_difference_four_times_in_five(
    base: float, difference: float, size: int, attempts: int, spread: Spread
) -> None:
    clusters = clusters_needed(base, difference, [size] * 100, attempts=attempts, spread=spread)
    assert clusters is not None
    rng = np.random.default_rng(1)
    shown = 0
    for _ in range(400):
        a, b = outcomes(rng, (base, base + difference), clusters, size, attempts, spread)
        gains = (b - a).mean(axis=(1, 2))
        shown += abs(gains.mean()) > 1.96 * gains.std(ddof=1) / np.sqrt(clusters)
    assert 0.73 < shown / 400 < 0.87


def test_what_a_corpus_shows_needs_exactly_that_corpus() -> None:
    sizes = [4] * 181
    least = detectable_difference(0.5, sizes, attempts=2)
    assert least is not None
    assert clusters_needed(0.5, least, sizes, attempts=2) == 181


def test_more_attempts_help_only_against_luck() -> None:
    lucky, fixed = Spread(0.0, 0.0), Spread(0.5, 0.5)
    one, many = (clusters_needed(0.5, 0.1, [2] * 50, attempts=n, spread=lucky) for n in (1, 4))
    assert one is not None
    assert many is not None
    assert abs(one / many - 4) < 0.1
    assert clusters_needed(0.5, 0.1, [2] * 50, attempts=1, spread=fixed) == clusters_needed(
        0.5, 0.1, [2] * 50, attempts=9, spread=fixed
    )


def test_what_cannot_be_is_said() -> None:
    assert clusters_needed(0.5, 0.6, [1] * 10) is None
    assert detectable_difference(0.5, [100] * 5) is None, "five clusters show nothing"
    assert clusters_needed(0.99, 0.9, [1] * 10) == 6, "six clusters at least"
    with pytest.raises(ValueError, match="between 0 and 1"):
        difference_variance(1.5, 0.5, [1], 1, Spread())


@pytest.mark.parametrize("spread", [Spread(0.5, 0.2), Spread(0.1, 0.6), Spread(0.0, 0.0)])
def test_a_pilot_shows_the_spread(spread: Spread) -> None:
    made = outcomes(np.random.default_rng(2), (0.6, 0.6), 600, 4, 3, spread)[0]
    answers = [
        (f"{c}", f"{s}", float(value))
        for c, samples in enumerate(made)
        for s, values in enumerate(samples)
        for value in values
    ]
    learnt = spread_of(answers)
    assert learnt is not None
    assert learnt.cluster == pytest.approx(spread.cluster, abs=0.06)
    assert learnt.sample == pytest.approx(spread.sample, abs=0.06)


def test_equal_answers_show_no_spread() -> None:
    assert spread_of([("a", "1", 1.0), ("b", "2", 1.0)]) is None
    once = spread_of([(f"{n}", f"{n}", float(n % 2)) for n in range(40)])
    assert once == Spread(Spread().cluster, (1 - Spread().cluster) / 2)
