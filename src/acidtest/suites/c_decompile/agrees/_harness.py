"""The code that calls a function on all inputs, whatever its prototype: native/judge/agrees.c."""

from __future__ import annotations

from acidtest.core.errors import InfrastructureError
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.native import NATIVE
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step

TOOL = Limits(cpu_s=10, wall_s=30, memory=2 << 30, file_size=32 << 20)
_HARNESS = {
    name: (NATIVE / "judge" / source).read_bytes()
    for name, source in (("harness.c", "agrees.c"), ("agrees.h", "agrees.h"))
}
_harnesses: dict[str, bytes] = {}


def harness(gcc: Gcc, sandbox: Sandbox) -> bytes:
    """The part shared by all prototypes, compiled once."""
    key = f"{gcc.path} {gcc.version}"
    if key not in _harnesses:
        steps = [
            Step([*gcc.compile_argv("c", "harness.c", "harness.s"), "-O1"], limits=TOOL),
            Step(gcc.assemble_argv("harness.s", "harness.o"), limits=TOOL),
        ]
        job = Job(steps, files=_HARNESS, collect=["harness.o"])
        outcome = sandbox.run(job)
        if "harness.o" not in outcome.files:
            text = outcome.steps[-1].stderr.decode("utf-8", "replace")
            raise InfrastructureError(f"gcc could not build the calling harness: {text[:500]}")
        _harnesses[key] = outcome.files["harness.o"]
    return _harnesses[key]
