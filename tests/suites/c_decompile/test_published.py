"""The published reading of an answer: what the published script says."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest.lang import c_source as source
from acidtest.suites.c_decompile import published
from acidtest.suites.c_decompile.published import PublishedProcedure
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Job, Outcome, Sandbox

from .judging import MakeTask


def literal(task: Task, answer: str, folder: Path) -> tuple[bool, bool]:
    """The published script, outside any sandbox: recompilable and re-executable."""
    include, test = source.published_hoist(task.function, task.test)
    alone, combined = folder / "onlyfunc.c", folder / "combine.c"
    alone.write_bytes(f"{include}\n{answer}".encode("utf-8", "replace"))
    combined.write_bytes(f"{include}\n{answer}\n{test}".encode("utf-8", "replace"))

    def ok(*argv: str | Path) -> bool:
        done = subprocess.run(argv, check=False, capture_output=True, timeout=10)
        return done.returncode == 0

    if not ok("gcc", "-S", alone, "-o", folder / "onlyfunc", "-lm"):
        return False, False
    if not ok("gcc", combined, "-o", folder / "combine", "-lm"):
        return True, False
    return True, ok(folder / "combine")


@pytest.mark.parametrize(
    "answer",
    [
        "int func0(int a) { return a + 1; }",
        "int func0(int a) { return a; }",
        "int func0(int a) { return a + ; }",
        "int func1(int a) { return a + 1; }",
        "undefined8 func0(uint a) { return a + 1; }",
        "#include <stdlib.h>\nint func0(int a) { exit(0); }",
        "int func0(int a) { return *(volatile int *)0; }",
        "int main(void) { return 0; }\n#define main other\nint func0(int a) { return 0; }",
        "```c\nint func0(int a) { return a + 1; }\n```",
        "static int func0(int a) { return a + 1; }",
        "",
        "\0",
        "// é \ud800\nint func0(int a) { return a + 1; }",
        "#include <math.h>\nint func0(int a) { return (int)floor(a + sqrt(1.0)); }",
    ],
)
def test_the_published_verdict_is_the_published_script_s(
    verdicts: Verdicts, make_task: MakeTask, tmp_path: Path, answer: str
) -> None:
    task = make_task()
    found = verdicts.published_verdict(task, answer)
    assert (found["recompilable"], found["reexecutable"]) == literal(task, answer, tmp_path)


@pytest.mark.parametrize("number", [6, 9, 15, 34, 40, 64])
def test_any_signal_ends_the_published_run_with_a_reason(
    verdicts: Verdicts, make_task: MakeTask, number: int
) -> None:
    answer = f"#include <signal.h>\nint func0(int a) {{ raise({number}); return a + 1; }}"
    found = verdicts.published_verdict(make_task(), answer)
    assert (found["recompilable"], found["reexecutable"]) == (True, False)
    assert found["why"].startswith("the program was ended by")


def test_a_published_run_that_hangs_is_stopped(
    verdicts: Verdicts, make_task: MakeTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published, "_RUN", replace(published._RUN, wall_s=0.5))
    found = verdicts.published_verdict(make_task(), "int func0(int a) { for (;;); }")
    assert found == {
        "recompilable": True,
        "reexecutable": False,
        "why": "the program took too long and was stopped",
    }


PLAIN = [
    "int func0(int a) { return a + 1; }",
    "int func0(int a) { return a + 2; }",
    "int func0(int a) {\n  return a +;\n}",
    "typedef struct { int n; } S;\nint func0(int a) { S s = { a }; return s.n + 1; }",
    "#include <string.h>\nint func0(int a) { return a + !!strchr(\"ab\", 'b'); }",
    "#define ONE 1\n#ifdef ONE\nint func0(int a) { assert(a); return a + ONE; }\n#endif",
    "#include <math.h>\nint func0(int a) { return (int)floor(sqrt(1.0) + a); }",
    "double floor(double);\nint func0(int a) { return (int)floor(a) + 1; }",
    "int func0(int a) { return __LINE__ == 3 && __FILE__[0] == 'c' ? a + 1 : 0; }",
    "#error no\nint func0(int a) { return a + 1; }",
    "#if 1\nint func0(int a) { return a + 1; }",
    "int func0(int a) { return a + 1; }\n/* open",
    "char *strdup(const char *s) { return 0; }\nint func0(int a) { return a + 1; }",
    "__attribute__((constructor)) void early(void) { _exit(0); }\nint func0(int a) { return 9; }",
    "int error(int a) { return a; }\nint func0(int a) { return error(a) + wrong; }",
    "int func0(int a) { static int n; return ++n > 9 ? 0 : a + 1; }",
    "static int i;\nint func0(int a) { char b[8]; for (; i < 4000; i++) b[i] = 1; return a + 1; }",
    "int func0(int a) { return a / (a - 1) * 0 + a + 1; }",
]
ODD = [
    "int func0(int a) { return uint(a) + 1; }",
    "int func0(int a) { return (int)((__int128)a * a / (a ? a : 1)) + 1; }",
    '#include "onlyfunc.h"\nint func0(int a) { return a + 1; }',
    "#pragma GCC system_header\nint func0(int a) { return a + 1; }",
    "int func0(int a) { return a + (__INCLUDE_LEVEL__ == 0); }",
    '#\\\ninclude "combine.c"\nint func0(int a) { return a + 1; }',
    'int func0(int a) { asm("nop"); return a + 1; }',
    "/* # */ int func0(int a) { return a + 1; }",
    '%:include "x"\nint func0(int a) { return a + 1; }',
]


class CountingProcedure(PublishedProcedure):
    """Counts how often the literal procedure was needed."""

    literal_runs = 0

    def _literal(self, language: str, alone: str, combined: str) -> dict[str, object]:
        self.literal_runs += 1
        return super()._literal(language, alone, combined)


@pytest.mark.parametrize(
    ("answer", "by_forks"), [(a, True) for a in PLAIN] + [(a, False) for a in ODD]
)
def test_forks_say_what_the_literal_procedure_says(
    sandbox: Sandbox, make_task: MakeTask, answer: str, by_forks: bool
) -> None:
    kept = CountingProcedure(find_gcc(), sandbox)
    literal = PublishedProcedure(find_gcc(), sandbox, keep=False)
    task = make_task()
    assert kept.verdict(task, answer) == literal.verdict(task, answer)
    assert kept.literal_runs == (not by_forks)


def test_forks_give_the_program_that_gcc_gives(
    sandbox: Sandbox, make_task: MakeTask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran: list[bytes] = []
    run = Sandbox.run

    def watched(self: Sandbox, job: Job) -> Outcome:
        ran.extend(job.files.values())
        return run(self, job)

    monkeypatch.setattr(Sandbox, "run", watched)
    task, answer = make_task(), "#include <math.h>\nint func0(int a) { return (int)floor(a) + 1; }"
    assert PublishedProcedure(find_gcc(), sandbox).verdict(task, answer)["reexecutable"]
    assert literal(task, answer, tmp_path) == (True, True)
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    mine.write_bytes(ran[0])
    subprocess.run(["gcc", "combine.c", "-o", theirs, "-lm"], check=True, cwd=tmp_path)

    def part(program: Path, *argv: str) -> list[str]:
        done = subprocess.run([*argv, program], check=True, capture_output=True, text=True)
        return [line for line in done.stdout.splitlines() if program.name not in line]

    for section in (".text", ".rodata", ".data", ".eh_frame", ".init_array", ".plt"):
        code = part(mine, "objdump", "-s", "-j", section)
        assert code == part(theirs, "objdump", "-s", "-j", section)
    symbols, needed = ("nm", "-D"), ("objdump", "-p")
    assert sorted(part(mine, *symbols)) == sorted(part(theirs, *symbols))
    assert [line for line in part(mine, *needed) if "NEEDED" in line] == [
        line for line in part(theirs, *needed) if "NEEDED" in line
    ]
