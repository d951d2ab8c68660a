"""Data that is a whole project: which `--data` is one, and its samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from acidtest.core.errors import InputError
from acidtest.core.extras import needed_by
from acidtest.core.records import Sample

if TYPE_CHECKING:
    from acidtest.suites.solidity_decompile.project.unit import Bytecode, SourceUnit

REAL = "sol-real"
_PATIENCE_S = 600.0  # somebody has compiled a project before, unlike an answer


@dataclass(frozen=True, slots=True)
class ReadProject:
    """The samples of a project, its full name, and what is left out by reason."""

    samples: Sequence[Sample]
    name: str
    left_out: Mapping[str, int]


def project_of(path: Path) -> ReadProject | None:
    """The project at a path, `npm:PACKAGE` or `sol-real`; None for plain files and records."""
    if path.suffix in (".jsonl",) or (path.suffix == ".sol" and not _imports(path)):
        return None
    with needed_by("solidity-decompile"):
        from acidtest.suites.solidity_decompile.project import folders, packages
        from acidtest.suites.solidity_decompile.project.build import Left, Project
        from acidtest.toolchains.solc import Solc
    left, name = Left(), path.name
    if path.name == REAL and not path.exists():
        from acidtest.suites.solidity_decompile.project import real

        units, name = real.read_real()
    elif (spec := packages.spec_in(path)) is not None:
        units, name = packages.read_package(spec, left)
    elif path.is_dir():
        if not folders.is_project(path):
            return None
        units = folders.read_folder(path, left)
    elif path.suffix == ".sol":
        units = folders.read_file(path, left)
    else:
        if (from_json := _json(path)) is None:
            return None
        units = from_json
    with Solc(time_s=_PATIENCE_S) as solc:
        samples = Project(solc, left).samples(units)
    return ReadProject(samples, name, left.counts())


def _imports(path: Path) -> bool:
    from acidtest.lang.solidity_imports import imports_of

    try:
        return bool(imports_of(path.read_text("utf-8", "replace")))
    except OSError:
        return False


def _json(path: Path) -> list[SourceUnit | Bytecode] | None:
    """What a file of JSON holds; None for anything else, also for what is not JSON."""
    from acidtest.suites.solidity_decompile.project import json_files

    if path.suffix != ".json" or not path.is_file():
        return None
    try:
        value = json_files.read_json(path)
    except InputError:
        return None  # perhaps lines of records; their reader says what is wrong
    return json_files.units_of(value, path)
