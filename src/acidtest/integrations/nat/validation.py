"""filter_validation_report.json: the published report, made from scores, and our summary."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping, Sequence, Set

from acidtest.core.records import Json, Sample, Score, Summary
from acidtest.core.untrusted import load_json
from acidtest.suites.sast_triage.record import Case
from acidtest.suites.sast_triage.score import expected_paths, path_of
from acidtest.suites.sast_triage.words import (
    WRITTEN,
)
from acidtest.systems.nat_output import OUTPUT

NOTHING = f"no answer in {OUTPUT}"
_KINDS = {
    (True, True): "true_positives",
    (False, True): "true_negatives",
    (True, False): "false_negatives",
    (False, False): "false_positives",
}


def validation_report(
    samples: Sequence[Sample],
    scores: Sequence[Score],
    summary: Summary,
    time: str,
    unanswered: Set[tuple[str, int]] = frozenset(),
) -> dict[str, Json]:
    """The published fields, counted as published, and all acidtest figures under `acidtest`.

    As published, an answer that is not JSON is an error and is not counted, one without a verdict
    is wrong, and three counts of searches that should return nothing stay 0.
    """
    by_id = {sample.id: sample for sample in samples}
    counts: Counter[str] = Counter()
    faiss: Counter[str] = Counter()
    detailed: dict[str, Json] = {}
    errors = []
    for score in scores:
        name = score.id if not score.attempt else f"{score.id}_rep{score.attempt}"
        sample = by_id[score.id]
        said = None if score.error else score.evidence.get("published")
        expected = _expected(sample)
        if said is None or expected is None:
            if (score.id, score.attempt) in unanswered:
                errors.append(f"{name}: {NOTHING}")
                continue
            why = score.error or score.evidence.get("problem") or "the answer is not JSON"
            errors.append(f"{name}: {why}")
            continue
        shown = score.evidence.get("published_shown", {})
        right = said == expected.upper()
        real = expected.upper() == "TRUE_POSITIVE"
        counts[_KINDS[real, right]] += 1
        issue: dict[str, Json] = {
            "classification": {
                "expected": expected,
                "actual": shown.get("said", said),
                "correct": right,
            }
        }
        matching = _matching(sample.truth, score)
        faiss["unexpected_matches"] += len(matching.get("unexpected_matches", ()))
        accuracy = matching["accuracy"]
        if named := matching["expected_matches"]:
            missing = len(matching.get("missing_matches", ()))
            faiss["total_expected_matches"] += len(named)
            faiss["correct_matches_found"] += len(set(named)) - missing
            faiss["missing_expected_matches"] += missing
            issue["faiss_matching"] = matching
        if named or not right:
            issue["justification"] = shown.get("justification", "")
        detailed[name] = {
            "test_id": name,
            "issues": {_issue_id(sample): issue},
            "classification_accuracy": float(right),
            "faiss_accuracy": None if accuracy is None else float(accuracy == 1.0),
        }
    return {
        "report_timestamp": time,
        "summary": _summary(counts, faiss),
        "detailed_results": detailed,
        "faiss_validation": {
            "correct_matches_found": faiss["correct_matches_found"],
            "incorrect_matches_found": 0,
            "missing_expected_matches": faiss["missing_expected_matches"],
            "unexpected_matches": faiss["unexpected_matches"],
            "total_expected_matches": faiss["total_expected_matches"],
            "total_no_match_items": 0,
            "correct_no_matches": 0,
        },
        "classification_metrics": _classification(counts),
        "errors": errors,
        "acidtest": summary.to_json(),
    }


def _expected(sample: Sample) -> str | None:
    """The expected verdict as the case has it; a review counts as a false positive there."""
    truth = sample.record.get("expected_output_obj")
    if isinstance(truth, dict) and isinstance(truth.get("filter_result"), str):
        return str(truth["filter_result"])
    label = sample.truth.label
    return None if label is None else WRITTEN[label]


def _issue_id(sample: Sample) -> str:
    """The issue's name in the case; as published, the case's own where it has none."""
    asked = sample.record.get("question")
    if isinstance(asked, str):
        with contextlib.suppress(ValueError):
            asked = load_json(asked)
    if isinstance(asked, dict):
        return str(asked.get("issue_id", sample.id))
    return str(sample.truth.finding.issue_id)


def _matching(case: Case, score: Score) -> dict[str, Json]:
    """Expected and actual matches, and what differs, in the order in which they are named."""
    expected = expected_paths(case)
    cited = score.evidence.get("published_shown", {}).get("cited", score.evidence["similar"])
    actual = [path_of(each) for each in cited]
    right = set(expected) & set(actual)
    matching: dict[str, Json] = {
        "expected_matches": expected,
        "actual_matches": actual,
        "accuracy": len(right) / len(expected) if expected else None,
    }
    for name, of, others in (
        ("missing_matches", expected, actual),
        ("unexpected_matches", actual, expected),
    ):
        if differing := [path for path in dict.fromkeys(of) if path not in others]:
            matching[name] = differing
    return matching


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
