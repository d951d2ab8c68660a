"""Python programs in an environment of their own, fetched once: their packages do not suit ours."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core import children
from acidtest.core.commands import Check, Download
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir


@dataclass(frozen=True, slots=True)
class PythonTool:
    """One version of a package from PyPI and the SHA-256 of its files; its own needs follow it."""

    name: str
    package: str
    version: str
    sha256: Sequence[str]

    @property
    def folder(self) -> Path:
        """The environment; it appears whole or not at all."""
        return cache_dir() / f"{self.name}-{self.version}-{self.sha256[0][:12]}"

    @property
    def python(self) -> Path:
        """The interpreter of that environment."""
        return self.folder / "bin" / "python"

    @property
    def is_fetched(self) -> bool:
        """Whether it can be used without a network."""
        return self.python.exists()

    def fetch(self) -> Path:
        """Make the environment unless it is there; returns its folder."""
        target = self.folder
        if self.is_fetched:
            return target
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=target.parent, prefix="python-") as scratch:
                place = Path(scratch) / "environment"
                self._install(place)
                place.rename(target)
        except OSError as error:
            if not self.is_fetched:  # otherwise another process was faster
                raise InfrastructureError(
                    f"cannot store {self.name} in {target}: {error}"
                ) from error
        return target

    def _install(self, place: Path) -> None:
        pinned = place.parent / "pinned.txt"
        hashes = " ".join(f"--hash=sha256:{digest}" for digest in self.sha256)
        pinned.write_text(f"{self.package}=={self.version} {hashes}\n", encoding="utf-8")
        pip = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        pip += ["--disable-pip-version-check"]
        for argv in (
            [sys.executable, "-m", "venv", str(place)],
            [*pip, "--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(pinned)],
            [*pip, f"{self.package}=={self.version}"],  # what it needs itself
        ):
            done = children.run(argv)
            if done.returncode:
                said = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
                raise InfrastructureError(
                    f"{self.package} {self.version} could not be installed: {said}\n"
                    "Check the network, then try again."
                )

    def download(self, purpose: str) -> Download:
        """For `acidtest fetch`."""
        return Download(
            self.name, f"{self.package} in an environment of its own, {purpose}", self.fetch
        )

    def check(self, purpose: str) -> Check:
        """For `acidtest doctor`."""
        advice = "" if self.is_fetched else f"acidtest fetch {self.name}"
        version = self.version if self.is_fetched else ""
        return Check(self.name, self.is_fetched, version, advice, purpose, optional=True)
