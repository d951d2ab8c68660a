"""Public packages pinned by name, version and hash: downloaded, verified and unpacked, never run.

An archive from PyPI is fetched from the index that pip is set to, by its file name: pip itself
would run the build of a source distribution to learn its needs. One from npm comes by `npm pack`.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path, PurePosixPath
from urllib.error import URLError
from urllib.parse import urljoin
from urllib.request import urlopen

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
from acidtest.toolchains import npm
from acidtest.toolchains.npm_sources import unpack as unpack_tar

_INDEX = "https://pypi.org/simple"
_LINK = re.compile(r"<a\s[^>]*?href=\"([^\"]+)\"[^>]*>([^<]+)</a>")
_SIZE_MAX = 512 << 20
_PATIENCE_S = 180


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
            with tempfile.TemporaryDirectory(dir=self.folder.parent, prefix="new-") as scratch:
                archive = self._download(Path(scratch))
                self._check(archive)
                place = Path(scratch) / "unpacked"
                if zipfile.is_zipfile(archive):
                    _unpack_zip(archive, place, suffixes)
                else:
                    unpack_tar(archive, place, suffixes)
                place.rename(self.folder)
        except OSError as error:
            if not self.is_fetched:  # otherwise another process was faster
                raise InfrastructureError(
                    f"cannot store {self.name} in {self.folder}: {error}"
                ) from error
        return self.folder

    def _download(self, scratch: Path) -> Path:
        if self.registry == "npm":
            return npm.download(self.name, self.version, scratch)
        page = f"{_index()}/{self.name.lower()}/"
        text = _read(page).decode("utf-8", "replace")
        links = {unescape(name).strip(): unescape(link) for link, name in _LINK.findall(text)}
        if self.file not in links:
            raise InfrastructureError(f"{page} has no file {self.file}; is it a whole index?")
        archive = scratch / PurePosixPath(self.file).name
        archive.write_bytes(_read(urljoin(page, links[self.file])))
        return archive

    def _check(self, archive: Path) -> None:
        if self.registry == "npm":
            kind, digest = "SHA-512", npm.digest_of(archive)
        else:
            kind, digest = "SHA-256", hashlib.sha256(archive.read_bytes()).hexdigest()
        if digest != self.digest:
            raise InfrastructureError(
                f"{archive.name} is not the expected file: its {kind} is {digest}, expected "
                f"{self.digest}. Nothing was kept. Try again; if it happens again, report it."
            )


def _index() -> str:
    """The index that pip is set to."""
    named = os.environ.get("PIP_INDEX_URL", "")
    if not named:
        done = children.run([sys.executable, "-m", "pip", "config", "get", "global.index-url"])
        named = done.stdout.strip() if done.returncode == 0 else ""
    return (named or _INDEX).rstrip("/")


def _read(url: str) -> bytes:
    try:
        with urlopen(url, timeout=_PATIENCE_S) as answer:
            content: bytes = answer.read(_SIZE_MAX)
    except (URLError, OSError, ValueError) as error:
        shown = re.sub(r"//[^/@]*@", "//", url)
        raise InfrastructureError(
            f"{shown} could not be read: {error}\nCheck the network, then try again."
        ) from error
    return content


def _unpack_zip(archive: Path, folder: Path, suffixes: Sequence[str]) -> None:
    """The plain files of an archive; nothing outside `folder`."""
    folder.mkdir()
    try:
        with zipfile.ZipFile(archive) as opened:
            for entry, parts in _plain(opened, suffixes):
                place = folder.joinpath(*parts)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(opened.read(entry))
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise InfrastructureError(f"{archive.name}: cannot be unpacked: {error}") from error


def _plain(
    opened: zipfile.ZipFile, suffixes: Sequence[str]
) -> Iterator[tuple[zipfile.ZipInfo, Sequence[str]]]:
    """The entries with these suffixes; a zip of sources has a folder around them, a wheel none."""
    wheel = str(opened.filename).endswith(".whl")
    size = 0
    for entry in opened.infolist():
        parts = PurePosixPath(entry.filename).parts[0 if wheel else 1 :]
        outside = ".." in parts or entry.filename.startswith("/")
        if entry.is_dir() or not parts or outside or not parts[-1].endswith(tuple(suffixes)):
            continue
        size += entry.file_size
        if size > _SIZE_MAX:
            raise InfrastructureError(f"{opened.filename}: is over {_SIZE_MAX >> 20} MiB unpacked")
        yield entry, parts
