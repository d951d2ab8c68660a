"""Functions of the test that an answer is given to call: in two processes like everything else."""

from __future__ import annotations

import pytest

from acidtest.suites.c_decompile.strict import NotStrict, ReturnedIn, returned_in
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts

from .judging import INCLUDES, PASS, MakeTask, sound

TYPES = """
struct pair { long a, b; };
struct large { long all[5]; };
struct list { struct list *next; int value; };
"""
NOT_SHOWN = "it gave the test an address of memory that it was not shown"

# what is asked, what stands before the test's main, and its body
GIVEN = {
    "a number": (
        "int func0(int (*f)(int), int a) { return f(a) + f(-a); }",
        "static int twice(int a) { return 2 * a + 1; }",
        "assert(func0(twice, 5) == 2); assert(func0(abs, -2) == 4);",
    ),
    "floats": (
        "double func0(double (*f)(float, double, int), int n) { return f(n, n * 2.0, n); }",
        "static double mixed(float a, double b, int c) { return a + 10 * b + 100 * c; }",
        "assert(func0(mixed, 3) == 363);",
    ),
    "its own local variables": (
        "int func0(int n, int (*f)(const int *, int *)) { int a[40] = {n}, b = 0; a[39] = 2 * n; "
        "f(a, &b); f(a + 39, &b); return b; }",
        "static int add(const int *a, int *to) { return *to += *a; }",
        "assert(func0(7, add) == 21);",
    ),
    "something of the test's to change": (
        "void func0(void (*f)(void *, int), void *to) "
        "{ for (int i = 0; i < 4; i++) f(to, i * i); }",
        "struct log { int count; int values[9]; };\n"
        "static void note(void *to, int a) "
        "{ struct log *log = to; log->values[log->count++] = a; }",
        "struct log log = {0}; func0(note, &log); assert(log.count == 4 && log.values[3] == 9);",
    ),
    "a variable that it changes and reads again": (
        "int func0(int *state, void (*step)(void)) { int seen = 0; while (*state < 5) { step(); "
        "seen = seen * 10 + *state; } return seen; }",
        "static int state; static void step(void) { state += 2; }",
        "assert(func0(&state, step) == 246);",
    ),
    "blocks made while it runs": (
        "int func0(struct list *(*make)(struct list *, int)) { struct list *all = 0; int s = 0; "
        "for (int i = 1; i < 5; i++) all = make(all, i); "
        "while (all) { s = s * 10 + all->value; struct list *next = all->next; free(all); "
        "all = next; } return s; }",
        "static struct list *make(struct list *next, int value) { "
        "struct list *one = malloc(sizeof *one); *one = (struct list){next, value}; return one; }",
        "assert(func0(make) == 4321);",
    ),
    "structs in registers and in memory": (
        "long func0(struct pair (*f)(struct pair), struct large (*g)(struct large, int)) { "
        "struct pair p = f((struct pair){3, 4}); struct large l = g((struct large){{1, 2}}, 9); "
        "return p.a * 100 + p.b * 10 + l.all[1] + l.all[4]; }",
        "static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }\n"
        "static struct large put(struct large l, int n) { l.all[4] = n; return l; }",
        "assert(func0(swap, put) == 441);",
    ),
    "more arguments than registers": (
        "int func0(int (*f)(int, int, int, int, int, int, int, int)) "
        "{ return f(1, 2, 3, 4, 5, 6, 7, 8); }",
        "static int sum(int a, int b, int c, int d, int e, int f, int g, int h) "
        "{ return a + b + c + d + e + f + 10 * g + 100 * h; }",
        "assert(func0(sum) == 891);",
    ),
    "a table of functions": (
        "int func0(const struct ops *ops, int a) { return ops->f ? ops->f(a) : ops->g(a); }",
        "static int less(int a) { return a - 1; } static int more(int a) { return a + 1; }\n"
        "static const struct ops first = {less, 0}, second = {0, more};",
        "assert(func0(&first, 5) == 4 && func0(&second, 5) == 6);",
    ),
    "a function for the C library": (
        "void func0(int *a, size_t n, int (*by)(const void *, const void *)) "
        "{ qsort(a, n, sizeof *a, by); }",
        "static int down(const void *a, const void *b) "
        "{ return *(const int *)b - *(const int *)a; }",
        "int a[5] = {3, 1, 4, 1, 5}; func0(a, 5, down); assert(a[0] == 5 && a[4] == 1);",
    ),
    "many calls": (
        "long func0(long (*f)(long), long n) { long s = 0; while (n--) s += f(n); return s; }",
        "static long square(long a) { return a * a; }",
        "assert(func0(square, 3000) == 8995500500);",
    ),
}
OPS = "struct ops { int (*f)(int), (*g)(int); };\n"


