"""Reads the folder of a project: what kind it is, its settings, and the files that are its own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from acidtest.core.errors import InputError
from acidtest.core.paths import read_text
from acidtest.core.records import Json
from acidtest.lang.solidity_imports import imports_of
from acidtest.suites.solidity_decompile.project.build import Left
from acidtest.suites.solidity_decompile.project.files import (
    ProjectFiles,
    own_remappings,
    solidity_files,
)
from acidtest.suites.solidity_decompile.project.json_files import (
    artifact,
    build_info,
    read_json,
    sourcify,
    version_in,
)
from acidtest.suites.solidity_decompile.project.unit import Bytecode, SourceUnit

_ASIDE = frozenset({"test", "tests", "mock", "mocks", "script", "scripts", "testing"})
_CONFIGS = ("hardhat.config.js", "hardhat.config.ts", "hardhat.config.cjs", "hardhat.config.mjs")


def is_project(folder: Path) -> bool:
    """Whether a folder is more than a few sources and records beside each other."""
    if any(
        (folder / name).exists() for name in ("foundry.toml", "remappings.txt", "metadata.json")
    ):
        return True
    if any((folder / name).exists() for name in (*_CONFIGS, "package.json", "build-info")):
        return True
    flat = sorted(folder.glob("*.sol"))
    if any(imports_of(path.read_text("utf-8", "replace")) for path in flat):
        return True
    if flat or any(folder.glob("*.json")) or any(folder.glob("*.jsonl")):
        return False
    return bool(solidity_files(folder)) or any(artifacts_in(folder))


def read_folder(folder: Path, left: Left) -> list[SourceUnit | Bytecode]:
    """The units of a project's folder, or of its folder of artifacts."""
    if (folder / "metadata.json").is_file() and (folder / "sources").is_dir():
        return [_sourcify(folder)]
    if (folder / "foundry.toml").is_file():
        return [_foundry(folder, left)]
    if (folder / "build-info").is_dir():
        return _artifact_folder(folder, folder.parent, left)
    built = folder / "artifacts"
    if built.is_dir() and (units := _artifact_folder(built, folder, left)):
        return units
    if solidity_files(folder):
        return [_plain(folder, left)]
    return list(artifacts_in(folder))


def asked_files(names: Sequence[str], left: Left) -> list[str]:
    """Without tests, mocks and scripts, which are counted."""
    own = []
    for name in names:
        path = PurePosixPath(name)
        aside = _ASIDE & {part.lower() for part in path.parts[:-1]}
        if aside or name.endswith((".t.sol", ".s.sol")):
            left.add("a file of tests, mocks or scripts", name)
        else:
            own.append(name)
    return own


def _sourcify(folder: Path) -> SourceUnit:
    root = folder / "sources"
    files = ProjectFiles(root)
    files.gather(solidity_files(root, every=True))
    sources = files.sources
    metadata = read_json(folder / "metadata.json")
    known = metadata.get("sources", {}) if isinstance(metadata, dict) else {}
    # Sourcify stores `@a/b.sol` as it is, and may drop what a file system cannot hold
    by_tail = {PurePosixPath(name).name: name for name in known}
    renamed = {
        (name if name in known else by_tail.get(PurePosixPath(name).name, name)): text
        for name, text in sources.items()
    }
    return sourcify(metadata, renamed, folder)


def _foundry(folder: Path, left: Left) -> SourceUnit:
    profile = _profile(folder / "foundry.toml")
    given = profile.get("remappings")
    texts = [str(each) for each in given] if isinstance(given, list) else []
    remappings = own_remappings(folder, texts)
    files = ProjectFiles(folder, remappings)
    under = profile.get("src") if isinstance(profile.get("src"), str) else "src"
    assert isinstance(under, str)
    if not _inside(folder, under):
        under = "contracts" if (folder / "contracts").is_dir() else ""
    asked = asked_files(solidity_files(folder, under), left)
    files.gather(asked)
    runs, evm = profile.get("optimizer_runs"), profile.get("evm_version")
    optimised = bool(profile.get("optimizer", runs is not None))
    mode = "via-ir" if profile.get("via_ir") else "optimised" if optimised else "unoptimised"
    return SourceUnit(
        folder.resolve().name,
        files.sources,
        remappings,
        mode,
        runs if isinstance(runs, int) else None,
        evm if isinstance(evm, str) else None,
        version_in(profile.get("solc_version") or profile.get("solc")),
        [name for name in asked if name in files.sources],
    )


