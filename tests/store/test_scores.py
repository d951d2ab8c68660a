"""scores.sqlite: what was written comes back, and damage is named."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.records import Sample, Score
from acidtest.store import read_scores, read_table, write_scores
from tests.folders import edit_scores

SAMPLES = {
    "a-O0": Sample("a-O0", "a", {"opt": "O0", "topic": "sums"}, None, {}),
    "b-O1": Sample("b-O1", "b", {"opt": "O1"}, None, {}),
}
SCORES = [
    Score("a-O0", 0, {"passes": 1.0, "bleu": None}, {"bleu": "too short"}, {"why": "é\n\0"}),
    Score("a-O0", 1, {"passes": 0.5, "bleu": 0.25}, {}, {"list": [1, None], "deep": {"x": "y"}}),
    Score("b-O1", 0, error="the disk is full"),
]


def test_scores_come_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    write_scores(path, SCORES, SAMPLES, ["passes", "bleu"])
    first, second, third = read_scores(path)
    assert first == {
        "id": "a-O0",
        "attempt": 0,
        "cluster": "a",
        "group:opt": "O0",
        "group:topic": "sums",
        "metric:passes": 1.0,
        "metric:bleu": None,
        "reasons": {"bleu": "too short"},
        "cause": None,
        "evidence": {"why": "é\n\0"},
        "error": None,
    }
    assert second["evidence"] == {"list": [1, None], "deep": {"x": "y"}}
    assert (third["metric:passes"], third["group:topic"]) == (None, None)
    assert third["error"] == "the disk is full"
    assert list(tmp_path.iterdir()) == [path]


def test_the_same_scores_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_scores(tmp_path / name, SCORES, SAMPLES, ["passes", "bleu"])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_no_scores_are_no_rows(tmp_path: Path) -> None:
    write_scores(tmp_path / "scores.sqlite", [], SAMPLES, ["passes"])
    assert read_scores(tmp_path / "scores.sqlite") == []


def test_text_that_is_no_unicode_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    odd = {"\ud800": Sample("\ud800", "\ud800", {"opt": "\ud800"}, None, {})}
    write_scores(path, [Score("\ud800", 0, {}, {}, {"x": "\ud800"}, "\ud800")], odd, ["passes"])
    assert len(read_scores(path)) == 1


def test_a_missing_file_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the run has not been scored yet"):
        read_scores(tmp_path / "scores.sqlite")


@pytest.mark.parametrize(
    "content", [b"", b"SQLite", b"nonsense" * 100, b"SQLite format 3\0" + b"\0" * 4096]
)
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scores.sqlite"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"scores\.sqlite: cannot be read as scores"):
        read_scores(path)


def test_scores_of_an_older_version_are_named(tmp_path: Path) -> None:
    (tmp_path / "scores.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"by an older acidtest, .*`acidtest score .*` makes them"):
        read_scores(tmp_path / "scores.sqlite")


@pytest.mark.parametrize("cut", [1, 50, 500])
def test_a_truncated_file_is_named(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "scores.sqlite"
    write_scores(path, SCORES, SAMPLES, ["passes"])
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(InputError, match="cannot be read as scores"):
        read_scores(path)


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE other (id TEXT)"],
        ["CREATE TABLE scores (id TEXT)", "CREATE TABLE evidence (nth INTEGER)"],
        ["CREATE TABLE scores (nth, id, attempt, cluster, reasons, error)"],
    ],
)
def test_another_file_of_sqlite_is_named(tmp_path: Path, statements: list[str]) -> None:
    path = tmp_path / "scores.sqlite"
    edit_scores(path, *statements)
    with pytest.raises(InputError, match="cannot be read as scores"):
        read_scores(path)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("metric:passes", "'x'"),
        ("metric:passes", "x'00'"),
        ("metric:passes", "9e999"),
        ("metric:passes", "-9e999"),
        ("group:opt", "x'4f30'"),
        ("counts:f1", "x'5b5d'"),
        ("error", "x'00'"),
        ("id", "x'00'"),
        ("attempt", "1.5"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named(tmp_path: Path, column: str, value: str) -> None:
    path = tmp_path / "scores.sqlite"
    write_scores(path, SCORES, SAMPLES, ["passes"], {"f1": lambda score: [1.0]})
    edit_scores(path, f'UPDATE scores SET "{column}" = {value} WHERE nth = 1')
    with pytest.raises(InputError, match=rf"scores\.sqlite: .*column '{column}'"):
        read_scores(path)


@pytest.mark.parametrize(
    "value",
    ["[[1]]", '["a"]', "{}", "[true]", "5", "[1", "[1],[2]", "[NaN]", "[1" + "0" * 400 + "]"],
)
def test_counts_that_are_none_are_named(tmp_path: Path, value: str) -> None:
    path = tmp_path / "scores.sqlite"
    write_scores(path, SCORES, SAMPLES, ["passes"], {"f1": lambda score: [1.0]})
    edit_scores(path, f"""UPDATE scores SET "counts:f1" = '{value}' WHERE nth = 1""")
    with pytest.raises(InputError, match=r"scores\.sqlite: cannot be read as scores"):
        read_table(path).counts("f1")


@pytest.mark.parametrize("text", ["[]", "5", "null", "{", "[" * 100_000])
@pytest.mark.parametrize(("table", "column"), [("scores", "reasons"), ("evidence", "evidence")])
def test_evidence_that_is_none_is_damage(
    tmp_path: Path, table: str, column: str, text: str
) -> None:
    path = tmp_path / "scores.sqlite"
    write_scores(path, SCORES, SAMPLES, ["bleu"])
    edit_scores(path, f"UPDATE {table} SET {column} = '{text}'")
    with pytest.raises(InputError, match="cannot be read as scores"):
        read_scores(path)


@pytest.mark.parametrize("name", ['"; DROP TABLE scores; --', "'", "a b", "ü", "x" * 500])
def test_a_group_may_have_any_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "scores.sqlite"
    sample = Sample("a", "a", {name: "v'\""}, None, {})
    write_scores(path, [Score("a", 0)], {"a": sample}, ["passes"])
    (row,) = read_scores(path)
    assert row[f"group:{name}"] == "v'\""


def test_a_zero_in_a_text_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    sample = Sample("a\0b", "c\0d", {"g\0": "v\0w"}, None, {})
    write_scores(path, [Score("a\0b", 0, {}, {}, {}, "e\0f")], {"a\0b": sample}, [])
    (row,) = read_scores(path)
    assert (row["id"], row["cluster"], row["error"]) == ("a\0b", "c\0d", "e\0f")
    assert row["group:g\\0"] == "v\0w"


def test_names_that_differ_in_case_are_different_columns(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    groups = {"opt": "a", "Opt": "b", "OPT": "c"}
    metrics = {"F1": 0.5, "f1": 1.0}
    sample = Sample("a", "a", groups, None, {})
    write_scores(path, [Score("a", 0, metrics)], {"a": sample}, list(metrics))
    (row,) = read_scores(path)
    assert {name: row[f"group:{name}"] for name in groups} == groups
    assert {name: row[f"metric:{name}"] for name in metrics} == metrics
    assert read_table(path).column("group:OPT") == ["c"]


def test_another_program_can_read_the_columns_by_name(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    write_scores(path, SCORES, SAMPLES, ["passes"])
    with contextlib.closing(sqlite3.connect(path)) as base:
        rows = base.execute('SELECT "group:opt", avg("metric:passes") FROM scores GROUP BY 1')
        assert rows.fetchall() == [("O0", 0.75), ("O1", None)]


def test_evidence_reasons_and_errors_are_written_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = 'pl4nted "value"\n'
    monkeypatch.setenv("MY_PASS", secret)
    path = tmp_path / "scores.sqlite"
    evidence = {"deep": [{f"key {secret}": repr(secret)}], "n": 1}
    scores = [
        Score("a-O0", 0, {"passes": None}, {"passes": f"said {secret}"}, evidence),
        Score("b-O1", 0, error=f"failed with {secret}"),
    ]
    write_scores(path, scores, SAMPLES, ["passes"])
    first, second = read_scores(path)
    assert first["reasons"] == {"passes": "said ***\n"}
    assert first["evidence"] == {"deep": [{"key ***\n": "'***\\n'"}], "n": 1}
    assert second["error"] == "failed with ***\n"
