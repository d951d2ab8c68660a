"""Answers from a file: every field, every attempt, and every bad line named."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.core.records import Answer, Question, Sample
from acidtest.core.registry import find_suite
from acidtest.store import AnswerLog, answer_to_json
from acidtest.systems.long_lines import LINE_MAX
from acidtest.systems.recorded import misfits, read_answers, recorded_systems

Write = Callable[[bytes | str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A file of answers with this content."""

    def made(content: bytes | str) -> Path:
        path = tmp_path / "mine.jsonl"
        data = content if isinstance(content, bytes) else content.encode()
        path.write_bytes(data)
        return path

    return made


def lines(*records: Any) -> str:
    """A JSON object a line."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def ask(name: str, attempt: int = 0) -> Question:
    """A question about sample `name`."""
    return Question(Sample(name, name, {}, None, {}), "asm", attempt, lambda form: "", lambda: None)


def refusal(path: Path) -> str:
    """What the user is told."""
    with pytest.raises(InputError) as caught:
        read_answers(path)
    return str(caught.value)


def test_every_field_is_kept(write: Write) -> None:
    record = {
        "id": "17-O2",
        "answer": "int f;",
        "time_s": 1.5,
        "logprob": -0.5,
        "tokens_in": 10,
        "tokens_out": 20,
        "cost_usd": 0.25,
        "model": "m-1",
        "unknown": ["ignored"],
    }
    system = read_answers(write(lines(record)))
    assert system.answers["17-O2"] == (
        Answer(
            "17-O2",
            "int f;",
            0,
            time_s=1.5,
            logprob=-0.5,
            tokens_in=10,
            tokens_out=20,
            cost_usd=0.25,
            model="m-1",
        ),
    )
    assert (system.name, system.attempts) == ("mine", 1)
    assert system.identity["models"] == ["m-1"]


def test_several_lines_with_one_id_are_attempts(write: Write) -> None:
    records = [{"id": "a", "answer": str(i)} for i in range(3)] + [{"id": "b", "answer": "x"}]
    system = read_answers(write(lines(*records[:2], records[3], records[2])))
    assert system.attempts == 3
    assert [system.answer(ask("a", i)).text for i in range(3)] == ["0", "1", "2"]
    assert [a.attempt for a in system.answers["a"]] == [0, 1, 2]


def test_what_has_no_line_is_answered_with_nothing(write: Write) -> None:
    system = read_answers(write(lines({"id": "a", "answer": "x"})))
    assert system.answer(ask("b", 0)) == Answer("b", "", 0)
    assert system.answer(ask("a", 1)) == Answer("a", "", 1)


def test_ids_may_be_whole_numbers(write: Write) -> None:
    assert list(read_answers(write('{"id": 17, "answer": "x"}\n')).answers) == ["17"]


def test_an_error_needs_no_answer(write: Write) -> None:
    system = read_answers(write(lines({"id": "a", "error": "timed out"})))
    assert system.answers["a"] == (Answer("a", None, 0, error="timed out"),)


@pytest.mark.parametrize(
    "text", ["a\u2028b\u2029c", "a\u0085b\x0bc\x0cd", "a\nb\r\nc\0d", "é世\U0001f600", "\ud800"]
)
def test_any_text_comes_back_as_it_was(write: Write, text: str) -> None:
    raw = json.dumps({"id": "a", "answer": text}, ensure_ascii="\ud800" in text)
    system = read_answers(write(raw + "\n" + lines({"id": "b", "answer": "x"})))
    assert system.answers["a"][0].text == text


def test_line_ends_of_windows_a_byte_order_mark_and_blank_lines(write: Write) -> None:
    content = b'\xef\xbb\xbf{"id": "a", "answer": "x"}\r\n\r\n  \n{"id": "b", "answer": "y"}'
    system = read_answers(write(content))
    assert {name: given[0].text for name, given in system.answers.items()} == {"a": "x", "b": "y"}


def test_a_huge_line_is_read(write: Write) -> None:
    text = "x" * (4 << 20)
    assert read_answers(write(lines({"id": "a", "answer": text}))).answers["a"][0].text == text


@pytest.mark.parametrize("late", [False, True])
def test_an_answer_over_the_limit_counts_as_failed(write: Write, late: bool) -> None:
    text = r"y\"id\": " * (LINE_MAX // 8)
    fields = ['"id": "a\\u00e9"', f'"answer": "{text}"', '"error": "not counted"']
    long = "{" + ", ".join(reversed(fields) if late else fields) + "}\n"
    system = read_answers(write(long + lines({"id": "b", "answer": "z"})))
    answer = system.answer(ask("a\u00e9"))
    assert answer.text == ""
    assert answer.error is None
    assert "over 16 MiB: not read, counted as failed" in (answer.note or "")
    assert system.answer(ask("b")).text == "z"
    assert (
        system.sha256
        == hashlib.sha256((long + lines({"id": "b", "answer": "z"})).encode()).hexdigest()
    )


def test_a_huge_line_takes_little_memory(write: Write) -> None:
    path = write("")
    with path.open("wb") as file:
        file.write(b'{"id": "a", "answer": "')
        for _ in range(200):
            file.write(b"x" * (1 << 20))
        file.write(b'"}')
    tracemalloc.start()
    try:
        assert read_answers(path).answer(ask("a")).text == ""
        assert tracemalloc.get_traced_memory()[1] < 4 * LINE_MAX
    finally:
        tracemalloc.stop()


def test_a_huge_line_without_an_id_is_named(write: Write) -> None:
    assert "line 1: is over 16 MiB, and no field 'id'" in refusal(write("x" * (LINE_MAX + 2)))


def test_other_content_is_another_identity(write: Write) -> None:
    first = read_answers(write(lines({"id": "a", "answer": "x"}))).identity
    second = read_answers(write(lines({"id": "a", "answer": "y"}))).identity
    assert first != second
    assert read_answers(write(lines({"id": "a", "answer": "x"}))).identity == first


def test_a_run_s_own_answers_can_be_scored_again(tmp_path: Path) -> None:
    log = AnswerLog(tmp_path / "answers.jsonl")
    given = [Answer("a", "x", 0, time_s=1.0), Answer("a", "y", 1), Answer("b", None, 0, error="e")]
    for answer in given:
        log.append(answer)
    log.close()
    system = read_answers(tmp_path / "answers.jsonl")
    assert [a for rows in system.answers.values() for a in rows] == given
    assert answer_to_json(given[0]) == {"id": "a", "attempt": 0, "answer": "x", "time_s": 1.0}


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("nonsense", "expected one JSON object with id and answer per line"),
        ('{"id": "a", "answer": "x"', "invalid JSON"),
        ("[1]", "expected an object, got list"),
        ('"text"', "expected an object, got str"),
        ("null", "expected an object, got NoneType"),
        ('{"answer": "x"}', "field 'id' is missing or not a string"),
        ('{"id": null, "answer": "x"}', "field 'id' is missing or not a string"),
        ('{"id": true, "answer": "x"}', "field 'id' is missing or not a string"),
        ('{"id": 1.5, "answer": "x"}', "field 'id' is missing or not a string"),
        ('{"id": ["a"], "answer": "x"}', "field 'id' is missing or not a string"),
        ('{"id": "a", "anwser": 1}', "neither 'answer' nor 'error' (its fields: id, anwser)"),
        ('{"id": "a", "answer": null}', "has neither 'answer' nor 'error'"),
        ('{"id": "a", "answer": 5}', "field 'answer' is a int, not a string"),
        ('{"id": "a", "answer": ["x"]}', "field 'answer' is a list, not a string"),
        ('{"id": "a", "answer": "x", "error": {}}', "field 'error' is a dict, not a string"),
        ('{"id": "a", "answer": "x", "model": 4}', "field 'model' is a int, not a string"),
        ('{"id": "a", "answer": "x", "time_s": "1"}', "field 'time_s' is a str, not a number"),
        ('{"id": "a", "answer": "x", "logprob": -1e16}', "not a number from -10^15 to 10^15"),
        ('{"id": "a", "answer": "x", "time_s": true}', "field 'time_s' is a bool, not a number"),
        ('{"id": "a", "answer": "x", "tokens_in": 1.5}', "field 'tokens_in' is a float"),
        ('{"id": "a", "answer": "x", "tokens_out": []}', "field 'tokens_out' is a list"),
        ('{"id": "a", "answer": "x", "cost_usd": {}}', "field 'cost_usd' is a dict"),
        ('{"id": "a", "answer": ' + "[" * 100_000, "invalid JSON"),
        ('{"id": ' + "9" * 5000 + ', "answer": "x"}', "invalid JSON"),
    ],
)
def test_a_bad_line_is_named_with_its_number(write: Write, line: str, part: str) -> None:
    path = write(lines({"id": "ok", "answer": "x"}) + "\n" + line + "\n")
    said = refusal(path)
    assert said.startswith(f"{path}, line 3: ")
    assert part in said


@pytest.mark.parametrize("content", [b"\n", b"\n\n", b"  \r\n"])
def test_a_file_without_answers_is_refused(write: Write, content: bytes) -> None:
    assert "contains no answer" in refusal(write(content))


def test_bytes_that_are_no_text_are_named(write: Write) -> None:
    assert "line 1: invalid JSON" in refusal(write(b'{"id": "a", "answer": "\xff\xfe"}\n'))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "absent.jsonl"
    assert refusal(path) == f"{path}: no such file or folder"
    assert refusal(tmp_path) == f"{tmp_path}: this is a folder; name the file of answers in it"
    path.touch()
    assert refusal(path) == f"{path}: this file is empty"


FIELDS = "id answer logprob time_s tokens_in tokens_out cost_usd error model attempt".split()
RECORD = st.dictionaries(
    st.sampled_from(FIELDS),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just([1]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(content=st.lists(RECORD.map(json.dumps) | st.text(max_size=20), max_size=4).map("\n".join))
def test_any_file_gives_answers_or_an_input_error(write: Write, content: str) -> None:
    path = write(content.encode("utf-8", "surrogatepass"))
    try:
        system = read_answers(path)
    except InputError as error:
        said = str(error)
    else:
        said = str(path)
        assert system.attempts >= 1
        for name, given_answers in system.answers.items():
            assert [a.attempt for a in given_answers] == list(range(len(given_answers)))
            assert all(a.id == name for a in given_answers)
    assert str(path) in said


def test_a_damaged_line_of_a_run_is_named_and_another_sha256_is_not(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    log = AnswerLog(path)
    log.append(Answer("a", "x"))
    log.close()
    assert read_answers(path).answers["a"][0].text == "x"
    path.write_text(path.read_text().replace('"x"', '"y"'))
    with pytest.raises(InputError, match="line 1: damaged"):
        read_answers(path)
    path.write_text('{"id": "a", "answer": "x", "sha256": "of something else"}\n')
    assert read_answers(path).answers["a"][0].text == "x"


@pytest.mark.parametrize(
    ("text", "system"),
    [
        (
            '{"$schema": "https://example.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [%s]}',
            "mine",
        ),
        ('{"id": "x", "answer": "{\\"version\\": \\"2.1.0\\"}", "version": "2.1.0"}', None),
    ],
)
def test_a_document_of_another_tool_is_recognised_by_its_content(
    write: Write, text: str, system: str | None
) -> None:
    suite = find_suite("crypto-inventory")
    dataset = suite.read([])
    first = next(iter(dataset.samples))
    place = {"physicalLocation": {"artifactLocation": {"uri": first.truth.shown}}}
    result = {"ruleId": "RSA", "message": {"text": "RSA in use"}, "locations": [place]}
    run = {"tool": {"driver": {"name": "mine"}}, "results": [result]}
    path = write(text % json.dumps(run) if system else text)
    (recorded,) = recorded_systems(path, None, suite, dataset)
    if system is None:
        assert set(recorded.answers) == {"x"}
    else:
        (answer,) = recorded.answers[first.id]
        assert json.loads(str(answer.text))["findings"][0]["algorithm"] == "RSA"
    plain = find_suite("sast-triage")
    if system:  # a suite that cannot read it says what it expects
        with pytest.raises(InputError, match="line 1"):
            recorded_systems(path, None, plain, plain.read([]))


def test_answers_to_none_of_the_chosen_samples_are_refused(write: Write) -> None:
    """With a limit, say: every figure would be 0, and no answer of the file would count."""
    dataset = find_suite("sast-triage").read([])
    first, second, *_ = samples = list(dataset.samples)
    system = read_answers(write(f'{{"id": "{first.id}", "answer": "x"}}'))
    with pytest.raises(InputError, match=f"such as '{second.id}', but others, such as '{first.id}"):
        list(misfits(system, "mine.jsonl", dataset, [second]))
    (said,) = misfits(system, "mine.jsonl", dataset, samples[:2])
    assert "1 of 2 samples have no answer" in said
