"""The strict verdict: test and answer in two processes (native/judge/strict.c).

It is prepared once per task: how the arguments are passed, the test compiled so that the bounds of
its variables are known, and which of the test's memory the reference changes. A task that cannot
be judged this way keeps the verdict in one process, and the reason is recorded.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.elf import STT_FUNC, Object
from acidtest.suites.c_decompile.calling import Registers, arguments, passed
from acidtest.suites.c_decompile.passing import (
    NOTHING,
    NotStrict,
    Passing,
    passing,
    read_prototype,
    returned_in,
)
from acidtest.suites.c_decompile.runner_report import (
    NOT_CONFINED,
    RETURNED,
    STOPPED,
    VERDICT_SIZE,
    Report,
    read_report,
)
from acidtest.suites.c_decompile.wire import (
    JOB_RECORD,
    MOST_CALLBACKS,
    MOST_FUNCTIONS,
    PASSED_RECORD,
    SECRET_SIZE,
    SHADOW_OFFSET,
    STACK_ARGUMENTS,
    JobMode,
    JobPart,
    JobRecord,
    PassedRecord,
    ResultKind,
    ReturnedIn,
)
from acidtest.toolchains.sandbox import Chain, Job, Limits, Sandbox, Step, Zygote

__all__ = [
    "BOUNDS_FLAGS",
    "SHARED",
    "Ground",
    "NotStrict",
    "Passing",
    "ResultKind",
    "ReturnedIn",
    "available",
    "bounds_flags",
    "callbacks_of",
    "check_shared_state",
    "judge",
    "passing",
    "prepare",
    "read_prototype",
    "returned_in",
]


def bounds_flags(shadow: int, *, with_globals: bool = False) -> tuple[str, ...]:
    """Flags under which gcc's address sanitizer separates the test's variables and records their
    bounds, at `shadow` those on the stack; it checks nothing. Merged, each literal has a known end.
    `with_globals` has it register the others and the literals too.
    """
    parameters = {
        "asan-stack": 1,
        "asan-instrument-allocas": 1,
        "asan-globals": int(with_globals),
        "asan-instrument-reads": 0,
        "asan-instrument-writes": 0,
        "asan-memintrin": 1,  # without it, arrays of variable length are not marked
    }
    return (
        "-fmerge-constants",
        "-fsanitize=kernel-address",
        f"-fasan-shadow-offset={shadow:#x}",
        "-fno-sanitize-address-use-after-scope",
        "-fstack-reuse=none",  # an expected value must not be where an input was shown
        *(part for name, on in parameters.items() for part in ("--param", f"{name}={on}")),
    )


BOUNDS_FLAGS = bounds_flags(SHADOW_OFFSET)
SHARED = "test and function share a variable"
_MAIN = "acid_test_main"
_SAME: Mapping[str, str] = {}
# Functions whose state the C library keeps between calls, separately in each process.
_STATE = frozenset(
    "rand srand random srandom drand48 srand48 strtok setlocale fesetround fegetround".split()
)
_ADDRESS_TAKEN = re.compile(r"leaq\t([\w.$]+)\(%rip\)|([\w.$]+)@GOTPCREL\(%rip\)|\.quad\t([\w.$]+)")


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything that a strict verdict on one task needs."""

    test: bytes
    passing: Passing
    functions: Mapping[str, Registers]
    callbacks: Mapping[str, tuple[Registers, int]]
    cpp: bool = False
    changes: bytes = b""


def callbacks_of(
    test: Object, code: str, text: str, language: str = "c"
) -> dict[str, tuple[Registers, int]]:
    """The functions of a test that an answer may be given to call; raises `NotStrict`.

    Of C++, whose names say more than its text, those whose address is taken.
    """
    names = [s.name for s in test.symbols if s.kind == STT_FUNC and s.defined and s.name != _MAIN]
    if not names:
        return {}
    if language == "cpp":
        taken = {name for match in _ADDRESS_TAKEN.findall(code) for name in match}
        names = [name for name in names if name in taken][:MOST_CALLBACKS]
        return {name: (arguments(code, name), sum(ReturnedIn)) for name in names}
    known = source.prototypes(text)
    return {
        name: (arguments(code, name), returned_in(known[name]))
        for name in names[:MOST_CALLBACKS]
        if name in known
    }


def check_shared_state(test: Object, reference: Object) -> None:
    """Raises `NotStrict` if both use what the C library keeps, separately in each process."""
    if state := sorted(test.undefined() & reference.undefined() & _STATE):
        raise NotStrict(f"test and function share what the C library keeps for {state[0]}")


