"""Ghidra's decompiler engine, without Java: reoxide's library, pypcode's definitions, our driver.

The driver (native/ghidra/ghidra_driver.cc) loads the processor definitions once, which takes longer
than decompiling a function, and then forks for each one.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
from pathlib import Path

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.protocols import Suite
from acidtest.systems.decompilers.served import ServedSystem
from acidtest.systems.limits import ToolLimits
from acidtest.toolchains.native import build_native, source_digest

_PINS = {"reoxide": "0.8.0", "pypcode": "3.3.3"}
LIMITS = ToolLimits(wall_s=60, cpu_s=30, memory=2 << 30, output=16 << 20)


def ghidra(limits: ToolLimits = LIMITS) -> ServedSystem:
    """The system; builds its driver on first use."""
    driver, specifications = _install()
    identity = {
        "decompiler": "Ghidra's engine",
        **{name: importlib.metadata.version(name) for name in _PINS},
        "driver_sha256": source_digest("ghidra_driver"),
    }
    argv = [str(driver), str(specifications)]
    argv += [str(limits.memory), str(limits.cpu_s), f"{limits.wall_s:.0f}"]
    return ServedSystem("ghidra", identity, argv, limits)


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise InfrastructureError(
            f"the Python package {name} is missing; the system ghidra needs it. "
            f"Install it with: pip install {name}=={_PINS[name]}"
        )
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
            pins = " ".join(f"{name}=={pin}" for name, pin in _PINS.items())
            raise InfrastructureError(f"{path} is missing; reinstall with: pip install {pins}")
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


def make(argument: str, suite: Suite) -> ServedSystem:
    """Ghidra's own decompiler engine, without Java; decompiles x86-64 programs."""
    if argument:
        raise InputError(f"ghidra takes no argument, but got '{argument}'")
    return ghidra()
