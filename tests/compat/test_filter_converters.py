"""A question becomes a tracker, and an analysed tracker an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import pytest

from acidtest.compat.filter_converters import (
    analyse,
    convert_sast_tracker_to_str,
    convert_str_to_sast_tracker,
    extract_filter_metrics,
)
from acidtest.core.errors import InputError
from acidtest.suites.sast_triage.filter import Filter
from acidtest.suites.sast_triage.filter.decide import Decision, KnownMatch
from acidtest.suites.sast_triage.filter.index import Vectors
from acidtest.suites.sast_triage.known import KnownIssue, Store
from acidtest.suites.sast_triage.words import FALSE_ALARM

pytest.importorskip("faiss")

TRACE = "zip-1.3/inflate.c:369: overrun-local: Overrunning array."
QUESTION = json.dumps(
    {
        "id": "zip-1_3-def1",
        "issue_id": "def1",
        "issue_type": "OVERRUN",
        "severity": "high",
        "trace": TRACE,
        "file_path": "zip-1.3/inflate.c",
        "line_number": 369,
        "cwe_id": "CWE-119",
    }
)


class Flat:
    """Finds all texts alike."""

    identity: Mapping[str, str] = MappingProxyType({"model": "flat"})

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), 1), dtype=np.float32)


def test_a_question_is_one_issue_that_counts_as_real_until_it_is_analysed() -> None:
    tracker = convert_str_to_sast_tracker(QUESTION)
    (data,) = tracker.issues.values()
    assert list(tracker.issues) == ["def1"]
    assert data.issue.question() == json.loads(QUESTION)
    assert (data.issue.package, data.issue.version) == ("zip", "1.3")
    said = json.loads(convert_sast_tracker_to_str(tracker))
    assert said["filter_result"] == "TRUE_POSITIVE"
    assert said["justification"] == "Awaiting filter analysis"
    assert extract_filter_metrics(tracker)["passed_for_analysis"] == 1


def test_an_analysed_tracker_cites_what_the_filter_retrieved() -> None:
    def drop(matches: Sequence[KnownMatch]) -> Decision:
        return Decision(FALSE_ALARM, 0.9, [match.reference for match in matches], "known")

    store = Store([KnownIssue("OVERRUN", "CWE-119", TRACE, "checked before")])
    tracker = convert_str_to_sast_tracker(QUESTION)
    analyse(tracker, Filter(store, Flat(), drop, 1))
    said = json.loads(convert_sast_tracker_to_str(tracker))
    assert said["filter_result"] == "FALSE_POSITIVE"
    assert said["similar_known_issues"] == [store.references[0]]
    assert extract_filter_metrics(tracker) == {
        "total_issues": 1,
        "filtered_as_false_positive": 1,
        "passed_for_analysis": 0,
        "high_confidence_decisions": 1,
        "low_confidence_decisions": 0,
    }


@pytest.mark.parametrize("text", ['"x"', "{}", '{"id": 3}'])
def test_a_text_that_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="the question: record 0: field"):
        convert_str_to_sast_tracker(text)
