"""Runs code on prepared inputs, alone in its process (native/judge/agrees.c)."""

from __future__ import annotations

import os
import signal
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace

from acidtest.core.errors import InfrastructureError
from acidtest.lang.elf import read_object
from acidtest.suites.c_decompile.agrees._inputs import POISON, Input
from acidtest.suites.c_decompile.wire import (
    CALL_RECORD,
    INPUTS,
    SECRET_SIZE,
    SHOWN_RECORD,
    VERDICT_RECORD,
    CallRecord,
    ShownRecord,
    VerdictKind,
    VerdictRecord,
)
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.native import NATIVE
from acidtest.toolchains.sandbox import Ending, Job, Limits, Sandbox, Step

NOT_LINKED = "it cannot be linked"
Results = list[tuple[int, bytes]]
"""Status and hash of each call."""

_HARNESS = {
    name: (NATIVE / "judge" / source).read_bytes()
    for name, source in (("harness.c", "agrees.c"), ("agrees.h", "agrees.h"))
}
_TOOL = Limits(cpu_s=10, wall_s=30, memory=2 << 30, file_size=32 << 20)
_RUN = Limits(cpu_s=30, wall_s=120, memory=1 << 30, file_size=1 << 20)
_NOBODY = 0xFFFFFFFF
_SETTINGS = struct.Struct("=6I")


@dataclass(frozen=True, slots=True)
class CallBatch:
    """An object file with inputs, and a blank where a call says what to do with them."""

    data: bytes
    count: int

    def filled(self, settings: bytes, run: bytes) -> bytes:
        """The object for one call."""
        return self.data.replace(_blank(self.count), settings + run, 1)


@dataclass(frozen=True, slots=True)
class CallsMade:
    """The calls of one run, and what the one to be shown put down."""

    calls: Sequence[CallRecord]
    shown: bytes

    @property
    def results(self) -> Results:
        """Status and hash of each."""
        return [(call.status, call.hash) for call in self.calls]


@dataclass(frozen=True, slots=True)
class CallSettings:
    """How calls are made: `ticks` of 10 ms for one, the poison in fresh memory, whether to go on
    after one that fails, which to show, and whether the world around is another.

    Without `link`, the runner loads the objects itself, unless they need more of a linker.
    """

    ticks: int
    poison: int = POISON
    go_on: bool = False
    show: int = _NOBODY
    elsewhere: bool = False
    link: bool = False


