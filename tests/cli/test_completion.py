"""What the shell completes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from .conftest import Call


def completed(*words: str) -> list[str]:
    """What bash is offered for the last word."""
    line = {"COMP_WORDS": " ".join(["acidtest", *words]), "COMP_CWORD": str(len(words))}
    said = _said({"_ACIDTEST_COMPLETE": "bash_complete", **line})
    return [line.partition(",")[2] for line in said.splitlines()]


def _said(env: Mapping[str, str]) -> str:
    command = "from acidtest.cli import main; import sys; sys.argv[0] = 'acidtest'; main()"
    call = [sys.executable, "-c", command]
    done = subprocess.run(
        call, env={**os.environ, **env}, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("run", "c-d"), ["c-decompile"]),
        (("run", "al"), ["all"]),
        (("doctor", "sast-t"), ["sast-triage"]),
        (("plan", "crypto"), ["crypto-inventory"]),
        (("run", "c-decompile", "--system", "ang"), ["angr"]),
        (("comp",), ["compare"]),
    ],
)
def test_names_are_completed(words: tuple[str, ...], offered: list[str]) -> None:
    assert completed(*words) == offered


def test_metrics_are_those_of_the_runs(oracle_run: Path, acidtest: Call) -> None:
    offered = completed("compare", str(oracle_run), "--metric", "passes")
    assert offered == ["passes", "passes_with_program", "passes_with_types"]
    assert completed("compare", "no-such-run", "--metric", "f1") == ["f1", "f1_per_file"]
    bounds = ["passes=", "passes_with_program=", "passes_with_types="]
    assert completed("report", str(oracle_run), "--fail-under", "passes") == bounds
    assert completed("score", str(oracle_run), "--fail-over", "passes") == bounds


def test_bounds_name_a_metric_of_the_suite() -> None:
    assert completed("run", "crypto-inventory", "--fail-under", "f1") == ["f1=", "f1_per_file="]
    assert completed("score", "crypto-inventory", "--fail-over", "f1") == ["f1=", "f1_per_file="]


@pytest.mark.parametrize(("shell", "word"), [("zsh", "4"), ("fish", "acc")])
def test_other_shells_are_offered_the_same(shell: str, word: str) -> None:
    line = "acidtest run sast-triage --fail-under acc"
    env = {"_ACIDTEST_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": word}
    assert "accuracy=" in _said(env).replace(",", "\n").splitlines()
