"""`c-real`: a fixed list of public C projects, `real.toml`, and where its tasks are."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir

NAME = "c-real"
COMPLETE = "complete"
_RECIPE = Path(__file__).with_name("real.toml")


@cache
def recipe() -> Mapping[str, str]:
    """SHA-256 by name and version."""
    packages: dict[str, str] = tomllib.loads(_RECIPE.read_text())["packages"]
    return packages


def folder() -> Path:
    """Where the tasks are, also before they are made; another list has another folder."""
    return cache_dir() / f"{NAME}-{sha256_of(_RECIPE.read_text())[:12]}"


def resolved(path: Path) -> Path:
    """The folder of the tasks for their name, which must be there; any other path as it is."""
    if path.name != NAME or path.exists():
        return path
    if not (folder() / COMPLETE).is_file():
        raise InfrastructureError(f"{NAME} is not here. Get it with: acidtest fetch {NAME}")
    return folder()
