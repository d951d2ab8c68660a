"""Ghidra's decompiler engine, without Java: reoxide's library, pypcode's definitions, our driver.

The driver (native/ghidra_driver.cc) loads the processor definitions once, which takes longer
than decompiling a function, and then forks for each one.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import platform
from pathlib import Path

from acidtest.errors import InfrastructureError, InputError
from acidtest.sandbox import build_native
from acidtest.suites import Suite
from acidtest.systems._limits import Limits
from acidtest.systems._served import ServedSystem

_NATIVE = Path(__file__).parent / "native"
_SOURCES = ("ghidra_driver.cc", "ghidra_engine.cc", "ghidra_elf.cc")
_PINS = {"reoxide": "0.8.0", "pypcode": "3.3.3"}
LIMITS = Limits(wall_s=60, cpu_s=30, memory=2 << 30, output=16 << 20)


def ghidra(limits: Limits = LIMITS) -> ServedSystem:
    """The system; builds its driver on first use."""
    driver, specifications = _install()
    identity = {
        "decompiler": "Ghidra's engine",
        **{name: importlib.metadata.version(name) for name in _PINS},
        "driver_sha256": _source_digest(),
    }
    argv = [str(driver), str(specifications)]
    argv += [str(limits.memory), str(limits.cpu_s), f"{limits.wall_s:.0f}"]
    return ServedSystem("ghidra", identity, argv, limits)


def _source_digest() -> str:
    digest = hashlib.sha256()
    for path in sorted(_NATIVE.glob("ghidra_*.[ch]*")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _package(name: str) -> Path:
    found = importlib.util.find_spec(name)
    if found is None or not found.submodule_search_locations:
        raise InfrastructureError(
            f"the Python package {name} is missing; the system ghidra needs it. "
            f"Install it with: pip install {name}=={_PINS[name]}"
        )
    return Path(found.submodule_search_locations[0])


def _install() -> tuple[Path, Path]:
    """The driver, built unless it is there already, and the folder of processor definitions."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        raise InfrastructureError(
            "ghidra: the engine's library is built for Linux on x86-64 only, this is "
            f"{platform.system()} on {platform.machine()}; ghidra-headless works with Java"
        )
    library = _package("reoxide") / "data"
    specifications = _package("pypcode") / "processors" / "x86" / "data" / "languages"
    version = importlib.metadata.version("reoxide")
    for path in (library / "bin" / "libreoxide.so", specifications / "x86-64.sla"):
        if not path.exists():
            pins = " ".join(f"{name}=={pin}" for name, pin in _PINS.items())
            raise InfrastructureError(f"{path} is missing; install again with: pip install {pins}")
    driver = build_native(
        "ghidra_driver",
        _NATIVE,
        _SOURCES,
        [
            f'-DREOXIDE_VERSION="{version}"',  # another library, another driver
            "-D_GLIBCXX_USE_CXX11_ABI=0",  # as the library was built
            f"-isystem{library / 'include' / 'ghidra'}",
            f"-L{library / 'bin'}",
            "-lreoxide",
            f"-Wl,-rpath,{library / 'bin'}",
            "-Wl,--allow-shlib-undefined",
        ],
        compiler="g++",
    )
    return driver, specifications


def make(argument: str, suite: Suite) -> ServedSystem:
    """Ghidra's own decompiler engine, without Java; decompiles x86-64 programs."""
    if argument:
        raise InputError(f"ghidra takes no argument, and was given '{argument}'")
    return ghidra()
