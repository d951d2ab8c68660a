"""Verdicts on tasks of all kinds: types and helpers they share with answers, odd references."""

from __future__ import annotations

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.suites.c_decompile.verdict import Verdicts

from .judging import PASS, MakeTask, sound

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
    verdicts: Verdicts, make_task: MakeTask, answer: str, adapted: dict[str, Json]
) -> None:
    task = make_task(dependencies=PAIR, function=PAIR_FUNCTION, test=PAIR_TEST)
    found = verdicts.sound_verdict(task, answer)
    assert (found["plain"], found["adapted"]) == (PASS, adapted)


def test_helpers_of_answer_and_test_may_have_the_same_name(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    test = (
        "#include <assert.h>\nint check(int a) { return func0(a) == a + 1; }\nint same(void) "
        "{ return 1; }\nint main(void) { assert(check(1) && same()); return 0; }\n"
    )
    answer = (
        "int check(int a) { return a + 1; }\nint same(void) { return 0; }\n"
        "int func0(int a) { return check(a); }"
    )
    assert sound(verdicts, make_task(test=test), answer) == PASS


def test_a_helper_function_the_task_gives_is_shared(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    task = make_task(
        dependencies="int twice(int a) { return 2 * a; }",
        function="int func0(int a) { return twice(a) - a + 1; }\n",
    )
    assert sound(verdicts, task, task.function) == PASS


def test_a_variable_the_task_gives_is_shared(verdicts: Verdicts, make_task: MakeTask) -> None:
    task = make_task(
        dependencies="int calls = 0;",
        function="int func0(int a) { calls++; return a + 1; }\n",
        test="#include <assert.h>\n"
        "int main(void) { assert(func0(1) == 2); assert(calls == 1); return 0; }\n",
    )
    assert sound(verdicts, task, task.function)["passes"] is True


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
    verdicts: Verdicts, make_task: MakeTask, function: str
) -> None:
    task = make_task(function=function)
    assert sound(verdicts, task, function) == PASS


def test_types_that_stand_in_the_reference_reach_the_test(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    task = make_task(function=f"{PAIR}\n{PAIR_FUNCTION}", test=PAIR_TEST)
    assert sound(verdicts, task, task.function) == PASS


@pytest.mark.parametrize("end", ["abort()", "exit(1)", "exit(0)", "_exit(0)", "assert(a < 9)"])
def test_an_end_that_the_test_never_reaches_is_no_cheat(
    verdicts: Verdicts, make_task: MakeTask, end: str
) -> None:
    headers = "#include <stdlib.h>\n#include <unistd.h>\n#include <assert.h>\n"
    answer = f"{headers}int func0(int a) {{ if (a > 99) {end}; return a + 1; }}\n"
    assert sound(verdicts, make_task(), answer) == PASS
    reached = answer.replace("a > 99", "a < 99").replace("a < 9)", "0)")
    assert sound(verdicts, make_task(), reached)["passes"] is False


def test_in_one_process_what_the_reference_imports_an_answer_may_too(
    together: Verdicts, make_task: MakeTask
) -> None:
    function = "#include <stdlib.h>\nint func0(int a) { if (a > 99) exit(3); return a + 1; }\n"
    assert sound(together, make_task(function=function), function)["passes"] is True
    assert sound(together, make_task(), function)["rule"] == "forbidden-import"


@pytest.mark.parametrize(
    "more",
    [
        "int main(void) { return func0(1); }",
        "char *strcpy(char *a, const char *b) { return a; }",
        "int acid_test_main(void) { return 0; }",
        "__attribute__((weak)) int helper(void) { return 1; }",
        "__attribute__((constructor)) void first(void) { }",
    ],
)
def test_what_cannot_reach_the_test_breaks_no_rule(
    verdicts: Verdicts, make_task: MakeTask, more: str
) -> None:
    answer = f"int func0(int a) {{ return a + 1; }}\n{more}\n"
    assert sound(verdicts, make_task(), answer) == PASS


@pytest.mark.parametrize("status", [0, 1, 125, 126, 127])
def test_ending_the_process_is_the_answer_s_fault(
    verdicts: Verdicts, make_task: MakeTask, status: int
) -> None:
    function = "#include <stdlib.h>\nint func0(int a) { if (a > 99) exit(3); return a + 1; }\n"
    answer = f"#include <stdlib.h>\nint func0(int a) {{ exit({status}); }}"
    found = sound(verdicts, make_task(function=function), answer)
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
    verdicts: Verdicts, make_task: MakeTask, changes: dict[str, str]
) -> None:
    with pytest.raises(InfrastructureError, match="increment"):
        verdicts.sound_verdict(make_task(**changes), "int func0(int a) { return a + 1; }")
