"""Reading justifications: what is wrong is named by file, record and field."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.suites.sast_justify.dataset import Justification, read

RECORD: dict[str, Any] = {
    "id": "zip-1",
    "full_justification": "The index is checked in line 7, so that nothing is overrun.",
    "expected_output_obj": "The index is checked.",
    "issue_type": "OVERRUN",
    "severity": "HIGH",
}


def write(path: Path, content: object) -> Path:
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_ten_published_justifications_are_read(public_data: Path) -> None:
    data = read([public_data / "sast-triage" / "summarize"])
    assert len(list(data.samples)) == 10
    assert all(isinstance(s.truth, Justification) for s in data.samples)


def test_a_record_keeps_both_texts_and_its_groups(tmp_path: Path) -> None:
    (sample,) = read([write(tmp_path / "a.json", [RECORD])]).samples
    assert (sample.id, sample.cluster) == ("zip-1", "zip-1")
    assert sample.truth == Justification(
        RECORD["full_justification"], RECORD["expected_output_obj"]
    )
    assert sample.groups == {"issue_type": "OVERRUN", "severity": "high"}
    assert sample.record == RECORD


def test_what_a_record_does_not_say_is_unknown(tmp_path: Path) -> None:
    short = {k: v for k, v in RECORD.items() if k not in ("issue_type", "severity")}
    (sample,) = read([write(tmp_path / "a.json", [short])]).samples
    assert set(sample.groups.values()) == {"unknown"}


def test_json_lines_a_list_and_a_folder_are_read_alike(tmp_path: Path) -> None:
    other = {**RECORD, "id": "zip-2", "full_justification": "a\u2028b"}
    lines = "\ufeff" + "\n\n".join(json.dumps(r, ensure_ascii=False) for r in (RECORD, other))
    one = read([write(tmp_path / "a.jsonl", lines)])
    two = read([write(tmp_path / "b.json", [RECORD, other])])
    assert [s.truth for s in one.samples] == [s.truth for s in two.samples]
    assert one.sha256 == two.sha256
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder / "a.json", [RECORD])
    write(folder / "b.jsonl", json.dumps(other))
    write(folder / "notes.txt", "not read")
    assert read([folder]).sha256 == one.sha256


@pytest.mark.parametrize("field", ["id", "full_justification", "expected_output_obj"])
def test_the_hash_follows_what_is_asked_and_scored(tmp_path: Path, field: str) -> None:
    base = read([write(tmp_path / "a.json", [RECORD])]).sha256
    assert read([write(tmp_path / "b.json", [{**RECORD, field: "other"}])]).sha256 != base
    assert read([write(tmp_path / "c.json", [{**RECORD, "severity": "low"}])]).sha256 == base


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("x.json", "{", "is not JSON"),
        ("x.json", "[" * 100_000, "is not JSON"),
        ("x.jsonl", json.dumps(RECORD) + "\n{", "is not JSON"),
        ("x.json", RECORD, "expected a list of records, got dict"),
        ("x.json", [], "contains no justifications"),
        ("x.jsonl", "\n\n", "contains no justifications"),
        ("x.json", [RECORD, 7], "record 1: expected an object, got int"),
        ("x.json", [{**RECORD, "id": ""}], "record 0: field 'id' is missing or not a string"),
        ("x.json", [{**RECORD, "id": 7}], "record 0: field 'id' is missing or not a string"),
        ("x.json", [{**RECORD, "full_justification": None}], "field 'full_justification' is"),
        (
            "x.json",
            [{**RECORD, "expected_output_obj": {}}],
            "'expected_output_obj' is not a string",
        ),
        ("x.json", [RECORD, RECORD], "duplicate id zip-1"),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(
    tmp_path: Path, name: str, content: object, told: str
) -> None:
    path = write(tmp_path / name, content)
    with pytest.raises(InputError, match=told) as caught:
        read([path])
    assert name in str(caught.value) or "duplicate id" in told


def test_without_a_file_it_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="ships without data; pass a file of justifications"):
        read([])
    with pytest.raises(InputError, match="no such file or folder"):
        read([tmp_path / "none.json"])


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'["\xff"]')
    with pytest.raises(InputError, match=r"a\.json"):
        read([tmp_path / "a.json"])


@given(st.binary(max_size=120), st.sampled_from(["a.json", "a.jsonl"]))
@settings(deadline=None)
def test_any_file_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    path = tmp_path_factory.mktemp("any") / name
    path.write_bytes(data)
    with contextlib.suppress(InputError):
        assert list(read([path]).samples)
