"""Checks what the suite needs on this machine, for `acidtest doctor`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping

from acidtest.core import children
from acidtest.core.commands import Check
from acidtest.core.errors import AcidtestError
from acidtest.suites.c_decompile import strict
from acidtest.suites.c_decompile.compile import Compiler
from acidtest.suites.c_decompile.verdict import runner
from acidtest.toolchains.cross import MissingTools, find_emulator, find_toolchain
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox, sandbox_check
from acidtest.toolchains.target import LEVELS, select_targets


def checks() -> Iterator[Check]:
    """The sandbox, gcc, the kept compiler, g++, the strict verdict, and other targets."""
    yield sandbox_check()
    yield _gcc()
    yield _kept_compiler()
    yield _gxx()
    yield _verdict()
    yield _targets()


_COMPILER = {"gcc": "gcc libc6-dev", "objdump": "binutils"}
_PACKAGES = {**_COMPILER, "bwrap": "bubblewrap"}


def _advice(error: AcidtestError, needed: Mapping[str, str] = _PACKAGES) -> str:
    """The command that installs what is missing; what went wrong if nothing is."""
    packages = [package for tool, package in needed.items() if shutil.which(tool) is None]
    return f"apt-get install {' '.join(packages)}" if packages else str(error)


def _gcc() -> Check:
    try:
        gcc = find_gcc()
    except AcidtestError as error:
        return Check("gcc", False, advice=_advice(error, _COMPILER), needed_for="c-decompile")
    version = f"{gcc.version} ({gcc.target}), binutils {gcc.binutils}"
    return Check("gcc", True, version, needed_for="c-decompile")


def _kept_compiler() -> Check:
    """Whether a compiler that has read the headers can be kept and forked for each answer."""
    tool, purpose = "kept compiler", "speed of c-decompile"
    try:
        gcc = find_gcc()
        with Sandbox(binds=gcc.folders) as sandbox:
            kept = Compiler(gcc, sandbox).keeps()
    except AcidtestError as error:
        return Check(tool, False, advice=_advice(error), needed_for=purpose, optional=True)
    if kept:
        message = "cc1 and as, forked for each answer"
        return Check(tool, True, message, needed_for=purpose)
    advice = (
        "needs nested namespaces and a dynamically linked cc1; without them: same verdicts, slower"
    )
    return Check(tool, False, advice=advice, needed_for=purpose, optional=True)


def _gxx() -> Check:
    path, purpose = shutil.which("g++"), "C++ records, ghidra"
    if path is None:
        return Check("g++", False, advice="apt-get install g++", needed_for=purpose)
    done = children.run([path, "-dumpfullversion"])
    return Check("g++", True, done.stdout.strip(), needed_for=purpose)


def _targets() -> Check:
    """Whether programs of every target can be built and run here; one line installs the rest."""
    ready: list[str] = []
    there: set[str] = set()
    lacking: dict[str, None] = {}
    for target in select_targets([LEVELS[0]]):
        ready.append(f"{target.architecture}-{target.compiler}")
        try:
            find_toolchain(target)
            there |= {*target.packages}
        except MissingTools as error:
            lacking |= dict.fromkeys(error.packages)
        try:
            find_emulator(target.platform)
        except MissingTools as error:
            lacking |= dict.fromkeys(error.packages)
    tool, purpose = "other targets", "c-decompile --target"
    if not lacking:
        return Check(tool, True, ", ".join(ready), needed_for=purpose, optional=True)
    missing = [package for package in lacking if package not in there]
    advice = f"apt-get install {' '.join(missing)}"
    return Check(tool, False, advice=advice, needed_for=purpose, optional=True)


def _verdict() -> Check:
    """Whether C tests and answers run in two processes here."""
    tool, purpose = "C verdict", "c-decompile"
    try:
        with Sandbox({"runner": runner()}) as sandbox:
            why = strict.available(sandbox)
    except AcidtestError as error:
        return Check(tool, False, advice=_advice(error), needed_for=purpose)
    if why:
        return Check(tool, True, f"in-process, which is weaker: {why}", needed_for=purpose)
    return Check(tool, True, "strict", needed_for=purpose)
