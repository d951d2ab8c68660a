"""Scores are written as they come, and a file is there when it is whole."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Sample, Score
from acidtest.store import read_scores, read_table, write_scores
from acidtest.store.score_writer import ScoreWriter

SAMPLE = Sample("a", "c", {"opt": "O0"}, None, {})


def score(attempt: int, evidence: str = "x") -> Score:
    return Score("a", attempt, {"passes": 1.0}, {}, {"text": evidence})


def add_many(file: ScoreWriter) -> None:
    for attempt in range(10_000):
        file.add(SAMPLE, score(attempt))


def test_a_file_is_there_when_it_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    with ScoreWriter(path, ["opt"], ["passes"]) as file:
        for attempt in range(200):
            file.add(SAMPLE, score(attempt))
        assert not path.exists()
        file.keep()
    assert [row["attempt"] for row in read_scores(path)] == list(range(200))
    assert list(tmp_path.iterdir()) == [path]


def test_one_that_is_given_up_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    write_scores(path, [score(0)], {"a": SAMPLE}, ["passes"])
    before = path.read_bytes()
    with ScoreWriter(path, ["opt"], ["passes"]) as file:
        file.add(SAMPLE, score(1))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_writer_left_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    path.with_suffix(".tmp").write_bytes(b"half a file")
    write_scores(path, [score(0)], {"a": SAMPLE}, ["passes"])
    assert len(read_table(path)) == 1


def test_a_file_that_cannot_be_written_is_no_fault_of_an_answer(tmp_path: Path) -> None:
    with ScoreWriter(tmp_path / "scores.sqlite", ["opt"], ["passes"]) as file:
        file._base.execute("PRAGMA main.max_page_count = 20")  # as on a full disk
        with pytest.raises(InfrastructureError, match=r"scores\.sqlite: cannot be written: .*full"):
            add_many(file)


def test_memory_does_not_grow_with_the_scores(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    tracemalloc.start()
    try:
        with ScoreWriter(path, ["opt"], ["passes"]) as file:
            for attempt in range(2000):
                file.add(SAMPLE, score(attempt, "x" * 10_000))
            file.keep()
        read_table(path)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000, "of 20 MB"
    finally:
        tracemalloc.stop()
