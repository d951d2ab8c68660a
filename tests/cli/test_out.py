"""--out that is empty or in the way is refused in one sentence, by every command that has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Call

COMMANDS = (
    ("run", "sast-triage", "--system", "silent", "--limit", "2", "--out"),
    ("score", "sast-triage", "--answers", "answers.jsonl", "--limit", "2", "--out"),
    ("score", "RUN", "--out"),
    ("report", "RUN", "--format", "png", "--out"),
    ("site", "RUN", "--to"),
    ("corpus", "fresh", "c-decompile", "--seed", "1", "--count", "1", "--out"),
    ("corpus", "files", "crypto-inventory", "--out"),
    ("new", "suite", "mine", "--out"),
    ("demo", "--out"),
)


@pytest.fixture
def made(acidtest: Call, tmp_path: Path) -> None:
    """A run, answers, and a file that is in the way."""
    run = ("run", "sast-triage", "--system", "silent", "--limit", "2", "--controls", "none")
    assert acidtest(*run, "--out", "RUN").status == 0
    (tmp_path / "answers.jsonl").write_bytes((tmp_path / "RUN" / "answers.jsonl").read_bytes())
    (tmp_path / "file").write_text("mine")


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_folder_and_a_file_instead_of_one_are_refused(
    acidtest: Call, tmp_path: Path, command: tuple[str, ...]
) -> None:
    for out, said in (
        ("", f"Invalid value for '{command[-1]}': expected a path, got ''"),
        ("-", "expected a path, got '-'; to print, leave the option out"),
        ("file", f"acidtest: {command[-1]} file: this is a file; give a folder"),
        ("file/within", f"acidtest: {command[-1]} file/within: cannot be written: Not a directory"),
    ):
        done = acidtest(*command, out)
        assert (done.status, done.err.strip().splitlines()[-1].endswith(said)) == (2, True), (
            done.err
        )
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.usefixtures("made")
def test_a_folder_instead_of_a_file_is_refused(acidtest: Call) -> None:
    for command in (("report", "RUN"), ("questions", "sast-triage")):
        done = acidtest(*command, "--out", "RUN")
        assert (done.status, "--out RUN: this is a folder; give a file name" in done.err) == (
            2,
            True,
        )
