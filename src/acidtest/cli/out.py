"""Files and folders that a user names with --out."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from acidtest.core.errors import InfrastructureError, InputError

_OURS = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


@contextmanager
def writing(out: Path, option: str = "--out") -> Iterator[None]:
    """Report why a file cannot be written; a full disk is not the user's mistake."""
    try:
        yield
    except OSError as error:
        kind = InfrastructureError if error.errno in _OURS else InputError
        where = f" ({error.filename})" if error.filename not in (None, str(out)) else ""
        raise kind(f"{option} {out}: cannot be written: {error.strerror}{where}") from error


def check_file(out: Path) -> None:
    """Raise `InputError` early if no file can be written there: the work may take a minute."""
    with writing(out):
        if out.is_dir():
            raise InputError(f"--out {out}: this is a folder; give a file name")
        out.parent.mkdir(parents=True, exist_ok=True)


def check_folder(out: Path) -> None:
    """Raise `InputError` early if no folder can be created there."""
    with writing(out):
        if out.exists() and not out.is_dir():
            raise InputError(f"--out {out}: this is a file; give a folder")
        out.mkdir(parents=True, exist_ok=True)


def copied(run: Path, out: Path) -> Path:
    """A copy of a run at `out`, to be scored there; raises `InputError` if something is there."""
    if out.resolve() == run.resolve():
        return run
    if run.resolve() in out.resolve().parents:
        raise InputError(f"--out {out}: lies inside the run; name a folder outside of {run}")
    check_folder(out)
    if any(out.iterdir()):
        raise InputError(f"--out {out}: this folder is not empty; name a new one for the copy")
    with writing(out):
        shutil.copytree(run, out, dirs_exist_ok=True, ignore=shutil.ignore_patterns("live"))
    return out
