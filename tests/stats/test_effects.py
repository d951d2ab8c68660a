"""Effects and corrections agree with scipy and statsmodels."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import acidtest.stats as stats
from tests.late import late

reference = late("scipy.stats")
multitest = late("statsmodels.stats.multitest")
theirs = late("statsmodels.stats.power")
proportion = late("statsmodels.stats.proportion")

rates = st.floats(0, 1)


@pytest.mark.parametrize(("n", "c", "k"), list(product([1, 4, 7], range(5), [1, 2, 4])))
def test_pass_at_k_is_the_share_of_draws_that_hold_a_pass(n: int, c: int, k: int) -> None:
    if c > n or k > n:
        with pytest.raises(ValueError, match=r"impossible|needs at least"):
            stats.pass_at_k(n, c, k)
        return
    missing_all = reference.hypergeom(n, c, k).pmf(0)
    assert stats.pass_at_k(n, c, k) == pytest.approx(1 - missing_all, abs=1e-12)


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


@settings(max_examples=25, deadline=None)  # the reference takes 25 ms a call
@given(st.lists(rates, min_size=1, max_size=12))
def test_holm_equals_statsmodels(p_values: list[float]) -> None:
    expected = multitest.multipletests(p_values, method="holm")[1]
    assert stats.holm(p_values) == pytest.approx(list(expected), abs=1e-12)


def test_holm_of_nothing_is_nothing() -> None:
    assert stats.holm([]) == []


@given(rates, rates)
def test_cohens_h_equals_statsmodels(a: float, b: float) -> None:
    assert stats.cohens_h(a, b) == pytest.approx(proportion.proportion_effectsize(b, a), abs=1e-12)


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
    power = theirs.NormalIndPower().power(difference / 0.4, n, 0.05, ratio=0, alternative="larger")
    two_sided = theirs.NormalIndPower().power(difference / 0.4, n, 0.05, ratio=0)
    assert two_sided == pytest.approx(0.8, abs=1e-4)
    assert power > 0.8
    gain = stats.minimum_detectable_rate_difference(n, 0.3)
    h = stats.cohens_h(0.3, 0.3 + gain)
    assert theirs.NormalIndPower().power(h, n, 0.05, ratio=1) == pytest.approx(0.8, abs=1e-4)


def test_more_samples_show_smaller_differences_and_rates_end_at_one() -> None:
    assert stats.minimum_detectable_rate_difference(1000, 0.5) < 0.08
    assert stats.minimum_detectable_rate_difference(2, 0.9) == pytest.approx(0.1)
