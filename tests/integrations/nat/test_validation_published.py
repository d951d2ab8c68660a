"""The published report, from whatever output of NAT, against the published arithmetic."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acidtest.cli import cli

_PATHS = ["z-1.0/a.c", "z-1.0/b.c", "z-1.0/c.c"]
_WORDS = ["TRUE_POSITIVE", "FALSE_POSITIVE", "NEEDS_REVIEW", "true_positive", "", "MAYBE"]
_LISTS = st.lists(st.sampled_from(_PATHS), max_size=4)
_ANSWERS = st.one_of(
    st.fixed_dictionaries(
        {},
        optional={
            "filter_result": st.sampled_from(_WORDS),
            "similar_known_issues": _LISTS,
            "justification": st.sampled_from(["because", ""]),
        },
    ).map(json.dumps),
    st.sampled_from(["not JSON", '{"filter_result": ', "TRUE_POSITIVE"]),
)
_CASES = st.lists(
    st.tuples(
        st.sampled_from(["TRUE_POSITIVE", "FALSE_POSITIVE"]), _LISTS, _ANSWERS, st.booleans()
    ),
    min_size=1,
    max_size=40,
)


def _case(name: str, label: str, similar: list[str], own_id: bool) -> dict[str, Any]:
    asked = {"issue_type": "OVERRUN", "trace": "t", "file_path": "z-1.0/a.c"}
    if own_id:
        asked["issue_id"] = f"issue_{name}"
    expected = {"filter_result": label, "similar_known_issues": similar}
    return {"id": name, "question": json.dumps(asked), "expected_output_obj": expected}


def _by_hand(cases: list[dict[str, Any]], items: list[dict[str, Any]]) -> dict[str, Any]:
    """The rules of the published validation, one case after the other."""
    counts = dict.fromkeys(("tp", "tn", "fp", "fn"), 0)
    found = dict.fromkeys(("right", "missing", "unexpected", "expected"), 0)
    detailed: dict[str, Any] = {}
    for case, item in zip(cases, items, strict=True):
        try:
            said = json.loads(item["generated_answer"])
        except ValueError:
            continue
        truth = case["expected_output_obj"]
        verdict, cited = said.get("filter_result", ""), said.get("similar_known_issues", [])
        right = verdict.upper() == truth["filter_result"]
        real = truth["filter_result"] == "TRUE_POSITIVE"
        counts["tp" if real and right else "fn" if real else "tn" if right else "fp"] += 1
        expected = truth["similar_known_issues"]
        hit, missed = set(expected) & set(cited), set(expected) - set(cited)
        extra = set(cited) - set(expected)
        found["unexpected"] += len(extra)
        issue: dict[str, Any] = {
            "classification": {"expected": truth["filter_result"], "actual": verdict,
                               "correct": right},
        }  # fmt: skip
        accuracy = len(hit) / len(expected) if expected else None
        if expected:
            found["right"] += len(hit)
            found["missing"] += len(missed)
            found["expected"] += len(expected)
            issue["faiss_matching"] = {"expected_matches": expected, "actual_matches": cited,
                                       "accuracy": accuracy}  # fmt: skip
            if missed:
                issue["faiss_matching"]["missing_matches"] = sorted(missed)
            if extra:
                issue["faiss_matching"]["unexpected_matches"] = sorted(extra)
        if expected or not right:
            issue["justification"] = said.get("justification", "")
        name = json.loads(case["question"]).get("issue_id", case["id"])
        detailed[case["id"]] = {
            "test_id": case["id"], "issues": {name: issue}, "classification_accuracy": float(right),
            "faiss_accuracy": None if accuracy is None else float(accuracy == 1),
        }  # fmt: skip
    total = sum(counts.values())
    precision = counts["tp"] / max(1, counts["tp"] + counts["fp"])
    recall = counts["tp"] / max(1, counts["tp"] + counts["fn"])
    both = precision + recall
    return {
        "summary": {
            "total_test_cases": total,
            "total_issues": total,
            "classification_accuracy": (counts["tp"] + counts["tn"]) / total if total else 0.0,
            "faiss_matching_accuracy": found["right"] / found["expected"]
            if found["expected"]
            else None,
        },
        "detailed_results": detailed,
        "faiss_validation": {
            "correct_matches_found": found["right"],
            "incorrect_matches_found": 0,
            "missing_expected_matches": found["missing"],
            "unexpected_matches": found["unexpected"],
            "total_expected_matches": found["expected"],
            "total_no_match_items": 0,
            "correct_no_matches": 0,
        },
        "classification_metrics": {
            "true_positives": counts["tp"],
            "true_negatives": counts["tn"],
            "false_positives": counts["fp"],
            "false_negatives": counts["fn"],
            "precision": precision,
            "recall": recall,
            "f1_score": 2 * (precision * recall) / both if both else 0.0,
        },
    }


def _sorted(report: dict[str, Any]) -> dict[str, Any]:
    """Lists that the published code takes from sets have no order."""
    for result in report["detailed_results"].values():
        for issue in result["issues"].values():
            for name in ("missing_matches", "unexpected_matches"):
                if name in issue.get("faiss_matching", {}):
                    issue["faiss_matching"][name] = sorted(issue["faiss_matching"][name])
    return report


@settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(_CASES)
def test_the_report_is_the_published_one_key_by_key(
    tmp_path: Path, rows: list[tuple[str, list[str], str, bool]]
) -> None:
    cases = [
        _case(f"z-1_0-{n}", label, similar, own) for n, (label, similar, _, own) in enumerate(rows)
    ]
    items = [
        {"id": f"z-1_0-{n}", "generated_answer": text} for n, (_, _, text, _) in enumerate(rows)
    ]
    data, folder = tmp_path / "cases.json", tmp_path / "output"
    data.write_text(json.dumps(cases))
    folder.mkdir(exist_ok=True)
    (folder / "workflow_output.json").write_text(json.dumps(items))
    done = CliRunner().invoke(cli, ["sast-report", str(folder), "--data", str(data)])
    assert done.exit_code == 0, done.output
    written = json.loads((folder / "filter_validation_report.json").read_text())
    ours = {
        key: written[key]
        for key in written
        if key not in ("report_timestamp", "errors", "acidtest")
    }
    assert _sorted(ours) == _by_hand(cases, items)
    assert len(written["errors"]) == len(cases) - len(written["detailed_results"])
    assert {path.name for path in folder.iterdir()} == {
        "workflow_output.json", "filter_validation_report.json",
    }  # fmt: skip


def test_an_answer_that_is_missing_among_others_is_an_empty_object(tmp_path: Path) -> None:
    data = tmp_path / "cases.json"
    data.write_text(
        json.dumps([_case(n, "TRUE_POSITIVE", [], True) for n in ("a-1_0-x", "a-1_0-y")])
    )
    items = [
        {"id": "a-1_0-x"},
        {"id": "a-1_0-y", "generated_answer": '{"filter_result": "TRUE_POSITIVE"}'},
    ]
    (tmp_path / "workflow_output.json").write_text(json.dumps(items))
    out = tmp_path / "report.json"
    done = CliRunner().invoke(
        cli, ["sast-report", str(tmp_path), "--data", str(data), "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    report = json.loads(out.read_text())
    assert report["summary"]["classification_accuracy"] == 0.5
    assert report["acidtest"]["metrics"]["published.accuracy"]["value"] == 0.5


def test_an_item_that_is_missing_is_an_error_and_not_silent(tmp_path: Path) -> None:
    names = ("a-1_0-x", "a-1_0-y", "a-1_0-z")
    data = tmp_path / "cases.json"
    data.write_text(json.dumps([_case(name, "TRUE_POSITIVE", [], True) for name in names]))
    said = '{"filter_result": "TRUE_POSITIVE"}'
    items = [{"id": name, "generated_answer": said} for name in names[1:]]
    (tmp_path / "workflow_output.json").write_text(json.dumps(items))
    out = tmp_path / "report.json"
    command = ["sast-report", str(tmp_path), "--data", str(data), "--out", str(out)]
    done = CliRunner().invoke(cli, command, standalone_mode=False)
    assert done.return_value == 3, done.output
    assert "errors: 1 of 3" in done.output
    report = json.loads(out.read_text())
    assert report["errors"] == ["a-1_0-x: no answer in workflow_output.json"]
    assert datetime.datetime.fromisoformat(report["report_timestamp"]).tzinfo is not None


def test_the_corpus_in_the_documents_form_is_read_as_itself(tmp_path: Path) -> None:
    out = tmp_path / "cases.json"
    done = CliRunner().invoke(
        cli, ["sast-cases", "--groups", "package=filehost", "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    cases = json.loads(out.read_text())
    assert set(cases[0]) == {"id", "question", "expected_output_obj"}
    assert set(json.loads(cases[0]["question"])) == {
        "id", "issue_id", "issue_type", "severity", "trace", "file_path", "line_number", "cwe_id",
    }  # fmt: skip
    assert not any("#" in path for case in cases
                   for path in case["expected_output_obj"]["similar_known_issues"])  # fmt: skip
