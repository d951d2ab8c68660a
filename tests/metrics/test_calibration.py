"""Calibration figures agree with scikit-learn and with plain counting."""

from fractions import Fraction
from math import floor, nextafter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.metrics.calibration import (
    bin_of,
    brier,
    expected_calibration_error,
    reliability_curve,
    risk_coverage,
    risk_coverage_area,
    selective_accuracy,
)
from tests.late import late

calibration, metrics = late("sklearn.calibration"), late("sklearn.metrics")


@given(st.floats(0, 1) | st.integers(0, 1000).map(lambda n: n / 1000))
def test_a_bin_holds_its_lower_edge_as_exact_arithmetic_has_it(p: float) -> None:
    written = Fraction(repr(p))  # 0.3 means three tenths, not the float below
    assert bin_of(p, 10) == min(floor(written * 10), 9)


@pytest.mark.parametrize("bins", [1, 3, 7, 10, 15, 50])
def test_every_edge_is_in_the_bin_that_it_begins(bins: int) -> None:
    for edge in range(bins):
        assert bin_of(edge / bins, bins) == edge
        assert edge == 0 or bin_of(nextafter(edge / bins, 0), bins) == edge - 1
    assert bin_of(1.0, bins) == bins - 1


def test_the_curve_bins_as_bin_of_does() -> None:
    curve = reliability_curve([0.3, 0.6, 0.7], [True, False, True])
    assert [(b.low, b.n) for b in curve] == [(0.3, 1), (0.6, 1), (0.7, 1)]


answers = st.lists(
    st.tuples(st.floats(0, 1, allow_subnormal=False), st.booleans()), min_size=1, max_size=50
)


@given(answers)
def test_brier_equals_scikit_learn(pairs: list[tuple[float, bool]]) -> None:
    sure, right = [s for s, _ in pairs], [r for _, r in pairs]
    expected = metrics.brier_score_loss(np.array(right, dtype=int), sure, labels=[0, 1])
    assert brier(sure, right).value == pytest.approx(expected, abs=1e-12)


@given(answers, st.integers(1, 12))
def test_the_reliability_curve_equals_scikit_learn(
    pairs: list[tuple[float, bool]], bins: int
) -> None:
    sure, right = [s for s, _ in pairs], [r for _, r in pairs]
    edges = np.arange(1, bins) / bins
    if np.isclose(np.array(sure)[:, None], edges, rtol=0, atol=1e-12).any():
        return  # on an edge they differ: scikit-learn takes the lower bin, or rounds the edge
    curve = reliability_curve(sure, right, bins)
    accuracy, confidence = calibration.calibration_curve(right, sure, n_bins=bins, pos_label=True)
    assert [b.accuracy for b in curve] == pytest.approx(accuracy.tolist())
    assert [b.confidence for b in curve] == pytest.approx(confidence.tolist())
    assert sum(b.n for b in curve) == len(pairs)
    error = expected_calibration_error(sure, right, bins).value
    expected = sum(b.n * abs(b.accuracy - b.confidence) for b in curve) / len(pairs)
    assert error == pytest.approx(expected)


def test_a_system_that_is_sure_and_right_has_no_calibration_error() -> None:
    assert expected_calibration_error([1.0, 0.0], [True, False]).value == 0
    assert expected_calibration_error([1.0, 1.0], [False, False]).value == 1
    assert [b.low for b in reliability_curve([1.0, 0.5], [True, True], bins=2)] == [0.5]


@given(answers)
def test_risk_ends_at_the_share_of_errors_and_ignores_the_order_of_rows(
    pairs: list[tuple[float, bool]],
) -> None:
    sure, right = [s for s, _ in pairs], [r for _, r in pairs]
    curve = risk_coverage(sure, right)
    assert curve[-1] == pytest.approx((1.0, 1 - sum(right) / len(right)))
    assert curve == pytest.approx(np.array(risk_coverage(sure[::-1], right[::-1])))
    area = risk_coverage_area(sure, right).value
    assert area == pytest.approx(np.mean([risk for _, risk in curve]))
    assert selective_accuracy(sure, right, 1.0).value == pytest.approx(sum(right) / len(right))


def test_knowing_what_it_knows_lowers_the_area() -> None:
    right = [True] * 6 + [False] * 4
    knows = [0.9] * 6 + [0.1] * 4
    assert risk_coverage_area(knows, right).value == pytest.approx(
        np.mean([0] * 6 + [1 / 7, 2 / 8, 3 / 9, 4 / 10])
    )
    blind = risk_coverage_area([0.5] * 10, right).value
    inverted = risk_coverage_area([1 - c for c in knows], right).value
    assert blind == pytest.approx(0.4)
    assert inverted is not None
    assert inverted > 0.4
    assert selective_accuracy(knows, right, 0.6).value == 1
    assert selective_accuracy([0.5] * 10, right, 0.1).value == pytest.approx(0.6)


def test_no_answers_have_no_figures_and_bad_ones_are_refused() -> None:
    for figure in (
        brier([], []),
        expected_calibration_error([], []),
        risk_coverage_area([], []),
        selective_accuracy([], [], 0.5),
    ):
        assert (figure.value, figure.reason) == (None, "there are no answers")
    with pytest.raises(ValueError, match="between 0 and 1"):
        brier([1.2], [True])
    with pytest.raises(ValueError, match="2 confidences but 1"):
        brier([1.0, 0.0], [True])
    with pytest.raises(ValueError, match="coverage"):
        selective_accuracy([1.0], [True], 0)
    with pytest.raises(ValueError, match="bin"):
        reliability_curve([1.0], [True], bins=0)
