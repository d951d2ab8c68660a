"""Where acidtest keeps its files."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.paths import choose_temporary_folder, writing


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


def failing(out: Path, number: int, name: object) -> None:
    with writing(out):
        raise OSError(number, os.strerror(number), name)


def test_what_goes_wrong_with_another_file_is_no_fault_of_the_output(tmp_path: Path) -> None:
    out = tmp_path / "out" / "x.html"
    for other in ("/nowhere/gcc", tmp_path / "in" / "y", tmp_path / "out" / "other"):
        with pytest.raises(FileNotFoundError):
            failing(out, errno.ENOENT, str(other))
    part = out.with_name(".x.html.part")
    for ours in (None, 7, *map(str, (out, part, out / "page", tmp_path / "out", tmp_path))):
        with pytest.raises(InputError, match=r"x\.html: cannot be written: No such file"):
            failing(out, errno.ENOENT, ours)
    with pytest.raises(InfrastructureError, match="cannot be written: No space left"):
        failing(out, errno.ENOSPC, None)
