"""Verdicts under the ABI of another platform: its gcc, and its emulator for test and answer.

Where `long`, pointers or the byte order differ from this machine's, a native verdict would be
unfair. Test and answer are two programs, linked statically, each under an emulator in a process of
its own (native/judge/pair.c); what one may see of the other is as in the strict verdict.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from signal import SIGSEGV

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.elf import ElfError, Object, read_object
from acidtest.suites.c_decompile import screen, strict
from acidtest.suites.c_decompile.compile import LIMITS, Compiled, first_error
from acidtest.suites.c_decompile.once import Once
from acidtest.suites.c_decompile.reader import Reader, stopped
from acidtest.suites.c_decompile.runner_report import (
    NOT_CONFINED,
    RETURNED,
    STOPPED,
    Report,
    read_report,
)
from acidtest.suites.c_decompile.strict import NotStrict
from acidtest.suites.c_decompile.stubs import make_stubs
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.wire import (
    EMULATED_ANSWER_AT,
    EMULATED_SHADOW,
    EMULATED_TEST_AT,
    SECRET_SIZE,
    WHY_SIZE,
    VerdictKind,
)
from acidtest.toolchains.cross import find_emulator, find_toolchain
from acidtest.toolchains.gcc import cross_gcc
from acidtest.toolchains.native import build_cross, build_native
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step
from acidtest.toolchains.target import Platform, Target

# An emulator reserves all addresses of a 32-bit machine: pair.c bounds what is written instead.
RUN = Limits(cpu_s=10, wall_s=20, memory=16 << 30, file_size=192 << 20, processes=8)
_SCRATCH = 256 << 20
_LINK = Limits(cpu_s=10, wall_s=30, memory=1 << 30, file_size=64 << 20)
_BOUNDS = strict.bounds_flags(EMULATED_SHADOW, with_globals=True)
_FAULTS = (VerdictKind.DIED, VerdictKind.TEST_DIED)
_UNDEFINED = re.compile(rb"undefined reference to `([^']+)'")
_REASON = re.compile(rb"(?:error|ld[.\w]*): (.+)")


@dataclass(frozen=True, slots=True)
class EmulatedGround:
    """Everything that a verdict on one task needs: the test's program, the answer's stubs, the
    functions that are called, and what the reference changes.
    """

    test: bytes
    stubs: bytes
    functions: frozenset[str]
    changes: bytes = b""


@contextmanager
def open_emulated(
    platform: Platform, *, bare: bool = False, run: Limits = RUN
) -> Iterator[EmulatedVerdicts]:
    """Verdicts for a platform, while their sandbox is open; raises `MissingTools`."""
    folders = find_toolchain(Target("gcc", platform.architecture)).folders
    with Sandbox({"pair": build_native("pair")}, binds=folders, bare=bare) as sandbox:
        yield EmulatedVerdicts(platform, sandbox, run)


class EmulatedVerdicts(Reader):
    """Gives verdicts for one platform in one sandbox, which has the tool `pair`. Thread-safe."""

    def __init__(self, platform: Platform, sandbox: Sandbox, run: Limits = RUN) -> None:
        tools = find_toolchain(Target("gcc", platform.architecture))
        gcc = cross_gcc(tools.cc, tools.library)
        super().__init__(gcc, sandbox, keep=True, pointer_bits=platform.abi.pointer_bits)
        emulator = find_emulator(platform)
        self._platform = platform
        self._run_limits = run
        self._emulator = emulator.argv
        self.identity = {**gcc.identity, "emulator": emulator.version, "verdict": "emulated"}
        """The versions that affect verdicts, for the signature."""
        self._test_side, self._answer_side = (
            build_cross(name, tools.cc, platform.packages) for name in ("test_side", "answer_side")
        )
        self._ground = Once(self._prepare)

    def why_left_out(self, task: Task) -> str | None:
        """Why this platform has no verdict on the task; None if it has. Only the task decides."""
        ground = self._ground(task.at_any_level())
        return ground if isinstance(ground, str) else None

    def check_task(self, task: Task) -> None:
        """Raises `InfrastructureError` if the task is left out."""
        if reason := self.why_left_out(task):
            raise InfrastructureError(
                f"task {task.name} cannot be judged for {self._platform.architecture}: {reason}"
            )

    def sound_verdict(self, task: Task, answer: str) -> dict[str, Json]:
        """As everywhere; raises `InfrastructureError` if the task is left out."""
        self.check_task(task)
        return super().sound_verdict(task, answer)

    # -- a task ------------------------------------------------------------------------------

    def _prepare(self, task: Task) -> EmulatedGround | str:
        if task.language != "c":
            return "it is C++"
        try:
            return self._ground_of(task)
        except NotStrict as error:
            return str(error)

    def _ground_of(self, task: Task) -> EmulatedGround:
        """What verdicts need, recorded from a run of the reference; raises `NotStrict`."""
        unit, declared = self.test_unit(task)
        test = self._compiled(self.compile(unit, flags=_BOUNDS), "its test does not compile")
        reference = self._compiled(
            self.with_task(task, self._reference_text(task)), "its reference does not compile"
        )
        of_test, of_reference = read_object(test), read_object(reference)
        prototypes = self._prototypes(task, declared, of_test, of_reference)
        stubs = make_stubs(prototypes)
        made = [
            self._compiled(
                self.compile(self.unit(task, self.includes(task)[0], declared, text)),
                "the call cannot be passed on",
            )
            for text in (stubs.test, stubs.answer)
        ]
        program, problem = self._link_test({"test.o": test, "stubs.o": made[0]})
        if problem:
            raise NotStrict(f"its test cannot be linked: {problem}")
        ground = EmulatedGround(program, made[1], frozenset(prototypes))
        report, said = self._run(ground, reference, None)
        if isinstance(report, str):
            raise NotStrict(f"its reference cannot be linked: {report}")
        # the machine's fault, not the task's
        if report.kind in (NOT_CONFINED, STOPPED, VerdictKind.NOT_LOADED):
            raise InfrastructureError(f"its reference could not be judged: {report.why}")
        if report.kind != RETURNED or report.value:
            raise NotStrict(f"its reference does not pass there: {report.why}")
        word = ">I" if self._platform.abi.byte_order == "big" else "<I"
        (size,) = struct.unpack_from(word, said, WHY_SIZE)
        changes = said[WHY_SIZE + 4 : WHY_SIZE + 4 + size]
        return EmulatedGround(program, made[1], frozenset(prototypes), changes)

    def _compiled(self, compiled: Compiled, what: str) -> bytes:
        if compiled.problem:
            raise NotStrict(f"{what}: {compiled.problem}")
        return compiled.data

    def _prototypes(
        self, task: Task, declared: str, test: Object, reference: Object
    ) -> dict[str, str]:
        """The functions of the task that its test calls; raises `NotStrict`."""
        strict.check_shared_state(test, reference)
        if self.given(task, test, declared):
            raise NotStrict(strict.SHARED)
        called = test.undefined() & reference.defined() | {task.entry}
        known = source.prototypes(f"{self.includes(task)[1]}\n{self._reference_text(task)}")
        if called - known.keys():
            raise NotStrict(strict.SHARED)
        return {name: known[name] for name in sorted(called)}

    # -- an answer ---------------------------------------------------------------------------

    def judge(self, task: Task, compiled: Compiled) -> dict[str, Json]:
        """The verdict on an answer's object."""
        ground = self._ground(task)
        if isinstance(ground, str):
            raise InfrastructureError(ground)
        try:
            candidate = read_object(compiled.data)
        except ElfError as error:
            return {"compiles": False, "passes": False, "why": f"unreadable object: {error}"}
        broken = screen.broken_rule(
            candidate,
            assembly=compiled.assembly,
            entries={task.entry},
            test_imports=(),
            language="c",
            apart=True,
        )
        if broken is not None:
            return stopped(*broken)
        hide = candidate.defined() - ground.functions
        report, _ = self._run(ground, compiled.data, ground.changes, hide=bool(hide))
        if isinstance(report, str):
            verdict: dict[str, Json] = {"passes": False, "why": report}
        elif report.kind == NOT_CONFINED or not self._may_blame(report, ground, task):
            raise InfrastructureError(report.why)
        else:
            verdict = {"passes": report.passes, "why": report.why}
        return {
            "compiles": True,
            **verdict,
            "verdict": "emulated",
            "platform": self._platform.architecture,
        }

    def _may_blame(self, report: Report, ground: EmulatedGround, task: Task) -> bool:
        """Whether the report is about the answer: what did not even begin may be too large, but
        then the reference still begins.
        """
        if report.kind != VerdictKind.NOT_LOADED:
            return True
        again, _ = self._run(ground, self.reference(task).data, ground.changes)
        return isinstance(again, Report) and again.passes

    # -- linking and running -------------------------------------------------------------------

    def _link_test(self, objects: Mapping[str, bytes]) -> tuple[bytes, str]:
        files = {"side.o": self._test_side, **objects}
        flags = (f"-Ttext-segment={EMULATED_TEST_AT:#x}", "--wrap=__assert_fail", "-s")
        step = Step(self._gcc.static_argv(list(files), "test", flags), limits=_LINK)
        outcome = self._sandbox.run(Job([step], files, collect=["test"]))
        if not outcome.steps[0].ok:
            return b"", _linker_error(outcome.steps[0].stderr)
        return outcome.files["test"], ""

    def _run(
        self, ground: EmulatedGround, answer: bytes, changes: bytes | None, hide: bool = False
    ) -> tuple[Report | str, bytes]:
        """As `_run_once`. After a fault it runs again: on a busy machine an emulated program has
        been seen to fault for no reason of its own, once in some hundred runs, never twice.
        """
        for _ in range(2):
            report, said = self._run_once(ground, answer, changes, hide)
            if isinstance(report, str) or report.kind not in _FAULTS or report.value != SIGSEGV:
                break
        return report, said

    def _run_once(
        self, ground: EmulatedGround, answer: bytes, changes: bytes | None, hide: bool
    ) -> tuple[Report | str, bytes]:
        """The report on an answer's object, or why it could not be linked; what the test adds.

        Without `changes` it is the reference, and what it changes is recorded.
        """
        files = {
            "side.o": self._answer_side,
            "stubs.o": ground.stubs,
            "answer.o": answer,
            "test": ground.test,
        }
        if changes is not None:
            files["changes"] = changes
        steps = []
        if hide:  # its other names are its own, even if the C library has them too
            keep = [f"--keep-global-symbol={name}" for name in sorted(ground.functions)]
            steps.append(Step([self._gcc.objcopy, *keep, "answer.o"], limits=LIMITS))
        flags = (f"-Ttext-segment={EMULATED_ANSWER_AT:#x}", "-s")
        objects = ["side.o", "stubs.o", "answer.o"]
        steps.append(Step(self._gcc.static_argv(objects, "answer", flags), limits=_LINK))
        secret = os.urandom(SECRET_SIZE)
        run = Step(
            ["@pair", "test", "answer", *self._emulator], stdin=secret, limits=self._run_limits
        )
        job = Job([*steps, run], files, collect=["report"], scratch=_SCRATCH)
        outcome = self._sandbox.run(job)
        ran = outcome.steps
        if len(ran) <= len(steps):
            if ran[-1].stderr.startswith(b"acidtest:"):
                first_error(ran[-1], "the linker")
            return _linker_error(ran[-1].stderr), b""
        return read_report(ran[-1], ran[-1].report, secret), outcome.files.get("report", b"")


def _linker_error(text: bytes) -> str:
    if match := _UNDEFINED.search(text):
        return f"it could not be loaded: nothing defines {match[1].decode('utf-8', 'replace')}"
    match = _REASON.search(text)
    shown = match[1] if match else text[:200]
    return f"it could not be linked: {shown.decode('utf-8', 'replace').strip()}"
