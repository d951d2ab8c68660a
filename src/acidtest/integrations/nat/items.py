"""Converts NAT's cases and answers to acidtest records. Works without NAT."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from acidtest.core.records import Answer, Json, Sample, Score
from acidtest.suites.sast_triage import score
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.cases import read_records
from acidtest.suites.sast_triage.dataset import SHIPPED_STORE
from acidtest.suites.sast_triage.known import Store, read_known
from acidtest.suites.sast_triage.record import Case
from acidtest.suites.sast_triage.words import (
    NEEDS_REVIEW,
    WRITTEN,
)
from acidtest.systems.nat_output import NO_ANSWER, answer_text


def store_of(path: Path | None) -> Store:
    """The known issues from a file, or from the shipped corpus."""
    return Store(read_known(SHIPPED_STORE if path is None else path))


def to_record(sample: Sample) -> dict[str, Json]:
    """A judged finding in the published case format."""
    case: Case = sample.truth
    return {
        "id": sample.id,
        "question": json.dumps(case.finding.question(), ensure_ascii=False),
        "expected_output_obj": {
            "filter_result": WRITTEN[case.label or NEEDS_REVIEW],
            "confidence": None,
            "similar_known_issues": None if case.similar is None else list(case.similar),
            "justification": case.reason,
        },
    }


def document_case(sample: Sample) -> dict[str, Json]:
    """A judged finding as a case of the document: known issues are paths, each once."""
    record = to_record(sample)
    expected = {
        **record["expected_output_obj"],
        "similar_known_issues": score.expected_paths(sample.truth),
    }
    return {**record, "expected_output_obj": expected}


def item_score(record: Mapping[str, Json], output: Json, store: Store | None) -> Score:
    """The score of one item, by the same functions that score runs."""
    (sample,) = read_records([record], "NAT item")
    text = answer_text(output)
    if text is None:
        return Score(sample.id, 0, error=NO_ANSWER)
    sample = replace(sample, truth=replace(sample.truth, known=store))
    return score.score(sample, Answer(sample.id, text), read_answer(text))
