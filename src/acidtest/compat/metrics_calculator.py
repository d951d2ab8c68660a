"""`MetricsCalculator` of the document on quantum-vulnerable cryptography, in its own reading.

The published program's arithmetic, which differs, is in the metrics `published.program.*` of
crypto-inventory.

>>> truth = {"expected_findings": {"vulnerable_algorithms_detected": ["RSA", "SHA-256"]}}
>>> reply = {"analysis_results": {"detected": ["rsa_2048"]}}
>>> MetricsCalculator.calculate_false_negative_rate(reply, truth)
0.5
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from acidtest.suites.crypto_inventory.benchmark import expected_findings
from acidtest.suites.crypto_inventory.published import aggregate, formulas
from acidtest.suites.crypto_inventory.published.expected import Expected

_Fields = Mapping[str, Any]


def _read(response: _Fields) -> formulas.Response:
    """A response without `valid_json` is JSON, since it was parsed."""
    return formulas.read_response(response if response.get("valid_json", True) else None)


def _expected(truth: _Fields) -> Expected:
    return expected_findings(truth, "the ground truth") or Expected(given=False)


def _text(findings: Any) -> str:
    return formulas.Response(True, findings).text


class MetricsCalculator:
    """The document's ten calculations, by its names."""

    @staticmethod
    def calculate_accuracy(actual_response: _Fields, ground_truth: _Fields) -> float:
        """The weighted accuracy, at most 1.05."""
        response = _read(actual_response)
        if not ground_truth or not response.valid:
            return 0.0
        expected = _expected(ground_truth)
        text = response.text
        return formulas.accuracy(
            formulas.share(formulas.detected(text, expected.algorithms), expected.algorithms),
            formulas.share(
                formulas.categories_found(response, expected.categories or ()),
                expected.categories or (),
            ),
            formulas.confidence_validity(response.confidence, expected.confidence),
            formulas.share(
                formulas.korean_found(text, expected.korean or ()), expected.korean or ()
            ),
            expected,
            response.confidence is not None,
        )

    @staticmethod
    def _calculate_vulnerable_algorithm_accuracy(
        actual_findings: Any, expected_algorithms: Sequence[str]
    ) -> float:
        hits = formulas.detected(_text(actual_findings), expected_algorithms)
        return formulas.share(hits, expected_algorithms)

    @staticmethod
    def _calculate_category_accuracy(
        actual_findings: Any, expected_categories: Sequence[str]
    ) -> float:
        response = formulas.read_response({"analysis_results": actual_findings})
        hits = formulas.categories_found(response, expected_categories)
        return formulas.share(hits, expected_categories)

    @staticmethod
    def _calculate_korean_algorithm_accuracy(
        actual_findings: Any, expected_korean_algs: Sequence[str]
    ) -> float:
        hits = formulas.korean_found(_text(actual_findings), expected_korean_algs)
        return formulas.share(hits, expected_korean_algs)

    @staticmethod
    def calculate_response_time_score(response_time: float, baseline: float = 10.0) -> float:
        """1 up to the baseline, 0 at twice that, 0.1 beyond."""
        return formulas.response_time_score(response_time, baseline)

    @staticmethod
    def calculate_json_stability_score(response: _Fields) -> float:
        """0.6 for an analysis, 0.2 for a confidence, 0.2 for a summary."""
        read = _read(response)
        return formulas.json_stability(
            read.valid, bool(read.analysis), read.confidence is not None, read.summary
        )

    @staticmethod
    def calculate_completeness_score(response: _Fields, expected_points: Sequence[str]) -> float:
        """The share of the points that the analysis has as a key, or speaks of."""
        read = _read(response)
        if not read.valid or not expected_points or not isinstance(read.analysis, Mapping):
            return 0.0
        keys = {formulas.plain(str(key).replace(" ", "_")) for key in read.analysis}
        text = str(read.analysis).lower()
        covered = sum(
            formulas.plain(point.replace(" ", "_")) in keys or point.lower() in text
            for point in expected_points
        )
        return covered / len(expected_points)

    @staticmethod
    def calculate_false_positive_rate(actual_response: _Fields, ground_truth: _Fields) -> float:
        """FP / (FP + TN) over the keywords that are not expected; 1 without JSON."""
        response = _read(actual_response)
        if not ground_truth or not response.valid:
            return 1.0
        return formulas.false_positive_rate(response.text, _expected(ground_truth).algorithms)

    @staticmethod
    def calculate_false_negative_rate(actual_response: _Fields, ground_truth: _Fields) -> float:
        """FN / (FN + TP); 1 without JSON."""
        response = _read(actual_response)
        if not ground_truth or not response.valid:
            return 1.0
        return formulas.false_negative_rate(response.text, _expected(ground_truth).algorithms)

    @staticmethod
    def aggregate_metrics(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Totals, rates, means and extremes of many results, with the time of the call."""
        values: dict[str, Any] = dict(aggregate.aggregate(results))
        return {**values, "timestamp": datetime.now(UTC).isoformat()} if values else {}
