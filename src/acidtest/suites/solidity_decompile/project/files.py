"""Reads a project's sources from disk: a file and all that it imports, never from outside.

A path that climbs out of the project's folders, or a link that leads out of them, is not read:
the import counts as missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.lang.solidity_imports import imports_of, remapping, resolve
from acidtest.suites.solidity_decompile.project.unit import SOURCES_MAX

FILE_MAX = 8 << 20
FILES_MAX = 20_000
_LIBRARY_FOLDERS = ("node_modules", "lib", "dependencies")
_SKIPPED = frozenset(
    {"node_modules", "lib", "dependencies", "out", "artifacts", "cache", "cache_forge", ".git"}
)


@dataclass(slots=True)
class ProjectFiles:
    """The files of a project, found by the names that imports give them.

    `packages` are folders of packages by the name they are imported by, such as
    `@openzeppelin/contracts`.
    """

    root: Path
    remappings: Sequence[str] = ()
    packages: Mapping[str, Path] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    _size: int = 0

    def gather(self, entries: Sequence[str]) -> None:
        """Read these files and everything they import, each once."""
        waiting = list(entries)
        while waiting:
            name = waiting.pop()
            if name in self.sources or name in self.missing:
                continue
            text, why = self._read(name)
            if text is None:
                self.missing[name] = why
                continue
            self.sources[name] = text
            self._size += len(text)
            if self._size > SOURCES_MAX or len(self.sources) > FILES_MAX:
                raise InputError(
                    f"{self.root}: over {SOURCES_MAX >> 20} MiB or {FILES_MAX} files of sources; "
                    "give a part of it"
                )
            waiting += [resolve(name, each.path, self.remappings) for each in imports_of(text)]

    def _read(self, name: str) -> tuple[str | None, str]:
        for path in self._places(name):
            try:
                real = path.resolve()
                if not real.is_file():
                    continue
                if not any(real.is_relative_to(place) for place in self._allowed()):
                    return None, "is outside the project"
                if real.stat().st_size > FILE_MAX:
                    return None, f"is over {FILE_MAX >> 20} MiB"
                return real.read_text(encoding="utf-8"), ""
            except UnicodeDecodeError:
                return None, "is not UTF-8 text"
            except (OSError, ValueError):
                continue
        return None, "is not there"

    def _allowed(self) -> list[Path]:
        folders = [self.root, *self.packages.values()]
        return [folder.resolve() for folder in folders]

    def _places(self, name: str) -> Iterator[Path]:
        if name.startswith("/"):
            return
        for package in sorted(self.packages, key=len, reverse=True):
            if name.startswith(f"{package}/"):
                yield self.packages[package] / name[len(package) + 1 :]
        yield self.root / name
        for folder in _LIBRARY_FOLDERS:
            yield self.root / folder / name


def solidity_files(root: Path, under: str = "", *, every: bool = False) -> list[str]:
    """The `.sol` files of a project, without those of its libraries and its outputs."""
    made = []
    folders = [root / under if under else root]
    while folders:
        folder = folders.pop()
        for path in sorted(folder.iterdir()):
            if path.is_symlink():
                continue
            if path.is_dir() and (every or path.name not in _SKIPPED):
                folders.append(path)
            elif path.suffix == ".sol" and path.is_file():
                made.append(path.relative_to(root).as_posix())
            if len(made) > FILES_MAX:
                raise InputError(f"{root}: has over {FILES_MAX} .sol files; give a part of it")
    return sorted(made)


def own_remappings(root: Path, given: Sequence[str] = ()) -> list[str]:
    """Remappings as Foundry finds them: `remappings.txt`, those given, and those of `lib/`."""
    made = list(given)
    path = root / "remappings.txt"
    if path.is_file() and not path.is_symlink():
        made += [line.strip() for line in path.read_text("utf-8", "replace").splitlines()]
    made = [each for each in made if remapping(each)]
    known = {parts[1] for each in made if (parts := remapping(each))}
    library = root / "lib"
    for folder in sorted(library.iterdir()) if library.is_dir() else ():
        prefix = f"{folder.name}/"
        if not folder.is_dir() or prefix in known:
            continue
        inner = next((n for n in ("src", "contracts") if (folder / n).is_dir()), "")
        made.append(f"{prefix}=lib/{folder.name}/{inner}{'/' if inner else ''}")
    return made
