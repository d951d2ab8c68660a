"""`sol-real`: a fixed list of public contracts, from npm packages pinned by version and hash.

Nothing of theirs is in the tree: `real/recipe.toml` names packages, files and constructor
arguments, `real/wrappers` has thin wrappers of ours for abstract contracts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import read_text
from acidtest.suites.solidity_decompile.project.build import closure
from acidtest.suites.solidity_decompile.project.files import ProjectFiles
from acidtest.suites.solidity_decompile.project.json_files import artifact, read_json
from acidtest.suites.solidity_decompile.project.unit import Bytecode, Choice, SourceUnit
from acidtest.toolchains.npm_sources import SourcePackage, here, obtain
from acidtest.toolchains.solc_fetch import pick

NAME = "sol-real"
_FOLDER = Path(__file__).parents[1] / "real"
_WRAPPERS = "wrappers"


@cache
def recipe() -> Mapping[str, Any]:
    """The list as it is written."""
    return tomllib.loads((_FOLDER / "recipe.toml").read_text())


def fetch() -> Path:
    """Fetch every package, and the compilers that their files ask for; returns the folder."""
    place = Path()
    for spec, sha512 in recipe()["packages"].items():
        place = obtain(spec, sha512).folder.parent
    for unit in _units():
        if isinstance(unit, SourceUnit):
            for choice in unit.choices:
                pick(unit.pragma_text(closure(unit, choice.file)[0]))
    return place


def read_real() -> tuple[list[SourceUnit | Bytecode], str]:
    """All contracts of the list, and its name; raises if it was not fetched."""
    return _units(), NAME


def _units() -> list[SourceUnit | Bytecode]:
    made: list[SourceUnit | Bytecode] = []
    for entry in recipe()["unit"]:
        folders = {_WRAPPERS: _FOLDER / _WRAPPERS}
        for text in entry["imports"]:
            spec, _, prefix = text.partition(" as ")
            package = _package(spec)
            folders[prefix or package.name] = package.folder
        choices = [_choice(each, entry["package"]) for each in entry["contracts"]]
        if any(choice.file.endswith(".json") for choice in choices):
            for choice, each in zip(choices, entry["contracts"], strict=True):
                made.append(_bytecode(choice.file, folders, choice))
                made += [_bytecode(file, folders, None) for file in each.get("libraries", ())]
            continue
        files = ProjectFiles(_FOLDER, packages=folders)
        files.gather([choice.file for choice in choices])
        mode = entry.get("mode", "optimised")
        made.append(SourceUnit(entry["package"], files.sources, mode=mode, choices=choices))
    return made


def _package(spec: str) -> SourcePackage:
    package = here(spec, recipe()["packages"][spec])
    if package is None:
        raise InfrastructureError(f"{NAME} is not here. Get it with: acidtest fetch {NAME}")
    return package


def _choice(each: Mapping[str, Any], package: str) -> Choice:
    groups = {"package": package.split(" ")[0], "token": each.get("token", "none")}
    return Choice(
        each["file"],
        each["name"],
        each.get("id", ""),
        each.get("constructor"),
        each.get("value", 0),
        each.get("companions", {}),
        each.get("deployer", {}),
        groups,
        fixed=True,
    )


def _bytecode(file: str, folders: Mapping[str, Path], choice: Choice | None) -> Bytecode:
    prefix = max((p for p in folders if file.startswith(f"{p}/")), key=len)
    path = folders[prefix] / file[len(prefix) + 1 :]
    made = artifact(read_json(path), file)
    if made is None:
        raise InfrastructureError(f"{NAME}: {file} holds no code: {read_text(path)[:80]}")
    return Bytecode(
        made.name,
        made.file,
        made.abi,
        made.creation,
        made.runtime,
        made.compiler or "0.7.6",  # what Uniswap built its v3 packages with
        made.mode,
        made.links,
        choice,
        linked_only=choice is None,
    )
