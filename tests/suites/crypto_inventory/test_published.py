"""The published reading: every worked example of the document, and its tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from acidtest.core.protocols import Dataset
from acidtest.core.records import Answer, Sample
from acidtest.suites.crypto_inventory.judge import CryptoJudge
from acidtest.suites.crypto_inventory.published import aggregate, formulas, keywords, verdict
from acidtest.suites.crypto_inventory.published.expected import Expected
from acidtest.suites.crypto_inventory.published.formulas import read_response
from acidtest.suites.crypto_inventory.suite import SUITE
from acidtest.suites.crypto_inventory.truth import Truth

from .conftest import score

EXAMPLES: dict[str, tuple[Expected, dict[str, Any], float, tuple[float, float, float]]] = {
    "perfect": (
        Expected(
            ("RSA", "ECDSA", "SHA-256"), ("shor_vulnerable", "hash_function"), (), (0.8, 0.95)
        ),
        {
            "valid_json": True,
            "confidence_score": 0.9,
            "analysis_results": {
                "detected_algorithms": ["RSA-2048", "ECDSA-P256", "SHA-256"],
                "categories": ["shor_vulnerable", "hash_function"],
            },
        },
        1.0,
        (1.0, 1.0, 1.0),
    ),
    "partial": (
        Expected(("RSA", "ECDSA", "DH", "SHA-1"), ("shor_vulnerable", "public_key")),
        {
            "analysis_results": {
                "detected_algorithms": ["RSA", "ECDSA"],
                "categories": ["shor_vulnerable"],
            }
        },
        0.50,
        (1.0, 0.5, 0.67),
    ),
    "korean": (
        Expected(("SEED", "ARIA", "KCDSA"), None, ("SEED", "ARIA", "KCDSA")),
        {"analysis_results": {"detected": ["SEED-128-CBC", "ARIA-256-CTR", "KCDSA"]}},
        0.85,
        (1.0, 1.0, 1.0),
    ),
}


def published(document: str, expected: Expected, **more: Any) -> dict[str, float | None]:
    """The published metrics of an answer's text."""
    sample = Sample("a", "a", {}, Truth("f.py", b"x\n", (), expected), {})
    observed = CryptoJudge().observe(sample, document)
    score = SUITE.score(sample, Answer("a", document, **more), observed)
    return {k.removeprefix("published."): v for k, v in score.metrics.items()}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples_of_accuracy(name: str) -> None:
    expected, document, wanted, _ = EXAMPLES[name]
    assert published(json.dumps(document), expected)["accuracy"] == pytest.approx(wanted)


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples_of_precision_recall_and_f1(name: str) -> None:
    expected, document, _, (precision, recall, f1) = EXAMPLES[name]
    tp, fp, fn = formulas.counts(read_response(document), expected.algorithms)
    assert tp / (tp + fp) == precision
    assert tp / (tp + fn) == recall
    assert round(formulas.f1(precision, recall), 2) == f1


@pytest.mark.parametrize(
    ("precision", "recall", "f1"),
    [(0.9, 0.9, 0.90), (1.0, 0.5, 0.67), (0.5, 1.0, 0.67), (0.6, 0.6, 0.60), (0.0, 0.0, 0.0)],
)
def test_f1_cases(precision: float, recall: float, f1: float) -> None:
    assert round(formulas.f1(precision, recall), 2) == f1


@pytest.mark.parametrize(
    ("seconds", "wanted"),
    [(5, 1.0), (10, 1.0), (15, 0.5), (20, 0.0), (20.01, 0.1), (30, 0.1), (0, 1.0)],
)
def test_response_time_cases(seconds: float, wanted: float) -> None:
    assert formulas.response_time_score(seconds) == pytest.approx(wanted)


def test_the_spellings_the_document_calls_equal() -> None:
    for said in ("rsa", "RSA-2048", "rsa_2048", "RSA2048"):
        response = read_response({"analysis_results": {"detected": [said]}})
        assert formulas.counts(response, ["RSA"]) == (1, 0, 0)
        assert formulas.detected(response.text, ["RSA"]) == ["RSA"]
    for said in ("ecdsa", "EC-DSA", "ec_dsa"):
        response = read_response({"analysis_results": {"detected": [said]}})
        assert formulas.counts(response, ["ECDSA"]) == (1, 0, 0)
    for said in ("seed", "SEED-128", "seed_cbc"):
        response = read_response({"analysis_results": {"detected": [said]}})
        assert formulas.counts(response, ["SEED"]) == (1, 0, 0)