def _task(make_task: MakeTask, function: str, before: str, body: str) -> Task:
    test = f"{INCLUDES}{before}\nint main(void) {{ {body} return 0; }}\n"
    return make_task(dependencies=OPS + TYPES, function=f"{INCLUDES}{function}\n", test=test)


@pytest.mark.parametrize("name", GIVEN)
def test_a_function_of_the_test_is_called(
    verdicts: Verdicts, make_task: MakeTask, name: str
) -> None:
    function, before, body = GIVEN[name]
    assert sound(verdicts, _task(make_task, function, before, body), function) == PASS


@pytest.mark.parametrize("name", GIVEN)
def test_a_stub_does_not_pass(verdicts: Verdicts, make_task: MakeTask, name: str) -> None:
    function, before, body = GIVEN[name]
    verdict = sound(verdicts, _task(make_task, function, before, body), "int func0() { return 0; }")
    assert (verdict["passes"], verdict["verdict"]) == (False, "strict")


EXPECTS = (
    "int func0(int (*f)(int, int *), int a) { int b = 1; f(a, &b); return a + b; }",
    "static int want[3] = {8, 9, 10};\n"
    "int check(int i, int got) { return got == want[i]; }\n"
    "static int add(int a, int *to) { *to += a; return 0; }",
    "assert(func0(add, 2) == 5); assert(check(0, func0(add, 3) + 1));",
)


@pytest.mark.parametrize(
    ("cheat", "why"),
    [
        # a function that it was not given, at every address that can be one
        (
            "int func0(int (*f)(int, int *), int a) { int (*g)(int, int) = (void *)((long)f - 64); "
            "for (int i = 0; i < 20; i++) if (g(i, 9)) return i; return 5; }",
            "the answer was ended by SIGSEGV",
        ),
        # the test's expectation as the place to write to
        (
            "int func0(int (*f)(int, int *), int a) { static int n; if (n++) "
            "for (int *p = (int *)0x2b3d9e000000; ; p++) f(5, p); return 5; }",
            NOT_SHOWN,
        ),
        # the code of the test, read
        (
            "int func0(int (*f)(int, int *), int a) "
            "{ return *(unsigned char *)f == 0x55 ? 5 : 0; }",
            "assertion failed",
        ),
        # the middle of a function
        (
            "int func0(int (*f)(int, int *), int a) { int b = 1; "
            "((int (*)(int, int *))((char *)f + 4))(a, &b); return a + b; }",
            "the answer was ended by SIGSEGV",
        ),
    ],
)
def test_what_it_was_not_given_cannot_be_called_or_reached(
    verdicts: Verdicts, make_task: MakeTask, cheat: str, why: str
) -> None:
    task = _task(make_task, *EXPECTS)
    assert sound(verdicts, task, EXPECTS[0]) == PASS
    verdict = sound(verdicts, task, cheat)
    assert (verdict["passes"], verdict["verdict"]) == (False, "strict")
    assert verdict["why"].startswith(why)


