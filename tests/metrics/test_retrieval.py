"""Retrieval figures agree with scikit-learn and with plain counting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.metrics.retrieval import (
    mean_reciprocal_rank,
    ndcg,
    no_match_specificity,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)
from tests.late import late

reference = late("sklearn.metrics")


@given(st.lists(st.integers(0, 5), min_size=2, max_size=12), st.integers(1, 12))
def test_ndcg_equals_scikit_learn(relevance: list[int], k: int) -> None:
    figure = ndcg(dict(enumerate(relevance)), list(range(len(relevance))), k)
    if not any(relevance):
        assert figure.value is None
        return
    ranking = [[-place for place in range(len(relevance))]]
    assert figure.value == pytest.approx(reference.ndcg_score([relevance], ranking, k=k))


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
    with pytest.raises(ValueError, match="twice"):
        reciprocal_rank({"a"}, ["a", "a"])
    with pytest.raises(ValueError, match="at least 1"):
        recall_at_k({"a"}, ["a"], 0)
    with pytest.raises(ValueError, match="negative"):
        ndcg({"a": -1.0}, ["a"])
