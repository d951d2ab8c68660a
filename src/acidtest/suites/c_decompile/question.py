"""From source to question: builds the program and shows its function in one of three forms."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Program, Sample
from acidtest.core.text import counted
from acidtest.lang import objdump
from acidtest.lang.elf import read_object
from acidtest.suites.c_decompile.runner_report import explain
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import Gcc, find_gcc
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step, StepResult

FORMS = {
    "asm": "the function's assembly, cleaned as published",
    "asm-data": "the same, with the read-only data that its instructions refer to",
    "pseudo": "a decompiler's pseudo-code, where the data carries one",
}
_BUILD = Limits(cpu_s=20, wall_s=60, memory=2 << 30, processes=16)
_DUMP = Limits(cpu_s=20, wall_s=60, memory=1 << 30, output=64 << 20)


class CQuestions:
    """Builds the program of a task, in the sandbox, because data files are untrusted.

    Compiler and sandbox are opened by the first question that needs them.
    """

    def __init__(self, *, stripped: bool, bare: bool) -> None:
        self._bare, self._is_stripped = bare, stripped
        self._open = ExitStack()
        self._opened: Sandbox | None = None
        self._lock = threading.Lock()
        self._built = functools.lru_cache(maxsize=16)(self._build)
        self._shown = functools.lru_cache(maxsize=16)(self._dump)
        self._stripped = functools.lru_cache(maxsize=16)(self._strip)

    @functools.cached_property
    def _gcc(self) -> Gcc:
        return find_gcc()

    @property
    def _sandbox(self) -> Sandbox:
        with self._lock:
            if self._opened is None:
                box = Sandbox(binds=self._gcc.folders, bare=self._bare)
                self._opened = self._open.enter_context(box)
            return self._opened

    def close(self) -> None:
        """Close the sandbox, if it was opened."""
        self._open.close()

    def text(self, sample: Sample, form: str) -> str:
        """The question in `form`."""
        task: Task = sample.truth
        if form == "pseudo":
            if task.pseudo is None:
                raise InputError(
                    f"task {task.name}-{task.opt} carries no pseudo-code; "
                    "use data that has it, or another question form"
                )
            return task.pseudo
        if form == "asm" and task.asm is not None:
            return task.asm
        listing, dump = self._shown(replace(task, asm=None, pseudo=None))
        if form == "asm":
            return objdump.clean_listing(listing)
        if form != "asm-data":
            raise InputError(f"unknown question form '{form}'; c-decompile has: {', '.join(FORMS)}")
        text = objdump.clean_listing(listing, keep_comments=True)
        data = objdump.referenced_data(listing, dump)
        return f"{text}\n\n{data}" if data else text

    def program(self, sample: Sample) -> Program:
        """The linked program that holds the function and its test, without debug information."""
        program = self._built(replace(sample.truth, asm=None, pseudo=None))
        return self._stripped(program) if self._is_stripped else program

    def _strip(self, program: Program) -> Program:
        step = Step([self._gcc.strip, "--strip-all", "program"], limits=_DUMP)
        outcome = self._sandbox.run(
            Job([step], files={"program": program.data}, collect=["program"])
        )
        if not outcome.steps[-1].ok:
            raise InfrastructureError(f"strip failed: {explain(outcome.steps[-1], 'strip')}")
        return Program(outcome.files["program"], None, program.address)

    def _build(self, task: Task) -> Program:
        suffix, driver = (".cc", "g++") if task.language == "cpp" else (".c", "gcc")
        compiler = str(Path(self._gcc.path).with_name(driver))
        command = [compiler, f"-{task.opt}", f"task{suffix}", "-o", "program", "-lm"]
        text = f"{task.reference}\n{task.test}".encode("utf-8", "replace")
        step = Step(command, limits=_BUILD)
        outcome = self._sandbox.run(Job([step], files={f"task{suffix}": text}, collect=["program"]))
        if not outcome.steps[-1].ok:
            raise _failed(task, outcome.steps[-1], "gcc")
        data = outcome.files["program"]
        addresses = {s.name: s.value for s in read_object(data).symbols if s.defined}
        symbol = _symbol(addresses, task)
        if symbol not in addresses:
            raise InfrastructureError(
                f"task {task.name}-{task.opt}: {task.entry} is not in the compiled program; "
                "it may have been inlined, so do not declare it static"
            )
        return Program(data, symbol, addresses[symbol])

    def _dump(self, task: Task) -> tuple[str, str]:
        """The listing of the function, and the program's data in hexadecimal."""
        program = self._built(task)
        steps = [
            Step([self._gcc.objdump, "-d", "program"], limits=_DUMP),
            Step([self._gcc.objdump, "-s", "program"], limits=_DUMP),
        ]
        outcome = self._sandbox.run(Job(steps, files={"program": program.data}))
        if len(outcome.steps) < len(steps) or not outcome.steps[-1].ok:
            raise _failed(task, outcome.steps[-1], "objdump")
        listing = objdump.function_listing(outcome.steps[0].stdout.decode(), program.symbol or "")
        if listing is None:
            raise InfrastructureError(f"task {task.name}-{task.opt}: objdump does not show it")
        return listing, outcome.steps[1].stdout.decode()


def check_form(samples: Sequence[Sample], form: str) -> None:
    """Raise `InputError` unless every sample has pseudo-code, if that is what is asked about."""
    without = [sample.id for sample in samples if form == "pseudo" and sample.truth.pseudo is None]
    if without:
        raise InputError(
            f"--question pseudo: {len(without)} of {counted(len(samples), 'sample')} carry no "
            f"pseudo-code, the first is {without[0]}; use data that has it, or another form"
        )


@contextmanager
def open_questions(*, stripped: bool, bare: bool) -> Iterator[CQuestions]:
    """The builder of questions, while its sandbox is open."""
    made = CQuestions(stripped=stripped, bare=bare)
    try:
        yield made
    finally:
        made.close()


def _failed(task: Task, step: StepResult, tool: str) -> InfrastructureError:
    detail = step.stderr.decode("utf-8", "replace").strip()[:500]
    return InfrastructureError(
        f"task {task.name}-{task.opt}: cannot be built: {explain(step, tool)}: {detail}"
    )


def _symbol(names: Iterable[str], task: Task) -> str:
    """The linker's name of the entry: a C++ compiler adds the types to it."""
    if task.language == "cpp" and task.entry not in names:
        mangled = re.compile(rf"_Z{len(task.entry)}{re.escape(task.entry)}\w*")
        return next((name for name in names if mangled.fullmatch(name)), task.entry)
    return task.entry