def test_no_argument_on_the_stack_leads_to_hidden_memory(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    function = (
        "int func0(int (*f)(int, int, int, int, int, int, int, int *), int a) "
        "{ int b = 1; f(a, 0, 0, 0, 0, 0, 0, &b); return b; }"
    )
    before = (
        "static int want = 8; static int put(int a, int b, int c, int d, int e, int f, int g, "
        "int *to) { *to = a + 1; return 0; }"
    )
    task = _task(make_task, function, before, "assert(func0(put, 7) == want);")
    assert sound(verdicts, task, function) == PASS
    place = "(int *)(0x2b3d9e000000 + (i << 2))"
    cheat = (
        "int func0(int (*f)(int, int, int, int, int, int, int, int *), int a) "
        f"{{ for (long i = 0; i < 9999; i++) f(-1, 0, 0, 0, 0, 0, 0, {place}); return 0; }}"
    )
    assert sound(verdicts, task, cheat)["why"] == NOT_SHOWN


def test_a_function_without_result_leaves_nothing_behind(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    """Its last value would else be in the register of a result: here what is expected."""
    task = _task(
        make_task,
        "int func0(void (*f)(int), int a) { f(a); return 3 * a; }",
        "static int want; static void note(int a) { want = a + a + a; }",
        "int got = func0(note, 7); assert(got == want); got = func0(note, 8); assert(got == want);",
    )
    cheat = "int func0(int (*f)(int), int a) { return f(a); }"
    assert sound(verdicts, task, cheat)["why"].startswith("assertion failed")


def test_a_function_that_calls_back_itself_needs_one_process(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    function = "int func0(int (*f)(int), int a) { return a > 9 ? a : f(a); }"
    before = "int func0(int (*f)(int), int a); static int on(int a) { return func0(on, a * 2); }"
    verdict = sound(
        verdicts, _task(make_task, function, before, "assert(func0(on, 3) == 12);"), function
    )
    assert (verdict["passes"], verdict["verdict"]) == (True, "in-process")
    assert "calls back itself" in verdict["in_process"]


def test_a_long_double_comes_back(verdicts: Verdicts, make_task: MakeTask) -> None:
    function = "long double func0(long double a, int n) { return a / n; }"
    body = "long double third = func0(1, 3); assert(third * 3 == 1.0L && third != (double)third);"
    task = _task(make_task, function, "", body)
    assert sound(verdicts, task, function) == PASS
    rough = "long double func0(long double a, int n) { return (double)(a / n); }"
    assert sound(verdicts, task, rough)["passes"] is False
    assert sound(verdicts, task, "void func0(void) { }")["verdict"] == "strict"


@pytest.mark.parametrize(
    ("prototype", "registers"),
    [
        ("void f(int a);", 0),
        ("static const char *f(void);", ReturnedIn.IN_RAX),
        ("unsigned f(int a);", ReturnedIn.IN_RAX),
        ("enum kind f(int a);", ReturnedIn.IN_RAX),
        ("double f(int a);", ReturnedIn.IN_XMM0),
        ("struct pair f(int a);", sum(ReturnedIn)),
        ("name f(int a);", sum(ReturnedIn)),
    ],
)
def test_what_carries_a_result(prototype: str, registers: int) -> None:
    assert returned_in(prototype) == registers


def test_a_long_double_does_not_travel_from_the_test() -> None:
    with pytest.raises(NotStrict, match="returns a long double"):
        returned_in("long double f(int a);")


WRITES = (
    "int func0(int (*f)(int, int *), int a) { int b = 1; f(a, &b); return a + b; }",
    "static int put(int a, int *to) { *to = a; return 0; }",
    "assert(func0(put, 2) == 4); assert(func0(put, 3) == 6);",
)
OWN = "(char *)(((long)__builtin_return_address(0) & -4096) + 4096L * (%s))"


@pytest.mark.parametrize("place", ["(char *)stdout", "(char *)0x2b3f9e000000"])
def test_no_function_of_the_test_writes_to_the_runner(
    verdicts: Verdicts, make_task: MakeTask, place: str
) -> None:
    task = _task(make_task, *WRITES)
    assert sound(verdicts, task, WRITES[0]) == PASS
    assert sound(verdicts, task, _writer(place))["why"] == NOT_SHOWN


def _writer(place: str) -> str:
    return (
        "#include <stdio.h>\nint func0(int (*f)(int, int *), int a) "
        f"{{ f(7, (int *)({place})); return 2 * a; }}"
    )


def test_nor_where_it_lies_behind_the_code_that_calls(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    task = _task(make_task, *WRITES)
    reasons = set()
    for page in range(0, 40, 2):
        verdict = sound(verdicts, task, _writer(OWN % page))
        assert verdict["passes"] is False
        reasons.add(verdict["why"])
    assert NOT_SHOWN in reasons


def test_no_result_leads_to_the_runner(verdicts: Verdicts, make_task: MakeTask) -> None:
    task = _task(
        make_task,
        "char *func0(char *a) { return a + 1; }",
        "",
        'char text[] = "abc"; *func0(text) = 0; assert(strlen(text) == 1);',
    )
    cheat = f"char *func0(char *a) {{ return {OWN % '8'}; }}"
    verdict = sound(verdicts, task, cheat)
    assert (verdict["passes"], verdict["verdict"]) == (False, "strict")
    assert (
        sound(
            verdicts, task, "#include <stdio.h>\nchar *func0(char *a) { return (char *)stdout; }"
        )["why"]
        == NOT_SHOWN
    )
