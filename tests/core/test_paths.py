"""Where acidtest keeps its files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from acidtest.core.paths import choose_temporary_folder


@pytest.fixture(autouse=True)
def _unchosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)


def test_temporary_files_go_where_the_user_says_and_choosing_writes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "absent"))
    monkeypatch.setenv("TEMP", str(tmp_path))
    os.utime(tmp_path, (1, 1))
    choose_temporary_folder()
    assert tempfile.gettempdir() == str(tmp_path)
    assert tmp_path.stat().st_mtime == 1


def test_without_a_wish_they_go_where_python_puts_them() -> None:
    choose_temporary_folder()
    chosen, tempfile.tempdir = tempfile.tempdir, None
    assert chosen == tempfile.gettempdir()
