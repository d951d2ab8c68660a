r"""Runs code that nobody trusts: bubblewrap, namespaces, limits and a system-call filter.

>>> with Sandbox() as sandbox:                               # doctest: +SKIP
...     outcome = sandbox.run(Job(steps=[Step(["/usr/bin/id"])]))
...     outcome.steps[0].stdout
b'uid=65534 gid=65534 groups=65534\n'
"""

from acidtest.sandbox._box import Sandbox, SandboxError, SandboxUnavailable, bwrap_version
from acidtest.sandbox._job import Chain, Ending, Job, Limits, Outcome, Step, StepResult, Zygote
from acidtest.sandbox._native import build_native

__all__ = [
    "Chain",
    "Ending",
    "Job",
    "Limits",
    "Outcome",
    "Sandbox",
    "SandboxError",
    "SandboxUnavailable",
    "Step",
    "StepResult",
    "Zygote",
    "build_native",
    "bwrap_version",
]
