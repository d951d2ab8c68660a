"""The published procedure: one translation unit, two runs of gcc, the exit status."""

from __future__ import annotations

from pathlib import Path

from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.suites.c_decompile.compile import first_error
from acidtest.suites.c_decompile.runner_report import explain
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step

_TOOL = Limits(cpu_s=10, wall_s=10, memory=2 << 30, processes=16)
_RUN = Limits(cpu_s=10, wall_s=10, memory=1 << 30, processes=8, output=16 << 20)


def published_verdict(gcc: Gcc, sandbox: Sandbox, task: Task, answer: str) -> dict[str, Json]:
    """`recompilable` and `reexecutable` as the published script computes them."""
    includes, test = source.published_hoist(task.reference, task.test)
    if task.dependencies:  # the later layout puts them in front, includes and all
        includes = f"{includes}\n{source.split_includes(task.dependencies)[1]}"
    suffix, driver = (".cc", "g++") if task.language == "cpp" else (".c", "gcc")
    driver = str(Path(gcc.path).with_name(driver))
    alone, combined = f"onlyfunc{suffix}", f"combine{suffix}"
    steps = [
        Step([driver, "-S", alone, "-o", "onlyfunc", "-lm"], limits=_TOOL),
        Step([driver, combined, "-o", "combine", "-lm"], limits=_TOOL),
        Step(["./combine"], limits=_RUN),
    ]
    text = f"{includes}\n{answer}"
    files = {
        alone: text.encode("utf-8", "replace"),
        combined: f"{text}\n{test}".encode("utf-8", "replace"),
    }
    ran = sandbox.run(Job(steps, files=files)).steps
    for number, what in enumerate(("the compiler", "the compiler", "the program")):
        if not ran[number].ok:
            why = explain(ran[2], what) if number == 2 else first_error(ran[number], what)
            return {"recompilable": number > 0, "reexecutable": False, "why": why}
    return {"recompilable": True, "reexecutable": True, "why": "exit status 0"}
