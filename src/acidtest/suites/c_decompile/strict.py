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
from dataclasses import astuple, dataclass, replace

import tree_sitter_c
from tree_sitter import Language, Node, Parser

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.affordable import affordable
from acidtest.lang.elf import Object
from acidtest.suites.c_decompile.calling import Registers, arguments, passed
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
_STT_FUNC = 2
_MAIN = "acid_test_main"
# Functions whose state the C library keeps between calls, separately in each process.
_STATE = frozenset(
    "rand srand random srandom drand48 srand48 strtok setlocale fesetround fegetround".split()
)
_INTEGER = re.compile(
    r"(?:(?:unsigned|signed|char|short|int|long|_Bool|bool|size_t|ssize_t|ptrdiff_t|"
    r"u?int(?:8|16|32|64|ptr|max)_t|wchar_t)\s*)+"
)
_FLOAT = re.compile(r"float|double")


class NotStrict(Exception):
    """Why a task cannot have the strict verdict."""


@dataclass(frozen=True, slots=True)
class Passing:
    """How many bytes of the stack carry arguments, at most, and what comes back."""

    stack: int
    result: ResultKind


_NOTHING = Passing(0, ResultKind.NUMBER)


def read_prototype(prototype: str) -> tuple[Node, str, int, bytes]:
    """The list of parameters, the type of the result with its number of `*`, and the text read."""
    data = prototype.encode("utf-8", "replace")
    if not affordable("c", data):
        raise NotStrict("its prototype takes too long to read")
    root = Parser(Language(tree_sitter_c.language())).parse(data).root_node
    declaration = next((n for n in root.children if n.type == "declaration"), None)
    if declaration is None:
        raise NotStrict("its prototype could not be read")
    node, pointers = declaration.child_by_field_name("declarator"), 0
    while node is not None and node.type != "function_declarator":
        pointers += node.type == "pointer_declarator"
        node = node.child_by_field_name("declarator")
    listed = node.child_by_field_name("parameters") if node is not None else None
    if listed is None:
        raise NotStrict("its prototype could not be read")
    return listed, _type_of(declaration, data), pointers, data


def returned_in(prototype: str) -> int:
    """What carries the result of a function that is called back; raises `NotStrict`."""
    _, result, pointers, _ = read_prototype(prototype)
    if pointers or _INTEGER.fullmatch(result) or result.startswith("enum "):
        return ReturnedIn.IN_RAX
    if result == "void":
        return 0
    if _FLOAT.fullmatch(result):
        return ReturnedIn.IN_XMM0
    if "long double" in result:
        raise NotStrict("it calls back a function that returns a long double")
    return sum(ReturnedIn)  # a struct, or a name for whatever


def passing(prototype: str) -> Passing:
    """How a C function is called, registers apart; raises `NotStrict`."""
    listed, result, pointers, data = read_prototype(prototype)
    if not pointers and "long double" in result and re.search(r"\b_?[Cc]omplex\b", prototype):
        raise NotStrict("it returns a complex long double")
    number = result in ("void", "long double") or bool(
        _INTEGER.fullmatch(result) or _FLOAT.fullmatch(result)
    )
    simple = True
    # a struct may be returned through a hidden first argument
    integers, floats = (0 if pointers or number else 1), 0
    for child in listed.named_children:
        shown = " ".join(data[child.start_byte : child.end_byte].decode("utf-8", "replace").split())
        if child.type == "comment" or shown == "void":
            continue
        if child.type != "parameter_declaration":
            simple = False  # a variable number of arguments, or names alone
            continue
        if re.search(r"\bFILE\b", shown):
            raise NotStrict("it is given a stream")
        kind = _type_of(child, data)
        if "*" in shown or "[" in shown or "(" in shown or _INTEGER.fullmatch(kind):
            integers += 1
        elif _FLOAT.fullmatch(kind):
            floats += 1
        else:
            simple = False  # a struct, or a name for one
    back = ResultKind.NUMBER if number else ResultKind.STRUCT
    if result in ("bool", "_Bool"):
        back = ResultKind.TRUTH
    if result == "long double":
        back = ResultKind.LONG_DOUBLE
    if pointers:
        back = ResultKind.ADDRESS
    if not simple or not listed.named_children or integers > 6 or floats > 8:
        return Passing(STACK_ARGUMENTS, back)
    return Passing(0, back)


