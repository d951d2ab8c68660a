"""Behaviour beyond the assertions: does an answer do what the reference does on other inputs?

The reference runs first and alone, built to stop at undefined behaviour, with buffers that end at
an unmapped page. Inputs that crash it, or that make it read uninitialised memory, are outside its
contract and do not count. The answer then runs on the rest, also alone and without access to the
reference's results, which are compared outside the sandbox.
"""

from __future__ import annotations

import os
import signal
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.elf import read_object
from acidtest.metrics.agreement import Results, share
from acidtest.suites.c_decompile.agrees._describe import describe
from acidtest.suites.c_decompile.agrees._glue import glue_of
from acidtest.suites.c_decompile.agrees._harness import TOOL, harness
from acidtest.suites.c_decompile.agrees._inputs import COUNT, POISON, Input, make_inputs
from acidtest.suites.c_decompile.agrees._prototype import (
    CallSignature,
    NotAllowed,
    read_signature,
)
from acidtest.suites.c_decompile.agrees._share import idle_bodies
from acidtest.suites.c_decompile.prepared import Keep, made_now
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.wire import (
    CALL_RECORD,
    INPUTS,
    SECRET_SIZE,
    SHOWN_RECORD,
    VERDICT_RECORD,
    CallStatus,
    ShownRecord,
    VerdictKind,
    VerdictRecord,
)
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Ending, Job, Limits, Sandbox, Step

__all__ = ["Agreement", "NotAllowed", "describe", "make_inputs", "read_signature"]

ENOUGH = 10
_CHECKED = ("-fsanitize=undefined,float-cast-overflow", "-fsanitize-undefined-trap-on-error")
# In ticks of 10 ms: one call of an answer may take thirty times as long as the slowest that counts,
# and all its calls together several times as long as the reference's limit. What the reference did
# in time once may take longer when it does it again.
_REFERENCE_TICKS, _AGAIN_TICKS, _ANSWER_TICKS = 2, 10, 100
_RUN = Limits(cpu_s=30, wall_s=120, memory=1 << 30, file_size=1 << 20)
_NOBODY = 0xFFFFFFFF
_NOT_LINKED = "it cannot be linked"

_Results = list[tuple[int, bytes]]


class Made(Protocol):
    """An object file, or why there is none."""

    @property
    def data(self) -> bytes:
        """The object file."""
        ...

    @property
    def problem(self) -> str | None:
        """The compiler's complaint."""
        ...


class Compile(Protocol):
    """Compiles C text with the includes and dependencies of its task."""

    def __call__(
        self, task: Task, text: str, *, flags: Sequence[str] = (), declared: bool = False
    ) -> Made:
        """`flags` are for the compiler proper; `declared`: helpers without their bodies."""
        ...


def _object(made: Made, what: str) -> bytes:
    if made.problem:
        raise NotAllowed(f"{what} does not compile: {made.problem}")
    return made.data


@dataclass(frozen=True, slots=True)
class _Ground:
    """What the reference does: which inputs to run, which of those count, and their results.

    `data` is an object file with the inputs, and `_BLANK` where a call says what to do with them.
    """

    signature: CallSignature
    data: bytes
    glue: bytes
    reference: bytes
    run: bytes
    counted: Sequence[int] = ()
    results: _Results = field(default_factory=list)


_RECORDED = ("data", "glue", "reference", "run", "counted", "results")


