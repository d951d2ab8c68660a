"""Verdicts of the real judge: what passes, what does not, why, and whose fault it was."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from acidtest.errors import InfrastructureError
from acidtest.model import Json, Sample
from acidtest.suites import Observer
from acidtest.suites.c_decompile import source, verdict
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import ANSWER_MAX, Judge

MakeTask = Callable[..., Task]
PASS = {
    "compiles": True,
    "passes": True,
    "why": "the test's main returned 0",
    "verdict": "strict",
}
CPP_TEST = "#include <cassert>\nint main() {\n  assert(func0(1) == 2);\n}\n"


def sound(judge: Judge, task: Task, answer: str) -> dict[str, Any]:
    """The plain reading."""
    return dict(judge.sound_verdict(task, answer)["plain"])


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
    judge: Judge, make_task: MakeTask, answer: str
) -> None:
    assert judge.sound_verdict(make_task(), answer) == {
        "plain": PASS,
        "with_types": PASS,
        "adapted": {},
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
    judge: Judge, make_task: MakeTask, answer: str, adapted: dict[str, Json]
) -> None:
    found = judge.sound_verdict(make_task(), answer)
    assert (found["plain"], found["adapted"]) == (PASS, adapted)


def test_decompiler_types_pass_only_with_the_prelude(judge: Judge, make_task: MakeTask) -> None:
    found = judge.sound_verdict(make_task(), "undefined8 func0(uint a) { return (ulong)a + 1; }")
    assert found["plain"]["compiles"] is False
    assert "undefined8" in found["plain"]["why"]
    assert found["with_types"] == PASS


def test_the_prelude_is_not_put_before_what_compiles(judge: Judge, make_task: MakeTask) -> None:
    own = "typedef char byte;\nint func0(int a) { byte b = -1; return b < 0 ? a + 1 : a; }"
    assert judge.sound_verdict(make_task(), own)["with_types"] == PASS


def test_every_type_of_the_prelude_compiles(judge: Judge) -> None:
    assert judge.compile(verdict.PRELUDE + "int f(void) { return sizeof(undefined8); }", "c").data


def test_falling_off_the_end_of_main_counts_as_returning_0(
    judge: Judge, make_task: MakeTask
) -> None:
    test = "#include <assert.h>\nint main() { assert(func0(1) == 2); }\n"
    assert sound(judge, make_task(test=test), "int func0(int a) { return a + 1; }") == PASS


def test_what_main_returns_decides(judge: Judge, make_task: MakeTask) -> None:
    task = make_task(test="int main(void) { return func0(1) == 2 ? 0 : 7; }\n")
    assert sound(judge, task, task.function) == PASS
    wrong = sound(judge, task, "int func0(int a) { return a; }")
    assert (wrong["passes"], wrong["why"]) == (False, "the test's main returned 7")


def test_printing_is_no_fault(judge: Judge, make_task: MakeTask) -> None:
    answer = '#include <stdio.h>\nint func0(int a) { printf("%d\\n", a); return a + 1; }'
    assert sound(judge, make_task(), answer) == PASS


# -- failing ---------------------------------------------------------------------------------------


def test_a_wrong_answer_names_the_line_of_the_test(judge: Judge, make_task: MakeTask) -> None:
    for answer, line in (("return 0", 3), ("return 2", 4)):
        found = sound(judge, make_task(), f"int func0(int a) {{ {answer}; }}")
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
    judge: Judge, make_task: MakeTask, body: str, why: str
) -> None:
    found = sound(judge, make_task(), f"int func0(int a) {{ {body} }}")
    assert found == {"compiles": True, "passes": False, "why": why, "verdict": "strict"}


def test_an_endless_loop_is_stopped(
    judge: Judge, make_task: MakeTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict, "_RUN", replace(verdict._RUN, cpu_s=1, wall_s=3))
    found = sound(judge, make_task(), "int func0(int a) { for (;;) a++; }")
    assert (found["compiles"], found["passes"]) == (True, False)
    assert "time" in found["why"] or "too long" in found["why"]


def test_a_flood_is_stopped(
    judge: Judge, make_task: MakeTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict, "_RUN", replace(verdict._RUN, output=1 << 16))
    answer = '#include <stdio.h>\nint func0(int a) { for (;;) puts("flood"); }'
    found = sound(judge, make_task(), answer)
    assert (found["passes"], found["why"]) == (
        False,
        "the test wrote too much output and was stopped",
    )


@pytest.mark.parametrize("answer", ["", "  \n\t", "```c\n```", "```\n\n```"])
def test_an_empty_answer_says_so(judge: Judge, make_task: MakeTask, answer: str) -> None:
    found = sound(judge, make_task(), answer)
    assert found == {"compiles": False, "passes": False, "why": "the answer is empty"}


def test_a_compile_error_is_told_by_its_first_line(judge: Judge, make_task: MakeTask) -> None:
    found = sound(judge, make_task(), "int func0(int a) { return a + ; }\nint x = y;\n")
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
        "int func0(int a) { return a + 1; } int func0(int a) { return a + 1; }",
    ],
    ids=[*"prose assembly nuls surrogate error missing passwd braces parens macros twice".split()],
)
def test_what_is_no_c_does_not_compile_and_is_no_error(
    judge: Judge, make_task: MakeTask, answer: str
) -> None:
    found = judge.sound_verdict(make_task(), answer)
    assert found["plain"]["compiles"] is False
    assert found["plain"]["passes"] is False
    assert found["plain"]["why"]
    paper = judge.published_verdict(make_task(), answer)
    assert paper["reexecutable"] is False


def test_another_function_s_definition_does_not_compile_as_this_one(
    judge: Judge, make_task: MakeTask
) -> None:
    two = "int f(int a) { return a; }\nint g(int a) { return a; }"
    found = sound(judge, make_task(), two)
    assert (found["compiles"], found["rule"]) == (False, "no-entry")


def test_unwritten_results_do_not_pass_by_luck(judge: Judge, make_task: MakeTask) -> None:
    task = make_task(
        function="void func0(int *out) { *out = 0; }\n",
        test="#include <assert.h>\n#include <stdlib.h>\n"
        "int main(void) { int *p = malloc(64); func0(p); assert(*p == 0); return 0; }\n",
    )
    assert sound(judge, task, task.function) == PASS
    assert sound(judge, task, "void func0(int *out) { }")["passes"] is False


# -- types and helpers that task and answer share --------------------------------------------------

PAIR = "struct pair { int a, b; };\ntypedef struct pair pair;"
PAIR_FUNCTION = "int func0(pair *p) { return p->a + p->b; }\n"
PAIR_TEST = """#include <assert.h>
int main(void) { pair p = {1, 2}; assert(func0(&p) == 3); return 0; }
"""


@pytest.mark.parametrize(
    ("answer", "adapted"),
    [
        (PAIR_FUNCTION, {}),
        ("int func0(int *p) { return p[0] + p[1]; }", {}),
        (f"{PAIR}\n{PAIR_FUNCTION}", {"own_types": True}),
        (
            "struct pair { int x; int y; };\nint func0(struct pair *p) { return p->x + p->y; }",
            {"own_types": True},
        ),
    ],
    ids=["given types", "no types", "own copy", "own names"],
)
def test_an_answer_may_use_the_types_or_bring_its_own(
    judge: Judge, make_task: MakeTask, answer: str, adapted: dict[str, Json]
) -> None:
    task = make_task(dependencies=PAIR, function=PAIR_FUNCTION, test=PAIR_TEST)
    found = judge.sound_verdict(task, answer)
    assert (found["plain"], found["adapted"]) == (PASS, adapted)


def test_helpers_of_answer_and_test_may_have_the_same_name(
    judge: Judge, make_task: MakeTask
) -> None:
    test = (
        "#include <assert.h>\nint check(int a) { return func0(a) == a + 1; }\nint same(void) "
        "{ return 1; }\nint main(void) { assert(check(1) && same()); return 0; }\n"
    )
    answer = (
        "int check(int a) { return a + 1; }\nint same(void) { return 0; }\n"
        "int func0(int a) { return check(a); }"
    )
    assert sound(judge, make_task(test=test), answer) == PASS


def test_a_helper_function_the_task_gives_is_shared(judge: Judge, make_task: MakeTask) -> None:
    task = make_task(
        dependencies="int twice(int a) { return 2 * a; }",
        function="int func0(int a) { return twice(a) - a + 1; }\n",
    )
    assert sound(judge, task, task.function) == PASS


def test_a_variable_the_task_gives_is_shared(judge: Judge, make_task: MakeTask) -> None:
    task = make_task(
        dependencies="int calls = 0;",
        function="int func0(int a) { calls++; return a + 1; }\n",
        test="#include <assert.h>\n"
        "int main(void) { assert(func0(1) == 2); assert(calls == 1); return 0; }\n",
    )
    assert sound(judge, task, task.function)["passes"] is True


# -- references of all kinds -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        "static int func0(int a) { return a + 1; }\n",
        "static inline int func0(int a) { return a + 1; }\n",
        "int func0(int a) // adds one\n{ return a + 1; }\n",
        "int\nfunc0(int a)\n{\n  return a + 1;\n}\n",
        "#include <stdlib.h>\nint func0(int a) { return abs(a) * 0 + a + 1; }\n",
        "static int one(void) { return 1; }\nint func0(int a) { return a + one(); }\n",
        "static __attribute__((noinline)) int func0(int a) { return a + 1; }\n",
    ],
    ids=["static", "inline", "line comment", "newlines", "include", "helper", "attribute"],
)
def test_the_reference_passes_however_it_is_written(
    judge: Judge, make_task: MakeTask, function: str
) -> None:
    task = make_task(function=function)
    assert sound(judge, task, function) == PASS


def test_types_that_stand_in_the_reference_reach_the_test(
    judge: Judge, make_task: MakeTask
) -> None:
    task = make_task(function=f"{PAIR}\n{PAIR_FUNCTION}", test=PAIR_TEST)
    assert sound(judge, task, task.function) == PASS


def test_what_the_reference_imports_an_answer_may_too(judge: Judge, make_task: MakeTask) -> None:
    function = "#include <stdlib.h>\nint func0(int a) { if (a > 99) exit(3); return a + 1; }\n"
    assert sound(judge, make_task(function=function), function) == PASS
    assert sound(judge, make_task(), function)["rule"] == "forbidden-import"


@pytest.mark.parametrize("status", [0, 1, 125, 126, 127])
def test_ending_the_process_is_the_answer_s_fault(
    judge: Judge, make_task: MakeTask, status: int
) -> None:
    function = "#include <stdlib.h>\nint func0(int a) { if (a > 99) exit(3); return a + 1; }\n"
    answer = f"#include <stdlib.h>\nint func0(int a) {{ exit({status}); }}"
    found = sound(judge, make_task(function=function), answer)
    assert (found["compiles"], found["passes"]) == (True, False)


@pytest.mark.parametrize(
    "changes",
    [
        {"function": "int other(int a) { return a; }\n"},
        {"function": ""},
        {"function": "int func0(int a);\n"},
        {"test": "int main(void) { return }\n"},
        {"test": "#include <no/such.h>\nint main(void) { return 0; }\n"},
    ],
    ids=["other name", "empty", "declared only", "broken test", "missing header"],
)
def test_a_broken_record_is_an_error_not_a_score(
    judge: Judge, make_task: MakeTask, changes: dict[str, str]
) -> None:
    with pytest.raises(InfrastructureError, match="increment"):
        judge.sound_verdict(make_task(**changes), "int func0(int a) { return a + 1; }")


# -- C++ -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "test"),
    [
        ("int func0(int a) { return a + 1; }\n", CPP_TEST),
        (
            "#include <vector>\nint func0(const std::vector<int> &v) { return (int)v.size(); }\n",
            "#include <cassert>\nint main() { assert(func0({1, 2}) == 2); return 0; }\n",
        ),
        (
            "#include <string>\nusing namespace std;\nstring func0(string s) { return s + s; }\n",
            '#include <cassert>\nint main() { assert(func0("ab") == "abab"); return 0; }\n',
        ),
    ],
    ids=["int", "vector", "string"],
)
def test_a_cpp_reference_passes(
    judge: Judge, make_task: MakeTask, function: str, test: str
) -> None:
    task = make_task(language="cpp", function=function, test=test)
    alone = {"verdict": "in-process", "in_process": "it is C++"}
    assert sound(judge, task, function) == {**PASS, **alone}
    assert judge.published_verdict(task, function)["reexecutable"] is True


def test_cpp_streams_work_in_test_and_answer(judge: Judge, make_task: MakeTask) -> None:
    task = make_task(language="cpp", test="#include <iostream>\n" + CPP_TEST)
    answer = '#include <iostream>\nint func0(int a) { std::cout << "x"; return a + 1; }'
    assert sound(judge, task, task.function)["passes"] is True
    assert sound(judge, task, answer)["passes"] is True


def test_a_wrong_cpp_answer_fails(judge: Judge, make_task: MakeTask) -> None:
    task = make_task(language="cpp", test=CPP_TEST)
    found = sound(judge, task, "int func0(int a) { return a; }")
    assert (found["compiles"], found["passes"]) == (True, False)
    assert found["why"].startswith("assertion failed")


def test_cpp_that_does_not_compile_says_why(judge: Judge, make_task: MakeTask) -> None:
    task = make_task(language="cpp", test=CPP_TEST)
    found = sound(judge, task, "int func0(int a) { return nope; }")
    assert found["compiles"] is False
    assert "nope" in found["why"]


def test_cpp_start_up_code_cannot_forge_a_verdict(judge: Judge, make_task: MakeTask) -> None:
    answer = """
