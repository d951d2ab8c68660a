"""Ghidra's decompiler engine, without Java: reoxide's library, pypcode's definitions, our driver.

A program goes through two servers. `image_server` reads it with LIEF, whatever its format and
processor. The driver (native/ghidra/ghidra_driver.cc) gets the image; it loads the definitions of a
processor once, which takes longer than decompiling a function, and then forks for each one.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from acidtest.core.commands import Check
from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.extras import check_packages, install
from acidtest.core.protocols import Suite
from acidtest.core.registry import system
from acidtest.systems.decompilers.machines import MACHINES
from acidtest.systems.decompilers.served import ServedSystem
from acidtest.systems.limits import ToolLimits
from acidtest.toolchains.native import build_native, programs, source_digest

_PACKAGES = ("reoxide", "pypcode", "lief")
_READER = ("machines", "image", "image_elf", "image_pe", "image_server")
_INSTALL = install("ghidra")
LIMITS = ToolLimits(wall_s=60, cpu_s=30, memory=2 << 30, output=16 << 20)


def ghidra(limits: ToolLimits = LIMITS) -> ServedSystem:
    """The system; builds its driver on first use."""
    driver, folders = _install()
    reader = b"".join((Path(__file__).with_name(f"{name}.py")).read_bytes() for name in _READER)
    identity = {
        "decompiler": "Ghidra's engine",
        **{name: importlib.metadata.version(name) for name in _PACKAGES},
        "driver_sha256": source_digest("ghidra_driver"),
        "reader_sha256": sha256_of(reader),
    }
    argv = [str(driver), str(limits.memory), str(limits.cpu_s), f"{limits.wall_s:.0f}"]
    argv += map(str, folders)
    read = [sys.executable, "-m", "acidtest.systems.decompilers.image_server"]
    read += [str(LIMITS.memory), str(LIMITS.cpu_s)]
    return ServedSystem("ghidra", identity, argv, limits, reader=read)


def _package(name: str) -> Path:
    check_packages("the system ghidra", name)
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])


def _install() -> tuple[Path, list[Path]]:
    """The driver, built if necessary, and the folders of processor definitions."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        raise InfrastructureError(
            "ghidra: the engine's library only supports Linux on x86-64, and this is "
            f"{platform.system()} on {platform.machine()}; try ghidra-headless, which needs Java"
        )
    library = _package("reoxide") / "data"
    _package("lief")
    processors = _package("pypcode") / "processors"
    names = sorted({machine.processor for machine in MACHINES})
    folders = [processors / name / "data" / "languages" for name in names]
    version = importlib.metadata.version("reoxide")
    for path in (library / "bin" / "libreoxide.so", *folders):
        if not path.exists():
            raise InfrastructureError(f"{path} is missing: {_INSTALL}")
    driver = build_native(
        "ghidra_driver",
        [
            f'-DREOXIDE_VERSION="{version}"',  # a new library needs a new driver
            "-D_GLIBCXX_USE_CXX11_ABI=0",  # the library was built this way
            f"-isystem{library / 'include' / 'ghidra'}",
            f"-L{library / 'bin'}",
            "-lreoxide",
            f"-Wl,-rpath,{library / 'bin'}",
            "-Wl,--allow-shlib-undefined",
        ],
    )
    return driver, folders


def checks() -> Iterator[Check]:
    """The packages with the engine and the processor definitions, and the driver, built."""
    tool, purpose = "ghidra", "the system ghidra"
    if any(importlib.util.find_spec(name) is None for name in _PACKAGES):
        yield Check(tool, False, advice=_INSTALL, needed_for=purpose)
        return
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in _PACKAGES)
    try:
        _install()
    except InfrastructureError as error:
        supported = platform.machine() == "x86_64"
        packages = programs()["ghidra_driver"]["packages"]
        advice = f"apt-get install {packages}" if supported else str(error)
        yield Check(tool, False, versions, advice, purpose)
    else:
        yield Check(tool, True, versions, needed_for=purpose)


@system(programs="ELF", checks=checks)
def make(argument: str, suite: Suite) -> ServedSystem:
    """Ghidra's own decompiler engine, without Java; for x86, ARM, RISC-V, MIPS."""
    if argument:
        raise InputError(f"ghidra takes no argument, but got '{argument}'")
    return ghidra()
