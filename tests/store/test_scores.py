"""scores.parquet: what was written comes back, and damage is named."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from acidtest.core.errors import InputError
from acidtest.core.records import Sample, Score
from acidtest.store import read_scores, write_scores

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
    path = tmp_path / "scores.parquet"
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
    write_scores(tmp_path / "scores.parquet", [], SAMPLES, ["passes"])
    assert read_scores(tmp_path / "scores.parquet") == []


def test_text_that_is_no_unicode_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "scores.parquet"
    odd = {"\ud800": Sample("\ud800", "\ud800", {"opt": "\ud800"}, None, {})}
    write_scores(path, [Score("\ud800", 0, {}, {}, {"x": "\ud800"}, "\ud800")], odd, ["passes"])
    assert len(read_scores(path)) == 1


def test_a_missing_file_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the run has not been scored yet"):
        read_scores(tmp_path / "scores.parquet")


@pytest.mark.parametrize(
    "content", [b"", b"PAR1", b"nonsense" * 100, b"PAR1" + b"\0" * 99 + b"PAR1"]
)
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scores.parquet"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"scores\.parquet: cannot be read as scores"):
        read_scores(path)


@pytest.mark.parametrize("cut", [1, 50, 500])
def test_a_truncated_file_is_named(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "scores.parquet"
    write_scores(path, SCORES, SAMPLES, ["passes"])
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(InputError, match="cannot be read as scores"):
        read_scores(path)


@pytest.mark.parametrize(
    "columns",
    [
        {"id": ["a"]},
        {"id": ["a"], "reasons": ["{"], "evidence": ["{}"]},
        {"id": ["a"], "reasons": [5], "evidence": ["{}"]},
    ],
)
def test_another_table_is_named(tmp_path: Path, columns: dict[str, list[object]]) -> None:
    path = tmp_path / "scores.parquet"
    pq.write_table(pa.table(columns), path)
    with pytest.raises(InputError, match="cannot be read as scores"):
        read_scores(path)


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("metric:passes", ["x", "y", "z"]),
        ("metric:passes", [1, 2, 3]),
        ("metric:passes", [True, False, None]),
        ("metric:passes", [0.5, float("nan"), None]),
        ("metric:passes", [0.5, float("-inf"), 1.0]),
        ("group:opt", [1, 2, 3]),
        ("group:opt", [["O0"], None, None]),
        ("counts:f1", ["x", "y", "z"]),
        ("counts:f1", [[1.0, float("nan")], None, None]),
        ("counts:f1", [["a"], None, None]),
    ],
)
def test_a_column_of_the_wrong_kind_is_named(
    tmp_path: Path, column: str, values: list[object]
) -> None:
    path = tmp_path / "scores.parquet"
    write_scores(path, SCORES, SAMPLES, ["bleu"])
    whole = pq.read_table(path)
    kept = whole.drop_columns([n for n in whole.column_names if n == column])
    pq.write_table(kept.append_column(column, pa.array(values)), path)
    with pytest.raises(InputError, match=rf"scores\.parquet: .*column '{column}'"):
        read_scores(path)


@pytest.mark.parametrize("text", ["[]", "5", "null", "{", "[" * 100_000])
@pytest.mark.parametrize("column", ["reasons", "evidence"])
def test_evidence_that_is_none_is_damage(tmp_path: Path, column: str, text: str) -> None:
    path = tmp_path / "scores.parquet"
    write_scores(path, SCORES, SAMPLES, ["bleu"])
    whole = pq.read_table(path)
    place = whole.column_names.index(column)
    pq.write_table(whole.set_column(place, column, pa.array([text] * 3)), path)
    with pytest.raises(InputError, match="cannot be read as scores"):
        read_scores(path)


@pytest.mark.parametrize("name", ["bleu", "group:opt"])
def test_a_column_of_nothing_is_fine(tmp_path: Path, name: str) -> None:
    path = tmp_path / "scores.parquet"
    write_scores(path, SCORES, SAMPLES, ["passes"])
    pq.write_table(pq.read_table(path).append_column(f"metric:{name}", pa.nulls(3)), path)
    assert len(read_scores(path)) == 3


def test_evidence_reasons_and_errors_are_written_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = 'pl4nted "value"\n'
    monkeypatch.setenv("MY_PASS", secret)
    path = tmp_path / "scores.parquet"
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
