"""Targets: what the program of a C question is built for, as data.

One row of `PLATFORMS` is an architecture with a file format, one row of `COMPILERS` a compiler;
every compiler goes with every platform of its file format, at every level.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from acidtest.core.errors import InputError

LEVELS = ("O0", "O1", "O2", "O3", "Os")
STRIPPED = "stripped"


@dataclass(frozen=True, slots=True)
class Abi:
    """What C leaves to the platform, as far as answers depend on it."""

    pointer_bits: int = 64
    long_bits: int = 64
    char_signed: bool = True
    long_double: str = "x87"
    """`x87` (80 bits), `quad` (128) or `double`."""
    byte_order: str = "little"
    wchar: str = "int"


@dataclass(frozen=True, slots=True)
class Platform:
    """An architecture with a file format: its tools, its ABI, and how its answers are judged."""

    architecture: str
    abi: Abi = Abi()
    format: str = "elf"
    triple: str = ""
    """Names the cross tools (`TRIPLE-gcc`); empty where this machine's own tools serve."""
    flags: tuple[str, ...] = ()
    """What a compiler needs besides, to make code for it."""
    packages: tuple[str, ...] = ()
    """Debian packages of gcc, binutils and the C library for it."""
    emulator: str = ""
    """The program that runs its programs in the sandbox, which lets no other system calls through
    than those of x86-64; empty if there is none, or none is needed."""

    @property
    def native(self) -> tuple[str, ...] | None:
        """Flags under which a verdict by this machine's gcc is fair; None if it never is.

        Some tasks may still depend on a difference: see `differences`.
        """
        if self.abi.pointer_bits != 64 or self.abi.byte_order != "little":
            return None  # a decompiler writes its pointers as 32-bit integers
        return () if self.abi.char_signed else ("-funsigned-char",)

    @property
    def differences(self) -> tuple[str, ...]:
        """C types that are not what they are here, the flags of `native` apart."""
        here = Abi()
        differ = {
            "long": self.abi.long_bits != here.long_bits,
            "long double": self.abi.long_double != here.long_double,
            "wchar_t": self.abi.wchar != here.wchar,
        }
        return tuple(name for name, is_so in differ.items() if is_so)

    def tool(self, name: str) -> str:
        """The command of one of its tools, such as objdump."""
        return f"{self.triple}-{name}" if self.triple else name


def _cross(architecture: str, triple: str, debian: str, emulator: str, abi: Abi) -> Platform:
    packages = (f"gcc-{triple.replace('_', '-')}", f"libc6-dev-{debian}-cross")
    return Platform(
        architecture, abi, triple=triple, packages=packages, emulator=f"qemu-{emulator}"
    )


_LP64 = Abi(char_signed=False, long_double="quad", wchar="unsigned")
_ILP32 = Abi(pointer_bits=32, long_bits=32, long_double="double")
PLATFORMS = (
    Platform("x86-64", packages=("gcc", "libc6-dev", "binutils")),
    Platform(
        "i386",
        Abi(pointer_bits=32, long_bits=32),
        # gcc-12-multilib lacks the folder asm, which is the same for both
        flags=("-m32", "-idirafter", "/usr/include/x86_64-linux-gnu"),
        packages=("gcc-12-multilib",),  # gcc-multilib conflicts with every cross gcc
        emulator="qemu-i386",
    ),
    _cross("aarch64", "aarch64-linux-gnu", "arm64", "aarch64", _LP64),
    _cross(
        "armhf",
        "arm-linux-gnueabihf",
        "armhf",
        "arm",
        Abi(32, 32, char_signed=False, long_double="double", wchar="unsigned"),
    ),
    _cross(
        "riscv64",
        "riscv64-linux-gnu",
        "riscv64",
        "riscv64",
        Abi(char_signed=False, long_double="quad"),
    ),
    _cross("mips", "mips-linux-gnu", "mips", "mips", Abi(32, 32, True, "double", "big")),
    _cross("mipsel", "mipsel-linux-gnu", "mipsel", "mipsel", _ILP32),
    Platform(
        "x86-64",
        Abi(long_bits=32, wchar="short"),
        format="pe",
        triple="x86_64-w64-mingw32",
        packages=("gcc-mingw-w64-x86-64",),
    ),
)


def _gcc(platform: Platform) -> tuple[str, ...]:
    return (platform.tool("gcc"), *platform.flags)


