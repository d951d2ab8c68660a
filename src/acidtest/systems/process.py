"""Runs a user's tool under limits. Its failures are reported, never raised.

Memory is the RAM used by the tool's processes, checked a few times a second. A limit on address
space would stop Java virtual machines and GPU libraries, which reserve far more than they use.
"""

from __future__ import annotations

import os
import select
import signal
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from acidtest.core import children
from acidtest.core.keeper import descendants
from acidtest.core.redact import redact
from acidtest.systems.limits import ToolLimits

_LOOK_S = 0.1
_RSS, _USER, _SYSTEM = 21, 11, 12  # fields of /proc/PID/stat after the name
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICK = os.sysconf("SC_CLK_TCK")
_SHOWN = 300


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What a tool printed, and what went wrong, if anything."""

    stdout: str
    stderr: str
    problem: str | None


def run_tool(
    argv: Sequence[str],
    *,
    stdin: bytes = b"",
    limits: ToolLimits,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> ToolOutcome:
    """Run `argv`; all it started is killed when the tool exits or exceeds a limit.

    Raises OSError if it cannot be started at all.
    """
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        given.write(stdin)
        given.seek(0)
        with children.start(argv, stdin=given, stdout=out, stderr=err, cwd=cwd, env=env) as tool:
            problem = _watch(tool, limits, (out, err))
            if problem is not None:
                tool.kill()
            status = tool.wait()
        children.check_not_stopped()
        said = _text(err, limits.output).strip()
        if problem is None and status != 0:
            problem = _ending(status)
        last = redact(said)[-_SHOWN:]
        if problem is not None and any(c.isprintable() and not c.isspace() for c in last):
            problem = f"{problem}: {last}"
        return ToolOutcome(_text(out, limits.output), said, problem)


def _watch(tool: children.Child, limits: ToolLimits, outputs: Sequence[IO[bytes]]) -> str | None:
    """Wait for the tool to exit; returns the limit it exceeded, if any."""
    deadline = time.monotonic() + limits.wall_s
    ended = select.poll()
    ended.register(tool, select.POLLIN)
    while True:
        left = deadline - time.monotonic()
        if ended.poll(max(0.0, min(left, _LOOK_S)) * 1000):
            return None
        if left <= 0:
            return f"the time limit of {limits.wall_s:g} s was reached"
        memory = cpu = 0.0
        for fields in descendants(tool.minder).values():
            memory += int(fields[_RSS]) * _PAGE
            cpu += (int(fields[_USER]) + int(fields[_SYSTEM])) / _TICK
        if memory > limits.memory:
            return f"the memory limit of {limits.memory >> 20} MiB was reached"
        if cpu > limits.cpu_s:
            return f"the CPU limit of {limits.cpu_s:g} s was reached"
        if any(os.fstat(file.fileno()).st_size > limits.output for file in outputs):
            return f"it printed more than {limits.output >> 10} KiB"


def _ending(status: int) -> str:
    if status < 0:
        return f"it was killed by {signal.Signals(-status).name}"
    return f"it exited with status {status}"


def _text(file: IO[bytes], most: int) -> str:
    file.seek(0)
    return file.read(most).decode("utf-8", "replace")
