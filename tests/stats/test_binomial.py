"""The interval of a proportion is Blaker's, and the distributions are those of scipy."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from acidtest.stats.binomial import beta_below, beta_quantile, proportion_interval, t_quantile
from tests.late import late

reference = late("scipy.stats")


def _acceptability(successes: int, n: int, rate: float) -> float:
    """Blaker's definition, from scipy's binomial distribution."""
    law = reference.binom(n, rate)
    upper, lower = law.sf(successes - 1), law.cdf(successes)
    both = (upper + law.cdf(law.ppf(upper) - 1), lower + law.sf(law.ppf(1 - lower)))
    return float(min(1.0, *both))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 120), st.data())
def test_what_lies_outside_is_rejected_by_blakers_test(n: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, n))
    low, high = proportion_interval(successes / n, n)
    outside = {*np.linspace(0, low, 12)[1:-1], *np.linspace(high, 1, 12)[1:-1]} - {0.0, 1.0}
    assert all(_acceptability(successes, n, float(rate)) < 0.0501 for rate in outside)


@settings(deadline=None)
@given(st.integers(1, 2000), st.data(), st.sampled_from([0.8, 0.95, 0.999]))
def test_it_lies_in_clopper_and_pearsons(n: int, data: st.DataObject, level: float) -> None:
    successes = data.draw(st.integers(0, n))
    exact = reference.binomtest(successes, n).proportion_ci(level, "exact")
    low, high = proportion_interval(successes / n, n, level)
    assert exact.low - 1e-9 <= low <= successes / n <= high <= exact.high + 1e-9


@pytest.mark.parametrize("n", [6, 10, 41, 164])
def test_it_covers_as_often_as_it_promises(n: int) -> None:
    counts = np.arange(n + 1)
    low, high = np.array([proportion_interval(k / n, n) for k in counts]).T
    for rate in np.linspace(0.003, 0.997, 300):
        chances = reference.binom.pmf(counts, n, rate)
        assert chances[(low <= rate) & (rate <= high)].sum() >= 0.95 - 1e-9


@settings(deadline=None)
@given(st.integers(1, 600), st.floats(0, 1), st.floats(0, 1))
def test_both_bounds_grow_with_the_rate(n: int, one: float, other: float) -> None:
    less, more = sorted((one, other))
    low, high = proportion_interval(less, n)
    assert low <= proportion_interval(more, n)[0] + 1e-12
    assert high <= proportion_interval(more, n)[1] + 1e-12


@example(0.9999, 1029.0, 0.5)  # so near to 1 that the next number has another share below it
@given(st.floats(1e-4, 1 - 1e-4), st.floats(0.5, 5000), st.floats(0.5, 5000))
def test_the_beta_distribution_is_scipys(share: float, a: float, b: float) -> None:
    assert beta_below(share, a, b) == pytest.approx(reference.beta.cdf(share, a, b), abs=1e-10)
    assert beta_quantile(share, a, b) == pytest.approx(reference.beta.ppf(share, a, b), abs=1e-11)


@pytest.mark.parametrize("freedom", [1, 2, 5, 40, 10_000])
@pytest.mark.parametrize("share", [0.5, 0.9, 0.975, 0.9999])
def test_students_quantiles_are_scipys(share: float, freedom: int) -> None:
    assert t_quantile(share, freedom) == pytest.approx(reference.t.ppf(share, freedom), abs=1e-5)


@pytest.mark.parametrize(("rate", "n", "level"), [(0.5, 0, 0.95), (1.5, 3, 0.95), (0.5, 3, 1.0)])
def test_the_impossible_is_refused(rate: float, n: int, level: float) -> None:
    with pytest.raises(ValueError, match=r"needs at least one|impossible|between 0 and 1"):
        proportion_interval(rate, n, level)
