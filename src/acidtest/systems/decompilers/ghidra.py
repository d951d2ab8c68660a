"""Ghidra's decompiler engine, without Java: reoxide's library, pypcode's definitions, our driver.

The driver (native/ghidra/ghidra_driver.cc) loads the processor definitions once, which takes longer
than decompiling a function, and then forks for each one.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
from collections.abc import Iterator
from pathlib import Path

from acidtest.core.commands import Check
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.extras import check_packages, install
from acidtest.core.protocols import Suite
from acidtest.core.registry import system
from acidtest.systems.decompilers.served import ServedSystem
from acidtest.systems.limits import ToolLimits
from acidtest.toolchains.native import build_native, programs, source_digest

_PACKAGES = ("reoxide", "pypcode")
_INSTALL = install("ghidra")
LIMITS = ToolLimits(wall_s=60, cpu_s=30, memory=2 << 30, output=16 << 20)


def ghidra(limits: ToolLimits = LIMITS) -> ServedSystem:
    """The system; builds its driver on first use."""
    driver, specifications = _install()
    identity = {
        "decompiler": "Ghidra's engine",
        **{name: importlib.metadata.version(name) for name in _PACKAGES},
        "driver_sha256": source_digest("ghidra_driver"),
    }
    argv = [str(driver), str(specifications)]
    argv += [str(limits.memory), str(limits.cpu_s), f"{limits.wall_s:.0f}"]
    return ServedSystem("ghidra", identity, argv, limits)


def _package(name: str) -> Path:
    check_packages("the system ghidra", name)
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])


def _install() -> tuple[Path, Path]:
    """The driver, built if necessary, and the folder of processor definitions."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        raise InfrastructureError(
            "ghidra: the engine's library only supports Linux on x86-64, and this is "
            f"{platform.system()} on {platform.machine()}; try ghidra-headless, which needs Java"
        )
    library = _package("reoxide") / "data"
    specifications = _package("pypcode") / "processors" / "x86" / "data" / "languages"
    version = importlib.metadata.version("reoxide")
    for path in (library / "bin" / "libreoxide.so", specifications / "x86-64.sla"):
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
    return driver, specifications


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
    """Ghidra's own decompiler engine, without Java; decompiles x86-64 programs."""
    if argument:
        raise InputError(f"ghidra takes no argument, but got '{argument}'")
    return ghidra()
