"""Document 003's converters: a question becomes a tracker, an analysed tracker an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.suites.sast_triage.cases import read_records
from acidtest.suites.sast_triage.controls import answer
from acidtest.suites.sast_triage.filter import Filter
from acidtest.suites.sast_triage.record import Finding as Issue
from acidtest.suites.sast_triage.words import REAL_BUG

__all__ = [
    "Issue",
    "PerIssueData",
    "SASTWorkflowTracker",
    "analyse",
    "convert_sast_tracker_to_str",
    "convert_str_to_sast_tracker",
    "extract_filter_metrics",
]

_WAITING = "Awaiting filter analysis"
_CONFIDENT = 0.8


@dataclass
class PerIssueData:
    """An issue, and what the filter said about it; until then it counts as a real bug."""

    issue: Issue
    analysis: Mapping[str, Json] = field(
        default_factory=lambda: json.loads(answer(REAL_BUG, None, (), _WAITING))
    )


@dataclass
class SASTWorkflowTracker:
    """The issues on their way through the filter, by issue id; of a test case there is one."""

    issues: dict[str, PerIssueData]


def convert_str_to_sast_tracker(input_str: str) -> SASTWorkflowTracker:
    """Make a tracker from the `question` of a test case."""
    question = load_json(input_str)
    record = {
        "id": question.get("id") if isinstance(question, dict) else None,
        "question": question,
        "expected_output_obj": {"filter_result": "NEEDS_REVIEW"},  # not part of a question
    }
    (sample,) = read_records([record], "the question")
    issue: Issue = sample.truth.finding
    return SASTWorkflowTracker({issue.issue_id: PerIssueData(issue)})


def analyse(tracker: SASTWorkflowTracker, made: Filter) -> None:
    """Let a filter say about every issue what it is, with the known issues that it retrieved."""
    questions = [json.dumps(data.issue.question()) for data in tracker.issues.values()]
    for data, text in zip(tracker.issues.values(), made.answers(questions), strict=True):
        data.analysis = load_json(text)


def convert_sast_tracker_to_str(tracker: SASTWorkflowTracker) -> str:
    """Return what was said about the tracker's issue, as the answer that is validated."""
    (data,) = tracker.issues.values()
    return json.dumps(data.analysis, ensure_ascii=False)


def extract_filter_metrics(tracker: SASTWorkflowTracker) -> dict[str, int]:
    """Count decisions: filtered or passed on, and how confident."""
    analyses = [data.analysis for data in tracker.issues.values()]
    filtered = sum(said["filter_result"] == "FALSE_POSITIVE" for said in analyses)
    confident = sum((said["confidence"] or 0) >= _CONFIDENT for said in analyses)
    return {
        "total_issues": len(analyses),
        "filtered_as_false_positive": filtered,
        "passed_for_analysis": len(analyses) - filtered,
        "high_confidence_decisions": confident,
        "low_confidence_decisions": len(analyses) - confident,
    }
