"""What the shell completes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Call


def completed(*words: str) -> list[str]:
    """What bash is offered for the last word."""
    command = "from acidtest.cli import main; import sys; sys.argv[0] = 'acidtest'; main()"
    done = subprocess.run(
        [sys.executable, "-c", command],
        env={
            **os.environ,
            "_ACIDTEST_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["acidtest", *words]),
            "COMP_CWORD": str(len(words)),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


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