class Agreement:
    """Compares answers with the reference of one task. One per task, used by many threads."""

    def __init__(
        self,
        gcc: Gcc,
        sandbox: Sandbox,
        task: Task,
        compile: Compile,
        seed: int = 0,
        prepared: Keep = made_now,
    ) -> None:
        self._gcc, self._sandbox, self._task, self._seed = gcc, sandbox, task, seed
        self._idle: list[Results] | None = None
        self._reason: str | None = None
        self._ground: _Ground | None = None
        try:
            self._ground = self._prepare(task, compile, prepared)
        except NotAllowed as error:
            self._reason = str(error)

    def check(self, answer: bytes, *, with_program: bool = False) -> dict[str, Json]:
        """`value` True, False or None, with the first disagreement or the reason for None.

        Parts of its program that an answer was given may be code that no library can hold.
        """
        ground = self._ground
        if ground is None:
            return {"value": None, "why": self._reason}
        outcome = self._call(ground, answer, ground.run, _ANSWER_TICKS, link=with_program)
        if isinstance(outcome, str) and with_program and outcome.startswith(_NOT_LINKED):
            return {"value": None, "why": f"with its program {outcome}"}
        if isinstance(outcome, str):
            why = f"on inputs that the reference accepts, {outcome}"
            return {"value": False, "inputs": len(ground.counted), "why": why}
        for number in ground.counted:
            if outcome[0][number] != ground.results[number]:
                return self._disagreement(ground, answer, number, outcome[0][number], with_program)
        why = f"it does what the reference does on {len(ground.counted)} inputs"
        return {"value": True, "inputs": len(ground.counted), "why": why}

    def share(self, answer: bytes, task: Task, compile: Compile) -> float:
        """On which share of inputs a wrong answer agrees; see `_share`. 0 if none can be tried."""
        ground = self._ground
        if ground is None:
            return 0.0
        if self._idle is None:  # found twice if two threads are first
            prototype = source.prototype(task.function, task.entry, task.language) or ""
            head = source.expose_entry(prototype, task.entry)[0].rstrip().rstrip(";")
            made = (compile(task, f"{head}\n{body}\n") for body in idle_bodies(ground.signature))
            self._idle = [self._results(ground, each.data) for each in made if not each.problem]
        reference = {number: ground.results[number] for number in ground.counted}
        return share(reference, self._results(ground, answer), self._idle)

    def _results(self, ground: _Ground, code: bytes) -> Results:
        """What code does on each input; nothing if it does not come to its end."""
        outcome = self._call(ground, code, ground.run, _ANSWER_TICKS)
        return {} if isinstance(outcome, str) else dict(enumerate(outcome[0]))

    # -- the reference ---------------------------------------------------------------------------

    def _prepare(self, task: Task, compile: Compile, prepared: Keep) -> _Ground:
        if task.language != "c":
            raise NotAllowed("only C can be compared so, not C++")
        prototype = source.prototype(task.function, task.entry, task.language)
        if prototype is None:
            raise NotAllowed("the reference does not define the function")
        prototype = source.expose_entry(prototype, task.entry)[0]
        dependencies = source.split_includes(task.dependencies)[1]
        signature = read_signature(prototype, task.entry, dependencies)

        def make() -> tuple[object, ...]:
            ground = self._record(task, compile, prototype, signature)
            return tuple(getattr(ground, name) for name in _RECORDED)

        made = prepared(f"agreement {self._seed}", task, make)
        return _Ground(signature, **dict(zip(_RECORDED, made, strict=True)))

    def _record(
        self,
        task: Task,
        compile: Compile,
        prototype: str,
        signature: CallSignature,
    ) -> _Ground:
        calls = compile(task, f"{prototype}\n{glue_of(signature)}", declared=True)
        glue = _object(calls, "the code that calls it")
        reference = _object(compile(task, task.function, flags=_CHECKED), "the reference, checked,")
        data = self._assembled(self._inputs(signature))
        ground = _Ground(signature, data, glue, reference, b"\1" * COUNT)
        first = self._of_reference(ground, POISON, go_on=True)
        run = bytes(status == CallStatus.RETURNED for status, _ in first)
        ground = replace(ground, run=run)
        again = [
            self._of_reference(ground, POISON),
            self._of_reference(ground, POISON ^ 0xFF, elsewhere=True),
        ]
        counted = [
            number
            for number in range(COUNT)
            if again[0][number][0] == CallStatus.RETURNED and again[0][number] == again[1][number]
        ]
        if len(counted) < ENOUGH:
            if 2 * (run.count(1) - len(counted)) > COUNT:
                raise NotAllowed("the reference does not do the same twice")
            if sum(status == CallStatus.NOT_COMPARABLE for status, _ in first) > COUNT // 2:
                raise NotAllowed("it returns a pointer to memory of its own, of unknown extent")
            raise NotAllowed(
                f"the reference accepts only {len(counted)} of {COUNT} generated inputs"
            )
        # nothing after the last input that counts is needed
        run = run[: counted[-1] + 1].ljust(COUNT, b"\0")
        return replace(ground, run=run, counted=counted, results=again[0])

    def _inputs(self, signature: CallSignature) -> list[Input]:
        """Made again where they are needed: that is rarely."""
        return make_inputs(signature, self._task.function, self._task.test, self._seed)

    def _assembled(self, inputs: Sequence[Input]) -> bytes:
        """An object file with the inputs, to be filled for each call."""
        files = {"data.s": _DATA, "inputs.bin": _BLANK + b"".join(one.packed for one in inputs)}
        step = Step(self._gcc.assemble_argv("data.s", "data.o"), limits=TOOL)
        made = self._sandbox.run(Job([step], files=files, collect=["data.o"]))
        if "data.o" not in made.files:
            text = made.steps[-1].stderr.decode("utf-8", "replace")
            raise InfrastructureError(f"the inputs of calls could not be assembled: {text[:500]}")
        return made.files["data.o"]

    def _of_reference(
        self, ground: _Ground, poison: int, *, go_on: bool = False, elsewhere: bool = False
    ) -> _Results:
        outcome = self._call(
            ground,
            ground.reference,
            ground.run,
            _REFERENCE_TICKS if go_on else _AGAIN_TICKS,
            poison=poison,
            go_on=go_on,
            elsewhere=elsewhere,
        )
        if isinstance(outcome, str):
            raise NotAllowed(f"on generated inputs, the reference fails: {outcome}")
        return outcome[0]

    # -- running ---------------------------------------------------------------------------------

    def _call(
        self,
        ground: _Ground,
        code: bytes,
        run: bytes,
        ticks: int,
        *,
        poison: int = POISON,
        go_on: bool = False,
        show: int = _NOBODY,
        elsewhere: bool = False,
        link: bool = False,
    ) -> tuple[_Results, bytes] | str:
        """Status and hash of each input, the output of input `show`; or how the process ended.

        Without `link`, the runner loads the objects itself, unless they need more of a linker.
        """
        entry = ground.signature.entry
        secret = os.urandom(SECRET_SIZE)
        settings = _SETTINGS.pack(COUNT, poison, ticks, go_on, show, elsewhere)
        files = {
            "data.o": ground.data.replace(_BLANK, settings + run, 1),
            "harness.o": harness(self._gcc, self._sandbox),
            "glue.o": ground.glue,
            "code.o": code,
        }
        steps = []
        compiled = read_object(code)
        if compiled.defined() != {entry} or "__assert_fail" in compiled.undefined():
            # its own names stay local, and its failed assertions end it
            command = [self._gcc.objcopy, f"--keep-global-symbol={entry}"]
            command += ["--redefine-sym=__assert_fail=abort", "code.o"]
            steps.append(Step(command, limits=TOOL))
        objects = ["data.o", "harness.o", "glue.o", "code.o"]
        if link:
            steps.append(Step(self._gcc.link_argv("c", objects, "calls.so"), limits=TOOL))
            objects = ["./calls.so"]
        steps.append(Step(["@runner", *objects, "agrees"], stdin=secret, limits=_RUN))
        outcome = self._sandbox.run(Job(steps, files=files))
        last = outcome.steps[-1]
        if len(outcome.steps) < len(steps):
            return f"{_NOT_LINKED}: {last.stderr.decode('utf-8', 'replace').strip()[:200]}"
        report = last.report
        if last.ok and len(report) >= VERDICT_RECORD.size:
            verdict = VerdictRecord._make(VERDICT_RECORD.unpack_from(report))
            ours = verdict.secret == secret
            calls = report[VERDICT_RECORD.size :]
            if ours and calls and verdict.kind == VerdictKind.RETURNED and verdict.value == 0:
                return _read(calls)
            if ours and verdict.kind == VerdictKind.NEEDS_LINKER and not link:
                return self._call(
                    ground,
                    code,
                    run,
                    ticks,
                    poison=poison,
                    go_on=go_on,
                    show=show,
                    elsewhere=elsewhere,
                    link=True,
                )
            if ours and verdict.kind == VerdictKind.NOT_CONFINED:
                raise InfrastructureError("the runner could not lock itself down (seccomp)")
        if last.ending is Ending.EXITED:
            return "the process ended before the calls were over"
        if last.ending is Ending.SIGNALLED:
            return f"the process was ended by {_signal_name(last.value)}"
        return "the calls took too long or printed too much"

    # -- reporting ---------------------------------------------------------------------------------

    def _disagreement(
        self,
        ground: _Ground,
        answer: bytes,
        number: int,
        result: tuple[int, bytes],
        link: bool,
    ) -> dict[str, Json]:
        given = self._inputs(ground.signature)[number]
        expected = self._shown(ground, ground.reference, number, _REFERENCE_TICKS * 50)
        got: Json = _FAILURES.get(result[0])
        if result[0] == CallStatus.RETURNED:
            got = self._shown(ground, answer, number, _ANSWER_TICKS, link)
        elif result[0] >= CallStatus.SIGNALLED:
            got = f"was ended by {_signal_name(result[0] - CallStatus.SIGNALLED)}"
        return {
            "value": False,
            "inputs": len(ground.counted),
            "why": f"it differs from the reference on input {number}",
            "input": given.shown,
            "reference": expected,
            "answer": got,
        }

    def _shown(
        self, ground: _Ground, code: bytes, number: int, ticks: int, link: bool = False
    ) -> Json:
        outcome = self._call(ground, code, ground.run, ticks, show=number, link=link)
        return outcome if isinstance(outcome, str) else describe(ground.signature, outcome[1])


_SETTINGS = struct.Struct("=6I")
_BLANK = (b"acid" * COUNT)[: _SETTINGS.size + COUNT]
_DATA = f""".section .rodata
.globl acid_inputs, acid_run, acid_settings
.balign 8
acid_settings: .incbin "inputs.bin"
.set acid_run, acid_settings + {_SETTINGS.size}
.set acid_inputs, acid_run + {COUNT}
.section .note.GNU-stack,"",@progbits
""".encode()
_FAILURES: Mapping[int, str] = {
    CallStatus.NOT_RUN: "did not come to this input",
    CallStatus.HUNG: "did not come back",
    CallStatus.WROTE_OUTSIDE: "wrote outside its arguments",
    CallStatus.NOT_COMPARABLE: "returned a pointer to nothing that was given",
}


def _read(report: bytes) -> tuple[_Results, bytes]:
    results = [CALL_RECORD.unpack_from(report, CALL_RECORD.size * at) for at in range(COUNT)]
    shown = ShownRecord._make(SHOWN_RECORD.unpack_from(report, CALL_RECORD.size * INPUTS))
    return results, shown.text[: shown.len]


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