def _inside(folder: Path, under: str) -> bool:
    place = (folder / under).resolve()
    return place.is_dir() and place.is_relative_to(folder.resolve())


def _profile(path: Path) -> Mapping[str, Json]:
    try:
        value = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is not TOML: {error}") from error
    profile = value.get("profile", {})
    default = profile.get("default", {}) if isinstance(profile, dict) else {}
    return default if isinstance(default, dict) else {}


def _artifact_folder(folder: Path, root: Path, left: Left) -> list[SourceUnit | Bytecode]:
    """Build information if it holds sources; else the project beside it, else the artifacts."""
    infos = sorted((folder / "build-info").glob("*.json"), key=_age)
    units: list[SourceUnit | Bytecode] = []
    known: set[str] = set()
    for path in infos:
        value = None if path.name.endswith(".output.json") else read_json(path)
        if not isinstance(value, dict) or not isinstance(value.get("input"), dict):
            continue
        if value["input"].get("language") != "Solidity":
            continue
        unit = build_info(value, path)
        asked = [name for name in unit.asked or () if name not in known]
        known |= set(asked)
        units.append(_with_asked(unit, asked_files(asked, left)))
    if units:
        return units
    if (root / "foundry.toml").is_file():
        return [_foundry(root, left)]
    return list(artifacts_in(folder))


def _age(path: Path) -> tuple[float, str]:
    return -path.stat().st_mtime, path.name  # newest first: older ones may be left from before


def _with_asked(unit: SourceUnit, asked: Sequence[str]) -> SourceUnit:
    return SourceUnit(
        unit.name,
        unit.sources,
        unit.remappings,
        unit.mode,
        unit.runs,
        unit.evm_version,
        unit.compiler,
        asked,
    )


def artifacts_in(folder: Path) -> Iterator[Bytecode]:
    """The compiled contracts below a folder."""
    for path in sorted(folder.rglob("*.json")):
        if path.is_symlink() or path.name.endswith((".dbg.json", ".metadata.json")):
            continue
        if "build-info" in path.parts or path.name in ("package.json", "metadata.json"):
            continue
        value = read_json(path)
        if isinstance(value, dict) and isinstance(value.get("abi"), list):
            made = artifact(value, path.relative_to(folder).as_posix())
            if made is not None:
                yield made


def _plain(folder: Path, left: Left) -> SourceUnit:
    """Sources with imports, of Hardhat or of a package: nothing says how they are compiled."""
    remappings = own_remappings(folder)
    under = "contracts" if (folder / "contracts").is_dir() else ""
    names = solidity_files(folder, under)
    asked = asked_files(names, left)
    files = ProjectFiles(folder, remappings)
    files.gather(asked)
    return SourceUnit(
        folder.resolve().name,
        files.sources,
        remappings,
        asked=[name for name in asked if name in files.sources],
    )


def read_file(path: Path, left: Left) -> list[SourceUnit | Bytecode]:
    """One source with imports: the project it is in says where they are."""
    whole = path.resolve()
    marks = ("foundry.toml", "remappings.txt", "package.json", *_CONFIGS)
    root = whole.parent
    for folder in list(whole.parents)[:8]:
        if any((folder / mark).is_file() for mark in marks):
            root = folder
            break
    unit = _foundry(root, Left()) if (root / "foundry.toml").is_file() else None
    remappings = unit.remappings if unit else own_remappings(root)
    files = ProjectFiles(root, remappings)
    name = whole.relative_to(root).as_posix()
    files.gather([name])
    if unit is None:
        return [SourceUnit(path.stem, files.sources, remappings, asked=[name])]
    settings = (unit.mode, unit.runs, unit.evm_version, unit.compiler)
    return [SourceUnit(path.stem, files.sources, remappings, *settings, [name])]
