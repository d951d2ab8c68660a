"""`crypto-trees`: files of public packages, pinned by version and hash, with labels of ours.

Nothing of theirs is in the tree: `recipe.toml` names the packages, `drawn.tsv` the files that were
drawn from them, `labels.jsonl` says what is in those, `second.jsonl` what a second reader said.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from acidtest.core.errors import InfrastructureError
from acidtest.toolchains.packages import Release, fetch_all

NAME = "crypto-trees"
FOLDER = Path(__file__).parent
LABELS = FOLDER / "labels.jsonl"
SECOND = FOLDER / "second.jsonl"
DRAWN = FOLDER / "drawn.tsv"


@cache
def recipe() -> Mapping[str, Any]:
    """The list as it is written."""
    return tomllib.loads((FOLDER / "recipe.toml").read_text("utf-8"))


@cache
def releases() -> Mapping[str, Release]:
    """Every package of the list, by name."""
    return {entry["name"]: Release(**entry) for entry in recipe()["package"]}


def is_meant(path: Path) -> bool:
    """Whether `--data` names this corpus; a file or folder of the same name comes first."""
    return path == Path(NAME) and not path.exists()


def fetch() -> Path:
    """Fetch every package that is not here; returns the folder of all packages."""
    return fetch_all(releases().values())


def path_of(identity: str) -> Path:
    """The file that an id such as `PyJWT/jwt/utils.py` names; raises if it was not fetched."""
    name = next((name for name in releases() if identity.startswith(f"{name}/")), None)
    if name is None:
        raise InfrastructureError(f"{NAME}: no package of the list holds '{identity}'")
    release = releases()[name]
    if not release.is_fetched:
        raise InfrastructureError(f"{NAME} is not here. Get it with: acidtest fetch {NAME}")
    return release.folder / identity[len(name) + 1 :]


def content(record: Mapping[str, Any]) -> bytes:
    """The file of a label; raises unless it has the bytes that were labelled."""
    path = path_of(record["file"])
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InfrastructureError(f"{NAME}: {path} cannot be read: {error.strerror}") from error
    if sha256(data).hexdigest() != record["sha256"]:
        raise InfrastructureError(
            f"{NAME}: {path} is not the file that was labelled. Delete the folder "
            f"{releases()[record['package']].folder} and run: acidtest fetch {NAME}"
        )
    return data
