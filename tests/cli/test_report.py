"""`report` and `serve` as typed."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import urllib.request
from contextlib import redirect_stderr
from pathlib import Path
from unittest import mock

import pytest

from acidtest.cli.report import report

from .conftest import Call


def test_a_page_is_written_where_wanted(acidtest: Call, oracle_run: Path, tmp_path: Path) -> None:
    done = acidtest("report", oracle_run, "--out", tmp_path / "deep" / "page.html")
    assert done.status == 0, done.err
    assert "open it in a browser" in done.out
    assert "<!doctype html>" in (tmp_path / "deep" / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kind", "begins"),
    [
        ("markdown", "### c-decompile"),
        ("latex", r"\begin{table}"),
        ("csv", "suite,data,system"),
        ("junit", "<?xml"),
        ("github", "## acidtest"),
    ],
)
def test_texts_go_to_standard_output(
    acidtest: Call, oracle_run: Path, kind: str, begins: str
) -> None:
    done = acidtest("report", oracle_run, "--format", kind)
    assert done.status == 0
    assert done.out.startswith(begins)


def test_pictures_go_to_a_folder(acidtest: Call, oracle_run: Path, tmp_path: Path) -> None:
    done = acidtest("report", oracle_run, "--format", "svg", "--out", tmp_path / "drawn")
    assert done.status == 0
    assert (tmp_path / "drawn" / "passes_by_opt.svg").exists()


def test_what_cannot_be_written_says_so_before_the_work(
    acidtest: Call, oracle_run: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine")
    long = "x" * 300
    for options, told in (
        (("--format", "svg", "--out", "file"), "this is a file; give a folder"),
        (("--format", "svg", "--out", "file/in"), "cannot be written: Not a directory"),
        (("--format", "svg", "--out", long), "cannot be written: File name too long"),
        (("--format", "markdown", "--out", "file/in"), "cannot be written: "),
        (("--out", long), "cannot be written: File name too long"),
    ):
        done = acidtest("report", oracle_run, *options)
        assert (done.status, told in done.err) == (2, True), done.err
    assert (tmp_path / "file").read_text() == "mine"
    done = acidtest("export", oracle_run, "--format", "csv", "--out", "file/in")
    assert (done.status, "cannot be written" in done.err) == (2, True)


def test_a_metric_without_a_figure_is_a_column_without_one(acidtest: Call) -> None:
    run = ("run", "crypto-inventory", "--system", "keyword", "--limit", "2", "--controls", "none")
    assert acidtest(*run, "--out", "run").status == 0
    asked = ("report", "run", "--format", "markdown", "--metric", "f1", "--metric")
    done = acidtest(*asked, "published.program.completeness")
    assert done.status == 0, done.err
    assert "| - |\n" in done.out
    done = acidtest(*asked, "published.completenes")
    assert (done.status, "did you mean" in done.err) == (2, True)


def test_the_size_is_in_bytes(acidtest: Call, oracle_run: Path, tmp_path: Path) -> None:
    with mock.patch("acidtest.cli.report.report_html", return_value="é" * 1_000_000):
        assert "2.00 MB" in acidtest("report", oracle_run).out


class Terminal(io.StringIO):
    """Standard error of someone who looks."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def test_progress_is_shown_to_a_person_alone(acidtest: Call, oracle_run: Path, data: Path) -> None:
    silent = ("run", "c-decompile", "--system", "silent", "--data", data, "--controls", "none")
    assert acidtest(*silent, "--out", "silent").status == 0
    assert acidtest("report", oracle_run, "silent").err == ""
    screen = Terminal()
    with redirect_stderr(screen), mock.patch.dict(os.environ, {"TERM": "xterm", "COLUMNS": "99"}):
        report.main([str(oracle_run), "silent"], standalone_mode=False)
    assert "comparing runs" in screen.getvalue()


def test_a_bound_decides_the_exit_status(acidtest: Call, oracle_run: Path) -> None:
    held = acidtest("report", oracle_run, "--format", "markdown", "--fail-under", "passes=1")
    assert held.status == 0
    missed = acidtest("report", oracle_run, "--format", "markdown", "--fail-over", "passes=0.5")
    assert missed.status == 1
    assert "--fail-over passes=0.5 is not met" in missed.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--fail-under", "nowhere=1"], "unknown metric 'nowhere'"),
        (["--fail-under", "passes"], "METRIC=VALUE"),
        (["--fail-under", "passes=50"], "0.5, not 50"),
        (["--out", "."], "is a folder"),
    ],
)
def test_bad_usage_says_what_is_wanted(
    acidtest: Call, oracle_run: Path, arguments: list[str], told: str
) -> None:
    done = acidtest("report", oracle_run, *arguments)
    assert done.status == 2
    assert told in done.err


def test_reports_need_runs(acidtest: Call, tmp_path: Path) -> None:
    assert acidtest("report").status == 2
    assert "not a run folder" in acidtest("report", tmp_path).err
    assert "not a folder" in acidtest("serve", tmp_path / "nowhere").err


def test_serve_says_where_and_ends_when_told(oracle_run: Path) -> None:
    command = [sys.executable, "-c", "from acidtest.cli import main; main()"]
    with subprocess.Popen(
        [*command, "serve", str(oracle_run.parent), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
        # a shell ignores the signal for what it starts in the background, and children inherit it
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout
        address = process.stdout.readline().split(" at ")[1].split()[0]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(address + "api/runs", timeout=30) as answer:
            assert b'"state": "done"' in answer.read()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        assert process.returncode == 0, err
