"""Builds the program of a task: the function and its test, linked for the task's target."""

from __future__ import annotations

import re
from collections.abc import Iterable

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Program
from acidtest.lang import objdump
from acidtest.suites.c_decompile.runner_report import explain
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.cross import find_toolchain
from acidtest.toolchains.sandbox import Ending, Job, Limits, Sandbox, Step, StepResult
from acidtest.toolchains.target import Target

PROGRAM = "program.out"  # without an ending, mingw adds one of its own
BUILD = Limits(cpu_s=20, wall_s=60, memory=2 << 30, processes=16)
DUMP = Limits(cpu_s=20, wall_s=60, memory=1 << 30, output=64 << 20)


class NotBuilt(InfrastructureError):
    """The task cannot be built, on any machine: its own code is at fault."""


def not_given(task: Task) -> str | None:
    """Why answers are given nothing of the task's program; None if they are."""
    here, target = Target(), task.built_for
    if (target.compiler, target.platform) != (here.compiler, here.platform):
        return "data and functions of a program are given for gcc on x86-64 only"
    return None if task.language == "c" else "data and functions of a program are given for C only"


def build_program(sandbox: Sandbox, task: Task) -> Program:
    """The linked program; data files are untrusted, so it is built in the sandbox."""
    source = "task.cc" if task.language == "cpp" else "task.c"
    tools = find_toolchain(task.built_for, task.language)
    command = [*tools.cc, f"-{task.opt}", source, "-o", PROGRAM, "-lm"]
    text = f"{task.reference}\n{task.test}".encode("utf-8", "replace")
    steps = [
        Step(command, limits=BUILD),
        Step([tools.nm, "--special-syms", PROGRAM], limits=DUMP),
    ]
    outcome = sandbox.run(Job(steps, files={source: text}, collect=[PROGRAM]))
    if len(outcome.steps) < len(steps) or not outcome.steps[-1].ok:
        raise failed(task, outcome.steps[-1], task.built_for.compiler)
    addresses = objdump.symbol_addresses(outcome.steps[-1].stdout.decode("utf-8", "replace"))
    symbol = _symbol(addresses, task)
    if symbol not in addresses:
        raise NotBuilt(
            f"task {task.name} for {task.built_for}: {task.entry} is not in the compiled "
            "program; it may have been inlined, so do not declare it static"
        )
    return Program(outcome.files[PROGRAM], symbol, addresses[symbol])


def failed(task: Task, step: StepResult, tool: str) -> InfrastructureError:
    """What to raise if a step of building failed."""
    detail = step.stderr.decode("utf-8", "replace").strip()[:500]
    kind = NotBuilt if step.ending is Ending.EXITED else InfrastructureError
    return kind(
        f"task {task.name} for {task.built_for}: cannot be built: {explain(step, tool)}: {detail}"
    )


def _symbol(names: Iterable[str], task: Task) -> str:
    """The linker's name of the entry: a C++ compiler adds the types to it."""
    if task.language == "cpp" and task.entry not in names:
        mangled = re.compile(rf"_Z{len(task.entry)}{re.escape(task.entry)}\w*")
        return next((name for name in names if mangled.fullmatch(name)), task.entry)
    return task.entry
