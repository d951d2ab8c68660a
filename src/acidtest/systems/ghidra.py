"""Ghidra's decompiler engine, without Java: reoxide's library, pypcode's definitions, our driver.

The driver (native/ghidra_driver.cc) loads the processor definitions once, which takes longer
than decompiling a function, and then forks for each one. Drivers are kept and handed from
question to question; each worker thread has one at a time.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import select
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from acidtest.errors import InfrastructureError, InputError
from acidtest.model import Answer, Json, Program, Question
from acidtest.sandbox import build_native
from acidtest.suites import Suite
from acidtest.systems._limits import Limits

_NATIVE = Path(__file__).parent / "native"
_SOURCES = ("ghidra_driver.cc", "ghidra_elf.cc")
_LIMITS = Limits(wall_s=60, cpu_s=30, memory=2 << 30)
_START_S = 60
_GRACE_S = 15
_X86_64 = 62


class EngineError(Exception):
    """The driver itself is gone or stuck; it has been ended."""


@dataclass(frozen=True, slots=True)
class Reply:
    """C text, or the reason why there is none."""

    ok: bool
    text: str


class Engine:
    """One running driver. Used by one thread at a time."""

    def __init__(self, program: Path, specifications: Path, limits: Limits) -> None:
        self._wall_s = limits.wall_s
        self._buffer = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._process = subprocess.Popen(
            [program, specifications, str(limits.memory), str(limits.cpu_s), f"{limits.wall_s:.0f}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
        )
        try:
            greeting = self._line(time.monotonic() + _START_S)
            if not greeting.startswith("ready "):
                raise EngineError(f"it said {greeting!r}")
        except EngineError as error:
            raise InfrastructureError(f"Ghidra's engine does not start: {error}") from error
        self.version = greeting.removeprefix("ready ")

    def decompile(self, data: bytes, address: int, name: str) -> Reply:
        """Ask for one function; raises `EngineError` if the driver does not survive it."""
        request = f"{address:x} {len(data)} {name}\n".encode() + data
        deadline = time.monotonic() + self._wall_s + _GRACE_S
        view = memoryview(request)
        try:
            assert self._process.stdin is not None
            while view:
                view = view[self._process.stdin.write(view) or 0 :]
        except OSError as error:
            raise EngineError(self._end(f"it takes no request: {error.strerror}")) from error
        status, _, size = self._line(deadline).partition(" ")
        if status not in ("ok", "failed") or not size.isdecimal():
            raise EngineError(self._end("its response makes no sense"))
        text = self._bytes(int(size), deadline).decode("utf-8", "replace")
        return Reply(status == "ok", text)

    def close(self) -> None:
        """End the driver."""
        self._end("")

    def _line(self, deadline: float) -> str:
        while b"\n" not in self._buffer:
            self._read(deadline)
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", "replace")

    def _bytes(self, size: int, deadline: float) -> bytes:
        while len(self._buffer) < size:
            self._read(deadline)
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken

    def _read(self, deadline: float) -> None:
        assert self._process.stdout is not None
        waiting = select.poll()
        waiting.register(self._process.stdout, select.POLLIN)
        if not waiting.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise EngineError(self._end("it does not respond"))
        part = os.read(self._process.stdout.fileno(), 1 << 16)
        if not part:
            raise EngineError(self._end("it ended"))
        self._buffer += part

    def _end(self, problem: str) -> str:
        """Kill the driver; `problem` with what it said on standard error."""
        if self._errors.closed:
            return problem
        self._process.kill()
        with self._process:  # waits, and closes the pipes
            pass
        self._errors.seek(0)
        said = self._errors.read()[-500:].decode("utf-8", "replace").strip()
        self._errors.close()
        return f"{problem}: {said}" if said else problem


class GhidraSystem:
    """Decompiles the question's program with Ghidra's engine."""

    name = "ghidra"

    def __init__(self, limits: Limits = _LIMITS) -> None:
        self._limits = limits
        self._program, self._specifications = _install()
        self._idle: list[Engine] = []
        self._lock = threading.Lock()
        self._close = weakref.finalize(self, _close_all, self._idle)
        self._put(self._start())  # what is wrong is said before the first question

    @property
    def identity(self) -> Mapping[str, Json]:
        """Versions of the parts, and our driver's source."""
        return {
            "decompiler": "Ghidra",
            "engine": self._version,
            "reoxide": importlib.metadata.version("reoxide"),
            "pypcode": importlib.metadata.version("pypcode"),
            "driver_sha256": _source_digest(),
            "limits": self._limits.to_json(),
        }

    def answer(self, question: Question) -> Answer:
        """C text; an empty answer with the reason where the engine fails on this function."""
        program = question.program
        if program is None or program.address is None:
            raise InputError("ghidra decompiles functions of programs; this suite has none")
        _check_machine(program)
        start = time.perf_counter()
        reply = self._ask(program.data, program.address, program.symbol or "-")
        return Answer(
            question.sample.id,
            reply.text if reply.ok else "",
            question.attempt,
            time_s=time.perf_counter() - start,
            note=None if reply.ok else f"Ghidra's engine: {reply.text}",
        )

    def close(self) -> None:
        """End all drivers that no thread is using."""
        self._close()

    def _ask(self, data: bytes, address: int, name: str) -> Reply:
        problem = ""
        for _ in range(2):  # a driver may have been killed for no fault of this function
            engine = self._take()
            try:
                reply = engine.decompile(data, address, name)
            except EngineError as error:
                problem = str(error)
            else:
                self._put(engine)
                return reply
        return Reply(False, f"twice, {problem}")

    def _start(self) -> Engine:
        engine = Engine(self._program, self._specifications, self._limits)
        self._version = engine.version
        return engine

    def _take(self) -> Engine:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self._start()

    def _put(self, engine: Engine) -> None:
        with self._lock:
            self._idle.append(engine)


def _close_all(engines: list[Engine]) -> None:
    while engines:
        engines.pop().close()


def _check_machine(program: Program) -> None:
    machine = int.from_bytes(program.data[18:20], "little")
    if program.data[:4] != b"\x7fELF" or machine != _X86_64:
        raise InputError(
            "ghidra: the programs are not for x86-64 "
            f"(ELF machine {machine}); acidtest's driver decompiles no other architecture"
        )


@functools.cache
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


_PINS = {"reoxide": "0.8.0", "pypcode": "3.3.3"}


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


def make(argument: str, suite: Suite) -> GhidraSystem:
    """Ghidra's own decompiler engine, without Java; decompiles x86-64 programs."""
    if argument:
        raise InputError(f"ghidra takes no argument, and was given '{argument}'")
    return GhidraSystem()
