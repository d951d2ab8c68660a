"""gcc and binutils: where they are, which version, and how to call their parts directly.

The driver `gcc` starts a process for each part. Called directly, the compiler proper, the
assembler and the linker do the same work for a fraction of the cost. The exact arguments come from
the driver itself (`gcc -###`), so a distribution's defaults are kept.
"""

from __future__ import annotations

import functools
import platform
import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core import children
from acidtest.core.errors import InfrastructureError

# gcc 14 made these errors; whether an answer compiles must not depend on the compiler's age.
_PERMISSIVE_SINCE = 14
_SOUND_FLAGS = ("-w", "-fPIC", "-fno-stack-protector", "-O0")


@dataclass(frozen=True, slots=True)
class Gcc:
    """A working gcc. `cc1` and `cc1plus` end before the input file; see `compile_argv`."""

    path: str
    version: str
    target: str
    binutils: str
    libc: str
    cc1: tuple[str, ...]
    cc1plus: tuple[str, ...] | None
    assembler: str
    linker: str
    objdump: str
    objcopy: str
    strip: str

    @property
    def identity(self) -> dict[str, str]:
        """The versions that affect verdicts, for the signature."""
        return {
            "gcc": self.version,
            "binutils": self.binutils,
            "libc": self.libc,
            "target": self.target,
        }

    @property
    def folders(self) -> list[str]:
        """Folders of its parts outside the system's own /usr, for the sandbox to mount."""
        folders = set()
        for part in (self.path, self.cc1[0], self.assembler, self.linker):
            path = Path(part).resolve()
            if path.is_relative_to("/usr/local"):
                folders.add("/usr/local")
            elif not path.is_relative_to("/usr"):
                folders.add(str(path.parents[1]))
        return sorted(folders)

    def compile_argv(self, language: str, source: str, output: str) -> list[str]:
        """Command that turns `source` into assembly."""
        if language == "cpp":
            if self.cc1plus is None:
                raise InfrastructureError(
                    "g++ was not found, and this data has C++ records. "
                    "Install it with: apt-get install g++"
                )
            return [*self.cc1plus, source, "-o", output]
        return [*self.cc1, source, "-o", output]

    def assemble_argv(self, source: str, output: str) -> list[str]:
        """Command that turns assembly into an object file."""
        return [self.assembler, source, "-o", output]

    def link_argv(self, language: str, objects: Sequence[str], output: str) -> list[str]:
        """Command that links objects into a self-contained shared object."""
        command = [self.linker, "-shared", "-Bsymbolic", "-z", "noexecstack", "-z", "now"]
        command += ["-z", "relro", "--hash-style=gnu", "-o", output, *objects]
        if language == "cpp":  # crtbeginS.o: __dso_handle, which static objects need
            for library in ("crtbeginS.o", "libstdc++.so", "libgcc_s.so.1", "crtendS.o"):
                command.append(_print_file(self.path, library))
        return command


def _run(argv: Sequence[str]) -> str:
    done = children.run(argv)
    if done.returncode != 0:
        raise InfrastructureError(f"{shlex.join(argv)} failed: {done.stderr.strip()}")
    return done.stdout + done.stderr


@functools.cache
def _print_file(gcc: str, name: str) -> str:
    return _run([gcc, f"-print-file-name={name}"]).strip()


def _program(gcc: str, name: str) -> str:
    printed = _run([gcc, f"-print-prog-name={name}"]).strip()
    path = printed if "/" in printed else shutil.which(printed)
    if path is None:
        raise InfrastructureError(
            f"{name} was not found. Install it with: apt-get install binutils"
        )
    return str(Path(path).resolve())


def _proper(gcc: str, language: str, standard: str, extra: Sequence[str]) -> tuple[str, ...]:
    """The compiler proper with the arguments that the driver would pass."""
    argv = [gcc, "-###", f"-std={standard}", *_SOUND_FLAGS, *extra, "-S", "-x", language, "-"]
    for line in _run([*argv, "-o", "out.s"]).splitlines():
        parts = shlex.split(line) if line.startswith(" ") else []
        if parts and Path(parts[0]).name in ("cc1", "cc1plus"):
            kept = []
            skip = False
            for part in parts:
                if skip:
                    skip = False
                elif part in ("-o", "-dumpbase", "-dumpbase-ext", "-dumpdir"):
                    skip = True
                elif part != "-":
                    kept.append(part)
            return tuple(kept)
    raise InfrastructureError(f"no cc1 command in the output of {shlex.join(argv)}")


@functools.cache
def find_gcc() -> Gcc:
    """The machine's gcc; raises `InfrastructureError` saying what is missing and how to get it."""
    path = shutil.which("gcc")
    if path is None:
        raise InfrastructureError(
            "gcc was not found. Install it with: apt-get install gcc libc6-dev"
        )
    version = _run([path, "-dumpfullversion"]).strip()
    permissive = ["-fpermissive"] if int(version.split(".")[0]) >= _PERMISSIVE_SINCE else []
    assembler = _program(path, "as")
    binutils = re.search(r"(\d+\.\d+(\.\d+)?)", _run([assembler, "--version"]).splitlines()[0])
    gxx = shutil.which("g++")
    return Gcc(
        path=path,
        version=version,
        target=_run([path, "-dumpmachine"]).strip(),
        binutils=binutils.group() if binutils else "unknown",
        libc=platform.libc_ver()[1] or "unknown",
        cc1=_proper(path, "c", "gnu17", permissive),
        cc1plus=_proper(gxx, "c++", "gnu++17", ["-fpermissive"]) if gxx else None,
        assembler=assembler,
        linker=_program(path, "ld"),
        objdump=_program(path, "objdump"),
        objcopy=_program(path, "objcopy"),
        strip=_program(path, "strip"),
    )
