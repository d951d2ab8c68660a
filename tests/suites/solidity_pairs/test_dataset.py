"""Reading function pairs: what is wrong is named by file and line."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.core.records import Sample
from acidtest.suites.solidity_pairs.dataset import LINE_MAX

from .conftest import ROWS, SOURCE, read, write


def test_a_pair_has_a_stable_id_its_contract_and_groups(samples: list[Sample]) -> None:
    first = samples[0]
    assert first.id.startswith("pay-")
    assert first.cluster == "0xaa"
    assert first.groups == {
        "compiler": "0.5",
        "optimizer": "on",
        "visibility": "public",
        "mutability": "other",
    }
    assert samples[1].groups["mutability"] == "view or pure"
    assert set(samples[2].groups.values()) == {"unknown"}
    assert first.truth.source == SOURCE


def test_the_order_of_rows_changes_no_id(tmp_path: Path, samples: list[Sample]) -> None:
    turned = read(write(tmp_path / "turned.jsonl", ROWS[::-1]))
    assert {s.id for s in turned} == {s.id for s in samples}


def test_a_repeated_pair_counts_again(tmp_path: Path) -> None:
    found = read(write(tmp_path / "twice.jsonl", [ROWS[0], ROWS[0]]))
    assert found[1].id == f"{found[0].id}-2"


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", ROWS[:1])
    write(tmp_path / "b.jsonl", ROWS[1:])
    assert len(read(tmp_path)) == 3


def test_mark_of_byte_order_line_ends_and_blank_lines_are_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    lines = [json.dumps(row).encode() for row in ROWS]
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n\r\n".join(lines) + b"\r\n")
    assert [s.truth.source for s in read(path)] == [row["output"] for row in ROWS]


@pytest.mark.parametrize("name", ["pairs.json", "pairs.jsonl"])
def test_a_json_list_is_read_like_lines(tmp_path: Path, samples: list[Sample], name: str) -> None:
    (tmp_path / "list").mkdir()
    path = tmp_path / "list" / name
    path.write_text("\ufeff \n" + json.dumps(ROWS, indent=2), encoding="utf-8")
    assert [s.id for s in read(path)] == [s.id for s in samples]
    assert [s.id for s in read(path.parent)] == [s.id for s in samples]


GOOD = json.dumps(ROWS[0]).encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "this file is empty"),
        (b"\n\n", "contains no pairs"),
        (GOOD + b'\n{"input": "x"}\n', "line 2: field 'output' is missing; it has: input"),
        (b'{"output": "x"}', "line 1: field 'input' is missing"),
        (b'{"input": "x", "output": 3}', "line 1: field 'output' is a int, not a string"),
        (b'{"input": null, "output": "x"}', "line 1: field 'input' is a NoneType"),
        (b'{"input": "x", "output": " \\n"}', "line 1: field 'output' is empty"),
        (b'{"input": "x", "output": "y", "metadata": []}', "field 'metadata' is a list"),
        (b'{"input": "x", "output": "\\ud800"}', "half of a surrogate pair"),
        (b"[1, 2]", "record 1: expected an object, got int"),
        (b"[]", "contains no pairs"),
        (b'[{"input": "x"}]', "record 1: field 'output' is missing"),
        (b"{", "line 1: is not JSON"),
        (GOOD + b"\n\0\n", r"line 2: is not JSON: .*\(it has a NUL byte\)"),
        (GOOD + b"\n\xff\n", r"line 2: is not UTF-8 text \(byte 0\)"),
        (b"[" * 100_000, "bad.jsonl: is not JSON"),
        (b'{"input": "' + b"x" * LINE_MAX + b'"}', "line 1: is longer than 16 MiB"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: no such file or folder"):
        read(tmp_path / "none.jsonl")


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_any_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "any.jsonl"
    path.write_bytes(data)
    with contextlib.suppress(InputError):
        assert read(path)


def test_without_a_file_it_says_what_to_give() -> None:
    with pytest.raises(InputError, match="ships without data; pass a file of function pairs"):
        read()


def test_the_500_real_pairs_are_read(public_data: Path) -> None:
    samples = read(public_data / "solidity-pairs" / "tac_solidity_500.jsonl")
    assert len(samples) == len({s.id for s in samples}) == 500
    assert {s.groups["compiler"] for s in samples} == {"0.4", "0.5", "0.6", "0.7", "0.8"}
    assert all(s.truth.unrelated and s.truth.unrelated != s.truth.source for s in samples)
