"""answers.jsonl: appended to, read again, and sound after a writer was killed."""

from __future__ import annotations

import json
import threading
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acidtest.core.digest import RunningHash
from acidtest.core.records import Answer
from acidtest.store import AnswerLog, DamageError, find_answers

FULL = Answer("a", "int f;\n", 1, None, 1.5, 10, 20, 0.25, "m-1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the log is."""
    return tmp_path / "answers.jsonl"


def write(path: Path, *answers: Answer) -> None:
    """Append and close."""
    log = AnswerLog(path)
    for answer in answers:
        log.append(answer)
    log.close()


def read(path: Path) -> list[Answer]:
    """What a new reader finds."""
    return list(AnswerLog(path).answers.values())


def test_what_was_appended_is_read_again(path: Path) -> None:
    given_answers = [FULL, Answer("b", None, 0, error="broke"), Answer("c", "", 0)]
    write(path, *given_answers)
    assert read(path) == given_answers


def test_a_new_log_is_empty_and_makes_no_file(path: Path) -> None:
    assert AnswerLog(path).answers == {}
    assert not path.exists()


def test_an_answer_is_on_disk_before_append_returns(path: Path) -> None:
    log = AnswerLog(path)
    log.append(FULL)
    assert read(path) == [FULL]
    log.close()


def test_appending_goes_on_where_the_last_writer_stopped(path: Path) -> None:
    write(path, FULL)
    write(path, Answer("b", "x"))
    assert read(path) == [FULL, Answer("b", "x")]


def test_append_close_append_keeps_all(path: Path) -> None:
    log = AnswerLog(path)
    for name in "abc":
        log.append(Answer(name, "x"))
        log.close()
    assert [answer.id for answer in read(path)] == ["a", "b", "c"]


def test_a_torn_line_longer_than_a_block_is_cut_off(path: Path) -> None:
    write(path, FULL)
    with path.open("ab") as file:
        file.write(b'{"id": "' + b"x" * 200_000)
    write(path, Answer("b", "y"))
    assert read(path) == [FULL, Answer("b", "y")]


@pytest.mark.parametrize("cut", [1, 2, 10, 40])
def test_a_torn_last_line_is_dropped_and_written_over(path: Path, cut: int) -> None:
    write(path, FULL, Answer("b", "x" * 50))
    path.write_bytes(path.read_bytes()[:-cut])
    assert read(path) == [FULL]
    write(path, Answer("c", "y"))
    assert read(path) == [FULL, Answer("c", "y")]
    assert path.read_bytes().count(b"\n") == 2


def test_a_torn_only_line_is_dropped(path: Path) -> None:
    path.write_bytes(b'{"id": "a", "ans')
    assert read(path) == []
    write(path, FULL)
    assert read(path) == [FULL]


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"",
        b"[]",
        b"5",
        b"null",
        b'"text"',
        b'{"id": "a", "answer": "x"}',
        b'{"answer": "x", "attempt": 0}',
        b"\xff\xfe",
        b'{"id": ["a"], "answer": "x", "attempt": 0}',
        b"[" * 100_000,
    ],
    ids=[*"text empty list number null string attempt id bytes unhashable deep".split()],
)
def test_a_damaged_line_is_named(path: Path, line: bytes) -> None:
    write(path, FULL, Answer("b", "x"))
    first, second, _ = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([first, line, second, b""]))
    for read_all in (AnswerLog, find_answers, lambda path: find_answers(path, ["a"])):
        with pytest.raises(DamageError, match=r"answers\.jsonl, line 2: damaged"):
            read_all(path)


def test_no_bit_of_a_line_can_flip_unnoticed(path: Path) -> None:
    write(path, FULL, Answer("b", "x"), Answer("c", "y"))
    data, known = path.read_bytes(), dict(AnswerLog(path).answers)
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        log = AnswerLog(path, skip_damaged=True)
        assert log.answers.items() <= known.items(), bit
        torn = not flipped.endswith(b"\n")
        assert bool(log.damaged) or torn or log.answers == known, bit
        if log.damaged:
            with pytest.raises(DamageError, match="line "):
                find_answers(path, ["a"])


def test_damaged_lines_are_set_aside_and_the_others_stay(path: Path) -> None:
    write(path, FULL, Answer("b", "x"), Answer("c", "y"))
    first, second, third, _ = path.read_bytes().split(b"\n")
    bad = second.replace(b'"x"', b'"z"')
    path.write_bytes(b"\n".join([first, bad, third, b'{"torn']))
    log = AnswerLog(path, skip_damaged=True)
    assert log.damaged == {2: "its checksum differs"}
    log.set_aside()
    assert path.read_bytes() == first + b"\n" + third + b"\n"
    assert log.aside.read_bytes() == bad + b"\n"
    log.append(Answer("b", "x"))
    assert {a.id for a in read(path)} == {"a", "b", "c"}


