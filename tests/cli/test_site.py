"""`acidtest site`: what it prints, and its exit status."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.conftest import Call


def test_a_folder_of_runs_becomes_a_site(acidtest: Call, oracle_run: Path, tmp_path: Path) -> None:
    shutil.copytree(oracle_run, tmp_path / "runs" / "one")
    done = acidtest("site", "runs", "--to", "public")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("public: 1 run on 1 board; open public/index.html")
    assert (tmp_path / "public" / "index.html").is_file()


def test_a_damaged_run_is_named_and_sets_the_status(
    acidtest: Call, oracle_run: Path, tmp_path: Path
) -> None:
    for name in ("fine", "torn"):
        shutil.copytree(oracle_run, tmp_path / "runs" / name)
    path = tmp_path / "runs" / "torn" / "scores.sqlite"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    done = acidtest("site", "runs", "--to", "public")
    assert done.status == 1
    assert done.err.startswith("torn: refused: ")
    assert "1 run on 1 board" in done.out


def test_what_cannot_be_written_or_read_is_said(
    acidtest: Call, oracle_run: Path, tmp_path: Path
) -> None:
    assert acidtest("site", "nowhere").status == 2
    shutil.copytree(oracle_run, tmp_path / "runs" / "one")
    (tmp_path / "file").write_text("x")
    done = acidtest("site", "runs", "--to", "file")
    assert done.status == 2
    assert "--to file: this is a file; give a folder" in done.err
