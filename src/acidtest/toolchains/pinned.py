"""Public packages pinned by name, version and hash: downloaded and verified, and never run."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
from acidtest.toolchains import npm, python_index
from acidtest.toolchains.unpacking import Bounds, unpack

_BOUNDS = Bounds(512 << 20, 40_000)


@dataclass(frozen=True, slots=True)
class Archive:
    """One file of a registry, and its SHA-256 in hex (PyPI) or its SHA-512 in base64 (npm).

    `file` is its name on PyPI.
    """

    registry: str
    name: str
    version: str
    digest: str
    file: str = ""

    @property
    def folder(self) -> Path:
        """Its unpacked files; the folder appears whole or not at all."""
        name = self.name.replace("/", "+")
        mark = hashlib.sha256(self.digest.encode()).hexdigest()[:12]
        return cache_dir() / "sources" / f"{name}-{self.version}-{mark}"

    @property
    def is_fetched(self) -> bool:
        """Whether it can be read without a network."""
        return self.folder.is_dir()

    def fetch(self, suffixes: Sequence[str]) -> Path:
        """Download, verify and unpack the plain files with these suffixes, unless it is here."""
        if self.is_fetched:
            return self.folder
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self.folder.parent, prefix="new-") as name:
                scratch = Path(name)
                archive, place = self._download(scratch), scratch / "unpacked"
                unpack(
                    *(archive, place, lambda path, _: path.name.endswith(tuple(suffixes)), _BOUNDS),
                    strip=0 if archive.suffix == ".whl" else 1,
                )
                place.rename(self.folder)
        except OSError as error:
            if not self.is_fetched:  # otherwise another process was faster
                raise InfrastructureError(
                    f"cannot store {self.name} in {self.folder}: {error}"
                ) from error
        return self.folder

    def _download(self, scratch: Path) -> Path:
        if self.registry == "pypi":
            archive, _ = python_index.download(
                self.name, self.file.__eq__, f"file {self.file}", scratch, self.digest
            )
            return archive
        archive = npm.download(self.name, self.version, scratch)
        if (digest := npm.digest_of(archive)) != self.digest:
            raise InfrastructureError(
                f"{archive.name} is not the expected file: its SHA-512 is {digest}, expected "
                f"{self.digest}. Nothing was kept. Try again; if it happens again, report it."
            )
        return archive
