"""Takes the plain files out of an archive that a stranger made: tar, in any compression, or zip.

Links, devices and names that lead elsewhere are left out; sizes and numbers of files are bounded.
"""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import IO

from acidtest.core.errors import InfrastructureError, InputError

READ_MAX = 4 << 30
"""Bytes that an archive may hold in all, also in files that are left out."""
_BROKEN = (tarfile.TarError, zipfile.BadZipFile, EOFError, zlib.error, LZMAError, OSError,
           ValueError, RuntimeError, NotImplementedError)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is unpacked at most: bytes in all, and files."""

    size: int
    files: int


Keep = Callable[[PurePosixPath, int], bool]
Member = tuple[str, int, Callable[[], "IO[bytes] | None"]]


def unpack(archive: Path, folder: Path, keep: Keep, bounds: Bounds, *, strip: int = 1) -> None:
    """Write the plain files that `keep` names, without their first `strip` folders."""
    folder.mkdir()
    size = count = read = 0
    try:
        for name, bytes_, opened in _members(archive):
            read += bytes_
            if read > READ_MAX:
                raise InputError(f"{archive.name}: is over {READ_MAX >> 20} MiB unpacked")
            parts = PurePosixPath(name).parts[strip:]
            if not parts or ".." in parts or name.startswith("/") or "\0" in name:
                continue
            if not keep(PurePosixPath(*parts), bytes_):
                continue
            size, count = size + bytes_, count + 1
            if size > bounds.size or count > bounds.files:
                raise InputError(f"{archive.name}: is over {bounds.size >> 20} MiB unpacked")
            content = opened()
            assert content is not None
            place = folder.joinpath(*parts)
            place.parent.mkdir(parents=True, exist_ok=True)
            with content:
                place.write_bytes(content.read(bytes_))
    except _BROKEN as error:
        raise InfrastructureError(f"{archive.name}: cannot be unpacked: {error}") from error


def _members(archive: Path) -> Iterator[Member]:
    """Plain files only: name, size, and how to open each."""
    if zipfile.is_zipfile(archive) and not tarfile.is_tarfile(archive):
        with zipfile.ZipFile(archive) as zipped:
            for info in zipped.infolist():
                if not info.is_dir():
                    yield info.filename, info.file_size, lambda one=info: zipped.open(one)  # type: ignore[misc]
        return
    with tarfile.open(archive) as opened:
        for member in opened:
            if member.isfile():
                yield member.name, member.size, lambda one=member: opened.extractfile(one)  # type: ignore[misc]
