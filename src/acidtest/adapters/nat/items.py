"""Cases and answers as NAT holds them, as the records of acidtest. Needs no NAT."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from acidtest.model import Answer, Json, Sample, Score
from acidtest.suites.sast_triage import SUITE
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.cases import read_records
from acidtest.suites.sast_triage.dataset import SHIPPED_STORE
from acidtest.suites.sast_triage.known import Store, read_known
from acidtest.suites.sast_triage.record import NEEDS_REVIEW, WRITTEN, Case

NO_ANSWER = (
    "the workflow gave no answer: NAT leaves it empty, and ends with status 0, where the workflow "
    "raised an exception; its log names it"
)
_REPETITION = re.compile(r"(.+)_rep(\d+)", re.DOTALL)


def store_of(path: Path | None) -> Store:
    """The known issues of a file, or those of the shipped corpus."""
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


def answer_text(output: Json) -> str | None:
    """The text of an answer; None where there is none."""
    if output is None or output == "" or output != output:  # pandas puts nan where nothing is
        return None
    return output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)


def item_score(record: Mapping[str, Json], output: Json, store: Store | None) -> Score:
    """The score of one item, by the functions that score runs."""
    (sample,) = read_records([record], "NAT item")
    text = answer_text(output)
    if text is None:
        return Score(sample.id, 0, error=NO_ANSWER)
    sample = replace(sample, truth=replace(sample.truth, known=store))
    return SUITE.score(sample, Answer(sample.id, text), read_answer(text))


def known_id(given: Json, ids: Mapping[str, int], numbers: Mapping[int, str]) -> tuple[str, int]:
    """The sample an item is of, and which repetition.

    `--reps` appends `_repN`; an id of digits alone has become a number and lost its zeros.
    """
    text = str(given)
    if text in ids:
        return text, 0
    base, attempt = text, 0
    if repeated := _REPETITION.fullmatch(text):
        base, attempt = repeated[1], int(repeated[2])
    if base in ids:
        return base, attempt
    if base.isdigit() and int(base) in numbers:
        return numbers[int(base)], attempt
    return text, 0


def id_tables(samples: Sequence[Sample]) -> tuple[dict[str, int], dict[int, str]]:
    """Ids as they are, and those of digits by the number they become where that is unambiguous."""
    ids = {sample.id: place for place, sample in enumerate(samples)}
    numbers: dict[int, str] = {}
    for name in ids:
        if name.isascii() and name.isdigit():
            # of two that become one number neither can be told
            numbers[int(name)] = "" if int(name) in numbers else name
    return ids, {number: name for number, name in numbers.items() if name}
