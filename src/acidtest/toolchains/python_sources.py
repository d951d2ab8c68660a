"""Source distributions from the Python package index: the file itself, nothing of it is run.

`pip download` of a source distribution runs its build. So the index is read here as pip reads it
(the simple API), the archive is fetched and verified, and its plain files are unpacked.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import urllib.error
import urllib.request
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin

from acidtest.core import children
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.paths import cache_dir
from acidtest.toolchains.unpacking import Bounds, unpack

_SPEC = re.compile(r"(?:pypi:)?(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)==(?P<version>[\w.+!]+)")
_SIZE_MAX, _FILES_MAX = 256 << 20, 20_000
_PATIENCE_S = 60.0
_USUAL = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"


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
    page = f"{_index()}/{re.sub(r'[-_.]+', '-', name).lower()}/"
    links = _Links(page)
    try:
        links.feed(_get(page).decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        if error.code == 404:
            raise InputError(f"{name}=={version}: the package index has no such package") from error
        raise
    asked = re.sub(r"[-_.]+", "-", f"{name}-{version}").lower()
    for link in links.links:
        url, fragment = urldefrag(link)
        file = url.rpartition("/")[2]
        stem = re.sub(r"[-_.]+", "-", file.removesuffix(".tar.gz")).lower()
        if file.endswith(".tar.gz") and stem == asked:
            data = _get(url)
            digest = hashlib.sha256(data).hexdigest()
            stated = fragment.partition("sha256=")[2]
            for expected in (sha256, stated):
                if expected and digest != expected:
                    raise InfrastructureError(
                        f"{file} is not the expected file: its SHA-256 is {digest}, expected "
                        f"{expected}. Nothing was kept. Try again; if it happens again, report it."
                    )
            (scratch / file).write_bytes(data)
            return scratch / file, digest
    raise InputError(
        f"{name}=={version}: the package index has no source distribution of it (.tar.gz)"
    )


def _index() -> str:
    """The index that pip uses here."""
    asked = os.environ.get("PIP_INDEX_URL", "")
    for command in (["-m", "pip", "config", "get", "global.index-url"], ["-c", _USUAL]):
        if not asked:
            done = children.run([sys.executable, *command])
            asked = done.stdout.strip() if done.returncode == 0 else ""
    if not asked:
        raise InfrastructureError("pip, which knows the package index, cannot be started")
    return asked.rstrip("/")


def _get(url: str) -> bytes:
    if not url.startswith(("https://", "http://")):
        raise InputError("the package index must be read over http or https")
    with urllib.request.urlopen(url, timeout=_PATIENCE_S) as response:
        data: bytes = response.read(_SIZE_MAX + 1)
    if len(data) > _SIZE_MAX:
        raise InputError(f"{url.rpartition('/')[2]}: is over {_SIZE_MAX >> 20} MiB")
    return data


class _Links(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self._page = page
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if tag == "a" and name == "href" and value:
                self.links.append(urljoin(self._page, value))