def test_another_spacing_is_no_damage_but_another_value_is(path: Path) -> None:
    write(path, Answer("é", "a\nb", time_s=1.5))
    record = json.loads(path.read_bytes())
    path.write_text(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    assert [a.text for a in read(path)] == ["a\nb"]
    path.write_text(json.dumps({**record, "answer": "other"}) + "\n")
    with pytest.raises(DamageError, match="delete its field 'sha256'"):
        read(path)
    del record["sha256"]
    path.write_text(json.dumps({**record, "answer": "other"}) + "\n")
    assert [a.text for a in read(path)] == ["other"]


def test_lines_without_a_checksum_are_read_with_one_warning(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    line = '{"id": "%s", "attempt": 0, "answer": "x"}\n'
    path.write_text(line % "a" + line % "b")
    assert [a.id for a in read(path)] == ["a", "b"]
    read(path)
    (record,) = caplog.records
    assert "without a checksum" in record.getMessage()


def test_a_later_line_for_the_same_attempt_wins(path: Path) -> None:
    write(path, Answer("a", None, 0, error="network"), Answer("a", "x", 1), Answer("a", "y", 0))
    assert AnswerLog(path).answers == {
        ("a", 0): Answer("a", "y", 0),
        ("a", 1): Answer("a", "x", 1),
    }


def test_threads_do_not_mix_their_lines(path: Path) -> None:
    log = AnswerLog(path)
    texts = ["x" * 5000, "y" * 70_000, "é" * 3000]

    def work(text: str) -> None:
        for attempt in range(40):
            log.append(Answer(text[0], text, attempt))

    threads = [threading.Thread(target=work, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log.close()
    found = AnswerLog(path).answers
    assert found == {(t[0], i): Answer(t[0], t, i) for t in texts for i in range(40)}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(), st.text() | st.text(st.characters(categories=["Cs", "Cc", "Zl", "Zp"])))
def test_any_text_survives(path: Path, name: str, text: str) -> None:
    name, text = json.loads(json.dumps([name, text]))  # two surrogates may make one character
    path.unlink(missing_ok=True)
    write(path, Answer(name, text))
    assert read(path) == [Answer(name, text)]
    assert path.read_bytes().count(b"\n") == 1
    assert json.loads(path.read_bytes())["answer"] == text


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    answers=st.lists(
        st.builds(Answer, st.text(max_size=3), st.text(), st.integers(0, 2)), max_size=8
    ),
    others=st.lists(st.text(max_size=3), max_size=3),
)
def test_answers_to_some_samples_are_found(
    answers: list[Answer], others: list[str], path: Path
) -> None:
    path.unlink(missing_ok=True)
    write(path, *answers)
    wanted = {answer.id for answer in answers[::2]} | set(others)
    known = AnswerLog(path).answers
    assert find_answers(path) == known
    assert find_answers(path, wanted) == {k: a for k, a in known.items() if k[0] in wanted}


def test_a_line_written_by_hand_is_found_too(path: Path) -> None:
    path.write_text('{"attempt":0,"answer":"x","id":"a"}\n{"id":"b","attempt":0,"answer":"y"}\n')
    assert [a.text for a in find_answers(path, ["a"]).values()] == ["x"]
    assert find_answers(path.with_name("gone"), ["a"]) == {}


def test_a_secret_is_left_out_before_anything_is_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in memory is what is on disk, so that scoring again gives the same."""
    monkeypatch.setenv("MY_PASS", "pl4nted-value")
    log = AnswerLog(tmp_path / "answers.jsonl")
    note = "it exited: pl4nted-value; Authorization: Basic dTpw"
    log.append(Answer("a", "int f(void) { return pl4nted-value; }", 0, note=note))
    log.append(Answer("b", None, 0, error="refused: token=abc"))
    log.close()
    assert "pl4nted" not in log.path.read_text()
    assert AnswerLog(log.path).answers == log.answers
    assert log.answers["a", 0].text == "int f(void) { return ***; }"
    assert log.answers["a", 0].note == "it exited: ***; Authorization: ***"
    assert log.answers["b", 0].error == "refused: token=***"


def test_what_only_looks_like_a_key_stays_in_an_answer(tmp_path: Path) -> None:
    text = 'url = "http://user:pw@host"; token = "abc"; // Authorization: Basic dTpw'
    log = AnswerLog(tmp_path / "answers.jsonl")
    log.append(Answer("a", text, 0))
    log.close()
    assert AnswerLog(log.path).answers["a", 0].text == text


def test_answers_stay_on_disk(path: Path) -> None:
    """What a log takes does not grow with the texts in it."""
    log = AnswerLog(path)
    tracemalloc.start()
    try:
        for number in range(1500):
            log.append(Answer("a", "x" * 10_000, number))
        assert sum(len(answer.text or "") for answer in log.answers.values()) == 15_000_000
        assert sum(1 for _ in AnswerLog(path).answers.of_sample("a", 1500)) == 1500
        log.answers.digest()
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()
        log.close()


odd = st.text(st.characters(), max_size=8) | st.sampled_from(
    ['", "attempt": 1, "answer": "', ', "error": ', r"\", \"", '"']
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.builds(Answer, odd, odd | st.none(), st.integers(0, 2), odd | st.none())))
def test_the_digest_is_that_of_what_was_answered(path: Path, answers: list[Answer]) -> None:
    path.unlink(missing_ok=True)
    write(path, *(replace(a, time_s=0.5) if a.attempt else a for a in answers))
    whole = RunningHash()
    given_back = dict(AnswerLog(path).answers)
    for key in sorted(given_back):
        answer = given_back[key]
        whole.add(json.dumps([*key, answer.text, answer.error]))
    assert AnswerLog(path).answers.digest() == whole.hexdigest()


def test_what_is_new_since_the_last_look_is_read_once_and_whole(path: Path) -> None:
    log = AnswerLog(path)
    assert list(log.since(0)) == []
    log.append(FULL)
    ((end, answer),) = log.since(0)
    assert answer == FULL
    log.append(Answer("b", "x"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert list(log.since(end)) == [], "half a line is left for the next time"
    path.write_bytes(whole)
    assert [answer.id for _, answer in log.since(end)] == ["b"]
    log.close()
