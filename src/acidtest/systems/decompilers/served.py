"""Decompilers that run as servers: programs in, C text out, over pipes.

A server prints "ready VERSION" when it is ready. A request is a line "ADDRESS SIZE NAME" and SIZE
bytes of a program; NAME is - if the program has no symbols. A response is a line "ok SIZE" and
SIZE bytes of C, or "failed SIZE" and the reason. The server enforces the limits itself, with a
process for each function; the checks here are a second line of defence.
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
from acidtest.systems.limits import ToolLimits

_START_S = 120
_GRACE_S = 15
_X86_64 = 62


class ServerError(Exception):
    """The server crashed or hung; it has been killed."""


@dataclass(frozen=True, slots=True)
class ServedReply:
    """C text, or the reason there is none."""

    ok: bool
    text: str


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

    def decompile(self, program: Program) -> ServedReply:
        """Ask for one function; raises `ServerError` if the server does not survive it."""
        line = f"{program.address:x} {len(program.data)} {program.symbol or '-'}\n"
        deadline = time.monotonic() + self._wall_s + _GRACE_S
        self._write(line.encode() + program.data, deadline)
        status, _, digits = self._line(deadline).partition(" ")
        size = whole_number(digits)
        if status not in ("ok", "failed") or size is None:
            raise ServerError(self._end("its response cannot be parsed"))
        text = self._bytes(size, deadline).decode("utf-8", "replace")
        return ServedReply(status == "ok", text)

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


class ServedSystem:
    """Decompiles with servers that are reused between questions, one per thread."""

    def __init__(
        self, name: str, identity: Mapping[str, Json], argv: Sequence[str], limits: ToolLimits
    ) -> None:
        self.name = name
        self._argv = argv
        self._wall_s = limits.wall_s
        self._idle: list[DecompilerServer] = []
        self._lock = threading.Lock()
        weakref.finalize(self, _close_all, self._idle)
        server = self._start()  # report problems before the first question
        self._idle.append(server)
        self.identity: Mapping[str, Json] = {
            **identity,
            "version": server.version,
            "limits": limits.to_json(),
        }

    def answer(self, question: Question) -> Answer:
        """C text; an empty answer with the reason if the decompiler fails on this function."""
        program = question.program
        if program is None or program.address is None:
            raise InputError(
                f"{self.name} decompiles functions in programs; these questions have none"
            )
        machine = int.from_bytes(program.data[18:20], "little")
        if program.data[:4] != b"\x7fELF" or machine != _X86_64:
            raise InputError(
                f"{self.name}: the programs are for ELF machine {machine}; only x86-64 is supported"
            )
        start = time.perf_counter()
        reply = self._ask(program)
        return Answer(
            question.sample.id,
            reply.text if reply.ok else "",
            question.attempt,
            time_s=time.perf_counter() - start,
            note=None if reply.ok else f"{self.name}: {reply.text}",
        )

    def close(self) -> None:
        """Stop all servers that no thread is using."""
        _close_all(self._idle)

    def _ask(self, program: Program) -> ServedReply:
        problem = ""
        for _ in range(2):  # the failure may have had another cause than this function
            with self._lock:
                server = self._idle.pop() if self._idle else None
            server = server or self._start()
            try:
                reply = server.decompile(program)
            except ServerError as error:
                problem = str(error)
            else:
                with self._lock:
                    self._idle.append(server)
                return reply
        return ServedReply(False, f"failed twice on this function; {problem}")

    def _start(self) -> DecompilerServer:
        try:
            return DecompilerServer(self._argv, self._wall_s)
        except (ServerError, OSError) as error:
            raise InfrastructureError(f"{self.name} failed to start: {error}") from error


def _close_all(servers: list[DecompilerServer]) -> None:
    while servers:
        servers.pop().close()