def _clang(platform: Platform) -> tuple[str, ...]:
    there = (f"--target={platform.triple}",) if platform.triple else platform.flags
    return ("clang", *there)


@dataclass(frozen=True, slots=True)
class TargetCompiler:
    """A compiler: what it writes, its command for a platform, and the package it comes in."""

    name: str
    format: str
    command: Callable[[Platform], Sequence[str]]
    cpp: tuple[str, str]
    """How its command for C becomes the one for C++: the end of the name, and its replacement."""
    packages: tuple[str, ...] = ()


COMPILERS = (
    TargetCompiler("gcc", "elf", _gcc, ("gcc", "g++")),
    TargetCompiler("clang", "elf", _clang, ("clang", "clang++"), ("clang",)),
    TargetCompiler("mingw", "pe", _gcc, ("gcc", "g++")),
)
_COMPILER = {row.name: row for row in COMPILERS}
_PLATFORM = {(row.architecture, row.format): row for row in PLATFORMS}


@dataclass(frozen=True)
class Target:
    """What a program was built for. Its name is ARCHITECTURE-COMPILER-LEVEL[-stripped]."""

    compiler: str = "gcc"
    architecture: str = "x86-64"
    level: str = "O0"
    symbols: bool = True

    def __str__(self) -> str:
        name = f"{self.architecture}-{self.compiler}-{self.level}"
        return name if self.symbols else f"{name}-{STRIPPED}"

    @property
    def format(self) -> str:
        """`elf` or `pe`: a compiler writes one of them."""
        return _COMPILER[self.compiler].format

    @cached_property
    def platform(self) -> Platform:
        """The row of its architecture and file format."""
        return _PLATFORM[self.architecture, self.format]

    def command(self, language: str = "c") -> tuple[str, ...]:
        """The compiler's command with what it always needs, the level apart."""
        row = _COMPILER[self.compiler]
        name, *rest = row.command(self.platform)
        if language == "cpp":
            name = name.removesuffix(row.cpp[0]) + row.cpp[1]
        return (name, *rest)

    @property
    def packages(self) -> tuple[str, ...]:
        """Debian packages that bring what builds its programs."""
        return (*_COMPILER[self.compiler].packages, *self.platform.packages)


TARGETS = tuple(
    Target(compiler.name, platform.architecture, level, symbols)
    for platform, compiler, symbols in itertools.product(PLATFORMS, COMPILERS, (True, False))
    if platform.format == compiler.format
    for level in LEVELS
)
_PARTS = (
    tuple(dict.fromkeys(row.architecture for row in PLATFORMS)),
    tuple(row.name for row in COMPILERS),
    LEVELS,
    (STRIPPED,),
)
_PATTERNS = {
    "-".join(part for part in parts if part) or "all": parts
    for parts in itertools.product(*(("", *part) for part in _PARTS))
}
_KNOWN = (
    f"a target is {' or '.join(_PARTS[0])}, then {' or '.join(_PARTS[1])}, "
    f"then {' or '.join(LEVELS)}, as in aarch64-gcc-O2; or all"
)


def parse_target(name: str) -> Target:
    """The target of this name; raises `InputError`."""
    for target in TARGETS:
        if str(target) == name:
            return target
    raise InputError(f"unknown target '{name}'; {_KNOWN}")


def select_targets(patterns: Sequence[str]) -> list[Target]:
    """The targets that the patterns name, each once, in the order of `TARGETS`.

    A pattern is the name of a target of which parts may be missing (`aarch64-gcc-O2`, `aarch64`,
    `clang-O2`, `stripped`), or `all`. Without `stripped` it names programs with symbols.
    """
    chosen = {target for pattern in patterns for target in _matching(pattern)}
    return [target for target in TARGETS if target in chosen]


def _matching(pattern: str) -> Iterable[Target]:
    if pattern not in _PATTERNS:
        raise InputError(f"unknown target '{pattern}'; {_KNOWN}")
    architecture, compiler, level, stripped = _PATTERNS[pattern]
    named = [
        target
        for target in TARGETS
        if target.architecture == (architecture or target.architecture)
        and target.compiler == (compiler or target.compiler)
        and target.level == (level or target.level)
        and target.symbols == (not stripped)
    ]
    if not named:
        raise InputError(f"target '{pattern}': {compiler} does not build for {architecture}")
    return named