class Calls:
    """Calls functions in one sandbox. Thread-safe. `memory` is for all calls of a run together."""

    def __init__(self, gcc: Gcc, sandbox: Sandbox, memory: int = _RUN.memory) -> None:
        self._gcc, self._sandbox = gcc, sandbox
        self._limits = replace(_RUN, memory=memory)

    def batch(self, inputs: Sequence[Input]) -> CallBatch:
        """The inputs as an object file; at most `INPUTS`."""
        count = len(inputs)
        source = _DATA.format(run=_SETTINGS.size, count=count).encode()
        content = _blank(count) + b"".join(one.packed for one in inputs)
        step = Step(self._gcc.assemble_argv("data.s", "data.o"), limits=_TOOL)
        files = {"data.s": source, "inputs.bin": content}
        made = self._sandbox.run(Job([step], files=files, collect=["data.o"]))
        if "data.o" not in made.files:
            text = made.steps[-1].stderr.decode("utf-8", "replace")
            raise InfrastructureError(f"the inputs of calls could not be assembled: {text[:500]}")
        return CallBatch(made.files["data.o"], count)

    def run(
        self, entry: str, batch: CallBatch, glue: bytes, code: bytes, run: bytes, how: CallSettings
    ) -> CallsMade | str:
        """What the calls marked in `run` did; or how the process ended before they were over."""
        secret = os.urandom(SECRET_SIZE)
        settings = _SETTINGS.pack(
            batch.count, how.poison, how.ticks, how.go_on, how.show, how.elsewhere
        )
        files = {
            "data.o": batch.filled(settings, run),
            "harness.o": _harness(self._gcc, self._sandbox),
            "glue.o": glue,
            "code.o": code,
        }
        steps = []
        compiled = read_object(code)
        if compiled.defined() != {entry} or "__assert_fail" in compiled.undefined():
            # its own names stay local, and its failed assertions end it
            command = [self._gcc.objcopy, f"--keep-global-symbol={entry}"]
            command += ["--redefine-sym=__assert_fail=abort", "code.o"]
            steps.append(Step(command, limits=_TOOL))
        objects = ["data.o", "harness.o", "glue.o", "code.o"]
        if how.link:
            steps.append(Step(self._gcc.link_argv("c", objects, "calls.so"), limits=_TOOL))
            objects = ["./calls.so"]
        steps.append(Step(["@runner", *objects, "agrees"], stdin=secret, limits=self._limits))
        outcome = self._sandbox.run(Job(steps, files=files))
        last = outcome.steps[-1]
        if len(outcome.steps) < len(steps):
            return f"{NOT_LINKED}: {last.stderr.decode('utf-8', 'replace').strip()[:200]}"
        report = last.report
        if last.ok and len(report) >= VERDICT_RECORD.size:
            verdict = VerdictRecord._make(VERDICT_RECORD.unpack_from(report))
            ours = verdict.secret == secret
            calls = report[VERDICT_RECORD.size :]
            if ours and calls and verdict.kind == VerdictKind.RETURNED and verdict.value == 0:
                return _read(calls, batch.count)
            if ours and verdict.kind == VerdictKind.NEEDS_LINKER and not how.link:
                again = CallSettings(
                    how.ticks, how.poison, how.go_on, how.show, how.elsewhere, link=True
                )
                return self.run(entry, batch, glue, code, run, again)
            if ours and verdict.kind == VerdictKind.NOT_CONFINED:
                raise InfrastructureError("the runner could not lock itself down (seccomp)")
        if last.ending is Ending.EXITED:
            return "the process ended before the calls were over"
        if last.ending is Ending.SIGNALLED:
            return f"the process was ended by {named(last.value)}"
        return "the calls took too long or printed too much"


_DATA = """.section .rodata
.globl acid_inputs, acid_run, acid_settings
.balign 8
acid_settings: .incbin "inputs.bin"
.set acid_run, acid_settings + {run}
.set acid_inputs, acid_run + {count}
.section .note.GNU-stack,"",@progbits
"""
_harnesses: dict[str, bytes] = {}


def _blank(count: int) -> bytes:
    return (b"acid" * (_SETTINGS.size + count))[: _SETTINGS.size + count]


def _harness(gcc: Gcc, sandbox: Sandbox) -> bytes:
    """The part shared by all prototypes, compiled once."""
    key = f"{gcc.path} {gcc.version}"
    if key not in _harnesses:
        steps = [
            Step([*gcc.compile_argv("c", "harness.c", "harness.s"), "-O1"], limits=_TOOL),
            Step(gcc.assemble_argv("harness.s", "harness.o"), limits=_TOOL),
        ]
        job = Job(steps, files=_HARNESS, collect=["harness.o"])
        outcome = sandbox.run(job)
        if "harness.o" not in outcome.files:
            text = outcome.steps[-1].stderr.decode("utf-8", "replace")
            raise InfrastructureError(f"gcc could not build the calling harness: {text[:500]}")
        _harnesses[key] = outcome.files["harness.o"]
    return _harnesses[key]


def _read(report: bytes, count: int) -> CallsMade:
    size = CALL_RECORD.size
    calls = [CallRecord._make(CALL_RECORD.unpack_from(report, size * at)) for at in range(count)]
    shown = ShownRecord._make(SHOWN_RECORD.unpack_from(report, size * INPUTS))
    return CallsMade(calls, shown.text[: shown.len])


def named(number: int) -> str:
    """The name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
