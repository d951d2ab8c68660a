"""Checksums inside the files of a run folder, so that damage is noticed when they are read.

Every file carries its own. The files are written one after another, so a list beside them would
call a folder damaged whose writer was only killed in between.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.text import visible

FIELD = "sha256"
"""The field with the checksum, in JSON files and in lines of answers."""
_MARK = b"acidtest-sha256:"
"""Stands before the checksum in a binary file."""
_BLANK = b"0" * 64
_BLOCK = 1 << 20


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
    """What a binary file holds in place of its checksum until `seal_file` puts it there."""
    return _MARK + _BLANK


def seal_file(path: Path) -> None:
    """Put the checksum of a file in place of its last blank one."""
    with path.open("r+b") as file:
        place = _last_mark(file)
        if place is None:
            raise ValueError(f"{path}: has no place for a checksum")
        digest = _digest(file, place)
        file.seek(place)
        file.write(digest.encode())


def read_seal(path: Path) -> str | None:
    """The checksum in a binary file, None if there is none; raises `DamageError` if it is wrong.

    The checksum is that of the bytes with zeros in its own place.
    """
    with path.open("rb") as file:
        place = _last_mark(file)
        if place is None:
            return None
        file.seek(place)
        stated = file.read(len(_BLANK))
        if _digest(file, place).encode() != stated:
            raise damaged(path, "its checksum differs")
    return stated.decode()


def _last_mark(file: BinaryIO) -> int | None:
    """Where the last checksum of a file begins, if it has one."""
    end = file.seek(0, os.SEEK_END)
    while end > 0:
        start = max(0, end - _BLOCK)
        file.seek(start)
        place = file.read(end - start + len(_MARK) - 1).rfind(_MARK)
        if place >= 0:
            return start + place + len(_MARK)
        end = start
    return None


def _digest(file: BinaryIO, place: int) -> str:
    """The SHA-256 of a file with zeros in the place of its checksum."""
    whole = hashlib.sha256()
    file.seek(0)
    while block := file.read(min(_BLOCK, place - file.tell())):
        whole.update(block)
    whole.update(_BLANK)
    file.seek(place + len(_BLANK))
    while block := file.read(_BLOCK):
        whole.update(block)
    return whole.hexdigest()
