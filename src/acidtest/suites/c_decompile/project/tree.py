"""What a user names as a project: a folder, single files, or a source distribution."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.toolchains.python_sources import obtain, parse_spec

_FILES_MAX = 20_000
# Programs around a library, and the glue of another language.
_ASIDE = frozenset(
    """test tests testing unittest fuzz fuzzing example examples bench benchmark benchmarks doc docs
    contrib tools programs build .git""".split()
)
_FOREIGN = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"](?:Python|jni|ruby|lua|node_api)\.h', re.M)


@dataclass(frozen=True, slots=True)
class SourceTree:
    """Sources in a folder: their package's name, and the files to look at, all if none.

    What is `fetched` from a package index is not built: that would run code of its own making.
    """

    package: str
    folder: Path
    files: Sequence[Path] = ()
    fetched: bool = False


def trees_of(names: Sequence[str], sha256: Mapping[str, str] | None = None) -> list[SourceTree]:
    """The trees that a user names; single files of one folder are one tree."""
    trees: list[SourceTree] = []
    single: dict[Path, list[Path]] = {}
    for name in names:
        spec = parse_spec(name)
        path = Path(name)
        if path.is_dir():
            trees.append(SourceTree(_plain(path.resolve().name), path.resolve()))
        elif path.is_file():
            if path.suffix != ".c":
                raise InputError(
                    f"{name}: is not a C file; give a folder, a .c file or NAME==VERSION"
                )
            single.setdefault(path.resolve().parent, []).append(path.resolve())
        elif spec is not None:
            made = obtain(*spec, (sha256 or {}).get(name))
            trees.append(
                SourceTree(_plain(f"{made.name}-{made.version}"), made.folder, fetched=True)
            )
        else:
            raise InputError(
                f"{name}: no such file or folder, and not a source distribution; "
                "one is named as NAME==VERSION, such as lz4==4.4.5"
            )
    trees += [SourceTree(_plain(folder.name), folder, files) for folder, files in single.items()]
    names_of = [tree.package for tree in trees]
    if twice := [name for name in names_of if names_of.count(name) > 1]:
        raise InputError(f"two projects are called {twice[0]}; import them to different folders")
    return trees


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._+-]", "_", name) or "project"


def all_files(folder: Path) -> Iterator[Path]:
    """The plain files of a tree, in order, no links followed."""
    count = 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(files):
            path = Path(place, name)
            if path.is_symlink() or not path.is_file():
                continue
            count += 1
            if count > _FILES_MAX:
                raise InputError(f"{folder}: has over {_FILES_MAX} files; give a part of it")
            yield path


def library_files(tree: SourceTree) -> list[Path]:
    """The C files of a tree whose build is not known, without tests, tools and glue."""
    if tree.files:
        return list(tree.files)
    chosen = []
    for path in all_files(tree.folder):
        parts = path.relative_to(tree.folder).parts
        if path.suffix != ".c" or any(part.lower() in _ASIDE for part in parts[:-1]):
            continue
        if not _FOREIGN.search(path.read_bytes()):
            chosen.append(path)
    return chosen
