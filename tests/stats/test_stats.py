"""The statistics agree with scipy and statsmodels, and say so when a figure is undefined."""

import doctest
import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as reference
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_confint, proportion_effectsize

import acidtest.stats as stats
from acidtest.stats import _effects, _intervals, _paired, value

rates = st.floats(0, 1)


@pytest.mark.parametrize("module", [_effects, _intervals, _paired, value], ids=lambda m: m.__name__)
def test_worked_examples_hold(module: object) -> None:
    outcome = doctest.testmod(module)  # type: ignore[arg-type]
    assert outcome.attempted > 0
    assert outcome.failed == 0


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


@pytest.mark.parametrize(("n", "c", "k"), list(product([1, 4, 7], range(5), [1, 2, 4])))
def test_pass_at_k_is_the_share_of_draws_that_hold_a_pass(n: int, c: int, k: int) -> None:
    if c > n or k > n:
        with pytest.raises(ValueError, match=r"impossible|needs at least"):
            stats.pass_at_k(n, c, k)
        return
    missing_all = reference.hypergeom(n, c, k).pmf(0)
    assert stats.pass_at_k(n, c, k) == pytest.approx(1 - missing_all, abs=1e-12)


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


@pytest.mark.parametrize("n", [8, 12, 53, 164])
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_a_change_that_can_be_shown_has_the_power_asked_for(n: int, alpha: float) -> None:
    share = stats.minimum_detectable_change(n, alpha=alpha)
    assert share is not None
    rng = np.random.default_rng(n)
    shown = 0
    for _ in range(2000):
        flipped = rng.random(n) < share
        shown += stats.mcnemar_exact([False] * n, flipped.tolist()) <= alpha
    assert shown / 2000 == pytest.approx(0.8, abs=0.04)


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


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 20))
def test_mcnemar_equals_statsmodels(only_a: int, only_b: int, both: int) -> None:
    a = [True] * only_a + [False] * only_b + [True] * both
    b = [False] * only_a + [True] * only_b + [True] * both
    expected = mcnemar([[both, only_a], [only_b, 0]], exact=True).pvalue
    assert stats.mcnemar_exact(a, b) == pytest.approx(expected, abs=1e-12)


def test_randomisation_approaches_the_exact_test_on_verdicts() -> None:
    a = [0.0] * 12 + [1.0] * 3 + [1.0] * 5
    b = [1.0] * 12 + [0.0] * 3 + [1.0] * 5
    exact = stats.mcnemar_exact([bool(x) for x in a], [bool(x) for x in b])
    assert stats.approximate_randomisation(a, b, resamples=50_000) == pytest.approx(
        exact, abs=0.005
    )


def test_equal_systems_are_never_told_apart() -> None:
    values = [0.1, 0.9, 0.4]
    assert stats.paired_bootstrap(values, values).p == 1
    assert stats.approximate_randomisation(values, values) == 1
    assert stats.mcnemar_exact([True, False], [True, False]) == 1


def test_pairing_sees_a_gain_that_the_spread_of_samples_hides() -> None:
    rng = np.random.default_rng(0)
    a = rng.uniform(size=80)
    b = a + rng.normal(0.05, 0.02, size=80)
    result = stats.paired_bootstrap(a.tolist(), b.tolist())
    assert result.difference == pytest.approx((b - a).mean())
    assert result.low > 0
    assert result.p < 0.01
    assert reference.ttest_ind(a, b).pvalue > 0.05


def test_pairs_drawn_by_cluster_are_less_certain() -> None:
    a = [0.0] * 40
    b = ([1.0] * 10 + [0.0] * 10) * 2
    alone = stats.paired_bootstrap(a, b)
    together = stats.paired_bootstrap(a, b, [str(i // 10) for i in range(40)])
    assert together.high - together.low > alone.high - alone.low
    assert stats.approximate_randomisation(a, b, ["one"] * 40) == 1


@settings(max_examples=25, deadline=None)  # the reference takes 25 ms a call
@given(st.lists(rates, min_size=1, max_size=12))
def test_holm_equals_statsmodels(p_values: list[float]) -> None:
    expected = multipletests(p_values, method="holm")[1]
    assert stats.holm(p_values) == pytest.approx(list(expected), abs=1e-12)


def test_holm_of_nothing_is_nothing() -> None:
    assert stats.holm([]) == []


@given(rates, rates)
def test_cohens_h_equals_statsmodels(a: float, b: float) -> None:
    assert stats.cohens_h(a, b) == pytest.approx(proportion_effectsize(b, a), abs=1e-12)


def test_cohens_dz_is_the_paired_t_statistic_over_root_n() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 40))
    expected = reference.ttest_rel(b, a).statistic / math.sqrt(40)
    assert stats.cohens_dz(a.tolist(), b.tolist()).value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [([], [], "fewer than two"), ([1.0], [2.0], "fewer than two"), ([0, 0], [0, 0], "same amount")],
)
def test_cohens_dz_says_why_it_is_undefined(a: list[float], b: list[float], reason: str) -> None:
    result = stats.cohens_dz(a, b)
    assert result.value is None
    assert reason in str(result.reason)


@pytest.mark.parametrize("n", [20, 164, 656])
def test_the_detectable_difference_has_the_power_asked_for(n: int) -> None:
    difference = stats.minimum_detectable_difference(n, 0.4)
    power = NormalIndPower().power(difference / 0.4, n, 0.05, ratio=0, alternative="larger")
    two_sided = NormalIndPower().power(difference / 0.4, n, 0.05, ratio=0)
    assert two_sided == pytest.approx(0.8, abs=1e-4)
    assert power > 0.8
    gain = stats.minimum_detectable_rate_difference(n, 0.3)
    h = stats.cohens_h(0.3, 0.3 + gain)
    assert NormalIndPower().power(h, n, 0.05, ratio=1) == pytest.approx(0.8, abs=1e-4)


def test_more_samples_show_smaller_differences_and_rates_end_at_one() -> None:
    assert stats.minimum_detectable_rate_difference(1000, 0.5) < 0.08
    assert stats.minimum_detectable_rate_difference(2, 0.9) == pytest.approx(0.1)


def test_a_value_has_a_number_or_a_reason() -> None:
    with pytest.raises(ValueError, match="either"):
        stats.Value(None)
    with pytest.raises(ValueError, match="either"):
        stats.Value(1.0, "because")


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
