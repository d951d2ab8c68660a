"""Hashes of data, and of all code that a judge's observations depend on.

A cached observation is valid only as long as the judge would produce it again. Its key therefore
covers the judge's own module, every acidtest module that it imports, directly or not, the files in
the same folders, and the versions of all other libraries they import.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import os
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

OWN = "acidtest"
_SESSION = os.urandom(16).hex()
_LEFT_OUT = ("data", "__pycache__", "prompts")
"""Folders that do not affect observations: samples are in the key, prompts in the identity."""


def sha256_of(*parts: str | bytes) -> str:
    """One hash over several parts; the boundaries between parts matter."""
    whole = RunningHash()
    whole.add(*parts)
    return whole.hexdigest()


class RunningHash:
    """The same hash, fed incrementally."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, *parts: str | bytes) -> None:
        """Add parts."""
        for part in parts:
            data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
            self._digest.update(len(data).to_bytes(8, "little"))
            self._digest.update(data)

    def hexdigest(self) -> str:
        """The hash of all parts so far."""
        return self._digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Closure:
    """What a module's results depend on: files by module or by path, and libraries by version."""

    files: tuple[Path, ...]
    libraries: tuple[tuple[str, str], ...]

    def sha256(self) -> str:
        """Changes with any byte of any file and any version."""
        digest = hashlib.sha256()
        for path in self.files:
            digest.update(sha256_of(path.name, path.read_bytes()).encode())
        for name, version in self.libraries:
            digest.update(sha256_of(name, version).encode())
        return digest.hexdigest()


def code_digest(judge: object) -> str:
    """Hash of all code that the observations of `judge` depend on.

    A judge without a file (typed into an interactive session) gets a hash unique to the process.
    """
    closure = closure_of(type(judge).__module__)
    return closure.sha256() if closure.files else _SESSION


_PARSING = threading.Lock()  # parsing in two threads at once breaks Python 3.11's recursion counter


def closure_of(module: str) -> Closure:
    """Everything that `module` imports, late imports included, and the files next to it."""
    with _PARSING:
        return _closure(module)


@functools.cache
def _closure(module: str) -> Closure:
    sources: dict[str, Path] = {}
    libraries: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in sources or name == OWN:  # the root only offers the API, which imports everything
            continue
        path = _source(name)
        if path is None:
            libraries.add(name.partition(".")[0])
            continue
        sources[name] = path
        parent = name.rpartition(".")[0]
        waiting += [parent] if parent else []
        waiting += [imported for imported in _imports(name, path) if _followed(imported)]
    files = set(sources.values())
    for folder in {folder for path in files for folder in _folders_read_by(path)}:
        files.update(_files_in(folder))
    versions = {name: _version(name) for name in libraries}
    return Closure(tuple(sorted(files)), tuple(sorted(versions.items())))


def _followed(name: str) -> bool:
    return name.partition(".")[0] not in sys.stdlib_module_names


@functools.cache
def _source(name: str) -> Path | None:
    """The file of a module that is followed; None for a library with a version of its own."""
    top = name.partition(".")[0]
    if name == "__main__":
        script = getattr(sys.modules[name], "__file__", None)
        return Path(script) if script else None
    if top != OWN and _is_versioned(top):
        return None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin)


@functools.cache
def _distribution(top: str) -> metadata.Distribution | None:
    """The distribution that installed a package; usually both have the same name."""
    try:
        return metadata.distribution(top)
    except metadata.PackageNotFoundError:
        names = _distributions().get(top)
        return metadata.distribution(names[0]) if names else None


@functools.cache
def _distributions() -> Mapping[str, list[str]]:
    return metadata.packages_distributions()


@functools.cache
def _is_versioned(top: str) -> bool:
    """Whether the version identifies the code: installed, and not from a checkout.

    A plug-in under development (`pip install -e`) changes without a new version. A suite's own
    package is always followed, since its author may forget to bump the version.
    """
    installed = _distribution(top)
    if installed is None:
        return False
    points = metadata.entry_points(group="acidtest.suites")
    if any(re.split("[.:]", point.value)[0] == top for point in points):
        return False
    return '"editable": true' not in (installed.read_text("direct_url.json") or "")


def _version(top: str) -> str:
    installed = _distribution(top)
    return "none" if installed is None else installed.version


@dataclass(frozen=True, slots=True)
class _Statements:
    """What the digest needs of a file's text: its imports, and the folders that it reads."""

    imports: tuple[tuple[int, str, tuple[str, ...]], ...]
    """Level, module and names of each `from` import; of a plain one level 0 and no names."""
    reads: tuple[str, ...]


@functools.lru_cache(maxsize=1024)
def _statements(text: bytes) -> _Statements:
    tree = ast.parse(text)
    imports: list[tuple[int, str, tuple[str, ...]]] = []
    for node in _nested(tree):
        if isinstance(node, ast.Import):
            imports += [(0, each.name, ()) for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = tuple(each.name for each in node.names)
            imports.append((node.level, node.module or "", names))
    reads = [
        str(value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "READS"
        for value in ast.literal_eval(node.value)
    ]
    return _Statements(tuple(imports), tuple(reads))


def _nested(node: ast.AST) -> Iterator[ast.AST]:
    """The statements in a node, at any depth; expressions, most of a tree, hold none."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        for field in ("body", "orelse", "handlers", "cases", "finalbody"):
            inner = getattr(each, field, ())
            waiting += inner
            yield from inner


def _imports(name: str, path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere in it."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for level, module, names in _statements(path.read_bytes()).imports:
        base = module
        if level:
            start = package.split(".")[: len(package.split(".")) - level + 1]
            base = ".".join([*start, *([module] if module else [])])
        yield base
        for each in names:
            inner = f"{base}.{each}"
            if _followed(inner) and _source(base) is not None and _is_module(base, each):
                yield inner


def _is_module(base: str, name: str) -> bool:
    path = _source(base)
    if path is None or path.name != "__init__.py":
        return False
    return (path.parent / f"{name}.py").exists() or (path.parent / name / "__init__.py").exists()


def _folders_read_by(path: Path) -> Iterator[Path]:
    """Where a module may read files: in its own folder, and in those listed in its `READS`."""
    if (path.parent / "__init__.py").exists():  # a module outside a package lies among strangers
        yield path.parent
    for folder in _statements(path.read_bytes()).reads:
        yield path.parent / folder


def _files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder and of its subfolders that are not packages."""
    for path in folder.iterdir():
        if path.is_file():
            if path.suffix not in {".py", ".pyc", ".md"}:
                yield path
        elif path.name not in _LEFT_OUT and not (path / "__init__.py").exists():
            yield from _files_in(path)
