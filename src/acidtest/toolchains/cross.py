"""The tools of a target: where they are on this machine, and which versions."""

from __future__ import annotations

import functools
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.toolchains.target import Platform, Target

EMULATORS = "qemu-user"
"""The Debian package of all emulators."""
_LIBRARY = (
    ("__GLIBC__", "__GLIBC_MINOR__"),
    ("__MINGW64_VERSION_MAJOR", "__MINGW64_VERSION_MINOR"),
)


class MissingTools(InfrastructureError):
    """Tools of a target are not installed; `packages` brings them."""

    def __init__(self, what: str, packages: Sequence[str]) -> None:
        super().__init__(f"{what}. Install it with: apt-get install {' '.join(packages)}")
        self.packages = tuple(packages)


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The compiler of a target, and the other tools for its platform."""

    cc: tuple[str, ...]
    """The C compiler with what it always needs; the level and the file names come after it."""
    objdump: str
    objcopy: str
    strip: str
    nm: str
    version: str
    binutils: str
    library: str
    macros: Mapping[str, str]
    """What the compiler defines, with <stdlib.h>."""

    @property
    def identity(self) -> dict[str, str]:
        """The versions that decide what it builds."""
        return {"compiler": self.version, "binutils": self.binutils, "libc": self.library}

    @property
    def folders(self) -> list[str]:
        """Folders of its tools outside /usr, for the sandbox to mount."""
        return folders_of((self.cc[0], self.objdump))


@dataclass(frozen=True, slots=True)
class Emulator:
    """How a platform's programs run here: the command before the program, if one is needed."""

    argv: tuple[str, ...]
    version: str


def folders_of(programs: Iterable[str]) -> list[str]:
    """Folders that hold these programs, outside the system's own /usr."""
    folders = set()
    for program in programs:
        path = Path(program).resolve()
        if path.is_relative_to("/usr/local"):
            folders.add("/usr/local")
        elif not path.is_relative_to("/usr"):
            folders.add(str(path.parents[1]))
    return sorted(folders)


def find_toolchain(target: Target, language: str = "c") -> Toolchain:
    """The tools that build for a target; raises `MissingTools`, which says how to get them."""
    packages = target.packages
    if language == "cpp":
        packages = (*packages, *(f"g++{p.removeprefix('gcc')}" for p in packages if p[:3] == "gcc"))
    return _find(target.command(language), target.platform, packages)


@functools.cache
def _find(command: tuple[str, ...], platform: Platform, packages: tuple[str, ...]) -> Toolchain:
    compiler = _which(command[0], packages)
    cc = (compiler, *command[1:])
    names = ("objdump", "objcopy", "strip", "nm")
    tools = {name: _which(platform.tool(name), packages) for name in names}
    done = children.run([*cc, "-E", "-dM", "-x", "c", "-"], stdin="#include <stdlib.h>\n")
    if done.returncode != 0:
        what = f"the C library for {platform.architecture} is missing"
        raise MissingTools(what, packages)
    macros = dict(re.findall(r"^#define (\w+) (.*)$", done.stdout, re.MULTILINE))
    library = next((names for names in _LIBRARY if names[0] in macros), None)
    return Toolchain(
        cc,
        **tools,
        version=_version([compiler, "-dumpfullversion", "-dumpversion"]),
        binutils=_version([tools["objdump"], "--version"]),
        library=".".join(macros[name] for name in library) if library else "unknown",
        macros=macros,
    )


@functools.cache
def find_emulator(platform: Platform) -> Emulator:
    """What runs a platform's programs here, nothing for its own; raises `MissingTools`."""
    if not platform.emulator:
        return Emulator((), "none")
    path = _which(platform.emulator, (EMULATORS,))
    return Emulator((path,), _version([path, "--version"]))


def _which(name: str, packages: Sequence[str]) -> str:
    path = shutil.which(name)
    if path is None:
        raise MissingTools(f"{name} was not found", packages)
    return path


def _version(argv: Sequence[str]) -> str:
    lines = children.run(argv).stdout.strip().splitlines()
    number = re.search(r"\d+(\.\d+)+|^\d\S*", lines[0]) if lines else None
    return number.group() if number else "unknown"
