"""Decompilers that run as servers: programs in, C text out, over pipes.

A server prints "ready VERSION" when it is ready. A request is a line "SIZE NAME WORD" and SIZE
bytes; NAME is - if the program has no symbols. A response is a line "ok SIZE" and SIZE bytes, or
"failed SIZE" and the reason. A decompiler gets the program and the function's address as WORD, or,
where another server reads programs for it, what that one made and the processor's language as WORD.
Servers enforce the limits themselves; the checks here are a second line of defence.
"""

from __future__ import annotations

import os
import select
import tempfile
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from acidtest.core import children
from acidtest.core.children import PIPE
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Answer, Json, Program, Question
from acidtest.core.untrusted import whole_number
from acidtest.systems.decompilers.machines import Machine, machine_of
from acidtest.systems.limits import ToolLimits

_START_S = 120
_GRACE_S = 15


class ServerError(Exception):
    """The server crashed or hung; it has been killed."""


@dataclass(frozen=True, slots=True)
class ServedReply:
    """What was asked for, or the reason there is nothing."""

    ok: bool
    data: bytes

    @property
    def text(self) -> str:
        """C, or the reason, as text."""
        return self.data.decode("utf-8", "replace")


class DecompilerServer:
    """One running server. Used by one thread at a time."""

    def __init__(self, argv: Sequence[str], wall_s: float) -> None:
        self._wall_s = wall_s
        self._buffer = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._process = children.start(
            argv, stdin=PIPE, stdout=PIPE, stderr=self._errors, buffered=False
        )
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        greeting = self._line(time.monotonic() + _START_S)
        if not greeting.startswith("ready "):
            raise ServerError(self._end(f"it said {greeting!r}"))
        self.version = greeting.removeprefix("ready ")

    def ask(self, data: bytes, name: str, word: str) -> ServedReply:
        """Ask once; raises `ServerError` if the server does not survive it."""
        deadline = time.monotonic() + self._wall_s + _GRACE_S
        self._write(f"{len(data)} {name} {word}\n".encode() + data, deadline)
        status, _, digits = self._line(deadline).partition(" ")
        size = whole_number(digits)
        if status not in ("ok", "failed") or size is None:
            raise ServerError(self._end("its response cannot be parsed"))
        return ServedReply(status == "ok", self._bytes(size, deadline))

    def close(self) -> None:
        """Stop the server."""
        self._end("")

    def _write(self, data: bytes, deadline: float) -> None:
        assert self._process.stdin is not None
        view = memoryview(data)
        while view:
            self._wait(self._process.stdin, select.POLLOUT, deadline)
            try:
                view = view[self._process.stdin.write(view) or 0 :]
            except OSError as error:
                raise ServerError(
                    self._end(f"it does not accept requests: {error.strerror}")
                ) from error

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
        self._wait(self._process.stdout, select.POLLIN, deadline)
        part = os.read(self._process.stdout.fileno(), 1 << 16)
        if not part:
            raise ServerError(self._end("it exited"))
        self._buffer += part

    def _wait(self, pipe: IO[bytes], event: int, deadline: float) -> None:
        waiting = select.poll()
        waiting.register(pipe, event)
        if not waiting.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise ServerError(self._end("it does not respond"))

    def _end(self, problem: str) -> str:
        """Kill the server; returns `problem` with its standard error."""
        if self._errors.closed:
            return problem
        self._process.close()
        self._errors.seek(0)
        said = self._errors.read()[-500:].decode("utf-8", "replace").strip()
        self._errors.close()
        return f"{problem}: {said}" if said else problem


class ServerPool:
    """Servers of one kind, reused between questions; as many as are busy at a time."""

    def __init__(self, name: str, argv: Sequence[str], wall_s: float) -> None:
        self._name, self._argv, self._wall_s = name, argv, wall_s
        self._idle: list[DecompilerServer] = []
        self._lock = threading.Lock()
        weakref.finalize(self, _close_all, self._idle)
        server = self._start()  # report problems before the first question
        self._idle.append(server)
        self.version = server.version

    def ask(self, data: bytes, name: str, word: str) -> ServedReply:
        """Ask a server, and another one if it does not survive."""
        problem = ""
        for _ in range(2):  # the failure may have had another cause than this function
            with self._lock:
                server = self._idle.pop() if self._idle else None
            server = server or self._start()
            try:
                reply = server.ask(data, name, word)
            except ServerError as error:
                problem = str(error)
            else:
                with self._lock:
                    self._idle.append(server)
                return reply
        return ServedReply(False, f"failed twice on this function; {problem}".encode())

    def close(self) -> None:
        """Stop all servers that no thread is using."""
        _close_all(self._idle)

    def _start(self) -> DecompilerServer:
        try:
            return DecompilerServer(self._argv, self._wall_s)
        except (ServerError, OSError) as error:
            raise InfrastructureError(f"{self._name} failed to start: {error}") from error


def _close_all(servers: list[DecompilerServer]) -> None:
    while servers:
        servers.pop().close()


class ServedSystem:
    """Decompiles with servers; `reader` makes of a program what the decompiler reads."""

    def __init__(
        self,
        name: str,
        identity: Mapping[str, Json],
        argv: Sequence[str],
        limits: ToolLimits,
        *,
        reader: Sequence[str] | None = None,
    ) -> None:
        self.name = name
        self._decompilers = ServerPool(name, argv, limits.wall_s)
        self._readers = ServerPool(name, reader, limits.wall_s) if reader else None
        self._reading = threading.Lock()  # one reader is faster than several decompilers
        self.identity: Mapping[str, Json] = {
            **identity,
            "version": self._decompilers.version,
            "limits": limits.to_json(),
        }

    @property
    def remake(self) -> str:
        """Its name: every machine has servers of its own."""
        return self.name

    def answer(self, question: Question) -> Answer:
        """C text; an empty answer with the reason if the decompiler fails on this function."""
        program = question.program
        if program is None or program.address is None:
            raise InputError(
                f"{self.name} decompiles functions in programs; these questions have none"
            )
        machine = machine_of(program.data, self.name)
        start = time.perf_counter()
        reply = self._ask(program, machine, f"{program.address:x}")
        return Answer(
            question.sample.id,
            reply.text if reply.ok else "",
            question.attempt,
            time_s=time.perf_counter() - start,
            note=None if reply.ok else f"{self.name}: {reply.text}",
        )

    def close(self) -> None:
        """Stop all servers that no thread is using."""
        for pool in (self._decompilers, self._readers):
            if pool is not None:
                pool.close()

    def _ask(self, program: Program, machine: Machine, address: str) -> ServedReply:
        symbol = program.symbol or ""
        name = symbol if symbol.split() == [symbol] else "-"
        if self._readers is None:
            return self._decompilers.ask(program.data, name, address)
        with self._reading:
            image = self._readers.ask(program.data, name, address)
        if not image.ok:
            return image
        return self._decompilers.ask(image.data, name, machine.language)
