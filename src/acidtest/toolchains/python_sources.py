"""Source distributions from the Python package index: the file itself, nothing of it is run."""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
from acidtest.toolchains import python_index
from acidtest.toolchains.unpacking import Bounds, unpack

_SPEC = re.compile(r"(?:pypi:)?(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)==(?P<version>[\w.+!]+)")
_SIZE_MAX, _FILES_MAX = 256 << 20, 20_000


@dataclass(frozen=True, slots=True)
class SourceDistribution:
    """A source distribution that was fetched."""

    name: str
    version: str
    sha256: str

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return _place() / f"{self.name}-{self.version}-{self.sha256[:12]}"


def _place() -> Path:
    return cache_dir() / "python-sources"


def parse_spec(text: str) -> tuple[str, str] | None:
    """Name and version of `name==version`; None for anything else."""
    match = _SPEC.fullmatch(text)
    return (match["name"].lower(), match["version"]) if match else None


def obtain(name: str, version: str, sha256: str | None = None) -> SourceDistribution:
    """The distribution, fetched unless it is here; with `sha256` exactly those bytes."""
    if sha256 is not None:
        known = SourceDistribution(name, version, sha256)
        if known.folder.is_dir():
            return known
    try:
        _place().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_place(), prefix="new-") as scratch:
            archive = _download(name, version, Path(scratch), sha256)
            made = SourceDistribution(name, version, archive[1])
            if not made.folder.is_dir():
                everything = Bounds(_SIZE_MAX, _FILES_MAX)
                unpack(archive[0], Path(scratch) / "unpacked", lambda path, size: True, everything)
                shutil.rmtree(made.folder, ignore_errors=True)
                (Path(scratch) / "unpacked").rename(made.folder)
    except OSError as error:
        raise InfrastructureError(f"cannot fetch {name}=={version}: {error}") from error
    return made


def _download(name: str, version: str, scratch: Path, sha256: str | None) -> tuple[Path, str]:
    asked = re.sub(r"[-_.]+", "-", f"{name}-{version}").lower()

    def is_meant(file: str) -> bool:
        stem = re.sub(r"[-_.]+", "-", file.removesuffix(".tar.gz")).lower()
        return file.endswith(".tar.gz") and stem == asked

    what = f"source distribution (.tar.gz) {name}=={version}"
    return python_index.download(name, is_meant, what, scratch, sha256)