#include <cstring>
#include <exception>
#include <ext/stdio_filebuf.h>
__attribute__((constructor)) static void early() {
  char message[224];
  memset(message, 0, sizeof message);
  __gnu_cxx::stdio_filebuf<char> in(0, std::ios::in | std::ios::binary, 1);
  in.sgetn(message, 16);
  message[16] = 1;
  __gnu_cxx::stdio_filebuf<char> out(3, std::ios::out | std::ios::binary);
  out.sputn(message, sizeof message);
  out.pubsync();
  std::terminate();
}
int func0(int a) { return 0; }
"""
    assert sound(judge, make_task(language="cpp", test=CPP_TEST), answer)["passes"] is False


# -- the published reading -------------------------------------------------------------------------


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
    judge: Judge, make_task: MakeTask, tmp_path: Path, answer: str
) -> None:
    task = make_task()
    found = judge.published_verdict(task, answer)
    assert (found["recompilable"], found["reexecutable"]) == literal(task, answer, tmp_path)


@pytest.mark.parametrize("number", [6, 9, 15, 34, 40, 64])
def test_any_signal_ends_the_published_run_with_a_reason(
    judge: Judge, make_task: MakeTask, number: int
) -> None:
    answer = f"#include <signal.h>\nint func0(int a) {{ raise({number}); return a + 1; }}"
    found = judge.published_verdict(make_task(), answer)
    assert (found["recompilable"], found["reexecutable"]) == (True, False)
    assert found["why"].startswith("the program was ended by")


def test_a_published_run_that_hangs_is_stopped(
    judge: Judge, make_task: MakeTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict, "_PUBLISHED_RUN", replace(verdict._PUBLISHED_RUN, wall_s=0.5))
    found = judge.published_verdict(make_task(), "int func0(int a) { for (;;); }")
    assert found == {
        "recompilable": True,
        "reexecutable": False,
        "why": "the program took too long and was stopped",
    }


# -- the observer ----------------------------------------------------------------------------------


def sample_of(task: Task) -> Sample:
    """A sample around a task."""
    return Sample("increment-O0", "increment", {"opt": task.opt}, task, {})


def test_an_answer_beyond_all_measure_is_not_even_compiled(
    observer: Observer, make_task: MakeTask
) -> None:
    answer = "int func0(int a) { return a + 1; }" + " " * ANSWER_MAX
    found = observer.observe(sample_of(make_task()), answer)
    assert found["plain"]["passes"] is found["published"]["reexecutable"] is False
    assert str(ANSWER_MAX) in found["plain"]["why"]


def test_the_key_follows_all_that_decides_and_nothing_else(
    observer: Observer, make_task: MakeTask
) -> None:
    base = observer.key(sample_of(make_task()), "x")
    for change in ("language", "entry", "dependencies", "function", "test"):
        assert observer.key(sample_of(make_task(**{change: "other"})), "x") != base
    assert observer.key(sample_of(make_task()), "y") != base
    for change in ("name", "opt", "asm", "pseudo"):
        assert observer.key(sample_of(make_task(**{change: "other"})), "x") == base


def test_observing_twice_gives_the_same(observer: Observer, make_task: MakeTask) -> None:
    for answer in ("int func0(int a) { return a + 1; }", "int func0(int a) { return 2; }", "x"):
        first = observer.observe(sample_of(make_task()), answer)
        assert observer.observe(sample_of(make_task()), answer) == first
