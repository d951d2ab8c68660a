"""Packages of sources from npm: fetched by name, kept with their hash, no script ever run.

The files are read as data. Only plain files with the suffixes that projects of contracts have are
unpacked, each in its place inside the folder.
"""

from __future__ import annotations

import json
import re
import shutil
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.paths import cache_dir
from acidtest.core.untrusted import load_json
from acidtest.toolchains.npm import digest_of, download

PREFIX = "npm:"
_SPEC = re.compile(
    r"(?P<name>(?:@[a-z0-9~][a-z0-9._~-]*/)?[a-z0-9~][a-z0-9._~-]*)"
    r"(?:@(?P<version>[0-9A-Za-z^~>=<*][0-9A-Za-z.^~>=<*+|\- ]*))?"
)
_SUFFIXES = (".sol", ".json", ".toml", ".txt", ".md")
_SIZE_MAX = 256 << 20
_FILES_MAX = 20_000


@dataclass(frozen=True, slots=True)
class SourcePackage:
    """A package that was fetched: what npm chose, its SHA-512 (base64), and its folder."""

    name: str
    version: str
    sha512: str

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return _place() / f"{self.name.replace('/', '+')}-{self.version}"


def _place() -> Path:
    return cache_dir() / "npm-sources"


def parse_spec(text: str) -> tuple[str, str]:
    """Name and version, or range of versions, of `@scope/name@1.2.3`."""
    match = _SPEC.fullmatch(text.removeprefix(PREFIX))
    if match is None:
        raise InputError(f"'{text}' is not an npm package; expected such as npm:solmate@6.8.0")
    return match["name"], match["version"] or ""


def _note(spec: str) -> Path:
    name, version = parse_spec(spec)
    mark = re.sub(r"[^A-Za-z0-9._@-]", "+", f"{name}@{version}")
    return _place() / f"{mark}.json"


def here(spec: str, sha512: str | None = None) -> SourcePackage | None:
    """The package if it was fetched before; with `sha512` only those bytes."""
    try:
        known = SourcePackage(**load_json(_note(spec).read_text()))
    except (OSError, ValueError, TypeError):
        return None
    return known if known.folder.is_dir() and sha512 in (None, known.sha512) else None


def obtain(spec: str, sha512: str | None = None) -> SourcePackage:
    """The package, fetched unless it is here; with `sha512` exactly those bytes.

    A range, or no version, is looked up once and then stays what it was: see the folder
    `npm-sources` of the cache.
    """
    if (known := here(spec, sha512)) is not None:
        return known
    name, version = parse_spec(spec)
    try:
        _place().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_place(), prefix="new-") as scratch:
            made = _unpacked(download(name, version, Path(scratch)), name, sha512)
        _note(spec).write_text(json.dumps(asdict(made)))
    except OSError as error:
        raise InfrastructureError(f"cannot store {spec} in {_place()}: {error}") from error
    return made


def _unpacked(archive: Path, name: str, sha512: str | None) -> SourcePackage:
    digest = digest_of(archive)
    if sha512 is not None and digest != sha512:
        raise InfrastructureError(
            f"{archive.name} is not the expected file: its SHA-512 is {digest}, expected "
            f"{sha512}. Nothing was kept. Try again; if it happens again, report it."
        )
    unpack(archive, archive.parent / "unpacked")
    try:
        about = load_json((archive.parent / "unpacked" / "package.json").read_text())
        version = str(about["version"])
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InfrastructureError(f"{archive.name}: has no readable package.json") from error
    if not re.fullmatch(r"[0-9A-Za-z.+-]+", version):
        raise InfrastructureError(f"{archive.name}: its version is '{version[:40]}'")
    made = SourcePackage(name, version, digest)
    shutil.rmtree(made.folder, ignore_errors=True)
    (archive.parent / "unpacked").rename(made.folder)
    return made


def unpack(archive: Path, folder: Path, suffixes: Sequence[str] = _SUFFIXES) -> None:
    """The plain files with these suffixes of an archive, without its first folder.

    Nothing is written outside `folder`.
    """
    size = count = 0
    folder.mkdir()
    try:
        with tarfile.open(archive) as opened:
            for member in opened:
                parts = PurePosixPath(member.name).parts[1:]
                inside = parts and ".." not in parts and not member.name.startswith("/")
                if not member.isfile() or not inside or not parts[-1].endswith(tuple(suffixes)):
                    continue
                size, count = size + member.size, count + 1
                if size > _SIZE_MAX or count > _FILES_MAX:
                    raise InputError(f"{archive.name}: is over {_SIZE_MAX >> 20} MiB unpacked")
                content = opened.extractfile(member)
                assert content is not None
                place = folder.joinpath(*parts)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content.read())
    except (tarfile.TarError, EOFError) as error:
        raise InfrastructureError(f"{archive.name}: cannot be unpacked: {error}") from error