def test_the_weights_and_the_bonus() -> None:
    expected = Expected(("SEED",), ("korean_algorithms",), ("SEED",), (0.7, 0.9))
    assert formulas.accuracy(1, 1, 1, 1, expected, True) == pytest.approx(1.05)
    assert formulas.accuracy(1, 0, 0, 0, expected, True) == pytest.approx(0.7)
    assert formulas.accuracy(0, 1, 0, 0, expected, True) == pytest.approx(0.2)
    assert formulas.accuracy(0, 0, 1, 0, expected, True) == pytest.approx(0.1)
    assert formulas.accuracy(0, 0, 0, 1, expected, True) == pytest.approx(0.05)


def test_of_nothing_expected_all_is_found() -> None:
    clean = Expected((), (), (), (0.7, 0.9))
    assert formulas.accuracy(1, 1, 0.4, 1, clean, True) == pytest.approx(0.94)
    only_korean = Expected(korean=("SEED",))
    assert formulas.accuracy(1, 1, 1.0, 1, only_korean, True) == pytest.approx(1.05)


def test_confidence_falls_with_the_distance_to_the_range() -> None:
    assert formulas.confidence_validity(0.9, (0.8, 0.95)) == 1.0
    assert formulas.confidence_validity(0.5, (0.8, 0.95)) == pytest.approx(0.7)
    assert formulas.confidence_validity(1.0, (0.8, 0.95)) == pytest.approx(0.95)
    assert formulas.confidence_validity(None, (0.8, 0.95)) == pytest.approx(0.2)
    assert formulas.confidence_validity(0.3, None) == 1.0


def test_json_stability_is_made_of_three_parts() -> None:
    whole = '{"analysis_results": {"a": "NOT DETECTED"}, "confidence_score": 0, "summary": "s"}'
    parts = {
        whole: 1.0,
        '{"analysis_results": {"a": "b"}}': 0.6,
        '{"analysis_results": {}, "confidence_score": 0.4}': 0.2,
        '{"analysis_results": {}, "summary": "s"}': 0.2,
        "no JSON": 0.0,
    }
    for text, wanted in parts.items():
        assert published(text, Expected())["json_stability"] == pytest.approx(wanted), text


def test_false_positives_are_counted_among_what_is_not_expected() -> None:
    text = '{"analysis_results": {"x": "DETECTED: kyber and rsa"}}'
    clean = published(text, Expected())
    assert clean["false_positive_rate"] == pytest.approx(2 / len(keywords.KEYWORDS))
    assert clean["derived_precision"] == pytest.approx(1 - 2 / len(keywords.KEYWORDS))
    assert clean["false_negative_rate"] == 0.0
    some = published(text, Expected(("RSA", "DES")))
    others = [k for k in keywords.KEYWORDS if k not in ("rsa", "des", "3des")]
    assert some["false_positive_rate"] == pytest.approx(1 / len(others))
    assert (some["false_negative_rate"], some["derived_recall"]) == (0.5, 0.5)
    broken = published("no JSON", Expected(("RSA",)))
    assert (broken["false_positive_rate"], broken["false_negative_rate"]) == (1.0, 1.0)


def test_the_program_counts_false_positives_only_where_nothing_is_expected() -> None:
    text = '{"analysis_results": {"x": "DETECTED: kyber and rsa"}}'
    clean = published(text, Expected())
    assert clean["program.false_positive_rate"] == pytest.approx(2 / len(keywords.KEYWORDS))
    some = published(text, Expected(("RSA", "DES")))
    assert (some["program.false_positive_rate"], some["program.false_negative_rate"]) == (0, 0.5)


def test_the_program_leaves_out_of_the_weights_what_is_not_expected() -> None:
    text = '{"analysis_results": {"x": "md5"}, "confidence_score": 0.9}'
    only = published(text, Expected(("RSA", "MD5"), (), (), (0.8, 1.0)))
    assert only["program.accuracy"] == pytest.approx((0.35 + 0.1) / 0.8)
    assert only["accuracy"] == pytest.approx(0.35 + 0.2 + 0.1)
    nothing = published(text, Expected((), (), ("SEED",), (0.8, 1.0)))
    assert nothing["program.accuracy"] == pytest.approx(1.0)
    number = published('{"confidence_score": "high"}', Expected())
    assert number["program.accuracy"] == 0.0


def test_words_that_contain_a_name_count_as_published() -> None:
    text = '{"analysis_results": {"x": "describe what a universal design should adhere to"}}'
    assert published(text, Expected(("DES", "DH", "RSA")))["algorithms"] == 1.0


