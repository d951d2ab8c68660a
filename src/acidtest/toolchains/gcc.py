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
STATIC_OBJECTS = "@objects"
_SOUND_FLAGS = ("-w", "-fPIC", "-fno-stack-protector", "-O0")


@dataclass(frozen=True, slots=True)
class Gcc:
    """A working gcc. `cc1` and `cc1plus` end before the input file; see `compile_argv`.

    `assembler` is a command, and `static` one of the linker, in which `STATIC_OBJECTS` stands for
    the objects: only that of a cross compiler is known.
    """

    path: str
    version: str
    target: str
    binutils: str
    libc: str
    cc1: tuple[str, ...]
    cc1plus: tuple[str, ...] | None
    assembler: tuple[str, ...]
    linker: str
    objdump: str
    objcopy: str
    strip: str
    flags: tuple[str, ...] = ()
    """What the driver needs to make code for the platform."""
    static: tuple[str, ...] = ()

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
        for part in (self.path, self.cc1[0], self.assembler[0], self.linker):
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
        return [*self.assembler, source, "-o", output]

    def link_argv(self, language: str, objects: Sequence[str], output: str) -> list[str]:
        """Command that links objects into a self-contained shared object."""
        command = [self.linker, "-shared", "-Bsymbolic", "-z", "noexecstack", "-z", "now"]
        command += ["-z", "relro", "--hash-style=gnu", "-o", output, *objects]
        if language == "cpp":
            command.insert(1, "--eh-frame-hdr")  # exceptions are looked up by it
        if language == "cpp":  # crtbeginS.o: __dso_handle, which static objects need
            for library in ("crtbeginS.o", "libstdc++.so", "libgcc_s.so.1", "crtendS.o"):
                command.append(_print_file(self.path, library))
        return command

    @property
    def plain(self) -> PlainParts:
        """The parts of `gcc FILE.c -o PROGRAM -lm`."""
        return _plain(self.path)

    def static_argv(self, objects: Sequence[str], output: str, flags: Sequence[str]) -> list[str]:
        """Command that links objects, the C library and what it needs into a program."""
        at = self.static.index(STATIC_OBJECTS)
        first, last = self.static[:at], self.static[at + 1 :]
        return [*first, *flags, *objects, "-lm", *last, "-o", output]


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


def _parts(argv: Sequence[str]) -> dict[str, list[str]]:
    """The commands that the driver would run, by the name of the program, without output files."""
    parts = {}
    for line in _run([*argv[:1], "-###", *argv[1:]]).splitlines():
        words = shlex.split(line) if line.startswith(" ") else []
        kept = []
        skip = False
        for word in words:
            if skip:
                skip = False
            elif word in ("-o", "-dumpbase", "-dumpbase-ext", "-dumpdir", "-plugin"):
                skip = True
            elif word != "-" and not word.startswith("-plugin-opt="):
                kept.append(word)
        if kept:
            parts[Path(kept[0]).name] = kept
    return parts


def _proper(gcc: Sequence[str], language: str, standard: str, *extra: str) -> tuple[str, ...]:
    """The compiler proper with the arguments that the driver would pass."""
    argv = [*gcc, f"-std={standard}", *_SOUND_FLAGS, *extra, "-S", "-x", language, "-"]
    parts = _parts([*argv, "-o", "out.s"])
    for name in ("cc1", "cc1plus"):
        if name in parts:
            return tuple(parts[name])
    raise InfrastructureError(f"no cc1 command in the output of {shlex.join(argv)}")


@dataclass(frozen=True, slots=True)
class PlainParts:
    """The commands behind `gcc FILE.c -o PROGRAM -lm`, without the names of files.

    The linker's words are those before the object, and the objects that end a program.
    """

    cc1: tuple[str, ...]
    assembler: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


@functools.cache
def _plain(gcc: str) -> PlainParts:
    parts = _parts([gcc, "-x", "c", "-", "-o", "out", "-lm"])
    words = parts["collect2"][1:]
    at = words.index("-lm")  # the object, a file of the driver's, stands before it
    end = len(words)
    while words[end - 1].endswith(".o"):
        end -= 1
    return PlainParts(
        tuple(parts["cc1"]),
        (_program(gcc, "as"), *parts["as"][1:-1]),
        tuple(words[: at - 1]),
        tuple(words[end:]),
    )


def _permissive(version: str) -> tuple[str, ...]:
    return ("-fpermissive",) if int(version.split(".")[0]) >= _PERMISSIVE_SINCE else ()


def _binutils(assembler: str) -> str:
    match = re.search(r"(\d+\.\d+(\.\d+)?)", _run([assembler, "--version"]).splitlines()[0])
    return match.group() if match else "unknown"


@functools.cache
def find_gcc() -> Gcc:
    """The machine's gcc; raises `InfrastructureError` saying what is missing and how to get it."""
    path = shutil.which("gcc")
    if path is None:
        raise InfrastructureError(
            "gcc was not found. Install it with: apt-get install gcc libc6-dev"
        )
    version = _run([path, "-dumpfullversion"]).strip()
    assembler = _program(path, "as")
    gxx = shutil.which("g++")
    return Gcc(
        path=path,
        version=version,
        target=_run([path, "-dumpmachine"]).strip(),
        binutils=_binutils(assembler),
        libc=platform.libc_ver()[1] or "unknown",
        cc1=_proper([path], "c", "gnu17", *_permissive(version)),
        cc1plus=_proper([gxx], "c++", "gnu++17", "-fpermissive") if gxx else None,
        assembler=(assembler,),
        linker=_program(path, "ld"),
        objdump=_program(path, "objdump"),
        objcopy=_program(path, "objcopy"),
        strip=_program(path, "strip"),
    )


def cross_gcc(command: Sequence[str], libc: str) -> Gcc:
    """The gcc that `command` starts, for another platform, whose C library has version `libc`."""
    path = command[0]
    version = _run([path, "-dumpfullversion"]).strip()
    target = " ".join([_run([path, "-dumpmachine"]).strip(), *command[1:]])
    tools = {name: _program(path, name) for name in ("as", "ld", "objdump", "objcopy", "strip")}
    flags = _parts([*command, "-c", "-x", "assembler", "-", "-o", "out.o"])["as"][1:]
    link = _parts([*command, "-static", STATIC_OBJECTS, "-o", "out"])["collect2"][1:]
    return Gcc(
        path=path,
        version=version,
        target=target,
        binutils=_binutils(tools["as"]),
        libc=libc,
        # its programs are static; on i386, position-independent code needs a helper in each object
        cc1=_proper(command, "c", "gnu17", "-fno-pic", *_permissive(version)),
        cc1plus=None,
        assembler=(tools["as"], *flags),
        linker=tools["ld"],
        objdump=tools["objdump"],
        objcopy=tools["objcopy"],
        strip=tools["strip"],
        flags=tuple(command[1:]),
        static=(tools["ld"], *link),
    )
