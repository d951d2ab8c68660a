"""Compiling: kept compilers say what started ones say, and no answer disturbs the next."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest.suites.c_decompile.compile import LIMITS, Compiled, Compiler, Unit
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Chain, Outcome, Sandbox

INCLUDES = ["#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>"]
SOUND = 'int func0(const char *s) { return printf("%zu", strlen(s)); }\n'


class Counting(Sandbox):
    """A sandbox that counts the chains that were run."""

    chains = 0

    def run_chain(self, chain: Chain) -> Outcome | None:
        outcome = super().run_chain(chain)
        self.chains += outcome is not None
        return outcome


@pytest.fixture
def counting() -> Iterator[Counting]:
    with Counting({"runner": runner()}) as opened:
        if opened.mode != "nested":
            pytest.skip("namespaces cannot be nested here")
        yield opened


def unit(text: str, includes: list[str] = INCLUDES, prelude: str = "") -> Unit:
    return Unit("c", includes, prelude, f'\n#line 1 "source.c"\n{text}')


def both(sandbox: Sandbox, made: Unit) -> tuple[Compiled, Compiled]:
    """By a kept compiler where that may be, and by one that was started for it."""
    gcc = find_gcc()
    return Compiler(gcc, sandbox).compile(made), Compiler(gcc, sandbox, keep=False).compile(made)


def test_kept_and_started_compilers_give_the_same_verdicts(counting: Counting) -> None:
    kept, started = (Verdicts(find_gcc(), counting, keep=keep) for keep in (True, False))
    rows: list[tuple[Task, str]] = []
    tasks = {s.truth.name: s.truth for s in SUITE.read([]).samples}
    for task in list(tasks.values())[::15]:
        undefined = task.function.replace("int", "undefined4", 1)
        rows += [(task, text) for text in (task.function, undefined, "", "int func0(", SOUND)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        first = list(pool.map(lambda row: kept.sound_verdict(*row), rows))
        forks = counting.chains
        second = list(pool.map(lambda row: started.sound_verdict(*row), rows))
    assert first == second
    assert forks > len(rows)
    assert counting.chains == forks


def test_the_assembly_is_that_of_the_whole_text(counting: Counting) -> None:
    compiler = Compiler(find_gcc(), counting)
    lines = [*INCLUDES, "#include <math.h>", "#include <stdbool.h>", "#include <stdint.h>"]
    functions = {s.truth.function for s in SUITE.read([]).samples if not s.truth.dependencies}
    for function in sorted(functions)[::10]:
        made = unit(function, lines)
        kept, whole = compiler.compile(made), compiler.compile(made.text)
        assert not whole.problem
        assert (kept.data, kept.assembly) == (whole.data, whole.assembly)
    assert counting.chains


@pytest.mark.parametrize(
    "text",
    [
        "int func0(void) { return missing; }",
        "int func0(void) { return 0;",
        "int func0(undefined8 a) { return 0; }",
        '#include "code.c"\n',
        '#include "answer.c"\n',
        '#include "/proc/self/mem"\n',
        '#include "/dev/stdin"\n',
        '#include "/acid/stop.so"\n',
        '#pragma GCC pch_preprocess "code.c"\n',
        "#pragma GCC poison printf\nint func0(void) { return 0; }",
        "#if __INCLUDE_LEVEL__\n#error here\n#endif\nint func0(void) { return 0; }",
        "int func0(void) { return __INCLUDE_LEVEL__; }",
        "int func0(void) { return sizeof __TIMESTAMP__; }",
        "const char *func0(void) { return __FILE__ __BASE_FILE__; }",
        "int func0(void) { return __COUNTER__; }",
        'asm(".incbin \\"answer.s\\"");',
        'asm(".include \\"answer.s\\"");',
        "#include <limits.h>\nint func0(void) { return INT_MAX; }",
        "/* not closed",
        '#line 7 "code.c"\nint func0(void) { return missing; }',
        "",
    ],
)
def test_nothing_tells_a_kept_compiler_from_a_started_one(text: str, counting: Counting) -> None:
    kept, started = both(counting, unit(text))
    assert kept.problem == started.problem
    assert kept.data == started.data
    after, wanted = both(counting, unit(SOUND))
    assert after.data == wanted.data != b""


@pytest.mark.parametrize(
    "code",
    [
        '#include "code.c"\n',
        '#include "answer.c"\n',
        '#pragma GCC pch_preprocess "code.c"\n',
        '#pragma GCC pch_preprocess "/acid/stop.so"\n',
        "#pragma once\nint func0;",
        "#undef NULL\n#define printf gone\nint printf;",
        "#pragma GCC poison strlen\n",
        "#pragma GCC optimize 3\nint func0;",
        "#include_next <stdio.h>\nint func0;",
        '#ident "x"\nint func0;',
    ],
)
def test_what_a_fork_reads_stays_in_the_fork(code: str, counting: Counting) -> None:
    """Handed to a fork as it is, past what keeps such code away from forks."""
    compiler = Compiler(find_gcc(), counting)
    before = counting.run_chain(compiler.chain(["stdio", "string"], SOUND))
    hostile = counting.run_chain(compiler.chain(["stdio", "string"], code))
    after = counting.run_chain(compiler.chain(["stdio", "string"], SOUND))
    assert hostile is not None
    assert before is not None
    assert after is not None
    assert before.files == after.files
    assert set(before.files) == {"answer.s", "answer.o"}


NESTED = "(" * 200_000
ENDLESS = "#define A(x) x x\n" + "A(" * 40 + "int a;" + ")" * 40
HUGE = "char big[1 << 30] = { [0 ... (1 << 30) - 1] = 1 };"


@pytest.mark.parametrize("code", [NESTED, ENDLESS, HUGE], ids=["nested", "endless", "huge"])
def test_one_that_hangs_or_eats_memory_is_ended_and_the_next_is_right(
    code: str, counting: Counting
) -> None:
    limits = replace(LIMITS, cpu_s=1, memory=512 << 20, file_size=4 << 20)
    compiler = Compiler(find_gcc(), counting, limits=limits)
    wanted = compiler.compile(unit(SOUND))
    assert wanted.data
    forks = counting.chains
    assert compiler.compile(unit(code)).problem
    assert compiler.compile(unit(SOUND)) == wanted
    assert counting.chains == forks + 2


def test_a_compiler_that_was_killed_is_started_again_for_each(counting: Counting) -> None:
    compiler = Compiler(find_gcc(), counting)
    wanted = compiler.compile(unit(SOUND))
    forks = counting.chains
    (box,) = counting._idle
    for pid in _family(box._process.pid):
        if Path(f"/proc/{pid}/comm").read_text().strip() == "cc1":
            os.kill(pid, signal.SIGKILL)
    assert compiler.compile(unit(SOUND)).data == wanted.data
    assert counting.chains == forks


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(p for child in children for p in _family(int(child)))]
