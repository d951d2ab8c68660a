"""The published procedure: one translation unit, two runs of gcc, the exit status.

Most of its time is spent on starting gcc's parts and on reading headers and libraries, which are
the same for all answers to a task. So compiler, assembler and linker are kept and forked (see
compile.py), each with the arguments that the driver `gcc` gives it, and the program that comes out
is run. The literal procedure serves where a fork might not do the same: code that can tell how it
is read, C++, unusual headers, and whatever the forks cannot link.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from pathlib import Path

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.elf import ElfError, read_object
from acidtest.suites.c_decompile.compile import first_error, header_parts
from acidtest.suites.c_decompile.runner_report import explain
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.headers import STANDARD
from acidtest.toolchains.sandbox import (
    Chain,
    Ending,
    Job,
    Limits,
    Sandbox,
    Step,
    StepResult,
    Zygote,
)

_TOOL = Limits(cpu_s=10, wall_s=10, memory=2 << 30, processes=16)
_RUN = Limits(cpu_s=10, wall_s=10, memory=1 << 30, processes=8, output=16 << 20)
_INCLUDE = re.compile(r"#include <(\w+)\.h>\r?")
_PLAIN = re.compile(
    r"\s*#\s*(?:include\s*<[\w./]+>|(?:define|undef|if|ifn?def|elif|else|endif|error|warning)\b)"
)
# By these, code could tell that it is read by a fork, or read files of the procedure's.
_TELLTALE = re.compile(
    r"__INCLUDE_LEVEL__|__BASE_FILE__|__TIMESTAMP__|__has_include|_Pragma|%:|\?\?|\\\s*\n|\basm\b|\b__asm"
)
_NAMES = ("onlyfunc.c", "combine.c")


class PublishedProcedure:
    """Gives the published verdict with one compiler in one sandbox. Thread-safe.

    Without `keep`, it is always the literal procedure.
    """

    def __init__(self, gcc: Gcc, sandbox: Sandbox, *, keep: bool = True) -> None:
        self._gcc, self._sandbox, self._keep = gcc, sandbox, keep and not gcc.flags

    def verdict(self, task: Task, answer: str) -> dict[str, Json]:
        """`recompilable` and `reexecutable` as the published script computes them."""
        includes, test = source.published_hoist(task.reference, task.test)
        if task.dependencies:  # the later layout puts them in front, includes and all
            includes = f"{includes}\n{source.split_includes(task.dependencies)[1]}"
        alone = f"{includes}\n{answer}"
        combined = f"{alone}\n{test}"
        kept = self._by_forks(alone, combined) if self._keep and task.language == "c" else None
        return kept or self._literal(task.language, alone, combined)

    def _literal(self, language: str, alone: str, combined: str) -> dict[str, Json]:
        suffix, driver = (".cc", "g++") if language == "cpp" else (".c", "gcc")
        driver = str(Path(self._gcc.path).with_name(driver))
        names = f"onlyfunc{suffix}", f"combine{suffix}"
        steps = [
            Step([driver, "-S", names[0], "-o", "onlyfunc", "-lm"], limits=_TOOL),
            Step([driver, names[1], "-o", "combine", "-lm"], limits=_TOOL),
            Step(["./combine"], limits=_RUN),
        ]
        texts = (text.encode("utf-8", "replace") for text in (alone, combined))
        ran = self._sandbox.run(Job(steps, files=dict(zip(names, texts, strict=True)))).steps
        for number, what in enumerate(("the compiler", "the compiler", "the program")):
            if not ran[number].ok:
                why = explain(ran[2], what) if number == 2 else first_error(ran[number], what)
                return {"recompilable": number > 0, "reexecutable": False, "why": why}
        return {"recompilable": True, "reexecutable": True, "why": "exit status 0"}

    def _by_forks(self, alone: str, combined: str) -> dict[str, Json] | None:
        """The same verdict from kept programs; None where that is not certain."""
        headers, start = _first_headers(alone)
        if not is_plain(combined):
            return None
        program = b""
        for name, text in zip(_NAMES, (alone, combined), strict=True):
            code = _from_line(text, start, name).encode("utf-8", "replace")
            zygotes = [self._compiler(frozenset(headers)), self._assembler]
            outcome = self._sandbox.run_chain(Chain(code, zygotes[: 1 + (name == "combine.c")]))
            if outcome is None:
                return None
            if not outcome.steps[-1].ok:
                why = _compile_error(outcome.steps, name)
                if why is None:
                    return None
                return {"recompilable": name == "combine.c", "reexecutable": False, "why": why}
            program = outcome.files.get("combine.o", b"")
        linked = self._link(program)
        if linked is None:
            return None
        job = Job([Step(["./combine"], limits=_RUN)], files={"combine": linked})
        ran = self._sandbox.run(job).steps[0]
        why = "exit status 0" if ran.ok else explain(ran, "the program")
        return {"recompilable": True, "reexecutable": ran.ok, "why": why}

    @functools.cached_property
    def _assembler(self) -> Zygote:
        argv = (*self._gcc.plain.assembler, "combine.s", "-o", "combine.o")
        return Zygote(argv, "combine.s", "combine.o", limits=_TOOL)

    @functools.cache  # noqa: B019 - as many as there are sets of headers
    def _compiler(self, headers: frozenset[str]) -> Zygote:
        return Zygote(
            (*self._gcc.plain.cc1, "combine.c", "-o", "combine.s"),
            stop="code.c",
            result="combine.s",
            main=("combine.c", b'#include "code.c"\n'),
            parts=header_parts(headers),
            limits=_TOOL,
        )

    def _link(self, data: bytes) -> bytes | None:
        """The program of an object, as the driver would have it linked; None if a fork cannot."""
        try:
            needed = read_object(data).undefined()
        except ElfError:
            return None
        libraries = _libraries(self._gcc)
        if needed - libraries["libc"] - libraries["libm"]:
            return None
        linker = self._linker(bool(needed & libraries["libm"]))
        outcome = self._sandbox.run_chain(Chain(data, [linker]))
        if outcome is None or not outcome.steps[0].ok or outcome.steps[0].stderr:
            return None
        return outcome.files.get("combine")

    @functools.cache  # noqa: B019 - two
    def _linker(self, with_libm: bool) -> Zygote:
        """It has read the C library at its stop, libm too if the program needs it."""
        parts = self._gcc.plain
        needed: list[str] = []
        if "--as-needed" not in parts.before:  # libm is part of every program
            needed = ["-lm"]
        elif with_libm:
            needed = ["--no-as-needed", "-lm", "--as-needed"]
        # libgcc and the static part of the C library would follow: no object comes here for them
        argv = [self._gcc.linker, *parts.before, *needed, "-lc", "combine.o"]
        return Zygote((*argv, *parts.after, "-o", "combine"), "combine.o", "combine", limits=_TOOL)


def is_plain(text: str) -> bool:
    """Whether code means the same wherever it is read from: no odd directives, no assembly."""
    if _TELLTALE.search(text):
        return False
    return all(_PLAIN.match(line) for line in text.split("\n") if "#" in line)


def _first_headers(text: str) -> tuple[list[str], int]:
    """The standard headers in a text's first lines, and the number of the first line after them."""
    headers: list[str] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        match = _INCLUDE.fullmatch(line)
        if match is None or match[1] not in STANDARD:
            return headers, number
        headers.append(match[1])
    return headers, len(lines) + 1


