"""Builds the project's own small C and C++ programs once and keeps them in the cache.

What there is to build stands in native/programs.toml.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
from acidtest.store.sums import warn_once

NATIVE = Path(__file__).parents[1] / "native"
READS = ("../native",)  # what is built is part of what a judge depends on
_LANGUAGES = {"gcc": ("-std=gnu17", "gcc libc6-dev"), "g++": ("-std=gnu++17", "g++")}
_CODE = {".c", ".h", ".cc", ".hh"}


@functools.cache
def programs() -> Mapping[str, Any]:
    """What can be built, by name."""
    return tomllib.loads((NATIVE / "programs.toml").read_text(encoding="utf-8"))


def source_digest(name: str) -> str:
    """Hash of the code that a program is built from: all that lies beside its sources."""
    return _digest(programs()[name]).hexdigest()


def build_native(name: str, flags: Sequence[str] = ()) -> Path:
    """Path of the program `name`, built with further `flags` unless it is there already."""
    program = programs()[name]
    compiler = program.get("compiler", "gcc")
    standard, packages = _LANGUAGES[compiler]
    packages = program.get("packages", packages)
    gcc = shutil.which(compiler)
    if gcc is None:
        raise InfrastructureError(
            f"{compiler} was not found; acidtest builds its {name} with it. "
            f"Install it with: apt-get install {packages}"
        )
    return _build(name, program, [gcc, standard], flags, packages)


def build_cross(name: str, command: Sequence[str], packages: Sequence[str]) -> bytes:
    """The object `name` for another platform, made by this compiler, which `packages` brings."""
    command = [*command, "-std=gnu17", "-DACID_EMULATED"]
    flags = ("-fPIC", "-r", "-nostdlib")
    return _build(name, programs()["cross"][name], command, flags, " ".join(packages)).read_bytes()


_own: list[tempfile.TemporaryDirectory[str]] = []


def _folders() -> Iterator[Path]:
    """Where programs are: in the cache; if it cannot be written, in a folder of this process."""
    yield cache_dir() / "native"
    if not _own or not Path(_own[-1].name).exists():
        _own[:] = [children.scratch_folder("native-")]
    yield Path(_own[-1].name)


def _digest(program: Mapping[str, Any]) -> hashlib._Hash:
    digest = hashlib.sha256()
    for folder in sorted({(NATIVE / source).parent for source in program["sources"]}):
        for path in sorted(folder.iterdir()):
            if path.suffix in _CODE:
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest


def _build(
    name: str,
    program: Mapping[str, Any],
    command: Sequence[str],
    flags: Sequence[str],
    packages: str,
) -> Path:
    """What the compiler in `command` makes of a program, from the cache if it is there."""
    options = [*command[1:], "-O2", "-Wall", "-Wextra"]
    linked = [*program.get("flags", []), *flags]
    source = _digest(program).hexdigest()
    digest = hashlib.sha256("\0".join([*options, *linked, source]).encode())
    digest.update(children.run_bytes([command[0], "--version"]).stdout)
    kept = f"{name}-{digest.hexdigest()[:16]}"
    for folder in _folders():
        target = folder / kept
        if target.exists():
            return target
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}-")
            break
        except OSError as error:
            warn_once(
                f"{cache_dir()}: cannot be written ({error.strerror}); acidtest's own programs are "
                "built again in every run"
            )
    else:
        raise InfrastructureError(f"acidtest's {name} cannot be built: there is no place for it")
    os.close(handle)
    sources = [str(NATIVE / source) for source in program["sources"]]
    done = children.run([command[0], *options, "-o", temporary, *sources, *linked])
    if done.returncode != 0:
        Path(temporary).unlink()
        raise InfrastructureError(
            f"{Path(command[0]).name} could not build acidtest's {name}:\n{done.stderr.strip()}\n"
            f"If a file is missing, install it with: apt-get install {packages}"
        )
    Path(temporary).chmod(0o755)
    Path(temporary).replace(target)
    return target
