"""Runs a test and an answer in one process, for tasks and machines that need it."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.suites.c_decompile.compile import LIMITS, first_error
from acidtest.suites.c_decompile.runner_report import NEEDS_LINKER, NOT_CONFINED, read_report
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step


def judge(
    gcc: Gcc,
    sandbox: Sandbox,
    limits: Limits,
    *,
    test: bytes,
    answer: bytes,
    shared: Collection[str],
    twice: bool,
    kept: Collection[str],
    asserts: bool,
    language: str,
) -> Mapping[str, Json]:
    """`passes` and `why` of an answer's object, linked with the test's.

    Both have the variables `shared`. Where they define other names `twice`, only those in `kept`
    stay visible. `asserts` says that the answer has assertions of its own.
    """
    steps = []
    if shared:
        # test and answer share the task's own variables
        weak = [f"--weaken-symbol={name}" for name in sorted(shared)]
        steps.append(Step([gcc.objcopy, *weak, "test.o"], limits=LIMITS))
    if twice:
        # a helper of the answer has the same name as a helper of the test: keep both separate
        keep = [f"--keep-global-symbol={name}" for name in sorted(kept)]
        steps.append(Step([gcc.objcopy, *keep, "answer.o"], limits=LIMITS))
    if asserts:
        # the answer's own assertions end it; by its own name the call would reach the runner
        rename = "--redefine-sym=__assert_fail=abort"
        steps.append(Step([gcc.objcopy, rename, "answer.o"], limits=LIMITS))
    files = {"test.o": test, "answer.o": answer}
    verdict = None
    if language == "c":
        verdict = _run_with(sandbox, limits, [*steps], ["test.o", "answer.o"], files)
    if verdict is None:  # C++, or an object that the loader does not support
        link = gcc.link_argv(language, ["test.o", "answer.o"], "test.so")
        steps.append(Step(link, limits=LIMITS))
        verdict = _run_with(sandbox, limits, steps, ["./test.so"], files)
    if verdict is None:
        raise InfrastructureError("the runner asked for a linker after one was used")
    return verdict


def _run_with(
    sandbox: Sandbox,
    limits: Limits,
    before: list[Step],
    arguments: Sequence[str],
    files: Mapping[str, bytes],
) -> dict[str, Json] | None:
    """The verdict after these steps, or None if the runner needs a linker first."""
    secret = os.urandom(16)
    steps = [*before, Step(["@runner", *arguments], stdin=secret, limits=limits)]
    ran = sandbox.run(Job(steps, files=files)).steps
    if len(ran) < len(steps):
        return {"passes": False, "why": first_error(ran[-1], "the linker")}
    report = read_report(ran[-1], ran[-1].report, secret)
    if report.kind == NOT_CONFINED:
        raise InfrastructureError(report.why)
    if report.kind == NEEDS_LINKER:
        return None
    return {"passes": report.passes, "why": report.why}
