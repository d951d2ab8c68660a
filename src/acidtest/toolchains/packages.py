"""Releases of public packages, pinned by hash: from PyPI, npm and Debian, each by its own client.

The files are read as data: no build, no script and no hook of a package is run. From PyPI come
wheels, because a source distribution would run its build to be downloaded.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from acidtest.core import children
from acidtest.core.download import check_sha256, download_wheel
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
from acidtest.toolchains import npm
from acidtest.toolchains.unpacking import Bounds, unpack

_BOUNDS = Bounds(512 << 20, 40_000)
_FILE_MAX = 1 << 20  # no text that a person wrote is longer
_APT = Path("/etc/apt")


@dataclass(frozen=True, slots=True)
class Release:
    """One version of a package and the SHA-256 of its archive.

    `registry` is pypi, npm or debian. A Debian source is its upstream archive: a later revision
    of the same upstream version brings the same bytes.
    """

    registry: str
    name: str
    version: str
    sha256: str

    @property
    def folder(self) -> Path:
        """Where its files are; it appears whole or not at all."""
        mark = f"{self.registry}-{self.name.replace('/', '+')}-{self.version}-{self.sha256[:12]}"
        return cache_dir() / "packages" / mark

    @property
    def is_fetched(self) -> bool:
        """Whether it can be used without a network."""
        return self.folder.is_dir()


def fetch_all(releases: Iterable[Release]) -> Path:
    """Download, verify and unpack those that are not here; returns the folder of all packages."""
    absent = [release for release in releases if not release.is_fetched]
    place = cache_dir() / "packages"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place, prefix="new-") as name:
            scratch = Path(name)
            with _index(absent, scratch) as apt:
                for number, release in enumerate(absent):
                    own = scratch / str(number)
                    own.mkdir()
                    _store(release, _archive(release, own, apt))
    except OSError as error:
        raise InfrastructureError(f"cannot store packages in {place}: {error}") from error
    return place


def _store(release: Release, archive: Path) -> None:
    check_sha256(archive, release.sha256)
    made = archive.parent / "unpacked"
    unpack(archive, made, _is_short, _BOUNDS, strip=0 if release.registry == "pypi" else 1)
    archive.unlink()
    try:
        made.rename(release.folder)
    except OSError:
        if not release.is_fetched:  # otherwise another process was faster
            raise


def _is_short(path: PurePosixPath, size: int) -> bool:
    return size <= _FILE_MAX


def _archive(release: Release, scratch: Path, apt: Path | None) -> Path:
    if release.registry == "pypi":
        return download_wheel(f"{release.name}=={release.version}", scratch)
    if release.registry == "npm":
        return npm.download(release.name, release.version, scratch)
    if release.registry != "debian" or apt is None:
        raise InfrastructureError(f"{release.name}: unknown registry '{release.registry}'")
    return _debian(release, scratch, apt)


def _debian(release: Release, scratch: Path, apt: Path) -> Path:
    """The upstream archive of a Debian source, as apt brings it."""
    command = ["apt-get", "source", "--download-only", "--only-source", release.name]
    done = _apt(command, scratch, apt)
    archives = sorted(scratch.glob(f"{release.name}_{release.version}.orig.tar.*[a-z0-9]"))
    archives = [path for path in archives if path.suffix != ".asc"]
    if len(archives) != 1:
        said = (done.stderr.strip().splitlines() or ["apt-get gave no reason"])[-1]
        brought = ", ".join(sorted(path.name for path in scratch.glob("*.dsc"))) or said
        raise InfrastructureError(
            f"apt did not bring {release.name} {release.version} of Debian 12, but: {brought}\n"
            "The pinned sources are those of Debian 12; check the network and that its archive is "
            "among the sources of apt."
        )
    return archives[0]


@contextmanager
def _index(releases: Iterable[Release], scratch: Path) -> Iterator[Path | None]:
    """An apt configuration of its own that also knows sources; the system's stays as it is."""
    if all(release.registry != "debian" for release in releases):
        yield None
        return
    home = scratch / "apt"
    for folder in ("lists/partial", "archives/partial", "sources"):
        (home / folder).mkdir(parents=True)
    for number, (suffix, text) in enumerate(_sources()):
        (home / "sources" / f"{number}{suffix}").write_text(text)
    config = home / "apt.conf"
    config.write_text(
        f'Dir::State::lists "{home}/lists";\nDir::Cache "{home}";\n'
        f'Dir::Etc::sourcelist "/dev/null";\nDir::Etc::sourceparts "{home}/sources";\n'
        'APT::Sandbox::User "root";\n'
    )
    done = _apt(["apt-get", "update"], home, config)
    if not any((home / "lists").glob("*_Sources*")):  # some hosts of others have no sources
        said = (done.stderr.strip().splitlines() or ["apt-get gave no reason"])[-1]
        raise InfrastructureError(f"apt cannot read the index of Debian's sources: {said}")
    yield config


def _apt(command: list[str], folder: Path, config: Path) -> children.Done[str]:
    try:
        return children.run(command, cwd=folder, env={**os.environ, "APT_CONFIG": str(config)})
    except OSError as error:
        raise InfrastructureError(
            f"apt-get cannot be started ({error.strerror}); Debian's sources need Debian"
        ) from error


def _sources() -> Iterator[tuple[str, str]]:
    """The system's own lists, read as lists of sources."""
    lists = [_APT / "sources.list", *sorted((_APT / "sources.list.d").glob("*"))]
    for path in lists:
        if path.suffix in (".list", ".sources") and path.is_file():
            yield path.suffix, as_sources(path.read_text("utf-8", "replace"))


def as_sources(text: str) -> str:
    """A list of packages as a list of the sources they were built from.

    >>> as_sources("deb http://host bookworm main")
    'deb-src http://host bookworm main'
    >>> as_sources("Types: deb deb-src")
    'Types: deb-src'
    """
    text = re.sub(r"^deb(?=\s)", "deb-src", text, flags=re.MULTILINE)
    return re.sub(r"^Types:.*\bdeb\b.*$", "Types: deb-src", text, flags=re.MULTILINE)
