"""Paired tests agree with statsmodels, see what pairing can, and never contradict themselves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import acidtest.stats as stats
from acidtest.stats.intervals import Floats
from tests.late import late

reference = late("scipy.stats")
tables = late("statsmodels.stats.contingency_tables")


def _f1(sums: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return 2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2])


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 20))
def test_mcnemar_equals_statsmodels(only_a: int, only_b: int, both: int) -> None:
    a = [True] * only_a + [False] * only_b + [True] * both
    b = [False] * only_a + [True] * only_b + [True] * both
    expected = tables.mcnemar([[both, only_a], [only_b, 0]], exact=True).pvalue
    assert stats.mcnemar_exact(a, b) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("won", "lost"), [(12, 3), (9, 0), (30, 14)])
def test_randomisation_approaches_the_exact_test_on_verdicts(won: int, lost: int) -> None:
    gains = np.array([1.0] * won + [-1.0] * lost + [0.0] * 5)
    exact = stats.mcnemar_exact([False] * won + [True] * lost, [True] * won + [False] * lost)
    assert stats.randomisation(gains) == pytest.approx(exact, abs=0.005)


def test_few_clusters_are_tried_in_every_way() -> None:
    assert stats.randomisation(np.ones(5)) == 2 / 32
    assert stats.randomisation(np.array([3.0, 1.0, 1.0])) == 2 / 8 + 0 / 8


def test_a_thousand_clusters_and_more_are_tested_together() -> None:
    rng = np.random.default_rng(0)
    gains = rng.normal(0.1, 1, size=5000)
    expected = reference.ttest_1samp(gains, 0).pvalue
    assert stats.randomisation(gains) == pytest.approx(expected, abs=2e-3)


def test_equal_systems_are_never_told_apart() -> None:
    values = [0.1, 0.9, 0.4, 0.2, 0.3, 0.7]
    result = stats.paired_means(values, values)
    assert (result.difference, result.p) == (0, 1)
    low, high = result.interval() or (0, 0)
    assert low < 0 < high  # equal on six samples is not equal everywhere


def test_pairing_sees_a_gain_that_the_spread_of_samples_hides() -> None:
    rng = np.random.default_rng(0)
    a = rng.uniform(size=80) * 0.9
    b = a + rng.normal(0.05, 0.02, size=80)
    result = stats.paired_means(a, b)
    assert result.difference == pytest.approx((b - a).mean())
    assert (result.interval() or (0, 0))[0] > 0
    assert result.p < 0.01
    assert reference.ttest_ind(a, b).pvalue > 0.05


def test_pairs_in_clusters_are_less_certain() -> None:
    a = [0.0] * 80
    b = ([1.0] * 10 + [0.0] * 10) * 4
    alone = stats.paired_means(a, b).interval()
    together = stats.paired_means(a, b, [str(i // 10) for i in range(80)]).interval()
    assert alone is not None
    assert together is not None
    assert together[1] - together[0] > alone[1] - alone[0]
    assert stats.paired_means(a, b, ["one"] * 80).p == 1


def test_fewer_than_six_clusters_have_no_interval() -> None:
    assert stats.paired_means([0.0] * 5, [1.0] * 5).interval() is None
    rows = np.ones((5, 3))
    assert stats.paired_pooled(rows, rows, np.arange(5), _f1).interval() is None


@settings(deadline=None, max_examples=60)
@given(st.data(), st.integers(6, 40), st.integers(1, 3), st.sampled_from([0.9, 0.95, 0.999]))
def test_interval_and_p_value_agree(
    data: st.DataObject, clusters: int, size: int, level: float
) -> None:
    n = clusters * size
    values = st.lists(st.sampled_from([0.0, 0.3, 1.0]), min_size=n, max_size=n)
    a, b = np.array(data.draw(values)), np.array(data.draw(values))
    place = np.arange(n) // size
    counts = [np.stack([v, (v < 0.5), (v > 0.9)], axis=1).astype(np.float64) for v in (a, b)]
    for result in (
        stats.paired_means(a, b, place),
        stats.paired_means(7 * a, 7 * b, place, bounded=False),
        stats.paired_pooled(counts[0], counts[1], place, _f1),
    ):
        ends = result.interval(level)
        if ends is None:
            continue
        low, high = ends
        assert low <= result.difference + 1e-9
        assert high >= result.difference - 1e-9
        rejected = result.p < 1 - level
        assert rejected or low <= 0 <= high
        assert not rejected or not low < 0 < high


def test_silence_against_perfection_is_a_difference() -> None:
    rng = np.random.default_rng(1)
    items = rng.integers(1, 5, 24).astype(np.float64)
    none = np.zeros(24)
    silent, perfect = np.stack([none, none, items], 1), np.stack([items, none, none], 1)
    result = stats.paired_pooled(perfect, silent, np.arange(24), _f1)
    assert result.difference == -1
    assert result.p < 0.001


def test_three_changes_of_a_pooled_figure_are_three_coins() -> None:
    """Clusters of other sizes that do not change must not make them look like more."""
    rng = np.random.default_rng(6)
    counts = rng.integers(1, 9, (20, 3)).astype(np.float64)
    better = counts.copy()
    better[:3] += [1.0, 0.0, -1.0]
    result = stats.paired_pooled(counts, better, np.arange(20), _f1)
    assert result.p == pytest.approx(2 / 8, abs=0.01)


def test_equal_scanners_are_told_apart_in_one_case_of_twenty() -> None:
    rng = np.random.default_rng(4)
    alarms = 0
    for _ in range(400):
        items = rng.integers(0, 5, 24)
        rows = []
        for _ in range(2):
            hits = rng.binomial(items, 0.7)
            rows.append(np.stack([hits, rng.poisson(0.5, 24), items - hits], 1).astype(float))
        alarms += stats.paired_pooled(rows[0], rows[1], np.arange(24), _f1).p < 0.05
    assert alarms / 400 < 0.085


@pytest.mark.parametrize("rate", [0.02, 0.2])
def test_differences_are_covered(rate: float) -> None:
    rng = np.random.default_rng(9)
    covered = 0
    for _ in range(500):
        a = rng.random(164) < 0.7
        b = np.where(rng.random(164) < rate, True, a)
        low, high = stats.paired_means(a.tolist(), b.tolist()).interval() or (1, 0)
        covered += low <= 0.3 * rate <= high
    assert covered / 500 > 0.925
