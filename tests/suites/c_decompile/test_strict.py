"""Test and answer in two processes: what crosses over, and what does not."""

from __future__ import annotations

import pytest

from acidtest.suites.c_decompile.verdict import Verdicts

from .judging import INCLUDES, MakeTask, sound

# -- what crosses over -----------------------------------------------------------------------------

CROSSING = {
    "numbers": (
        "long func0(char a, short b, int c, long d, float e, double f, unsigned char g, long h)"
        "{ return a + b + c + d + (long)e + (long)f + g + h; }",
        "assert(func0(-1, 2, -3, 4, 5.5f, 6.5, 7, 8) == 28);",
    ),
    "many numbers": (
        "double func0(int a, int b, int c, int d, int e, int f, int g, double h, int i, float j)"
        "{ return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + h + 9 * i + j; }",
        "assert(func0(1, 1, 1, 1, 1, 1, 1, 0.5, 1, 0.25f) == 37.75);",
    ),
    "local array": (
        "void func0(int *a, int n) { for (int i = 0; i < n; i++) a[i] *= 2; }",
        "int a[] = {1, 2, 3}, want[] = {2, 4, 6}; func0(a, 3);assert(!memcmp(a, want, sizeof a));",
    ),
    "variable-length array": (
        "void func0(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }",
        "volatile int n = 5; int a[n]; func0(a, n); assert(a[4] == 4 && a[0] == 0);",
    ),
    "heap of the test": (
        'void func0(char *a) { strcat(a, "!"); }',
        'char *a = malloc(9); strcpy(a, "hey"); func0(a); assert(!strcmp(a, "hey!")); free(a);',
    ),
    "heap of the answer": (
        "char *func0(const char *a) { char *b = malloc(9); strcpy(b, a); return strcat(b, a); }",
        'char *a = func0("ab"); assert(!strcmp(a, "abab")); a = realloc(a, 99); a[98] = 0; '
        "free(a);",
    ),
    "realloc of the test's block": (
        "int *func0(int *a, int n) { a = realloc(a, 4 * n + 4); a[n] = n; return a; }",
        "int *a = malloc(8); a[0] = 5; a[1] = 6; a = func0(a, 2);"
        "assert(a[0] == 5 && a[1] == 6 && a[2] == 2); free(a);",
    ),
    "text of the answer": ('const char *func0(void) { return "own"; }', "assert(*func0() == 111);"),
    "static of the answer": (
        "int *func0(void) { static int n[2]; n[0]++; return n; }",
        "func0(); int *n = func0(); assert(n[0] == 2); n[0] = 7; assert(*func0() == 8);",
    ),
    "texts behind pointers": (
        "int func0(char **a, int n) { int s = 0; while (n--) s += strlen(a[n]); return s; }",
        'char *a[] = {"one", "three", ""}; assert(func0(a, 3) == 8);',
    ),
    "static of the test": (
        "void func0(int *a) { a[1] = a[0] + 1; }",
        "static int a[2] = {4}; func0(a); assert(a[1] == 5);",
    ),
    "variable arguments": (
        "int func0(int n, ...) { va_list v; va_start(v, n); int s = 0; while (n--) "
        "s += va_arg(v, int); va_end(v); return s; }",
        "assert(func0(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45);",
    ),
    "errno": (
        "#include <errno.h>\nint func0(void) { errno = 33; return -1; }",
        "assert(func0() == -1 && errno == 33);",
    ),
    "truth": (
        "#include <stdbool.h>\nbool func0(int a) { return a > 2; }",
        "assert(func0(3) == true); assert(func0(1) == false);",
    ),
}


@pytest.mark.parametrize("name", CROSSING)
def test_what_c_can_pass_crosses_over(verdicts: Verdicts, make_task: MakeTask, name: str) -> None:
    function, body = CROSSING[name]
    test = f"{INCLUDES}#include <errno.h>\nint main(void) {{ {body} return 0; }}\n"
    task = make_task(function=f"{INCLUDES}{function}\n", test=test)
    found = sound(verdicts, task, task.function)
    assert (found["passes"], found["verdict"], found["why"]) == (
        True,
        "strict",
        "the test's main returned 0",
    )


STRUCTS = (
    "struct pair { int a, b; };\nstruct big { long v[5]; };\n"
    "struct node { struct node *next; int v; };"
)
GIVEN = {
    "small struct": (
        "struct pair func0(struct pair p) { struct pair q = {p.b, p.a}; return q; }",
        "struct pair p = {1, 2}; p = func0(p); assert(p.a == 2 && p.b == 1);",
    ),
    "large struct": (
        "struct big func0(struct big p, int n) { p.v[4] += n; return p; }",
        "struct big p = {{1, 2, 3, 4, 5}}; p = func0(p, 4); assert(p.v[4] == 9 && p.v[0] == 1);",
    ),
    "list": (
        "int func0(struct node *n) { int s = 0; for (; n; n = n->next) s += n->v; return s; }",
        "struct node a = {0, 1}, *b = malloc(sizeof *b); b->next = &a; b->v = 5;"
        "assert(func0(b) == 6);",
    ),
    "list that the answer extends": (
        "struct node *func0(struct node *n) { struct node *m = malloc(sizeof *m); m->next = n; "
        "m->v = n ? n->v + 1 : 0; return m; }",
        "struct node *n = func0(func0(func0(0))); assert(n->v == 2 && n->next->next->v == 0);"
        "n->next = malloc(sizeof *n); n->next->v = 40; n->v = n->next->v; n = func0(n);"
        "assert(n->v == 41);",
    ),
}


