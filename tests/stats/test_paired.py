"""Paired tests agree with statsmodels, and see what pairing can."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as reference
from statsmodels.stats.contingency_tables import mcnemar

import acidtest.stats as stats

rates = st.floats(0, 1)


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
