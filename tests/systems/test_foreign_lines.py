"""Lines of other programs become answers, or errors that say what the program said."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.core.records import Answer
from acidtest.systems.foreign_lines import own_lines
from acidtest.systems.long_lines import LINE_MAX
from acidtest.systems.recorded import RecordedSystem, read_answers

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


def read(tmp_path: Path, *lines: Any) -> RecordedSystem:
    path = tmp_path / "mine.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return read_answers(path)


def chat(*texts: Any, **more: Any) -> dict[str, Any]:
    """The body of a response with these texts."""
    choices = [
        {"index": n, "message": {"content": t}, "finish_reason": "stop"}
        for n, t in enumerate(texts)
    ]
    return {"object": "chat.completion", "model": "m-1", "choices": choices, **more}


def test_a_batch_response_is_an_answer_with_its_tokens(tmp_path: Path) -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 3}
    answered = {"status_code": 200, "body": chat("int f;", usage=usage)}
    line = {"id": "batch_req_1", "custom_id": "17-O2", "response": answered, "error": None}
    expected = Answer("17-O2", "int f;", 0, tokens_in=10, tokens_out=3, model="m-1", stop="stop")
    assert read(tmp_path, line).answers["17-O2"] == (expected,)


def test_choices_are_attempts(tmp_path: Path) -> None:
    line = {"custom_id": "a", "response": {"status_code": 200, "body": chat("x", "y")}}
    assert [a.text for a in read(tmp_path, line).answers["a"]] == ["x", "y"]


def test_a_response_without_its_envelope_is_read_as_well(tmp_path: Path) -> None:
    line = {"custom_id": "a", "response": {"choices": [{"text": "x", "finish_reason": "length"}]}}
    (answer,) = read(tmp_path, line).answers["a"]
    assert (answer.text, answer.stop) == ("x", "max_tokens")


def test_a_refusal_is_an_empty_answer_and_no_error(tmp_path: Path) -> None:
    body = chat(None)
    body["choices"][0]["message"]["refusal"] = "I will not."
    line = {"custom_id": "a", "response": {"status_code": 200, "body": body}}
    assert read(tmp_path, line).answers["a"] == (
        Answer("a", "", 0, note="I will not.", model="m-1", stop="stop"),
    )


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ({"response": None, "error": {"code": "expired", "message": "too late"}}, "too late"),
        ({"response": None, "error": {"code": "expired"}}, "expired"),
        (
            {"response": {"status_code": 429, "body": {"error": {"message": "slow down"}}}},
            "HTTP 429: slow down",
        ),
        ({"response": {"status_code": 500, "body": "<html>"}}, "HTTP 500: <html>"),
        ({"response": {"status_code": 200, "body": {}}}, "the response has no choices"),
        ({}, "no response"),
    ],
)
def test_what_failed_is_an_error_with_what_was_said(
    rest: dict[str, Any], message: str, tmp_path: Path
) -> None:
    (answer,) = read(tmp_path, {"custom_id": "a", **rest}).answers["a"]
    assert (answer.text, answer.error) == (None, message)


def test_the_fields_of_a_data_set_name_its_sample(tmp_path: Path) -> None:
    lines = (
        {"task_id": 3, "type": "O2", "completion": "x"},
        {"task_id": "HumanEval/7", "output": ["y", "z"]},
    )
    answers = read(tmp_path, *lines).answers
    assert {name: [a.text for a in answers[name]] for name in answers} == {
        "3-O2": ["x"],
        "HumanEval/7": ["y", "z"],
    }


def test_the_outputs_of_vllm_are_attempts_with_what_ended_them(tmp_path: Path) -> None:
    outputs = [
        {"index": 0, "text": "x", "token_ids": [1], "finish_reason": "stop"},
        {"index": 1, "text": "y", "token_ids": [2], "finish_reason": "length"},
        {"index": 2, "text": None},
    ]
    line = {"id": "a", "request_id": "0", "prompt": "p", "outputs": outputs}
    answers = read(tmp_path, line).answers["a"]
    assert [(a.text, a.stop) for a in answers] == [("x", "stop"), ("y", "max_tokens"), ("", None)]


@pytest.mark.parametrize("packed", [False, True])
def test_a_list_of_answers_is_read(packed: bool, tmp_path: Path) -> None:
    text = json.dumps([{"id": "a", "answer": "x"}, {"id": "b", "answer": "y"}], indent=2)
    path = tmp_path / ("mine.json.gz" if packed else "mine.json")
    path.write_bytes(gzip.compress(text.encode()) if packed else b"\n " + text.encode())
    system = read_answers(path)
    assert {name: given[0].text for name, given in system.answers.items()} == {"a": "x", "b": "y"}
    assert system.name == "mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "item 1: expected an object"),
        ('[{"id": "a", "answer": "x"}', "invalid JSON"),
        ("[]", "contains no answer"),
        ('[{"id": "a", "answer": "x"}, {"answer": "y"}]', "item 2: field 'id' is missing"),
    ],
)
def test_what_is_wrong_with_a_list_is_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_answers(path)


def test_a_response_that_is_too_long_fails_its_own_sample(tmp_path: Path) -> None:
    huge = {"status_code": 200, "body": chat("x" * (LINE_MAX + 1))}
    line = {"id": "batch_req_1", "custom_id": "17-O2", "response": huge}
    (answer,) = read(tmp_path, line).answers["17-O2"]
    assert answer.text == ""
    assert answer.note is not None
    assert "counted as failed" in answer.note


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(response=JSON, error=JSON)
def test_any_batch_line_becomes_answers_or_an_error(
    response: Any, error: Any, tmp_path: Path
) -> None:
    chosen = {"choices": [response]}
    outputs = {"id": "a", "outputs": [{"text": response}]}
    assert all(isinstance(a.text, str) for a in read(tmp_path, outputs).answers["a"])
    shapes = (response, {"body": response}, chosen, {"choices": response})
    odd = {**chosen, "usage": {"prompt_tokens": response}, "model": response}
    for shape in (*shapes, odd, {"choices": [{"message": response}]}):
        line = {"custom_id": "a", "response": shape, "error": error}
        answers = read(tmp_path, line).answers["a"]
        assert len(answers) == len(list(own_lines(line))) >= 1
        assert all((a.text is None) == (a.error is not None) for a in answers)
