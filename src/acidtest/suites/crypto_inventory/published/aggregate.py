"""The published figures over a run, under the document's own keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

SUCCESS = 0.6
"""An answer counts as successful from this accuracy on; the document leaves it open, this is the
bound of the program it describes."""

KEYS = (
    "total_tests",
    "successful_tests",
    "success_rate",
    "average_vulnerable_crypto_detection_accuracy",
    "average_response_time",
    "average_json_stability",
    "average_completeness",
    "average_false_positive_rate",
    "average_false_negative_rate",
    "min_response_time",
    "max_response_time",
    "vulnerable_crypto_detection_precision",
    "vulnerable_crypto_detection_recall",
)
"""All keys of the document but `timestamp`, which is the manifest's `created`."""


def aggregate(results: Sequence[Mapping[str, float | bool]]) -> dict[str, float | int]:
    """Totals, rates, means and extremes; empty if there are no results.

    As published, accuracy, completeness and both error rates are means over successful answers
    only, times and JSON stability over all. A field that a result lacks counts as 0.
    """
    if not results:
        return {}
    good = [r for r in results if r.get("success")]

    def mean(of: Sequence[Mapping[str, float | bool]], field: str) -> float:
        return fmean(float(r.get(field, 0.0)) for r in of) if of else 0.0

    times = [float(r.get("response_time", 0.0)) for r in results]
    fpr, fnr = mean(good, "false_positive_rate"), mean(good, "false_negative_rate")
    values = (
        len(results),
        len(good),
        len(good) / len(results),
        mean(good, "accuracy_score"),
        fmean(times),
        mean(results, "json_stability_score"),
        mean(good, "completeness_score"),
        fpr,
        fnr,
        min(times),
        max(times),
        1.0 - fpr,
        1.0 - fnr,
    )
    return dict(zip(KEYS, values, strict=True))
