"""The published reading of an answer: what the published script says."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest.lang import c_source as source
from acidtest.suites.c_decompile import verdict
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts

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
    monkeypatch.setattr(verdict, "_RUN", replace(verdict._RUN, wall_s=0.5))
    found = verdicts.published_verdict(make_task(), "int func0(int a) { for (;;); }")
    assert found == {
        "recompilable": True,
        "reexecutable": False,
        "why": "the program took too long and was stopped",
    }
