"""Packages of npm as projects: the sources of one, with those it imports fetched as it asks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.suites.solidity_decompile.project.build import Left
from acidtest.suites.solidity_decompile.project.files import ProjectFiles, solidity_files
from acidtest.suites.solidity_decompile.project.folders import artifacts_in, asked_files
from acidtest.suites.solidity_decompile.project.unit import Bytecode, SourceUnit
from acidtest.toolchains.npm_sources import PREFIX, SourcePackage, obtain, parse_spec

_IMPORTED = re.compile(r"(?P<name>(?:@[^/@]+/)?[^/@.][^/@]*)(?:@(?P<version>[^/]+))?/")
_PACKAGES_MAX = 40
_KINDS = ("dependencies", "peerDependencies", "devDependencies", "optionalDependencies")


def spec_in(path: Path) -> str | None:
    """`npm:NAME@VERSION` in a path that a user typed, also after it was made absolute."""
    at = str(path).rfind(PREFIX)
    return None if at < 0 or path.exists() else str(path)[at:]


def read_package(spec: str, left: Left) -> tuple[list[SourceUnit | Bytecode], str]:
    """The contracts of a package, and its full name with hash.

    A package whose contracts are only artifacts, such as Uniswap's v3, gives bytecode.
    """
    package = obtain(spec)
    own = package.name
    names = [f"{own}/{name}" for name in solidity_files(package.folder)]
    asked = asked_files(names, left)
    files = gathered(asked, {own: package}, {own: package.folder})
    present = [name for name in asked if name in files.sources]
    units: list[SourceUnit | Bytecode] = []
    if present:
        units.append(SourceUnit(own, files.sources, asked=present))
    sources = {Path(name).stem for name in present}
    units += [each for each in artifacts_in(package.folder) if each.name not in sources]
    if not units:
        raise InputError(f"{PREFIX}{own}@{package.version}: contains no Solidity")
    return units, f"{PREFIX}{own}@{package.version} sha512-{package.sha512}"


def gathered(
    entries: list[str], packages: dict[str, SourcePackage], folders: dict[str, Path]
) -> ProjectFiles:
    """The entries and all that they import, further packages fetched as far as they are needed."""
    nowhere = Path("/nonexistent")
    tried: set[str] = set()
    while True:
        files = ProjectFiles(nowhere, packages=folders)
        files.gather(entries)
        fresh = False
        for name in files.missing:
            match = _IMPORTED.match(name)
            if match is None or (prefix := match[0][:-1]) in tried or len(tried) > _PACKAGES_MAX:
                continue
            tried.add(prefix)
            if prefix in folders:
                continue
            version = match["version"] or _asked_version(match["name"], packages)
            if version is None:
                continue  # a folder of the project's own tools, not a package it names
            try:
                package = obtain(f"{match['name']}@{version}" if version else match["name"])
            except (InfrastructureError, InputError):
                continue
            packages[prefix], folders[prefix] = package, package.folder
            fresh = True
        if not fresh:
            return files


def _asked_version(name: str, packages: Mapping[str, SourcePackage]) -> str | None:
    """The version of a package that one of these asks for; None if none does."""
    for package in packages.values():
        try:
            about: Json = load_json((package.folder / "package.json").read_text())
        except (OSError, ValueError):
            continue
        for kind in _KINDS:
            known = about.get(kind) if isinstance(about, dict) else None
            if isinstance(known, dict) and isinstance(known.get(name), str):
                return _plain(name, known[name])
    return "" if name.startswith("@") else None


def _plain(name: str, version: str) -> str:
    """A range that npm reads; a link or another protocol means the newest."""
    try:
        return parse_spec(f"{name}@{version}")[1]
    except InputError:
        return ""
