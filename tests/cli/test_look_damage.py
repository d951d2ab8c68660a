"""Run folders that are damaged: every command says which file and ends with status 2."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.folders import edit_scores, editable, keep_rows

from .conftest import Call

Damage = Callable[[Path], None]


def of_scores(statement: str) -> Damage:
    """Change scores.sqlite."""
    return lambda folder: edit_scores(folder / "scores.sqlite", statement)


def of_rows(count: int) -> Damage:
    """Leave only the first rows."""
    return lambda folder: keep_rows(folder / "scores.sqlite", count)


def of_json(name: str, change: Callable[[dict[str, Any]], object]) -> Damage:
    """Change a file of JSON."""

    def damage(folder: Path) -> None:
        data = json.loads((folder / name).read_text())
        change(data)
        (folder / name).write_text(json.dumps(data))

    return damage


def of_passes(change: Callable[[dict[str, Any]], object]) -> Damage:
    return of_json("summary.json", lambda data: change(data["metrics"]["passes"]))


DAMAGES: dict[str, Damage] = {
    "scores: infinite": of_scores('UPDATE scores SET "metric:passes" = 9e999'),
    "scores: text": of_scores("""UPDATE scores SET "metric:passes" = 'x'"""),
    "scores: no cluster": of_scores("ALTER TABLE scores DROP COLUMN cluster"),
    "scores: no id": of_scores("ALTER TABLE scores DROP COLUMN id"),
    "scores: no metric": of_scores('ALTER TABLE scores DROP COLUMN "metric:passes"'),
    "scores: one row": of_rows(1),
    "scores: no rows": of_rows(0),
    "scores: no evidence": of_scores("DELETE FROM evidence WHERE nth = 3"),
    "scores: a table more": of_scores("CREATE TABLE more (x)"),
    "scores: a view": of_scores("CREATE VIEW more AS SELECT * FROM scores"),
    "scores: other values": of_scores('UPDATE scores SET "metric:passes" = 0.0'),
    "summary: no low": of_passes(lambda figure: figure.pop("low")),
    "summary: nan": of_passes(lambda figure: figure.update(value=math.nan)),
    "summary: text": of_passes(lambda figure: figure.update(high="1")),
    "manifest: old": of_json("manifest.json", lambda data: data.update(format=0)),
}
FILES = {"scores": "scores.sqlite: ", "summary": "summary.json: ", "manifest": "folder format 0"}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_told_with_status_2(
    acidtest: Call, oracle_run: Path, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "run"
    editable(oracle_run, folder)
    DAMAGES[name](folder)
    told = FILES[name.partition(":")[0]]
    for command in (
        ("report", folder, "--format", "markdown", "--fail-under", "passes=0.5"),
        ("report", folder, "--out", "page.html"),
        ("compare", oracle_run, folder),
        ("show", folder),
    ):
        done = acidtest(*command)
        assert (done.status, told in done.err) == (2, True), (command, done.err)
        assert "Traceback" not in done.err


def test_a_fault_of_our_own_is_no_bound_that_is_not_met(acidtest: Call, oracle_run: Path) -> None:
    with mock.patch("acidtest.cli.report.make_sections", side_effect=KeyError("low")):
        done = acidtest("report", oracle_run, "--format", "markdown")
    assert done.status == 3
    assert "internal error: KeyError: 'low'" in done.err


def test_ragged_tables_are_shown_and_odd_ones_refused(
    acidtest: Call, oracle_run: Path, tmp_path: Path
) -> None:
    editable(oracle_run, tmp_path / "run")
    table: dict[str, Any] = {
        "name": "n",
        "title": "T",
        "columns": ["a", "b"],
        "rows": [[1], [1, 2, 3]],
    }
    for change, status in (({}, 0), ({"columns": [1, 2]}, 2), ({"note": 5}, 2), ({"rows": [5]}, 2)):
        (tmp_path / "run" / "tables.json").write_text(json.dumps({"tables": [{**table, **change}]}))
        done = acidtest("show", "run", "--tables")
        assert done.status == status, done.err
        assert ("tables.json: cannot be read as tables" in done.err) == bool(status)