def test_an_unsupported_category_is_looked_for_literally() -> None:
    rsa = '{"analysis_results": {"x": "md5"}}'
    assert published(rsa, Expected(("MD5",), ("weak_hash",)))["categories"] == 0.0
    said = '{"analysis_results": {"x": "md5, a weak_hash"}}'
    assert published(said, Expected(("MD5",), ("weak_hash",)))["categories"] == 1.0


def test_time_and_tokens_come_from_the_answer() -> None:
    text = '{"analysis_results": {"x": "rsa"}, "confidence_score": 0.8}'
    expected = Expected(("RSA",), ("public_key",), (), (0.7, 0.9))
    timed = published(text, expected, time_s=15.0, tokens_in=1500, tokens_out=500)
    assert timed["response_time"] == pytest.approx(0.5)
    assert timed["accuracy"] == pytest.approx(1.0)
    assert timed["token_efficiency"] == pytest.approx(0.5)
    untimed = published(text, expected)
    assert (untimed["response_time"], untimed["token_efficiency"]) == (None, None)


def test_aggregates_have_the_documents_keys_and_values() -> None:
    results = [
        {"success": True, "accuracy_score": 0.85, "response_time": 10.5},
        {"success": True, "accuracy_score": 0.90, "response_time": 8.2},
        {"success": False, "accuracy_score": 0.0, "response_time": 30.0},
    ]
    found = aggregate.aggregate(results)
    assert tuple(found) == aggregate.KEYS
    assert (found["total_tests"], found["successful_tests"]) == (3, 2)
    assert found["success_rate"] == pytest.approx(2 / 3)
    assert found["average_vulnerable_crypto_detection_accuracy"] == pytest.approx(0.875)
    assert found["average_response_time"] == pytest.approx(48.7 / 3)
    assert (found["min_response_time"], found["max_response_time"]) == (8.2, 30.0)
    assert found["vulnerable_crypto_detection_precision"] == 1.0
    assert aggregate.aggregate([]) == {}


@pytest.mark.parametrize(
    ("f1", "letter", "band"),
    [
        (1.0, "S", 0.85),
        (0.90, "S", 0.85),
        (0.8999, "A", 0.85),
        (0.85, "A", 0.85),
        (0.84, "B", 0.70),
        (0.75, "B", 0.70),
        (0.70, "C", 0.70),
        (0.65, "C", 0.50),
        (0.64, "D", 0.50),
        (0.50, "D", 0.50),
        (0.4999, "F", 0.0),
        (0.0, "F", 0.0),
    ],
)
def test_grades_and_bands(f1: float, letter: str, band: float) -> None:
    assert verdict.grade(f1).letter == letter
    assert verdict.band(f1) == dict(verdict.BANDS)[band]
    assert verdict.grade(f1).meaning
    assert verdict.grade(f1).recommendation


def test_the_four_readings_of_precision_and_recall() -> None:
    assert verdict.trade_off(0.9, 0.2)[0] == "conservative"
    assert verdict.trade_off(0.2, 0.9)[0] == "aggressive"
    assert verdict.trade_off(0.9, 0.9)[0] == "ideal"
    assert verdict.trade_off(0.2, 0.2)[0] == "problematic"


def test_the_tables_are_the_documents() -> None:
    assert set(keywords.CATEGORIES) == {
        *"shor_vulnerable grover_vulnerable classical_vulnerable public_key symmetric_key".split(),
        *"hash_function mac korean_algorithms post_quantum".split(),
    }
    sizes = {name: len(words) for name, words in keywords.CATEGORIES.items()}
    assert sizes == {
        "shor_vulnerable": 14,
        "grover_vulnerable": 26,
        "classical_vulnerable": 7,
        "public_key": 14,
        "symmetric_key": 13,
        "hash_function": 14,
        "mac": 4,
        "korean_algorithms": 8,
        "post_quantum": 4,
    }
    assert len(keywords.KOREAN) == 8


@pytest.mark.parametrize(
    "confidence", ["1" + "0" * 400, "-1" + "0" * 400, "NaN", "Infinity", "1e999"]
)
def test_no_confidence_ends_the_scoring(dataset: Dataset, confidence: str) -> None:
    answer = f'{{"analysis_results": {{"a": "RSA"}}, "confidence_score": {confidence}}}'
    for sample in dataset.samples:
        metrics = score(sample, answer).metrics
        assert 0 <= (metrics["published.program.accuracy"] or 0) <= 1
        assert 0 <= (metrics["published.accuracy"] or 0) <= 1
