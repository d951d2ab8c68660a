"""Checksums inside the files of a run folder, so that damage is noticed when they are read.

Every file carries its own. The files are written one after another, so a list beside them would
call a folder damaged whose writer was only killed in between.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import mmap
from collections.abc import Mapping
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.text import visible

FIELD = "sha256"
"""The field with the checksum, in JSON files and in lines of answers."""
_MARK = b"acidtest-sha256:"
"""Stands before the checksum in a binary file."""
_BLANK = b"0" * 64


class DamageError(InputError):
    """A file is not as acidtest wrote it."""


@functools.cache
def warn_once(text: str) -> None:
    """Log a warning, which the command line shows; the same one only once."""
    logging.getLogger("acidtest").warning("%s", visible(text))


def checksum(record: Mapping[str, Json]) -> str:
    """The SHA-256 of a record as compact JSON: of its values and their order, not of spaces.

    >>> checksum({"a": 1}) == hashlib.sha256(b'{"a": 1}').hexdigest()
    True
    """
    return hashlib.sha256(json.dumps(dict(record)).encode()).hexdigest()


def without_sum(record: Mapping[str, Json]) -> dict[str, Json]:
    """The record without its checksum."""
    return {name: value for name, value in record.items() if name != FIELD}


def with_sum(record: Mapping[str, Json]) -> dict[str, Json]:
    """The record with its checksum as the last field."""
    bare = without_sum(record)
    return {**bare, FIELD: checksum(bare)}


def is_intact(record: Mapping[str, Json]) -> bool:
    """Whether the checksum in a record is right."""
    return record.get(FIELD) == checksum(without_sum(record))


def remedy(path: Path) -> str:
    """What to do about a damaged file of a run folder."""
    if path.name == "manifest.json":
        return "run the same command again: it writes the manifest anew and keeps the answers"
    return f"`acidtest score {path.parent}` makes it again from the answers"


def damaged(path: Path, why: str) -> DamageError:
    """The error for a damaged file."""
    what = "cannot be read as scores: " if path.suffix == ".sqlite" else ""
    return DamageError(f"{path}: {what}damaged ({why}); {remedy(path)}")


def warn_without_sum(path: Path) -> None:
    """Say once for each folder that damage to its files would go unnoticed."""
    warn_once(
        f"{path.parent}: has files without a checksum, so damage to them would not be noticed; it "
        f"was written by an older acidtest, or edited; `acidtest verify {path.parent}` lists them"
    )


def blank_seal() -> bytes:
    """What a binary file holds in place of its checksum until `seal` puts it there."""
    return _MARK + _BLANK


def seal(data: bytes) -> bytes:
    """The bytes of a file with their checksum in place of the last blank one."""
    place = data.rindex(_MARK) + len(_MARK)
    digest = hashlib.sha256(data).hexdigest().encode()
    return data[:place] + digest + data[place + len(digest) :]


def read_seal(path: Path) -> str | None:
    """The checksum in a binary file, None if there is none; raises `DamageError` if it is wrong.

    The checksum is that of the bytes with zeros in its own place.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        mark = data.rfind(_MARK)
        if mark < 0:
            return None
        place = mark + len(_MARK)
        stated = data[place : place + len(_BLANK)]
        with memoryview(data) as view:
            whole = hashlib.sha256(view[:place])
            whole.update(_BLANK)
            whole.update(view[place + len(_BLANK) :])
    if whole.hexdigest().encode() != stated:
        raise damaged(path, "its checksum differs")
    return stated.decode()
