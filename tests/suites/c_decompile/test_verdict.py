"""Verdicts on answers: what passes, what does not, and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from acidtest.core.records import Json
from acidtest.suites.c_decompile import verdict
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox

from .judging import PASS, MakeTask, sound

# -- passing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        "int func0(int a) { return a + 1; }",
        "long func0(long a) { return a + 1; }",
        "unsigned func0(unsigned param_1) { return param_1 + 1; }",
        "func0(a) { return a + 1; }",
        "int helper(int a) { return a + 1; }\nint func0(int a) { return helper(a); }",
        "#include <stdlib.h>\nint func0(int a) { return a < 0 ? 1 - abs(a) : a + 1; }",
        "#define ONE 1\nint func0(int a) { return a + ONE; }",
        "int func0(int a, int unused, int more) { return a + 1; }",
        "// héllo ✓ 世界\nint func0(int a) { return a + 1; }",
        "/* \ud800 */ int func0(int a) { return a + 1; }",
        "int func0(int a) { return a + 1; }\0",
        "int func0(int a) { return a + 1; }\r\n",
        "int func0(int a) { return a + 1; }" + " " * 100_000,
        "int größe(int a) { return a + 1; }\nint func0(int a) { return größe(a); }",
    ],
    ids=[
        *"same wider unsigned implicit-int helper library macro more-parameters".split(),
        *"non-ascii surrogate nul crlf blanks unicode-name".split(),
    ],
)
def test_the_same_function_in_other_words_passes(
    verdicts: Verdicts, make_task: MakeTask, answer: str
) -> None:
    assert verdicts.sound_verdict(make_task(), answer) == {
        "plain": PASS,
        "with_types": PASS,
        "with_program": PASS,
        "adapted": {},
        "reading": 0,
    }


@pytest.mark.parametrize(
    ("answer", "adapted"),
    [
        ("int FUN_00101139(int a) { return a + 1; }", {"renamed_from": "FUN_00101139"}),
        ("Sure!\n```c\nint func0(int a) { return a + 1; }\n```\n", {"fences": True}),
        ("static int func0(int a) { return a + 1; }", {"static": True}),
        ("inline int func0(int a) { return a + 1; }", {"static": True}),
        (
            "```\nstatic inline int FUN_1(int a) { return a + 1; }\n```",
            {"fences": True, "renamed_from": "FUN_1", "static": True},
        ),
    ],
)
def test_harmless_form_is_adapted_and_counted(
    verdicts: Verdicts, make_task: MakeTask, answer: str, adapted: dict[str, Json]
) -> None:
    found = verdicts.sound_verdict(make_task(), answer)
    assert (found["plain"], found["adapted"]) == (PASS, adapted)


def test_decompiler_types_pass_only_with_the_prelude(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    found = verdicts.sound_verdict(make_task(), "undefined8 func0(uint a) { return (ulong)a + 1; }")
    assert found["plain"]["compiles"] is False
    assert "undefined8" in found["plain"]["why"]
    assert found["with_types"] == PASS


def test_the_prelude_is_not_put_before_what_compiles(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    own = "typedef char byte;\nint func0(int a) { byte b = -1; return b < 0 ? a + 1 : a; }"
    assert verdicts.sound_verdict(make_task(), own)["with_types"] == PASS


def test_falling_off_the_end_of_main_counts_as_returning_0(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    test = "#include <assert.h>\nint main() { assert(func0(1) == 2); }\n"
    assert sound(verdicts, make_task(test=test), "int func0(int a) { return a + 1; }") == PASS


def test_what_main_returns_decides(verdicts: Verdicts, make_task: MakeTask) -> None:
    task = make_task(test="int main(void) { return func0(1) == 2 ? 0 : 7; }\n")
    assert sound(verdicts, task, task.function) == PASS
    wrong = sound(verdicts, task, "int func0(int a) { return a; }")
    assert (wrong["passes"], wrong["why"]) == (False, "the test's main returned 7")


def test_printing_is_no_fault(verdicts: Verdicts, make_task: MakeTask) -> None:
    answer = '#include <stdio.h>\nint func0(int a) { printf("%d\\n", a); return a + 1; }'
    assert sound(verdicts, make_task(), answer) == PASS


# -- failing ---------------------------------------------------------------------------------------


def test_a_wrong_answer_names_the_line_of_the_test(verdicts: Verdicts, make_task: MakeTask) -> None:
    for answer, line in (("return 0", 3), ("return 2", 4)):
        found = sound(verdicts, make_task(), f"int func0(int a) {{ {answer}; }}")
        assert found == {
            "compiles": True,
            "passes": False,
            "why": f"assertion failed at line {line} of the test",
            "verdict": "strict",
        }


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return *(volatile int *)0;", "the answer was ended by SIGSEGV"),
        ("return a / (a - a);", "the answer was ended by SIGFPE"),
        ("__builtin_trap();", "the answer was ended by SIGILL"),
        ("char big[1 << 30]; big[a] = 1; return func0(big[3]);", "the answer was ended by SIGSEGV"),
    ],
)
def test_a_crash_is_a_zero_with_its_signal(
    verdicts: Verdicts, make_task: MakeTask, body: str, why: str
) -> None:
    found = sound(verdicts, make_task(), f"int func0(int a) {{ {body} }}")
    assert found == {"compiles": True, "passes": False, "why": why, "verdict": "strict"}


@contextmanager
def limited(**limits: int) -> Iterator[Verdicts]:
    """Verdicts of runs that may take less than others."""
    with Sandbox({"runner": runner()}) as sandbox:
        yield Verdicts(find_gcc(), sandbox, run=replace(verdict._RUN, **limits))


def test_an_endless_loop_is_stopped(make_task: MakeTask) -> None:
    with limited(cpu_s=1, wall_s=3) as verdicts:
        found = sound(verdicts, make_task(), "int func0(int a) { for (;;) a++; }")
    assert (found["compiles"], found["passes"]) == (True, False)
    assert "time" in found["why"] or "too long" in found["why"]


def test_a_flood_is_stopped(make_task: MakeTask) -> None:
    answer = '#include <stdio.h>\nint func0(int a) { for (;;) puts("flood"); }'
    with limited(output=1 << 16) as verdicts:
        found = sound(verdicts, make_task(), answer)
    assert (found["passes"], found["why"]) == (
        False,
        "the test wrote too much output and was stopped",
    )


@pytest.mark.parametrize("answer", ["", "  \n\t", "```c\n```", "```\n\n```"])
def test_an_empty_answer_says_so(verdicts: Verdicts, make_task: MakeTask, answer: str) -> None:
    found = sound(verdicts, make_task(), answer)
    assert found == {"compiles": False, "passes": False, "why": "the answer is empty"}


def test_a_compile_error_is_told_by_its_first_line(verdicts: Verdicts, make_task: MakeTask) -> None:
    found = sound(verdicts, make_task(), "int func0(int a) { return a + ; }\nint x = y;\n")
    assert found["compiles"] is False
    assert "expected expression before" in found["why"]
    assert "\n" not in found["why"]


@pytest.mark.parametrize(
    "answer",
    [
        "I cannot help with that.",
        "<func0>:\nendbr64\nret",
        "\0\0\0",
        "\ud800",
        "#error no",
        "#include <nothing/here.h>\nint func0(int a) { return a + 1; }",
        '#include "/etc/passwd"\nint func0(int a) { return a + 1; }',
        "{" * 100_000,
        "int a[" + "(" * 50_000,
        "#define A B B\n#define B C C\nint func0(int a) { return A; }",
    ],
    ids=[*"prose assembly nuls surrogate error missing passwd braces parens macros".split()],
)
def test_what_is_no_c_does_not_compile_and_is_no_error(
    verdicts: Verdicts, make_task: MakeTask, answer: str
) -> None:
    found = verdicts.sound_verdict(make_task(), answer)
    assert found["plain"]["compiles"] is False
    assert found["plain"]["passes"] is False
    assert found["plain"]["why"]
    paper = verdicts.published_verdict(make_task(), answer)
    assert paper["reexecutable"] is False


def test_another_function_s_definition_does_not_compile_as_this_one(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    two = "static int f(int a) { return a; }\nstatic int g(int a) { return a; }"
    found = sound(verdicts, make_task(), two)
    assert (found["compiles"], found["rule"]) == (False, "no-entry")


def test_unwritten_results_do_not_pass_by_luck(verdicts: Verdicts, make_task: MakeTask) -> None:
    task = make_task(
        function="void func0(int *out) { *out = 0; }\n",
        test="#include <assert.h>\n#include <stdlib.h>\n"
        "int main(void) { int *p = malloc(64); func0(p); assert(*p == 0); return 0; }\n",
    )
    assert sound(verdicts, task, task.function) == PASS
    assert sound(verdicts, task, "void func0(int *out) { }")["passes"] is False
