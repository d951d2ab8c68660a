"""All sound metrics of a pair: bounded, 1 for a thing against itself, no text refused."""

import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest import metrics
from acidtest.lang import tree
from acidtest.lang.tree import Language
from acidtest.metrics import (
    calibration,
    detection,
    retrieval,
    security,
    signatures,
    structure,
    text,
    together,
)

languages: list[Language] = ["solidity", "c"]
PIECES = """
    function contract constructor if else for while require revert return { } ( ) ; , a b x +
    || && == ! 1 0x0 "s" ' " // /* */ @ # é public view returns uint256 int * [ ]
"""
soup = st.lists(st.sampled_from(PIECES.split()), max_size=40).map(" ".join)


@pytest.mark.parametrize(
    "module",
    [
        metrics,
        calibration,
        detection,
        retrieval,
        security,
        signatures,
        structure,
        text,
        together,
        tree,
    ],
    ids=lambda m: m.__name__,
)
def test_worked_examples_hold(module: object) -> None:
    outcome = doctest.testmod(module)  # type: ignore[arg-type]
    assert outcome.attempted > 0
    assert outcome.failed == 0


@settings(deadline=None)
@given(soup, soup, st.sampled_from(languages))
def test_every_metric_is_bounded_and_one_against_itself(
    reference: str, candidate: str, language: Language
) -> None:
    for name, score in metrics.code_metrics(reference, candidate, language).items():
        assert 0 <= score <= 1, name
    for name, score in metrics.code_metrics(reference, reference, language).items():
        assert score == pytest.approx(1), name


@settings(deadline=None)
@given(st.text(max_size=80), st.sampled_from(languages))
def test_no_text_is_refused(code: str, language: Language) -> None:
    assert all(v == pytest.approx(1) for v in metrics.code_metrics(code, code, language).values())


def test_real_functions_score_one_against_themselves(real_functions: list[str]) -> None:
    for code in real_functions:
        scores = metrics.code_metrics(code, code)
        assert scores == {name: pytest.approx(1) for name in scores}


@pytest.mark.parametrize("language", languages)
def test_two_empty_texts_agree_and_one_empty_text_has_nothing(language: Language) -> None:
    both = metrics.code_metrics("", "", language)
    assert both == dict.fromkeys(both, 1.0)
    one = metrics.code_metrics("int f(int a) { if (a) { return 1; } return a; }", "", language)
    for name in ("bleu", "rouge_l", "edit_similarity", "token_accuracy", "exact_match"):
        assert one[name] == one[f"renamed_{name}"] == 0
    assert one["length_ratio"] == one["control_flow"] == 0


def test_the_overall_score_shares_out_what_a_language_has_not() -> None:
    code = "int f(int a) { return a; }"
    scores = metrics.code_metrics(code, code, "c")
    assert "security_patterns" not in scores
    assert metrics.overall_of(scores | {"semantic_similarity": 1.0}) == pytest.approx(1)
    with pytest.raises(ValueError, match="semantic_similarity"):
        metrics.overall_of(scores)
