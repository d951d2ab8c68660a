"""A justification is scored by how close it is to what a person wrote."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.core.metric import check_score, mean_metrics
from acidtest.core.records import Answer, Sample
from acidtest.metrics import published
from acidtest.suites.sast_justify.dataset import Justification
from acidtest.suites.sast_justify.score import METRICS, score

SHORT = "the buffer is too short"
SEEN = {"semantic": 0.5, "why": None}
NAMES = {metric.name for metric in METRICS}


def sample(short: str = SHORT) -> Sample:
    return Sample("j", "j", {}, Justification("a long story", short), {})


def test_the_persons_own_words_reach_the_top() -> None:
    same = score(sample(), Answer("j", SHORT), SEEN).metrics
    for name in ("rouge_l", "bleu", "edit_similarity", "length_ratio"):
        assert same[f"justification.{name}"] == pytest.approx(1), name
    assert same["justification.semantic"] == 0.5


@pytest.mark.parametrize("text", ["", None])
def test_silence_gets_nothing(text: str | None) -> None:
    silent = score(sample(), Answer("j", text), {"semantic": 0.08, "why": None}).metrics
    for name in ("rouge_l", "bleu", "edit_similarity", "length_ratio", "semantic"):
        assert silent[f"justification.{name}"] == 0, name


def test_a_short_sentence_is_like_itself() -> None:
    """Where the published BLEU gives it nothing, for want of four words."""
    same = score(sample("Checked twice"), Answer("j", "Checked twice"), SEEN).metrics
    assert same["justification.bleu"] == 1.0
    assert published.bleu("Checked twice", "Checked twice") < 1e-77


def test_the_other_figures_are_the_published_ones() -> None:
    text = "the buffer was a bit too short for it"
    found = score(sample(), Answer("j", text), SEEN).metrics
    assert found["justification.rouge_l"] == published.rouge_l(SHORT, text)
    assert found["justification.edit_similarity"] == 1 - published.edit_distance(SHORT, text)
    assert found["justification.length_ratio"] == published.length_ratio(SHORT, text)


def test_where_the_person_wrote_nothing_no_figure_applies() -> None:
    found = score(sample(" "), Answer("j", "x"), SEEN)
    mine = {name for name in NAMES if name.startswith("justification.")}
    assert {name for name in mine if found.metrics[name] is None} == mine
    assert all("empty" in found.reasons[name] for name in mine)


def test_without_a_sentence_model_the_similarity_has_its_reason() -> None:
    found = score(sample(), Answer("j", SHORT), {"semantic": None, "why": "no model here"})
    assert found.metrics["justification.semantic"] is None
    assert found.reasons["justification.semantic"] == "no model here"
    assert found.metrics["justification.rouge_l"] == 1


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_answer_has_a_score_that_holds_what_is_declared(short: str, text: str) -> None:
    found = score(sample(short), Answer("j", text), SEEN)
    check_score(found, "sast-justify", set(mean_metrics(METRICS)), NAMES)
    assert found == score(sample(short), Answer("j", text), SEEN)
