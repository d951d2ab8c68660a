"""Recorded answers in every kind of file that is read, without holding them in memory."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from acidtest.core.errors import InputError
from acidtest.core.records import Answer
from acidtest.systems.answer_files import KeptAnswers
from acidtest.systems.recorded import read_answers

ROWS = [
    {"id": "a", "answer": "int f;\n", "time_s": 0.5},
    {"id": "b", "answer": "é\ud800"},
    {"id": "a", "answer": "second"},
    {"id": "c", "error": "timed out", "model": "m"},
]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS).encode()


def zstd(data: bytes) -> bytes:
    return bytes(pa.Codec("zstd").compress(data, asbytes=True))


@pytest.mark.parametrize(
    ("name", "pack"),
    [("mine.jsonl", bytes), ("mine.jsonl.gz", gzip.compress), ("mine.jsonl.zst", zstd)],
)
def test_compressed_lines_are_the_same_answers(
    tmp_path: Path, name: str, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / name
    path.write_bytes(pack(LINES))
    system = read_answers(path)
    assert (system.name, system.attempts) == ("mine", 2)
    assert list(system.answers) == ["a", "b", "c"]
    assert system.answers["a"] == (
        Answer("a", "int f;\n", 0, time_s=0.5),
        Answer("a", "second", 1),
    )
    assert system.answers["c"] == (Answer("c", None, 0, "timed out", model="m"),)
    plain = tmp_path / "plain.jsonl"
    plain.write_bytes(LINES)
    assert system.identity == read_answers(plain).identity, "how it is packed changes nothing"


def test_rows_of_parquet_are_answers(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    ids = [str(number) for number in range(1000)]
    table = {"id": ids, "answer": ["x" * 3000, *ids[1:]], "time_s": [1.5, *[None] * 999]}
    pq.write_table(pa.table(table), path)
    system = read_answers(path)
    assert list(system.answers) == ids
    assert system.answers["0"] == (Answer("0", "x" * 3000, 0, time_s=1.5),)
    assert system.answers["999"] == (Answer("999", "999"),)


def test_a_bad_row_of_parquet_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    pq.write_table(pa.table({"id": ["a", "b"], "answer": [["x"], ["y"]]}), path)
    with pytest.raises(InputError, match="line 1: field 'answer' is a list"):
        read_answers(path)


@pytest.mark.parametrize("pack", [gzip.compress, zstd])
def test_a_file_that_was_cut_off_is_refused(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "mine.jsonl.packed"
    path.write_bytes(pack(LINES * 50)[:60])
    with pytest.raises(InputError, match=r"mine\.jsonl\.packed"):
        read_answers(path)


def test_what_only_begins_like_parquet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    path.write_bytes(b"PAR1 and so on")
    with pytest.raises(InputError, match=r"mine\.parquet: cannot be read"):
        read_answers(path)


def test_answers_are_kept_on_disk() -> None:
    kept = KeptAnswers()
    tracemalloc.start()
    try:
        for number in range(1500):
            kept.add(Answer(str(number), "x" * 10_000))
        assert sum(len(given[0].text or "") for given in kept.values()) == 15_000_000
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()
