"""Files and folders that a user names."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import click

from acidtest.core.errors import InputError
from acidtest.core.paths import check_folder, writing


class _Path(click.Path):
    """A path; an empty one, as of an unset variable, would be the current folder, and one named
    like standard output a file of that name.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; fails if it is empty."""
        if not str(value):
            self.fail("expected a path, got ''", param, ctx)
        if str(value) == "-":
            self.fail("expected a path, got '-'; to print, leave the option out", param, ctx)
        return super().convert(value, param, ctx)


PATH = _Path(path_type=Path)


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
