"""How much of a function its kept inputs reach, counted by gcov."""

from __future__ import annotations

import gzip
import json

from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step

_LIMITS = Limits(cpu_s=20, wall_s=120, memory=2 << 30, processes=8)


def branch_coverage(gcc: Gcc, sandbox: Sandbox, task: Task, test: str) -> float | None:
    """The share of the function's branches that were taken, of its lines if it has none.

    None if it could not be measured. `test` is the test as one file with its declarations.
    """
    mark = f'\n#line 1 "{task.entry}.c"\n'
    files = {
        "code.c": f"{task.dependencies}{mark}{task.function}".encode(),
        "test.c": test.encode(),
    }
    steps = [
        Step([gcc.path, "-w", "-O0", "--coverage", "-c", "code.c"], limits=_LIMITS),
        Step([gcc.path, "-w", "-O0", "-c", "test.c"], limits=_LIMITS),
        Step([gcc.path, "code.o", "test.o", "--coverage", "-lm", "-o", "prog"], limits=_LIMITS),
        Step(["./prog"], limits=_LIMITS),
        Step(["/usr/bin/gcov", "-j", "-b", "code.gcda"], limits=_LIMITS),
    ]
    job = Job(steps, files=files, collect=["code.gcov.json.gz"])
    outcome = sandbox.run(job)
    packed = outcome.files.get("code.gcov.json.gz")
    if packed is None:
        return None
    report = json.loads(gzip.decompress(packed))
    lines = [
        line
        for file in report["files"]
        for line in file["lines"]
        if line.get("function_name") == task.entry
    ]
    branches = [branch["count"] > 0 for line in lines for branch in line["branches"]]
    reached = branches or [line["count"] > 0 for line in lines]
    return sum(reached) / len(reached) if reached else None
