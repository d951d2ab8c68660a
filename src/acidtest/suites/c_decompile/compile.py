"""Compiles C and C++ in the sandbox: answers, references and tests.

cc1 spends most of its time on start-up and headers, which are the same for every answer to a
task. If the sandbox supports it, a cc1 that has read a set of headers is kept and forked for each
unit, and so is an assembler. Otherwise both are started each time, and a unit gets only the parts
of the headers that it uses. The object code is the same.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from acidtest.core.errors import InfrastructureError
from acidtest.suites.c_decompile.runner_report import explain
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.headers import Headers, standard_includes
from acidtest.toolchains.sandbox import (
    Chain,
    Ending,
    Job,
    Limits,
    Outcome,
    Sandbox,
    Step,
    StepResult,
    Zygote,
)

LIMITS = Limits(cpu_s=10, wall_s=30, memory=2 << 30, file_size=32 << 20)

# Only the first error is reported, so stop there.
_FIRST_ERROR = ("-fmax-errors=1", "-fno-diagnostics-show-caret")
# Headers that most units have come first, so that kept compilers share what they have read.
_OFTEN = {name: at for at, name in enumerate("assert stdio stdlib string stdbool math".split())}
# Constructs by which code could tell a forked compiler from one started for it alone.
_TELLTALES = ("__INCLUDE_LEVEL__", "__TIMESTAMP__")


@dataclass(frozen=True)
class Unit:
    """One translation unit: include lines, then the harness's code, then the code in question."""

    language: str
    includes: Sequence[str]
    prelude: str
    body: str

    @functools.cached_property
    def standard(self) -> tuple[list[str], str] | None:
        """Its headers and its code, if these are only standard headers; see `standard_includes`."""
        return standard_includes(self.includes, self.prelude, self.body)

    @property
    def text(self) -> str:
        """The unit unchanged, with whole headers."""
        return "\n".join([*dict.fromkeys(self.includes), self.prelude, self.body, ""])


@dataclass(frozen=True, slots=True)
class Compiled:
    """An object file and its assembly, or why there is none."""

    data: bytes = b""
    assembly: bytes = b""
    problem: str | None = None


def first_error(result: StepResult, what: str) -> str:
    """The compiler's first error line, or how it died."""
    if result.ending is Ending.EXITED:
        if result.value in (125, 126, 127) and result.stderr.startswith(b"acidtest:"):
            raise InfrastructureError(result.stderr.decode("utf-8", "replace").strip())
        for line in result.stderr.decode("utf-8", "replace").splitlines():
            if "error" in line:
                return line.strip()[:300]
    return explain(result, what)