@pytest.mark.parametrize("name", GIVEN)
def test_structs_cross_over(verdicts: Verdicts, make_task: MakeTask, name: str) -> None:
    function, body = GIVEN[name]
    test = f"{INCLUDES}int main(void) {{ {body} return 0; }}\n"
    task = make_task(dependencies=STRUCTS, function=f"#include <stdlib.h>\n{function}", test=test)
    found = sound(verdicts, task, task.function)
    assert (found["passes"], found["verdict"]) == (True, "strict"), found["why"]


# -- what does not ---------------------------------------------------------------------------------

WATCHED = {
    "return address": (
        "int func0(int *a) { *(long *)(0x2b3da3000000 - 72) = 1; return 1; }",
        "it changed a return address or frame of the test",
    ),
    "beside the array": (
        "int func0(int *a) { a[2] = 0; return 1; }",
        "it wrote to the test's stack outside what it was given",
    ),
    "input that the reference keeps": (
        "int func0(int *a) { a[0] = 0; return 1; }",
        "it changed memory that the reference leaves as it is",
    ),
    "data": (
        "int func0(int *a) { *(int *)0x2b3d9e003000 = 1; return 1; }",
        "it wrote to data of the test that it was not given",
    ),
    "constant": (
        "int func0(int *a) { *(int *)0x2b3d9e001000 = 1; return 1; }",
        "it wrote to a constant of the test",
    ),
}
WATCHED_TEST = f"""{INCLUDES}
static int kept[3000] = {{1}};
int main(void) {{
  int a[2] = {{1, 2}}, want = 1;
  assert(func0(a) == want && kept[0] == 1);
  return 0;
}}
"""


@pytest.mark.parametrize("name", WATCHED)
def test_what_the_call_does_not_give_is_watched(
    verdicts: Verdicts, make_task: MakeTask, name: str
) -> None:
    answer, why = WATCHED[name]
    task = make_task(function="int func0(int *a) { return a[0]; }\n", test=WATCHED_TEST)
    assert sound(verdicts, task, task.function)["passes"] is True
    found = sound(verdicts, task, answer)
    assert (found["passes"], found["why"], found["verdict"]) == (False, why, "strict")


def test_a_block_of_the_test_that_was_not_given_is_watched(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    task = make_task(
        function="void func0(int *a) { a[0] = 1; }\n",
        test=f"{INCLUDES}int main(void) {{ int *a = malloc(8), *want = malloc(8); *want = 1; "
        "*a = 0; func0(a); assert(*a == *want); return 0; }\n",
    )
    assert sound(verdicts, task, task.function)["passes"] is True
    found = sound(verdicts, task, "void func0(int *a) { a[0] = 7; a[8] = 7; }")
    assert found["why"] == "it wrote to heap memory of the test that it was not given"


def test_the_expected_value_is_not_there_to_be_read(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    task = make_task(
        function='const char *func0(const char *a) { return "right"; }\n',
        test=f"{INCLUDES}int main(void) {{ "
        'assert(!strcmp(func0("given"), "right")); return 0; }\n',
    )
    assert sound(verdicts, task, task.function)["passes"] is True
    copied = (
        "#include <stdlib.h>\n#include <string.h>\nchar *func0(char *a) { char *b = malloc(9); "
        "return strcpy(b, a + strlen(a) + 1); }"
    )
    assert sound(verdicts, task, copied)["why"].startswith("assertion failed")
    pointed = "#include <string.h>\nchar *func0(char *a) { return a + strlen(a) + 1; }"
    why = "it gave the test an address of memory that it was not shown"
    assert sound(verdicts, task, pointed)["why"] == why


@pytest.mark.parametrize("where", ["static char *all[2]", "char **all = malloc(16)"])
def test_no_table_leads_the_test_to_its_own_values(
    verdicts: Verdicts, together: Verdicts, make_task: MakeTask, where: str
) -> None:
    task = make_task(
        function="#include <stdlib.h>\n#include <string.h>\n"
        'char **func0(char *a) { char **b = malloc(8); b[0] = strdup("right"); return b; }\n',
        test=f"{INCLUDES}int main(void) {{ "
        'assert(!strcmp(func0("given")[0], "right")); return 0; }\n',
    )
    cheat = f"{INCLUDES}char **func0(char *a) {{ {where}; all[0] = a + 6; return all; }}"
    assert sound(verdicts, task, task.function)["passes"] is True
    assert sound(together, task, cheat)["passes"] is True
    why = "it gave the test an address of memory that it was not shown"
    assert sound(verdicts, task, cheat)["why"] == why


def test_much_static_memory_is_the_answer_s_own_fault(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    for size, passes in ((300, True), (900, False)):
        answer = f"char big[{size} << 20];\nint func0(int a) {{ big[99] = 1; return a + big[99]; }}"
        found = sound(verdicts, make_task(), answer)
        assert (found["compiles"], found["passes"]) == (True, passes), found["why"]


def test_the_answer_runs_only_when_it_is_called(verdicts: Verdicts, make_task: MakeTask) -> None:
    """Going on after the reply would take a second thread: the filter allows none."""
    found = sound(verdicts, make_task(), "int func0(int a) { return a + 1 + 0 * (int)fork(); }")
    assert found["why"] == "the answer made a forbidden system call"
