"""From source to question: builds the program and shows its function in one of three forms."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from acidtest.errors import InfrastructureError, InputError
from acidtest.model import Program
from acidtest.sandbox import Job, Limits, Sandbox, Step, StepResult
from acidtest.suites.c_decompile.report import explain
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchain import objdump
from acidtest.toolchain.elf import read_object
from acidtest.toolchain.gcc import Gcc

FORMS = {
    "asm": "the function's assembly, cleaned as published",
    "asm-data": "the same, with the read-only data that its instructions refer to",
    "pseudo": "a decompiler's pseudo-code, where the data carries one",
}
_BUILD = Limits(cpu_s=20, wall_s=60, memory=2 << 30, processes=16)
_DUMP = Limits(cpu_s=20, wall_s=60, memory=1 << 30, output=64 << 20)


class Builder:
    """Builds the program of a task, in the sandbox: data files are the user's, not ours."""

    def __init__(self, gcc: Gcc, sandbox: Sandbox) -> None:
        self._gcc = gcc
        self._sandbox = sandbox
        self._built = functools.lru_cache(maxsize=16)(self._build)
        self._shown = functools.lru_cache(maxsize=16)(self._dump)
        self._stripped = functools.lru_cache(maxsize=16)(self._strip)

    def question(self, task: Task, form: str) -> str:
        """The question text in `form`."""
        if form == "pseudo":
            if task.pseudo is None:
                raise InputError(
                    f"task {task.name}-{task.opt} carries no pseudo-code; "
                    "use data that does, or another question form"
                )
            return task.pseudo
        if form == "asm" and task.asm is not None:
            return task.asm
        listing, dump = self._shown(replace(task, asm=None, pseudo=None))
        if form == "asm":
            return objdump.clean_listing(listing)
        if form != "asm-data":
            raise InputError(f"there is no question form '{form}'; there are: {', '.join(FORMS)}")
        text = objdump.clean_listing(listing, keep_comments=True)
        data = objdump.referenced_data(listing, dump)
        return f"{text}\n\n{data}" if data else text

    def program(self, task: Task, *, stripped: bool) -> Program:
        """The linked program that holds the function and its test, without debug information."""
        program = self._built(replace(task, asm=None, pseudo=None))
        return self._stripped(program) if stripped else program

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
                f"task {task.name}-{task.opt}: {task.entry} is not in the program gcc made; "
                "it may have been inlined away, so mark it as not static"
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