class Compiler:
    """One gcc in one sandbox. Thread-safe. `keep=False` starts cc1 and as for every unit."""

    def __init__(
        self, gcc: Gcc, sandbox: Sandbox, keep: bool = True, limits: Limits = LIMITS
    ) -> None:
        self._gcc = gcc
        self._sandbox = sandbox
        self._keep = keep
        self._limits = limits
        self._headers = Headers(gcc)
        self._assembler = Zygote(
            tuple(gcc.assemble_argv("answer.s", "answer.o")), "answer.s", "answer.o", limits=limits
        )

    def compile(self, unit: Unit | str, language: str = "c", flags: Sequence[str] = ()) -> Compiled:
        """The unit, or text unchanged, as an object file; `flags` go to the compiler proper."""
        if isinstance(unit, str):
            return _made(self._start(unit, language, flags))
        outcome = self._fork(unit, flags)
        if outcome is None or _speaks_of_elsewhere(outcome.steps[-1]):
            outcome = self._start(self.cut(unit), unit.language, flags)
        return _made(outcome)

    def assembly_macros(self, unit: Unit) -> frozenset[str] | None:
        """The macros by which the unit can get at assembly; None if it may have any."""
        if unit.language != "c" or unit.standard is None:
            return None
        return self._headers.assembly_macros()

    def preprocess(self, unit: Unit) -> str:
        """The unit after preprocessing, with line marks; empty if that fails."""
        name = "answer.cc" if unit.language == "cpp" else "answer.c"
        argv = [*self._gcc.compile_argv(unit.language, name, "answer.i"), "-E"]
        job = Job(
            [Step(argv, limits=self._limits)],
            {name: unit.text.encode("utf-8", "replace")},
            collect=["answer.i"],
        )
        return self._sandbox.run(job).files.get("answer.i", b"").decode("utf-8", "replace")

    def keeps(self) -> bool:
        """Whether compilers can be kept running here."""
        return self._keep and self._sandbox.run_chain(self.chain((), "int x;\n")) is not None

    def cut(self, unit: Unit) -> str:
        """The unit's text with only the parts of the headers that it uses."""
        if unit.language == "cpp":  # the contents of its headers are not known
            return unit.text
        return self._headers.unit(unit.includes, unit.prelude, unit.body)

    def _start(self, text: str, language: str, flags: Sequence[str]) -> Outcome:
        name = "answer.cc" if language == "cpp" else "answer.c"
        compile_argv = self._gcc.compile_argv(language, name, "answer.s")
        steps = [
            Step([*compile_argv, *_FIRST_ERROR, *flags], limits=self._limits),
            Step(self._gcc.assemble_argv("answer.s", "answer.o"), limits=self._limits),
        ]
        files = {name: text.encode("utf-8", "replace")}
        return self._sandbox.run(Job(steps, files=files, collect=["answer.s", "answer.o"]))

    def _fork(self, unit: Unit, flags: Sequence[str]) -> Outcome | None:
        """The same with a fork of a compiler that has read the headers; None if it cannot."""
        if not self._keep or unit.language != "c":
            return None
        includes = unit.standard
        if includes is None or any(word in unit.body for word in _TELLTALES):
            return None
        return self._sandbox.run_chain(self.chain(*includes, flags))

    def chain(self, headers: Iterable[str], code: str, flags: Sequence[str] = ()) -> Chain:
        """`code` after standard headers, for a kept compiler and assembler."""
        compiler = self._compiler(frozenset(headers), tuple(flags))
        return Chain(code.encode("utf-8", "replace"), [compiler, self._assembler])

    @functools.cache  # noqa: B019 - as many as there are sets of headers
    def _compiler(self, headers: frozenset[str], flags: tuple[str, ...]) -> Zygote:
        argv = self._gcc.compile_argv("c", "answer.c", "answer.s")
        return Zygote(
            (*argv, *_FIRST_ERROR, *flags),
            stop="code.c",
            result="answer.s",
            main=("answer.c", b'#include "code.c"\n'),
            parts=header_parts(headers),
            limits=self._limits,
        )


def header_parts(headers: Iterable[str]) -> tuple[bytes, ...]:
    """What a compiler reads before it stops at `code.c`: headers, those that many share first."""
    ordered = sorted(headers, key=lambda name: (_OFTEN.get(name, len(_OFTEN)), name))
    return tuple(f'#include <{name}.h>\n#include "code.c"\n'.encode() for name in ordered)


def _speaks_of_elsewhere(result: StepResult) -> bool:
    """Whether it reports an error outside the code: a fresh compiler may name another place."""
    return (
        result.ending is Ending.EXITED
        and result.value != 0
        and not first_error(result, "it").startswith("source.c:")
    )


def _made(outcome: Outcome) -> Compiled:
    for step, what in zip(outcome.steps, ("the compiler", "the assembler"), strict=False):
        if not step.ok:
            return Compiled(problem=first_error(step, what))
    if "answer.o" not in outcome.files or "answer.s" not in outcome.files:
        return Compiled(problem="the compiler's output is too large")
    return Compiled(outcome.files["answer.o"], outcome.files["answer.s"])
