"""What is kept of an answer."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import acidtest
from acidtest.core.records import Answer
from acidtest.core.systems import CallableSystem
from acidtest.engine.ask import answer_of
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


class _Speechless:
    def __str__(self) -> str:
        raise ValueError("no words")

    __repr__ = __str__


@pytest.mark.parametrize(
    ("value", "cause"),
    [
        (None, "None instead of text"),
        (b"bytes", "bytes instead of text"),
        ({"a": 1}, "dict instead of text"),
        (5, "int instead of text"),
        (_Speechless(), "_Speechless instead of text"),
        (Answer("x", None), "None instead of text"),
        (Answer("x", 5), "int instead of text"),  # type: ignore[arg-type]
        (Answer("x", "", error=5), "has int as error, not text"),  # type: ignore[arg-type]
        (Answer("x", "", tokens_in="1"), "has str as tokens_in, not a whole"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_text_fails_with_its_cause_and_stays_in_the_denominator(
    tmp_path: Path, value: object, cause: str
) -> None:
    calls = itertools.count()

    def answer(question: str) -> Any:
        return value if next(calls) % 2 else VERDICT

    given: Any = CallableSystem(answer, identity={"id": "mine"})
    run = acidtest.evaluate("sast-triage", given, out=tmp_path, limit=6, controls="none")
    assert (run.summary.errors, run.summary.failed) == (0, 3)
    assert run.summary.metrics["accuracy"].n == 6
    assert run.summary.metrics["unreadable"].value == 0.5
    answers = find_answers(run.folder / "answers.jsonl").values()
    notes = [answer.note for answer in answers if answer.note]
    assert len(notes) == 3
    assert all(cause in note for note in notes)
    assert acidtest.load(run.folder).to_json() == run.to_json()


def test_a_system_that_returns_no_answer_fails_with_its_cause() -> None:
    system: Any = SimpleNamespace(answer=lambda question: "text")
    question: Any = SimpleNamespace(sample=SimpleNamespace(id="a"), attempt=1)
    expected = Answer("a", "", 1, note="the system returned str instead of an Answer")
    assert answer_of(system, question) == expected


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("odd"), "the system raised ValueError: odd"),
        (ValueError(), "the system raised ValueError"),
        (ValueError(_Speechless()), "the system raised ValueError"),
    ],
)
def test_a_system_that_raises_is_an_error_with_what_it_says(error: Exception, said: str) -> None:
    def answer(question: object) -> Answer:
        raise error

    system: Any = SimpleNamespace(answer=answer)
    question: Any = SimpleNamespace(sample=SimpleNamespace(id="a"), attempt=1)
    assert answer_of(system, question) == Answer("a", None, 1, error=said)
