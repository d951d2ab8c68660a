"""Checksums in files: no bit flips unnoticed, and what is equal in value is not damage."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.records import Sample, Score
from acidtest.store import DamageError, read_table, write_json, write_scores
from acidtest.store.files import read_json
from acidtest.store.sums import is_intact, with_sum, without_sum

DATA: dict[str, Any] = {"format": 1, "é": [0.1, None, "\ud800"], "deep": {"n": 3, "x": -0.0}}
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


def read(reader: Callable[[Path], Any], path: Path) -> tuple[Any, str]:
    """What is read, or what the error says."""
    try:
        return reader(path), ""
    except DamageError as error:
        return None, str(error)


@given(st.dictionaries(st.text(), values))
def test_a_record_is_intact_after_writing_and_reading(record: dict[str, Any]) -> None:
    sealed = with_sum(record)
    assert is_intact(sealed)
    assert is_intact(json.loads(json.dumps(sealed, indent=3)))


def test_every_flip_in_a_json_file_is_named_or_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "summary.json"
    write_json(path, DATA)
    data = path.read_bytes()
    noticed = 0
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        kept, message = read(read_json, path)
        if message:
            noticed += f"{path}: damaged" in message and f"`acidtest score {tmp_path}`" in message
        else:  # spaces, or the checksum's own name: the values are as they were
            assert {k: kept[k] for k in DATA} == DATA
    assert noticed > 7 * len(data)


def test_every_flip_and_cut_of_scores_is_named(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    samples = {"a": Sample("a", "c", {"g": "v"}, None, {})}
    write_scores(path, [Score("a", 0, {"x": 0.5}, {}, {"why": "acidtest-sha256:"})], samples, ["x"])
    data, table = path.read_bytes(), read_table(path)
    # Of the zeros that SQLite leaves between its records, 97 % of the file, one in sixteen.
    for place in (i for i, byte in enumerate(data) if byte or i % 16 == 0):
        for damaged in (
            data[:place],
            data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :],
        ):
            path.write_bytes(damaged)
            kept, message = read(read_table, path)
            if message:
                assert f"{path}: cannot be read as scores: damaged" in message
            else:  # only the words before the checksum, which then counts as missing
                assert kept.rows() == table.rows()
                assert b"acidtest-sha256:" not in damaged[-1000:]


def test_the_checksum_is_what_the_documents_say(tmp_path: Path) -> None:
    write_json(tmp_path / "x.json", DATA)
    kept = json.loads((tmp_path / "x.json").read_text())
    text = json.dumps(without_sum(kept))
    assert kept["sha256"] == hashlib.sha256(text.encode()).hexdigest()


def test_a_file_without_a_checksum_is_read_with_one_warning_a_folder(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("summary.json", "tables.json"):
        (tmp_path / name).write_text(json.dumps({"n": 1}))
        assert read_json(tmp_path / name) == {"n": 1}
    assert [r.getMessage().partition(":")[0] for r in caplog.records] == [str(tmp_path)]
