"""Intervals agree with numpy, scipy and statsmodels, and refuse what they cannot use."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as reference
from statsmodels.stats.proportion import proportion_confint

import acidtest.stats as stats
from acidtest.stats import intervals as _intervals

rates = st.floats(0, 1)


@given(st.integers(1, 3000), st.data(), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_equals_statsmodels(n: int, data: st.DataObject, level: float) -> None:
    successes = data.draw(st.integers(0, n))
    expected = proportion_confint(successes, n, alpha=1 - level, method="wilson")
    assert stats.wilson(successes, n, level) == pytest.approx(expected, abs=1e-12)


@given(st.integers(1, 200), st.data())
def test_wilson_stays_in_bounds_and_holds_the_rate(n: int, data: st.DataObject) -> None:
    successes = data.draw(st.floats(0, n))
    low, high = stats.wilson(successes, n)
    assert 0 <= low <= successes / n <= high <= 1


@pytest.mark.parametrize(("successes", "n"), [(1, 0), (3, 2), (-1, 2)])
def test_wilson_refuses_the_impossible(successes: float, n: float) -> None:
    with pytest.raises(ValueError, match=r"needs at least one|impossible"):
        stats.wilson(successes, n)


def test_the_same_seed_gives_the_same_interval_whatever_the_order_of_rows() -> None:
    values = [i * i / 900 for i in range(30)]
    clusters = [str(i % 11) for i in range(30)]
    first = stats.cluster_interval(values, clusters, seed=7)
    assert first == stats.cluster_interval(values, clusters, seed=7)
    assert first == stats.cluster_interval(values[::-1], clusters[::-1], seed=7)
    assert first != stats.cluster_interval(values, clusters, seed=8)


def test_singleton_clusters_agree_with_scipys_percentile_bootstrap() -> None:
    sample = np.random.default_rng(3).beta(5, 2, size=200)
    names = [str(i) for i in range(len(sample))]
    ours = stats.cluster_interval(sample.tolist(), names, resamples=20_000)
    theirs = reference.bootstrap(
        (sample,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(5)
    ).confidence_interval
    assert ours == pytest.approx(tuple(theirs), abs=1e-3)


def test_bca_agrees_with_scipy_on_skewed_values() -> None:
    sample = np.random.default_rng(4).exponential(size=60)
    theirs = reference.bootstrap(
        (sample,), np.mean, n_resamples=40_000, method="BCa", rng=np.random.default_rng(5)
    ).confidence_interval
    ours = stats.bca_interval(sample.tolist(), resamples=40_000)
    percentile = stats.cluster_interval(
        sample.tolist(), [str(i) for i in range(60)], resamples=40_000
    )
    assert ours == pytest.approx(tuple(theirs), abs=0.012)
    assert ours[0] > percentile[0]
    assert ours[1] > percentile[1]


def test_whole_clusters_are_drawn_so_repeats_do_not_narrow_the_interval() -> None:
    once = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0]
    names = list("abcdefgh")
    narrow = stats.cluster_interval(once * 50, [str(i) for i in range(400)])
    wide = stats.cluster_interval(once * 50, names * 50)
    assert wide == pytest.approx(stats.cluster_interval(once, names))
    assert narrow[1] - narrow[0] < (wide[1] - wide[0]) / 5


def test_clusters_of_unequal_size_weigh_by_their_size() -> None:
    low, high = stats.cluster_interval([1.0] * 9 + [0.0], ["big"] * 9 + ["small"], seed=1)
    assert (low, high) == (0.0, 1.0)
    drawn = _intervals.resampled_means(
        np.array([9.0, 0.0]), np.array([9.0, 1.0]), seed=0, resamples=500
    )
    assert set(np.round(drawn, 6)) == {0.0, 0.9, 1.0}


@pytest.mark.parametrize("rate", [0, 1])
def test_a_rate_without_spread_gets_wilson_on_the_clusters(rate: int) -> None:
    values, clusters = [rate] * 6, ["a", "a", "b", "b", "c", "c"]
    assert stats.cluster_interval(values, clusters) == stats.wilson(3 * rate, 3)
    assert stats.bca_interval(values, clusters) == stats.wilson(3 * rate, 3)


def test_a_figure_without_spread_is_its_mean_twice() -> None:
    assert stats.cluster_interval([0.5] * 6, list("abcdef")) == (0.5, 0.5)
    assert stats.cluster_interval([3.0, 3.0], ["a", "b"]) == (3.0, 3.0)


def test_few_clusters_alike_are_no_certainty() -> None:
    assert stats.cluster_interval([0.5, 0.5], ["a", "b"]) == stats.wilson(1, 2)
    halves = np.array([[1.0, 2.0]])
    found = stats.pooled_interval(halves, ["a"], lambda sums: sums[:, 0] / sums[:, 1])
    assert found == stats.wilson(0.5, 1)


def test_a_figure_from_minus_one_to_one_keeps_its_scale() -> None:
    same = np.ones((3, 1))
    low, high = stats.pooled_interval(
        same, list("abc"), lambda sums: -(sums[:, 0] ** 0), bounds=(-1, 1)
    )
    assert low == pytest.approx(-1)
    assert high == pytest.approx(2 * stats.wilson(0, 3)[1] - 1)


def test_a_large_bootstrap_is_drawn_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = stats.cluster_interval([0, 1, 1, 0, 1], list("abcde"), seed=2)
    monkeypatch.setattr(_intervals, "_DRAWS_AT_ONCE", 50)
    assert stats.cluster_interval([0, 1, 1, 0, 1], list("abcde"), seed=2) == whole


def test_intervals_refuse_what_they_cannot_use() -> None:
    with pytest.raises(ValueError, match="at least one value"):
        stats.cluster_interval([], [])
    with pytest.raises(ValueError, match="2 values but 1"):
        stats.cluster_interval([1, 2], ["a"])
    with pytest.raises(ValueError, match="finite"):
        stats.cluster_interval([math.nan], ["a"])
    with pytest.raises(ValueError, match="level"):
        stats.wilson(1, 2, level=95)


def test_one_cluster_alone_says_little() -> None:
    low, high = stats.cluster_interval([0, 0, 1, 0], ["a"] * 4)
    assert low < 0.1
    assert high > 0.8


@pytest.mark.parametrize("clusters", [1001, 30_000])
def test_very_many_clusters_are_resampled_together(
    clusters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(clusters)
    # Names in order of difficulty: what stands together in their order is alike.
    values = (rng.random(clusters) < np.linspace(0.1, 0.9, clusters)).astype(float)
    names = [f"{i:06}" for i in range(clusters)]
    counts = np.stack([values, np.ones(clusters)], axis=1)
    together = stats.cluster_interval(values, names)
    pooled = stats.pooled_interval(counts, names, lambda sums: sums[:, 0] / sums[:, 1])
    error = 1.96 * values.std() / clusters**0.5
    wanted = (values.mean() - error, values.mean() + error)
    for found in (together, pooled):
        assert found == pytest.approx(wanted, abs=0.12 * error)
    monkeypatch.setattr(_intervals, "_MOST", 10**9)
    apart = stats.cluster_interval(values, names, resamples=500)
    assert together == pytest.approx(apart, abs=0.2 * error)


def test_a_rate_without_spread_keeps_its_number_of_clusters() -> None:
    names = [str(i) for i in range(5000)]
    assert stats.cluster_interval([1.0] * 5000, names) == stats.wilson(5000, 5000)
    ones = np.ones((5000, 2))
    found = stats.pooled_interval(ones, names, lambda sums: sums[:, 0] / sums[:, 1])
    assert found == stats.wilson(5000, 5000)


def test_places_in_the_order_of_names_are_as_good_as_names() -> None:
    names = ["b", "a", "c", "b", "a"]
    values = [0.0, 1.0, 1.0, 0.0, 0.5]
    places = stats.cluster_places(names)[1]
    assert stats.cluster_interval(values, places) == stats.cluster_interval(values, names)


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_quantiles_are_numpy_s(values: list[float], low: float, high: float) -> None:
    found = _intervals._percentiles(np.array(values), low, high)
    assert found == pytest.approx(tuple(np.quantile(values, [low, high])), rel=1e-9, abs=1e-9)