def prepare(
    sandbox: Sandbox,
    limits: Limits,
    *,
    keep: bool,
    prototype: str,
    language: str,
    entry: str,
    test: Object,
    test_data: bytes,
    reference: Object,
    reference_data: bytes,
    reference_code: str,
    test_code: str,
    callbacks: Mapping[str, tuple[Registers, int]],
    shared: bool,
) -> Ground:
    """What a task needs, recorded from a run of its reference; raises `NotStrict`.

    Raises `InfrastructureError`, not a weaker verdict, if the machine is too slow for that run.
    """
    how = passing(prototype, language)
    if shared:
        raise NotStrict(SHARED)
    check_shared_state(test, reference)
    functions = [entry]
    for symbol in reference.symbols:
        if symbol.name in test.undefined() and symbol.defined and symbol.name != entry:
            if symbol.kind != STT_FUNC:
                raise NotStrict(SHARED)
            functions.append(symbol.name)
    if len(functions) > MOST_FUNCTIONS:
        raise NotStrict("the test calls too many functions of the task")
    registers = {name: arguments(reference_code, name) for name in functions}
    registers[entry] = replace(registers[entry], streams=how.streams, open=how.open)
    if len(functions) > 1:
        how = Passing(STACK_ARGUMENTS, ResultKind.STRUCT)
    for name, how_called in registers.items():
        if how_called.variadic:
            registers[name] = replace(how_called, integers=passed(test_code, name))
    ground = Ground(test_data, how, registers, callbacks, language == "cpp")
    report, extra = _run(sandbox, limits, ground, reference_data, JobMode.RECORD, keep)
    if report.kind in (NOT_CONFINED, STOPPED):  # the machine's fault, not the task's
        raise InfrastructureError(f"its reference could not be judged: {report.why}")
    if report.kind != RETURNED or report.value:
        raise NotStrict(f"its reference does not pass so: {report.why}")
    return replace(ground, changes=extra)


def judge(
    sandbox: Sandbox,
    limits: Limits,
    ground: Ground,
    answer: bytes,
    keep: bool = True,
    names: Mapping[str, str] | None = None,
) -> Mapping[str, Json]:
    """`passes` and `why` of an answer's object; without `keep` it starts a new runner.

    `names` are those of its functions that are not the reference's, by the reference's.
    """
    report, _ = _run(sandbox, limits, ground, answer, JobMode.JUDGE, keep, names or {})
    if report.kind == NOT_CONFINED:
        raise InfrastructureError(report.why)
    return {"passes": report.passes, "why": report.why, "verdict": "strict"}


def available(sandbox: Sandbox) -> str | None:
    """Why this machine has no strict verdict, or None if it has."""
    report, _ = _run_job(sandbox, Limits(cpu_s=5, wall_s=10), JobMode.PROBE)
    return None if report.passes else report.why


def _run(
    sandbox: Sandbox,
    limits: Limits,
    ground: Ground,
    answer: bytes,
    mode: JobMode,
    keep: bool,
    names: Mapping[str, str] = _SAME,
) -> tuple[Report, bytes]:
    called = b"".join(
        _passed(name, how) + names.get(name, name).encode() + b"\0"
        for name, how in ground.functions.items()
    )
    callbacks = b"".join(_passed(name, *how) for name, how in ground.callbacks.items())
    parts = (called, answer, ground.test, ground.changes, callbacks)
    return _run_job(sandbox, limits, mode, ground.passing, parts, keep, ground.cpp)


@functools.lru_cache(maxsize=4096)
def _passed(name: str, registers: Registers, returned: int = 0) -> bytes:
    record = PassedRecord(
        registers.integers,
        registers.floats,
        registers.whole,
        registers.variadic,
        returned,
        registers.streams,
        registers.open,
    )
    return PASSED_RECORD.pack(*record) + name.encode() + b"\0"


@functools.cache
def _runner(limits: Limits, cpp: bool) -> Zygote:
    """The runner, kept at the point where it opens its job, and forked for each job."""
    # address space for the view, its copies and two arenas, on top of what the code may use
    two = replace(limits, processes=2, memory=limits.memory + (1 << 30))
    argv = ("@runner", "strict", *(("c++",) if cpp else ()))
    return Zygote(argv, stop="job", result="verdict", limits=two)


def _run_job(
    sandbox: Sandbox,
    limits: Limits,
    mode: JobMode,
    how: Passing = NOTHING,
    parts: Sequence[bytes] = (b"",) * JobPart.JOB_PARTS,
    keep: bool = True,
    cpp: bool = False,
) -> tuple[Report, bytes]:
    """The runner's reply to a job (native/judge/layout.h), and the data after it."""
    secret = os.urandom(SECRET_SIZE)
    head = JobRecord(mode, how.stack, how.result, cpp, *map(len, parts))
    job = b"".join((JOB_RECORD.pack(*head), *parts, secret))
    runner = _runner(limits, cpp)
    outcome = sandbox.run_chain(Chain(job, [runner])) if keep else None
    if outcome is None:
        step = Step(runner.argv, limits=runner.limits)
        outcome = sandbox.run(Job([step], files={runner.stop: job}, collect=[runner.result]))
    said = outcome.files.get(runner.result, b"")
    return read_report(outcome.steps[0], said, secret), said[VERDICT_SIZE:]
