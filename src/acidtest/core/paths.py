"""The cache folder, and reading and writing of files that users name."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from acidtest.core.errors import InfrastructureError, InputError

_OURS = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def cache_dir() -> Path:
    """Folder of all caches: `ACIDTEST_CACHE`, else the XDG cache folder. Safe to delete."""
    if explicit := os.environ.get("ACIDTEST_CACHE"):
        return Path(explicit)
    if xdg := os.environ.get("XDG_CACHE_HOME"):
        return Path(xdg) / "acidtest"
    return Path.home() / ".cache" / "acidtest"


def choose_temporary_folder() -> None:
    """Choose where temporary files go, as Python does, but without trying it by writing a file.

    A kill at that moment would leave the file.
    """
    named = [os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")]
    for folder in filter(None, [*named, "/tmp", "/var/tmp", "/usr/tmp"]):
        if Path(folder).is_dir() and os.access(folder, os.W_OK | os.X_OK):
            tempfile.tempdir = os.path.abspath(folder)  # noqa: PTH100 - links are kept as named
            return


def check_there(*paths: Path) -> None:
    """Raise `InputError` if there is nothing to read, before anything is said of its form."""
    for path in paths:
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
    if paths and all(path.is_file() and not path.stat().st_size for path in paths):
        raise InputError(f"{paths[0]}: this file is empty")


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """Read a user's text file; raises `InputError` if it cannot be read."""
    try:
        return path.read_text(encoding=encoding)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text (byte {error.start})") from error


@contextmanager
def writing(out: Path, option: str = "--out") -> Iterator[None]:
    """Report why a file cannot be written; a full disk is not the user's mistake.

    What goes wrong elsewhere meanwhile, with another file, is raised as it is.
    """
    try:
        yield
    except OSError as error:
        if not _is_of(out, error.filename):
            raise
        kind = InfrastructureError if error.errno in _OURS else InputError
        where = f" ({error.filename})" if error.filename not in (None, str(out)) else ""
        raise kind(f"{option} {out}: cannot be written: {error.strerror}{where}") from error


def _is_of(out: Path, name: object) -> bool:
    """Whether an error at `name` is one of writing `out`: of it, in it, beside it for a moment, or
    of a folder that it lies in. The text of a write or a close names nothing.
    """
    if not isinstance(name, str | bytes):
        return True
    place, out = Path(os.fsdecode(name)).absolute(), out.absolute()
    beside = place.parent == out.parent and out.name in place.name
    return beside or out in place.parents or place in (out, out.resolve(), *out.parents)


def check_file(out: Path) -> None:
    """Raise `InputError` early if no file can be written there: the work may take a minute."""
    with writing(out):
        if out.is_dir():
            raise InputError(f"--out {out}: this is a folder; give a file name")
        out.parent.mkdir(parents=True, exist_ok=True)


def check_folder(out: Path, option: str = "--out") -> None:
    """Create a folder; raises `InputError` early if that cannot be done."""
    with writing(out, option):
        if out.exists() and not out.is_dir():
            raise InputError(f"{option} {out}: this is a file; give a folder")
        out.mkdir(parents=True, exist_ok=True)
