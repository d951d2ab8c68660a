"""What a node is sent and says of itself, without a cluster."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.registry import find_suite
from acidtest.engine import remote
from acidtest.engine.remote import NodeFacts, Order, Remote, differences, packed

HERE = NodeFacts(
    "1.0",
    {"gcc": "12.2.0", "sandbox": "bwrap"},
    {"acidtest/suites/x/judge.py": "aa", "acidtest/core/text.py": "bb"},
    {"numpy": "2.1"},
    {"files": {"tool": "cc"}},
    {"sample": "dd"},
)


def test_equal_nodes_do_not_differ() -> None:
    assert differences(HERE, replace(HERE)) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"toolchain": {"gcc": "13.1", "sandbox": "bwrap"}}, "gcc is 13.1, here 12.2.0"),
        ({"toolchain": {"gcc": "12.2.0"}}, "sandbox is not there, here bwrap"),
        ({"code": {**HERE.code, "acidtest/core/text.py": "xx"}}, "acidtest/core/text.py"),
        ({"code": {"acidtest/core/text.py": "bb"}}, "acidtest/suites/x/judge.py"),
        ({"libraries": {"numpy": "1.26"}}, "numpy is 1.26, here 2.1"),
        ({"system": {"files": {}}}, "files tool is not there, here cc"),
        ({"questions": {"sample": "ee"}}, "other questions, such as that of 'sample'"),
    ],
)
def test_a_difference_is_named(change: dict[str, Any], words: str) -> None:
    (told,) = differences(HERE, replace(HERE, **change))
    assert words in told


def test_code_that_was_sent_along_is_not_compared() -> None:
    assert differences(replace(HERE, code={}), HERE) == []


@contextmanager
def opened(order: Order) -> Iterator[Remote]:
    node = Remote(pickle.dumps(order), ())
    try:
        assert isinstance(node.open(), NodeFacts)
        yield node
    finally:
        node.close()


def crypto_order(**changes: Any) -> Order:
    return Order("crypto-inventory", RunOptions(), **changes)


def test_a_node_without_a_tool_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    said = Remote(pickle.dumps(Order("c-decompile", RunOptions())), ()).open()
    assert isinstance(said, str)
    assert "gcc was not found" in said


def test_a_long_batch_is_broken_off_and_the_rest_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "ENOUGH_S", -1.0)
    sample = next(iter(find_suite("crypto-inventory").read(()).samples))
    with opened(crypto_order()) as node:
        _, replies = pickle.loads(node.observe(pickle.dumps([(sample, "[]")] * 3)))
    assert [kind for kind, _ in replies] == ["ok"]


def test_a_tool_is_asked_on_the_node(tmp_path: Path) -> None:
    tool = tmp_path / "tool.sh"
    tool.write_text("wc -c")
    suite = find_suite("crypto-inventory")
    sample = next(iter(suite.read(()).samples))
    form = suite.question_forms[0]
    order = crypto_order(system=f"command:sh {tool}", form=form, probes=(sample,))
    with opened(order) as node:
        _, [(kind, answer)] = pickle.loads(node.answer(pickle.dumps([(sample, form, 2)])))
        assert (kind, answer.id, answer.attempt) == ("ok", sample.id, 2)
        assert int(answer.text) > 100
        missing = replace(sample, id="no such sample", record={}, truth=None)
        _, [(kind, error)] = pickle.loads(node.answer(pickle.dumps([(missing, "no form", 0)])))
        assert (kind, error.error is not None) == ("ok", True), "an exception is no answer"


def test_an_error_of_ours_ends_the_run() -> None:
    sample = next(iter(find_suite("crypto-inventory").read(()).samples))
    order = crypto_order(system="command:cat {symbol}", form="plain")
    with opened(order) as node:
        _, [(kind, error)] = pickle.loads(node.answer(pickle.dumps([(sample, "plain", 0)])))
    assert kind == "ends"
    assert isinstance(error, InputError)
    assert "have no functions" in str(error)


def test_data_travels_to_nodes_without_our_files(tmp_path: Path) -> None:
    folder = tmp_path / "questions"
    (folder / "inner").mkdir(parents=True)
    (folder / "a.json").write_text("[]")
    (folder / "inner" / "b.json").write_bytes(b"\x00\xff")
    single = tmp_path / "single.jsonl"
    single.write_text("{}")
    options = RunOptions(data=(folder, single))
    files = packed(options.data)
    node = Remote(b"", files)
    there = node._unpacked(options)
    assert [path.name for path in there.data] == ["questions", "single.jsonl"]
    assert (there.data[0] / "inner" / "b.json").read_bytes() == b"\x00\xff"
    assert there.data[1].read_text() == "{}"
    assert not {folder, single} & set(there.data)
    node.close()
    assert not there.data[1].exists()


def test_data_that_is_too_large_to_send_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "_SENT", 10)
    large = tmp_path / "large.json"
    large.write_text("x" * 11)
    assert packed([large]) is None
    options = RunOptions(data=(large,))
    assert Remote(b"", None)._unpacked(options) == options
