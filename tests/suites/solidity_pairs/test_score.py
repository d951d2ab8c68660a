"""Scores of answers: the library's metrics, and what is not there is zero or has a reason."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.core.records import Answer, Sample
from acidtest.metrics import code_metrics, published
from acidtest.suites.solidity_pairs.dataset import Pair
from acidtest.suites.solidity_pairs.score import METRICS, score

from .conftest import GETTER, SOURCE, scored, without_similarity


def test_metrics_are_those_of_the_library(samples: list[Sample]) -> None:
    found = without_similarity(samples[0], GETTER).metrics
    for name, value in published.text_metrics(SOURCE, GETTER).items():
        assert found[f"published.{name}"] == value
    for name, value in code_metrics(SOURCE, GETTER).items():
        assert found[name] == value
    assert set(found) == {metric.name for metric in METRICS}


def test_similarity_and_overall_are_the_documents(samples: list[Sample]) -> None:
    seen = {"problem": None, "published": 0.81, "sound": 0.5, "reason": None}
    found = score(samples[0], Answer("x", GETTER), seen).metrics
    texts = published.text_metrics(SOURCE, GETTER)
    by_hand = (
        0.35 * 0.81
        + 0.20 * (1 - texts["edit_distance"])
        + 0.15 * texts["bleu"]
        + 0.15 * texts["control_flow"]
        + 0.10 * texts["signature"]
        + 0.05 * texts["security_patterns"]
    )
    assert found["published.overall"] == pytest.approx(by_hand)
    assert found["published.high_similarity"] == 1.0
    assert found["published.low_edit_distance"] == 0.0


def test_without_a_sentence_model_its_metrics_are_none_with_the_reason(
    samples: list[Sample],
) -> None:
    found = without_similarity(samples[0], SOURCE)
    missing = {name for name, value in found.metrics.items() if value is None}
    names = ("semantic_similarity", "overall")
    assert missing == {*names, *(f"published.{n}" for n in names), "published.high_similarity"}
    assert set(found.reasons.values()) == {"no model here"}
    assert found.metrics["exact_match"] == 1.0


def test_a_fence_costs_the_published_reading_alone(samples: list[Sample]) -> None:
    found = without_similarity(samples[1], f"Here it is:\n```solidity\n{GETTER}\n```\nDone.")
    assert found.metrics["exact_match"] == 1.0
    assert found.metrics["published.exact_match"] == 0.0
    assert "wrapped" in found.evidence


def test_an_endless_answer_is_a_zero_with_its_reason(samples: list[Sample]) -> None:
    found = scored(samples[0], "function " * 100_000)
    assert "longer than 20000 characters" in str(found.evidence["problem"])
    sound = {v for n, v in found.metrics.items() if not n.startswith("published.")}
    assert sound == {0.0}
    assert found.metrics["published.overall"] == 0.0


@given(st.text(max_size=300) | st.text(alphabet="function(){};\n`\0\ud800", max_size=200))
@settings(deadline=None, max_examples=30)
def test_any_answer_has_a_score(text: str) -> None:
    sample = Sample("x", "x", {}, Pair("tac", SOURCE), {})
    seen = {"problem": None, "published": 0.1, "sound": 0.1, "reason": None}
    found = score(sample, Answer("x", text), seen).metrics
    assert all(value is not None for value in found.values())
    for name, value in found.items():
        if not name.startswith("published."):
            assert value is not None
            assert 0 <= value <= 1
