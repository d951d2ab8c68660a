"""How much of a function its kept inputs reach, counted by gcov."""

from __future__ import annotations

import zlib

from acidtest.core.untrusted import load_json
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step

_REPORT_MAX = 32 << 20
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
    return share_reached(outcome.files.get("code.gcov.json.gz", b""), task.entry)


def share_reached(packed: bytes, entry: str) -> float | None:
    """The share of a function's branches, or lines, in gcov's report; None for anything else.

    The function ran beside it, and may have written anything in its place.
    """
    try:
        report = load_json(zlib.decompressobj(wbits=31).decompress(packed, _REPORT_MAX))
        lines = [
            line
            for file in report["files"]
            for line in file["lines"]
            if line.get("function_name") == entry
        ]
        branches = [branch["count"] > 0 for line in lines for branch in line["branches"]]
        reached = branches or [line["count"] > 0 for line in lines]
    except (zlib.error, ValueError, TypeError, KeyError, AttributeError):
        return None
    return sum(reached) / len(reached) if reached else None