def _from_line(text: str, number: int, name: str) -> str:
    """A text from one of its lines on, with the numbers of its lines and the name of its file."""
    rest = "\n".join(text.split("\n")[number - 1 :])
    return f'# {number} "{name}"\n{rest}'


def _compile_error(steps: Sequence[StepResult], name: str) -> str | None:
    """The compiler's first error; None if another compiler might report another."""
    last = steps[-1]
    if len(steps) > 1 or last.ending is not Ending.EXITED:
        return None
    why = first_error(last, "the compiler")
    return why if why.startswith(f"{name}:") else None


@functools.cache
def _file(gcc: str, name: str) -> str:
    return children.run([gcc, f"-print-file-name={name}"]).stdout.strip()


@functools.cache
def _libraries(gcc: Gcc) -> dict[str, frozenset[str]]:
    """The names that the C library and libm define for programs, by library."""
    names = {}
    for library in ("libc", "libm"):
        done = children.run([gcc.objdump, "-T", _file(gcc.path, f"{library}.so.6")])
        if done.returncode != 0:
            raise InfrastructureError(f"objdump cannot read {library}: {done.stderr.strip()}")
        words = [line.split() for line in done.stdout.splitlines() if "*UND*" not in line]
        names[library] = frozenset(row[-1] for row in words if len(row) > 5)
    names["libc"] |= {"_GLOBAL_OFFSET_TABLE_"}
    return names
