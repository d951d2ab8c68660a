"""`acidtest run` on a machine without bubblewrap: only suites that run code ask for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import in_a_process


@pytest.mark.parametrize("suite", ["c-decompile", "solidity-decompile"])
def test_nothing_is_asked_and_no_signature_written(suite: str, tmp_path: Path) -> None:
    run = ("run", suite, "--system", "oracle", "--limit", "2", "--controls", "none")
    done = in_a_process(*run, "--out", tmp_path / "run", env={"PATH": str(tmp_path)})
    assert done.status == 3
    assert "apt-get install " in done.err
    assert "Traceback" not in done.err
    written = [path for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert not any(b"sandbox" in path.read_bytes() for path in written)
    assert not (tmp_path / "run" / "answers.jsonl").exists()


def test_without_a_sandbox_the_signature_says_so(tmp_path: Path) -> None:
    run = ("run", "solidity-decompile", "--system", "silent", "--limit", "1", "--controls", "none")
    flags = ("--no-sandbox", "--json", "--out", tmp_path / "run")
    done = in_a_process(*run, *flags, env={"PATH": str(tmp_path)})
    assert done.status == 0, done.err
    assert "|sandbox:none|" in done.json["signature"]


def test_a_verdict_that_is_weaker_than_the_strict_one_is_never_silent(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "acidtest", "run", "c-decompile", "--system", "oracle"]
    command += ["--limit", "1", "--controls", "none", "--out", str(tmp_path / "run")]
    little = ["sh", "-c", 'ulimit -v 300000; exec "$@"', "sh", *command]
    done = subprocess.run(little, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "|verdict:in-process" in done.stdout
    assert "weaker than the strict verdict" in done.stderr


@pytest.mark.parametrize("suite", ["crypto-inventory", "sast-triage"])
def test_a_suite_that_runs_nothing_works(suite: str, tmp_path: Path) -> None:
    run = ("run", suite, "--system", "oracle", "--limit", "2", "--controls", "none", "--json")
    done = in_a_process(*run, "--out", tmp_path / "run", env={"PATH": str(tmp_path)})
    assert done.status == 0, done.err
    assert "sandbox" not in done.json["signature"]
    assert in_a_process("doctor", suite, env={"PATH": str(tmp_path)}).status == 0