def _type_of(node: Node, data: bytes) -> str:
    """The type before the declarator, without qualifiers."""
    kept = ("primitive_type", "sized_type_specifier", "type_identifier")
    words = [
        data[child.start_byte : child.end_byte].decode("utf-8", "replace")
        for child in node.named_children
        if child.type in kept or child.type.endswith("_specifier")
    ]
    return " ".join(" ".join(words).split()).replace("extern ", "").replace("static ", "")


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything that a strict verdict on one task needs."""

    test: bytes
    passing: Passing
    functions: Mapping[str, Registers]
    callbacks: Mapping[str, tuple[Registers, int]]
    changes: bytes = b""


def callbacks_of(test: Object, code: str, text: str) -> dict[str, tuple[Registers, int]]:
    """The functions of a test that an answer may be given to call; raises `NotStrict`."""
    names = [s.name for s in test.symbols if s.kind == _STT_FUNC and s.defined and s.name != _MAIN]
    if not names:
        return {}
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
    how = passing(prototype)
    if shared:
        raise NotStrict(SHARED)
    check_shared_state(test, reference)
    functions = [entry]
    for symbol in reference.symbols:
        if symbol.name in test.undefined() and symbol.defined and symbol.name != entry:
            if symbol.kind != _STT_FUNC:
                raise NotStrict(SHARED)
            functions.append(symbol.name)
    if len(functions) > MOST_FUNCTIONS:
        raise NotStrict("the test calls too many functions of the task")
    if len(functions) > 1:
        how = Passing(STACK_ARGUMENTS, ResultKind.STRUCT)
    registers = {name: arguments(reference_code, name) for name in functions}
    for name, how_called in registers.items():
        if how_called.variadic:
            registers[name] = replace(how_called, integers=passed(test_code, name))
    ground = Ground(test_data, how, registers, callbacks)
    report, extra = _run(sandbox, limits, ground, reference_data, JobMode.RECORD, keep)
    if report.kind in (NOT_CONFINED, STOPPED):  # the machine's fault, not the task's
        raise InfrastructureError(f"its reference could not be judged: {report.why}")
    if report.kind != RETURNED or report.value:
        raise NotStrict(f"its reference does not pass so: {report.why}")
    return replace(ground, changes=extra)


def judge(
    sandbox: Sandbox, limits: Limits, ground: Ground, answer: bytes, keep: bool = True
) -> Mapping[str, Json]:
    """`passes` and `why` of an answer's object; without `keep` it starts a new runner."""
    report, _ = _run(sandbox, limits, ground, answer, JobMode.JUDGE, keep)
    if report.kind == NOT_CONFINED:
        raise InfrastructureError(report.why)
    return {"passes": report.passes, "why": report.why, "verdict": "strict"}


def available(sandbox: Sandbox) -> str | None:
    """Why this machine has no strict verdict, or None if it has."""
    report, _ = _run_job(sandbox, Limits(cpu_s=5, wall_s=10), JobMode.PROBE)
    return None if report.passes else report.why


def _run(
    sandbox: Sandbox, limits: Limits, ground: Ground, answer: bytes, mode: JobMode, keep: bool
) -> tuple[Report, bytes]:
    names = b"".join(_passed(name, how) for name, how in ground.functions.items())
    callbacks = b"".join(_passed(name, *how) for name, how in ground.callbacks.items())
    parts = (names, answer, ground.test, ground.changes, callbacks)
    return _run_job(sandbox, limits, mode, ground.passing, parts, keep)


@functools.lru_cache(maxsize=4096)
def _passed(name: str, registers: Registers, returned: int = 0) -> bytes:
    return PASSED_RECORD.pack(*astuple(registers), returned) + name.encode() + b"\0"


@functools.cache
def _runner(limits: Limits) -> Zygote:
    """The runner, kept at the point where it opens its job, and forked for each job."""
    # address space for the view, its copies and two arenas, on top of what the code may use
    two = replace(limits, processes=2, memory=limits.memory + (1 << 30))
    return Zygote(("@runner", "strict"), stop="job", result="verdict", limits=two)


def _run_job(
    sandbox: Sandbox,
    limits: Limits,
    mode: JobMode,
    how: Passing = _NOTHING,
    parts: Sequence[bytes] = (b"",) * JobPart.JOB_PARTS,
    keep: bool = True,
) -> tuple[Report, bytes]:
    """The runner's reply to a job (native/judge/layout.h), and the data after it."""
    secret = os.urandom(SECRET_SIZE)
    head = JobRecord(mode, how.stack, how.result, *map(len, parts))
    job = b"".join((JOB_RECORD.pack(*head), *parts, secret))
    runner = _runner(limits)
    outcome = sandbox.run_chain(Chain(job, [runner])) if keep else None
    if outcome is None:
        step = Step(runner.argv, limits=runner.limits)
        outcome = sandbox.run(Job([step], files={runner.stop: job}, collect=[runner.result]))
    said = outcome.files.get(runner.result, b"")
    return read_report(outcome.steps[0], said, secret), said[VERDICT_SIZE:]
