"""Ground truth by line, in the forms of RealVuln and CASTLE."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.suites.sast_triage.suite import SUITE


def report(path: Path, *results: tuple[str, int, str]) -> Path:
    """A SARIF report of findings: file, line, CWE."""
    rules = [{"id": cwe, "properties": {"tags": [f"external/cwe/{cwe}"]}} for *_, cwe in results]
    rows = [
        {
            "ruleId": cwe,
            "message": {"text": "a finding"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": file},
                        "region": {"startLine": line},
                    }
                }
            ],
        }
        for file, line, cwe in results
    ]
    driver = {"name": "scan", "rules": rules}
    run = {"tool": {"driver": driver}, "results": rows}
    path.write_text(json.dumps({"version": "2.1.0", "runs": [run]}))
    return path


def entry(file: str, line: int | None, real: bool, **more: Any) -> dict[str, Any]:
    place = {} if line is None else {"start_line": line, "end_line": line + 2}
    said = {"file": file, "is_vulnerable": real, "primary_cwe": "CWE-89", "location": place}
    return {"id": f"{file}:{line}", "acceptable_cwes": ["CWE-89", "CWE-943"], **said, **more}


def truth(path: Path, *entries: dict[str, Any]) -> Path:
    path.write_text(json.dumps({"repo_id": "shop", "findings": list(entries)}))
    return path


def labels(*paths: Path) -> dict[int, str]:
    return {s.truth.finding.line: s.truth.label for s in SUITE.read(paths).samples}


def test_realvuln_labels_what_is_near_and_of_the_same_weakness(tmp_path: Path) -> None:
    said = report(
        tmp_path / "r.sarif",
        ("shop/app/db.py", 35, "cwe-89"),
        ("shop/app/db.py", 90, "cwe-943"),
        ("shop/app/db.py", 200, "cwe-89"),
        ("shop/app/db.py", 36, "cwe-79"),
        ("shop/app/other.py", 35, "cwe-89"),
        ("shop/app/db.py", 300, "cwe-89"),
    )
    given = truth(
        tmp_path / "ground-truth.json",
        entry("app/db.py", 40, True, evidence={"description": "put together by hand"}),
        entry("app/db.py", 95, False),
        entry("app/db.py", 300, True, scoring="non_scoring"),
    )
    data = SUITE.read([said, given])
    assert {s.truth.finding.line: s.truth.label for s in data.samples} == {
        35: "real bug",
        90: "false alarm",
    }
    assert next(iter(data.samples)).truth.reason == "put together by hand"
    assert data.left_out == {
        "no place of the ground truth is near its line": 1,
        "the ground truth has no place of its CWE in its file": 1,
        "the ground truth has no place in its file": 1,
        "the ground truth does not grade it": 1,
    }


def test_a_real_place_comes_before_a_trap_and_one_without_lines_is_the_file(tmp_path: Path) -> None:
    said = report(tmp_path / "r.sarif", ("a/x.py", 5, "cwe-89"), ("a/y.py", 900, "cwe-89"))
    given = truth(
        tmp_path / "t.json",
        entry("x.py", 5, False),
        entry("x.py", 7, True),
        entry("y.py", None, False),
    )
    assert labels(said, given) == {5: "real bug", 900: "false alarm"}


@pytest.mark.parametrize("wrong", [{"file": None}, {"is_vulnerable": "yes"}])
def test_an_entry_without_file_or_label_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    said = report(tmp_path / "r.sarif", ("x.py", 5, "cwe-89"))
    bad = {**entry("x.py", 5, True), **wrong}
    with pytest.raises(InputError, match="finding 1: expected the fields file"):
        labels(said, truth(tmp_path / "t.json", entry("x.py", 1, True), bad))


def test_places_of_any_kind_are_read_without_a_traceback(tmp_path: Path) -> None:
    said = report(tmp_path / "r.sarif", ("x.py", 5, "cwe-89"))
    odd = {"location": [], "acceptable_cwes": "CWE-1", "evidence": 7, "primary_cwe": None}
    given = truth(tmp_path / "t.json", entry("x.py", 5, True), {**entry("", 1, True), **odd})
    assert labels(said, given) == {5: "real bug"}


CASTLE = """/*
name: CASTLE-89-1.c
vulnerable: {vulnerable}
cwe: 89
*/
int main(void) {{
    run(input()); {mark}
    return 0;
}}
"""


def castle(folder: Path, number: int, vulnerable: str, mark: str = "// {!LINE}") -> Path:
    path = folder / f"CASTLE-89-{number}.c"
    path.write_text(CASTLE.format(vulnerable=vulnerable, mark=mark))
    return path


def test_castle_labels_marked_lines_and_whole_harmless_programs(tmp_path: Path) -> None:
    folder = tmp_path / "CASTLE-C250"
    folder.mkdir()
    castle(folder, 1, "true")
    castle(folder, 2, "false", "")
    (folder / "notes.c").write_text("int x;")  # no program of the benchmark
    said = report(
        tmp_path / "r.sarif",
        ("data/CASTLE-89-1.c", 7, "cwe-89"),
        ("data/CASTLE-89-1.c", 6, "cwe-89"),
        ("data/CASTLE-89-1.c", 7, "cwe-22"),
        ("data/CASTLE-89-2.c", 8, "cwe-89"),
    )
    data = SUITE.read([said, folder])
    assert [(s.truth.finding.line, s.truth.label, s.cluster) for s in data.samples] == [
        (7, "real bug", "CASTLE-89-1"),
        (8, "false alarm", "CASTLE-89-2"),
    ]
    assert sum(data.left_out.values()) == 2


@pytest.mark.parametrize(
    ("vulnerable", "mark", "words"),
    [("perhaps", "", "first comment needs the lines"), ("true", "", "no line has the mark")],
)
def test_a_program_that_does_not_say_what_it_is_is_refused(
    tmp_path: Path, vulnerable: str, mark: str, words: str
) -> None:
    said = report(tmp_path / "r.sarif", ("CASTLE-89-1.c", 7, "cwe-89"))
    with pytest.raises(InputError, match=words):
        labels(said, castle(tmp_path, 1, vulnerable, mark))
