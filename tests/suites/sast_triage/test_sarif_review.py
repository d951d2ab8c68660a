"""What SARIF logs say of their results besides, and what they hold that nothing else can."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

from .logs import labels, log, read, result

_ACCEPTED = {"kind": "external", "status": "accepted"}


@pytest.mark.parametrize("hushed", [[], [{"kind": "inSource"}]])
def test_what_nobody_reviewed_is_no_real_bug(tmp_path: Path, hushed: list[Any]) -> None:
    kept = result("a.c", 2, suppressions=[], baselineState="unchanged")
    data = read(tmp_path, [log(result("a.c", 1, suppressions=hushed), kept)])
    assert labels(data)["a.c:2"] is None
    reviewed = log(result("a.c", 1, suppressions=[_ACCEPTED]), kept)
    data = read(tmp_path, [reviewed])
    assert labels(data) == {"a.c:1": FALSE_ALARM, "a.c:2": REAL_BUG}
    assert any("1 result taken as real bugs" in note for note in data.notes)


def test_a_persons_suppression_outlives_an_export(tmp_path: Path) -> None:
    one = log(result("a.c", 1, suppressions=[_ACCEPTED]), result("a.c", 2))
    read(tmp_path, [one])
    run, out = tmp_path / "run", tmp_path / "out.sarif"
    for command in (
        ["run", "sast-triage", "--data", str(tmp_path / "r0.sarif"), "--system", "drop-all"],
        ["export", str(run), "--format", "sarif"],
    ):
        done = CliRunner().invoke(cli, [*command, "--out", str(out if len(command) == 4 else run)])
        assert done.exit_code == 0, done.output
    again = read(tmp_path, [json.loads(out.read_text())])
    assert labels(again) == {"a.c:1": FALSE_ALARM, "a.c:2": None}


def test_results_that_are_no_list_are_named(tmp_path: Path) -> None:
    broken = log()
    broken["runs"][0]["results"] = {"0": result("a.c", 1)}
    data = read(tmp_path, [broken, log(result("a.c", 1))])
    assert any("expected a list in 'results', got dict" in note for note in data.notes)


def test_a_line_is_a_number(tmp_path: Path) -> None:
    odd = log(result("a.c", "7"), result("b.c", True), result("c.c", "x"))  # type: ignore[arg-type]
    assert set(labels(read(tmp_path, [odd]))) == {"a.c:7", "b.c:None", "c.c:None"}


def test_halves_of_characters_do_not_stop_what_writes_files(tmp_path: Path) -> None:
    text = json.dumps(log(result("a.c", 1, text="odd \ud800", suppressions=[_ACCEPTED])))
    path, run = tmp_path / "odd.sarif", tmp_path / "run"
    path.write_text(text)
    for command in (
        ["run", "sast-triage", "--data", str(path), "--system", "keep-all", "--out", str(run)],
        ["export", str(run), "--format", "sarif", "--out", str(tmp_path / "out.sarif")],
        ["sast-known", "--data", str(path), "--out", str(tmp_path / "known.err")],
        ["sast-cases", "--data", str(path), "--out", str(tmp_path / "cases.json")],
    ):
        done = CliRunner().invoke(cli, command)
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_known_issues_from_windows_are_read(tmp_path: Path, encoding: str) -> None:
    text = "Error: R:\r\na.c:1: R: problem\r\nnever happens\r\n"
    read(tmp_path, [log(result("a.c", 1))])
    (tmp_path / "ignore.err").write_bytes(text.encode(encoding))
    (tmp_path / "known.err").write_bytes(text.encode(encoding))
    paths = [tmp_path / name for name in ("r0.sarif", "ignore.err", "known.err")]
    data = SUITE.read(paths)
    assert labels(data) == {"a.c:1": FALSE_ALARM}
    assert all(sample.truth.known is not None for sample in data.samples)
