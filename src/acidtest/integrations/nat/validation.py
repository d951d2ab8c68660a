"""filter_validation_report.json: the published report, made from scores, and our summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from acidtest.core.records import Json, Sample, Score, Summary
from acidtest.suites.sast_triage.record import Case
from acidtest.suites.sast_triage.score import expected_paths, path_of
from acidtest.suites.sast_triage.words import (
    WRITTEN,
)


def validation_report(
    samples: Sequence[Sample], scores: Sequence[Score], summary: Summary, time: str
) -> dict[str, Json]:
    """The published fields, counted as published, and all acidtest figures under `acidtest`.

    As published, an answer that is not JSON is an error and is not counted.
    """
    by_id = {sample.id: sample for sample in samples}
    counts: Counter[str] = Counter()
    faiss: Counter[str] = Counter()
    detailed: dict[str, Json] = {}
    errors = []
    for score in scores:
        name = score.id if not score.attempt else f"{score.id}_rep{score.attempt}"
        case: Case = by_id[score.id].truth
        said = None if score.error else score.evidence.get("published")
        if said is None or case.label is None:
            why = score.error or score.evidence.get("problem") or "the answer is not JSON"
            errors.append(f"{name}: {why}")
            continue
        expected = WRITTEN[case.label]
        right = said == expected
        kind = {
            ("TRUE_POSITIVE", True): "true_positives",
            ("FALSE_POSITIVE", True): "true_negatives",
            ("TRUE_POSITIVE", False): "false_negatives",
            ("FALSE_POSITIVE", False): "false_positives",
        }[expected, right]
        counts[kind] += 1
        expected_matches = expected_paths(case)
        actual_matches = [path_of(cited) for cited in score.evidence["similar"]]
        faiss["total_expected_matches"] += len(expected_matches)
        faiss["correct_matches_found"] += len({*expected_matches} & {*actual_matches})
        faiss["missing_expected_matches"] += len({*expected_matches} - {*actual_matches})
        faiss["unexpected_matches"] += len({*actual_matches} - {*expected_matches})
        accuracy = (
            len({*expected_matches} & {*actual_matches}) / len(expected_matches)
            if expected_matches
            else None
        )
        detailed[name] = {
            "test_id": name,
            "issues": {
                case.finding.issue_id: {
                    "classification": {"expected": expected, "actual": said, "correct": right},
                    "faiss_matching": {
                        "expected_matches": expected_matches,
                        "actual_matches": actual_matches,
                        "accuracy": accuracy,
                        "accuracy_document": score.metrics["published.matching_document"],
                    },
                }
            },
            "classification_accuracy": float(right),
            "faiss_accuracy": None if accuracy is None else float(accuracy == 1.0),
        }
    return {
        "report_timestamp": time,
        "summary": _summary(counts, faiss),
        "detailed_results": detailed,
        "faiss_validation": {
            "correct_matches_found": faiss["correct_matches_found"],
            "missing_expected_matches": faiss["missing_expected_matches"],
            "unexpected_matches": faiss["unexpected_matches"],
            "total_expected_matches": faiss["total_expected_matches"],
        },
        "classification_metrics": _classification(counts),
        "errors": errors,
        "acidtest": summary.to_json(),
    }


def _summary(counts: Mapping[str, int], faiss: Mapping[str, int]) -> dict[str, Json]:
    total = sum(counts.values())
    right = counts["true_positives"] + counts["true_negatives"]
    expected = faiss["total_expected_matches"]
    return {
        "total_test_cases": total,
        "total_issues": total,
        "classification_accuracy": right / total if total else 0.0,
        "faiss_matching_accuracy": (
            faiss["correct_matches_found"] / expected if expected else None
        ),
    }


def _classification(counts: Mapping[str, int]) -> dict[str, Json]:
    tp, fp, fn = (counts[n] for n in ("true_positives", "false_positives", "false_negatives"))
    precision = tp / (tp + fp) if tp + fp else 0.0
    recall = tp / (tp + fn) if tp + fn else 0.0
    both = precision + recall
    return {
        "true_positives": tp,
        "true_negatives": counts["true_negatives"],
        "false_positives": fp,
        "false_negatives": fn,
        "precision": precision,
        "recall": recall,
        "f1_score": 2 * (precision * recall) / both if both else 0.0,
    }
