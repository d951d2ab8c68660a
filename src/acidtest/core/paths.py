"""The cache folder, and reading of files that users name."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from acidtest.core.errors import InputError


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


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """Read a user's text file; raises `InputError` if it cannot be read."""
    try:
        return path.read_text(encoding=encoding)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text (byte {error.start})") from error
