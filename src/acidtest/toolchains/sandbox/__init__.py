r"""Runs untrusted code with bubblewrap, namespaces, limits and a system-call filter.

>>> with Sandbox() as sandbox:                               # doctest: +SKIP
...     outcome = sandbox.run(Job(steps=[Step(["/usr/bin/id"])]))
...     outcome.steps[0].stdout
b'uid=65534 gid=65534 groups=65534\n'
"""

import shutil

from acidtest.core.commands import Check
from acidtest.core.errors import AcidtestError
from acidtest.toolchains.sandbox.box import (
    JOB_MEMORY,
    Sandbox,
    SandboxError,
    SandboxUnavailable,
    bwrap_version,
)
from acidtest.toolchains.sandbox.job import (
    Chain,
    Ending,
    Job,
    Limits,
    Outcome,
    Step,
    StepResult,
    Zygote,
)

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
    "bwrap_version",
    "sandbox_check",
]


_PURPOSE = "running answers"


def sandbox_check() -> Check:
    """Whether it works on this machine, for `acidtest doctor`."""
    version = bwrap_version()
    if version is None:
        return Check("bubblewrap", False, advice="apt-get install bubblewrap", needed_for=_PURPOSE)
    try:
        with Sandbox() as sandbox:
            mode, bounded = sandbox.mode, sandbox.bounded
    except AcidtestError as error:
        compiles = shutil.which("gcc")  # builds the launcher that runs in it
        advice = str(error) if compiles else "apt-get install gcc libc6-dev"
        return Check("bubblewrap", False, version, advice, _PURPOSE)
    text = {
        "nested": "each job in namespaces of its own",
        "single": "a bubblewrap for each job (slower: namespaces cannot be nested here)",
    }[mode]
    text += (
        f"; a job's memory is limited to {JOB_MEMORY >> 30} GiB by a cgroup"
        if bounded
        else "; memory is limited for each process, not a whole job (no writable cgroup)"
    )
    return Check("bubblewrap", True, f"{version}, {text}", needed_for=_PURPOSE)
