"""Retrieval and calibration figures agree with scikit-learn and with plain counting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, ndcg_score

from acidtest.metrics.calibration import (
    brier,
    expected_calibration_error,
    reliability_curve,
    risk_coverage,
    risk_coverage_area,
    selective_accuracy,
)
from acidtest.metrics.retrieval import (
    mean_reciprocal_rank,
    ndcg,
    no_match_specificity,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)

answers = st.lists(
    st.tuples(st.floats(0, 1, allow_subnormal=False), st.booleans()), min_size=1, max_size=50
)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=12), st.integers(1, 12))
def test_ndcg_equals_scikit_learn(relevance: list[int], k: int) -> None:
    figure = ndcg(dict(enumerate(relevance)), list(range(len(relevance))), k)
    if not any(relevance):
        assert figure.value is None
        return
    ranking = [[-place for place in range(len(relevance))]]
    assert figure.value == pytest.approx(ndcg_score([relevance], ranking, k=k))


def test_rankings_are_read_from_the_top() -> None:
    relevant, ranked = {"a", "b", "c"}, ["x", "a", "y", "b"]
    assert [recall_at_k(relevant, ranked, k).value for k in (1, 2, 4, 9)] == [
        0,
        pytest.approx(1 / 3),
        pytest.approx(2 / 3),
        pytest.approx(2 / 3),
    ]
    assert [precision_at_k(relevant, ranked, k).value for k in (1, 2, 4, 8)] == [0, 0.5, 0.5, 0.25]
    assert reciprocal_rank(relevant, ranked).value == 0.5
    assert reciprocal_rank({"z"}, ranked).value == 0


def test_queries_without_an_answer_have_their_own_figure() -> None:
    queries = [({"a"}, ["a"]), (set[str](), []), (set[str](), ["x"]), (set[str](), [])]
    assert mean_reciprocal_rank(queries).value == 1
    assert no_match_specificity(queries).value == pytest.approx(2 / 3)
    assert recall_at_k(set(), ["x"], 1).reason == "nothing is relevant to this query"
    assert precision_at_k(set(), [], 1).value is None
    assert reciprocal_rank(set(), []).value is None
    assert mean_reciprocal_rank([]).value is None
    assert no_match_specificity(queries[:1]).value is None


def test_impossible_rankings_are_refused() -> None:
    with pytest.raises(ValueError, match="once"):
        reciprocal_rank({"a"}, ["a", "a"])
    with pytest.raises(ValueError, match="at least 1"):
        recall_at_k({"a"}, ["a"], 0)
    with pytest.raises(ValueError, match="negative"):
        ndcg({"a": -1.0}, ["a"])


@given(answers)
def test_brier_equals_scikit_learn(pairs: list[tuple[float, bool]]) -> None:
    sure, right = [s for s, _ in pairs], [r for _, r in pairs]
    expected = brier_score_loss(np.array(right, dtype=int), sure, labels=[0, 1])
    assert brier(sure, right).value == pytest.approx(expected, abs=1e-12)


@given(answers, st.integers(1, 12))
def test_the_reliability_curve_equals_scikit_learn(
    pairs: list[tuple[float, bool]], bins: int
) -> None:
    sure, right = [s for s, _ in pairs], [r for _, r in pairs]
    edges = np.linspace(0, 1, bins + 1)
    if set(sure) & set(edges[1:-1].tolist()):
        return  # a probability on an edge is in the upper bin here, in the lower one there
    curve = reliability_curve(sure, right, bins)
    accuracy, confidence = calibration_curve(right, sure, n_bins=bins, pos_label=True)
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
