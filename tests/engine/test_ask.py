"""What is kept of an answer."""

from __future__ import annotations

import json
from pathlib import Path

import acidtest
from acidtest.store import find_answers
from acidtest.suites.sast_triage.answer import ANSWER_MAX

VERDICT = '{"filter_result": "FALSE_POSITIVE"}'


def test_a_flood_is_kept_cut_and_scores_as_unreadable(tmp_path: Path) -> None:
    flood = VERDICT + " " * 5_000_000
    run = acidtest.evaluate(
        "sast-triage", lambda text: flood, out=tmp_path / "run", limit=6, controls="none"
    )
    assert (run.folder / "answers.jsonl").stat().st_size < 6 * (ANSWER_MAX + 1000)
    for answer in find_answers(run.folder / "answers.jsonl").values():
        assert "only the first 1000000 of 5000035 characters are kept" in str(answer.note)
    summary = json.loads((run.folder / "summary.json").read_text())
    assert summary["metrics"]["unreadable"]["value"] == 1


def test_an_answer_of_the_greatest_length_is_whole(tmp_path: Path) -> None:
    text = VERDICT + " " * (ANSWER_MAX - len(VERDICT))
    run = acidtest.evaluate(
        "sast-triage", lambda question: text, out=tmp_path / "run", limit=6, controls="none"
    )
    answers = find_answers(run.folder / "answers.jsonl").values()
    assert {(answer.text, answer.note) for answer in answers} == {(text, None)}
