"""The document's own API: its names, its aggregates, its bands, targets and baselines."""

import doctest
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from acidtest import embed as semantic
from acidtest.core.errors import InputError
from acidtest.metrics import published
from acidtest.metrics.published import document
from acidtest.stats import Value

from .. import generate, literal

PAIRS = generate.pairs(60, seed=12)
FIELDS = [
    "semantic_similarity",
    "edit_distance",
    "bleu_score",
    "rouge_l",
    "control_flow",
    "signature_accuracy",
    "length_correlation",
    "complexity_alignment",
    "security_patterns",
    "overall_score",
]


class Recorded:
    """Answers each input with the candidate recorded for it."""

    def decompile(self, code: str) -> str:
        return PAIRS[int(code)][1]


ROWS = [{"input": str(i), "output": reference} for i, (reference, _) in enumerate(PAIRS)]


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    semantic.load.cache_clear()


def test_worked_examples_hold(no_model: None) -> None:
    outcome = doctest.testmod(document)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_a_function_has_the_documents_fields(no_model: None) -> None:
    result = published.evaluate_function(*PAIRS[0])
    assert [name for name in result.__dataclass_fields__ if name != "reason"] == FIELDS
    assert result.bleu_score == pytest.approx(literal.bleu(*PAIRS[0]))
    assert result.signature_accuracy == pytest.approx(literal.signature(*PAIRS[0]))
    assert result.length_correlation == pytest.approx(literal.length_ratio(*PAIRS[0]))
    assert result.complexity_alignment == pytest.approx(literal.complexity(*PAIRS[0]))
    assert result.semantic_similarity is None
    assert result.overall_score is None
    assert result.reason


def test_the_overall_score_is_there_with_a_model() -> None:
    semantic.load.cache_clear()
    result = published.evaluate_function("function f() public {}", "function f() public {}")
    if result.reason:
        pytest.skip(result.reason)
    assert result.overall_score == pytest.approx(1)


def test_a_data_set_has_the_documents_aggregates(no_model: None) -> None:
    results, stats = published.evaluate_dataset(ROWS, Recorded())
    assert len(results) == len(PAIRS)
    distances = [literal.edit_distance(*pair) for pair in PAIRS]
    assert stats == {
        "avg_semantic_similarity": None,
        "avg_edit_distance": pytest.approx(np.mean(distances)),
        "avg_bleu_score": pytest.approx(np.mean([literal.bleu(*pair) for pair in PAIRS])),
        "high_similarity_pct": None,
        "low_edit_distance_pct": pytest.approx(100 * np.mean([d < 0.4 for d in distances])),
    }


def test_aggregates_count_what_is_above_and_below_not_at_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    figures = iter([0.8, 0.81, 0.5, 1.0])
    monkeypatch.setattr(
        document,
        "published_semantic_similarity",
        lambda *_: Value(next(figures)),
    )
    rows = [{"input": "0123456789", "output": "0123xxxxxx"}] * 4

    class Echo:
        def decompile(self, code: str) -> str:
            return code

    _, stats = published.evaluate_dataset(rows, Echo())
    assert stats["high_similarity_pct"] == 50
    assert stats["avg_semantic_similarity"] == pytest.approx(3.11 / 4)
    rows = [{"input": "0123456789", "output": "012345xxxx"}]
    figures = iter([1.0])
    _, stats = published.evaluate_dataset(rows, Echo())
    assert stats["avg_edit_distance"] == 0.4
    assert stats["low_edit_distance_pct"] == 0


def test_an_answer_of_none_counts_as_an_empty_one(no_model: None) -> None:
    class Mute:
        def decompile(self, code: str) -> str | None:
            return None

    results, stats = published.evaluate_dataset(ROWS[:2], Mute())
    assert results == [published.evaluate_function(row["output"], "") for row in ROWS[:2]]
    assert stats["avg_edit_distance"] == 1


def test_a_result_is_json_and_back(no_model: None) -> None:
    result = published.evaluate_function(*PAIRS[0])
    record = json.loads(json.dumps(result.to_json()))
    assert published.EvaluationResult(**record) == result


@pytest.mark.parametrize("row", [{"input": "a"}, {"input": "a", "output": None}, {"output": "a"}])
def test_a_row_without_its_text_is_named(row: Any) -> None:
    with pytest.raises(InputError, match=r"row 2: field '(input|output)' is missing"):
        published.evaluate_dataset([ROWS[0], row], Recorded())


def test_nothing_has_no_averages() -> None:
    results, stats = published.evaluate_dataset([], Recorded())
    assert results == []
    assert set(stats.values()) == {None}
    assert published.generate_comparison_table([])[0]["Mean"] is None


def test_the_comparison_table_equals_numpy(no_model: None) -> None:
    results, _ = published.evaluate_dataset(ROWS, Recorded())
    table = published.generate_comparison_table(results)
    assert [row["Metric"] for row in table][:3] == [
        "Semantic Similarity",
        "Edit Distance",
        "BLEU Score",
    ]
    for row, name in zip(table, FIELDS, strict=True):
        values = [getattr(result, name) for result in results]
        if values[0] is not None:
            assert row["Mean"] == pytest.approx(np.mean(values))
            assert row["Median"] == pytest.approx(np.median(values))
            assert row["Std"] == pytest.approx(np.std(values))


@pytest.mark.parametrize(
    ("metric", "value", "label"),
    [
        ("semantic_similarity", 1.0, "nearly perfect semantic match"),
        ("semantic_similarity", 0.95, "nearly perfect semantic match"),
        ("semantic_similarity", 0.85, "excellent quality (peak in distribution)"),
        ("semantic_similarity", 0.7, "good quality"),
        ("semantic_similarity", 0.5, "moderate quality"),
        ("semantic_similarity", -0.1, "poor quality"),
        ("bleu", 0.8, "excellent match"),
        ("bleu", 0.6, "good match"),
        ("bleu", 0.4, "moderate match"),
        ("bleu", 0.39, "poor match"),
        ("edit_distance", 0.0, "excellent match"),
        ("edit_distance", 0.2, "good match (paper target)"),
        ("edit_distance", 0.4, "moderate match"),
        ("edit_distance", 1.0, "poor match"),
    ],
)
def test_values_have_the_documents_words(metric: str, value: float, label: str) -> None:
    assert published.band(metric, value) == label


def test_a_metric_has_its_word_under_both_names_and_none_where_the_document_has_none() -> None:
    assert published.band("bleu_score", 0.7) == published.band("bleu", 0.7) == "good match"
    assert published.band("rouge_l", 0.7) is None
    for value in (None, float("nan")):
        assert published.band("bleu", value) is None
    with pytest.raises(InputError, match="unknown metric 'blue'; did you mean bleu"):
        published.band("blue", 0.5)


def test_targets_and_baselines_are_the_documents() -> None:
    assert dict(published.TARGETS) == {
        "avg_semantic_similarity": 0.82,
        "high_similarity_pct": 78.3,
        "low_edit_distance_pct": 82.5,
    }
    assert published.SIMILARITY_PEAKS == (0.85, 0.95)
    assert [b.improvement for b in published.BASELINES.values()] == ["+56%", "+38%", "+75%"]
    for name, baseline in published.BASELINES.items():
        printed = int(baseline.improvement.strip("+%"))
        computed = 100 * published.improvement(name, baseline.published[1])
        assert computed == pytest.approx(printed, abs=0.7)
