"""Files and folders that a user names with --out."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from acidtest.errors import InfrastructureError, InputError

_OURS = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """What cannot be written there is told with its reason; a full disk is no fault of the user."""
    try:
        yield
    except OSError as error:
        kind = InfrastructureError if error.errno in _OURS else InputError
        where = f" ({error.filename})" if error.filename not in (None, str(out)) else ""
        raise kind(f"--out {out}: cannot be written: {error.strerror}{where}") from error


def check_file(out: Path) -> None:
    """Raise `InputError` now if no file can be there: the work before it may take a minute."""
    with writing(out):
        if out.is_dir():
            raise InputError(f"--out {out}: is a folder; wanted is a file in it")
        out.parent.mkdir(parents=True, exist_ok=True)


def check_folder(out: Path) -> None:
    """Raise `InputError` now if no folder can be there."""
    with writing(out):
        if out.exists() and not out.is_dir():
            raise InputError(f"--out {out}: is a file; wanted is a folder")
        out.mkdir(parents=True, exist_ok=True)
