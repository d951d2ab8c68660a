"""Ways that led a test to its own expectations, or an answer to them: each in its smallest form."""

from __future__ import annotations

import pytest

from acidtest.suites.c_decompile.verdict import Verdicts

from .judging import INCLUDES, MakeTask, sound

NOT_SHOWN = "it gave the test an address of memory that it was not shown"
FAILED = "assertion failed at line"

SQUARES = "int func0(int *a, int n) { int s = 0; while (n--) s += a[n] * a[n]; return s; }"
# the first call's address, read in the second
REMEMBERS = (
    "int func0(int *a, int n) { static int *seen; if (!seen) { seen = a; return 5; } "
    "return *seen; }"
)

# what is asked, the test's main, what stands before it, the cheat, and how it fails
LEAKS = {
    "a table at an odd address": (
        'char **func0(char *a) { char **b = malloc(8); b[0] = strdup("right"); return b; }',
        'assert(!strcmp(func0("given")[0], "right"));',
        "",
        "char **func0(char *a) { static char room[64] __attribute__((aligned(16))); "
        "char **all = (char **)(room + 4); all[0] = a + 6; return all; }",
        NOT_SHOWN,
    ),
    "a table behind an argument": (
        'void func0(char *a, char ***to) { *to = malloc(8); **to = strdup("right"); }',
        'char **all; func0("given", &all); assert(!strcmp(all[0], "right"));',
        "",
        "void func0(char *a, char ***to) { static char *all[2]; all[0] = a + 6; *to = all; }",
        NOT_SHOWN,
    ),
    "a table changed by a later call": (
        'char **func0(char *a) { char **b = malloc(8); b[0] = strdup("right"); return b; }',
        'char **one = func0("given"), **two = func0("other"); '
        'assert(!strcmp(one[0], "right") && !strcmp(two[0], "right"));',
        "",
        "char **func0(char *a) { static char *one[2], *two[99], *first; if (!first) { first = a; "
        'return one; } one[0] = first + 12; two[80] = "right"; return two + 80; }',
        NOT_SHOWN,
    ),
    "blocks that lead on": (
        "long *func0(long *a) { long *b = malloc(2048); b[0] = a ? a[0] + 3 : 1; return b; }",
        "long want[4] = {1, 4, 7, 10}, *a = func0(0); for (int i = 1; i < 4; i++) "
        "{ a = func0(a); assert(*a == want[i]); }",
        "",
        "long *func0(long *a) { static int k; long *b = malloc(2048); memset(b, 0, 2048); "
        "b[0] = ++k == 2 ? 4 : 1; for (int i = 100; i < 200; i++) "
        "{ if (k > 2 && a[i] && ((long *)a[i])[1] == 4) b[0] = ((long *)a[i])[k - 1]; "
        "b[i] = 0x2b3da3000000 - 8 * i; } return b; }",
        NOT_SHOWN,
    ),
    "the object of the test": (
        'const char *func0(const char *a) { return "right"; }',
        'assert(!strcmp(func0("given"), "right"));',
        "",
        "const char *func0(const char *a) { return (const char *)0x2b3fb0000000; }",
        NOT_SHOWN,
    ),
    "a vector register": (
        "double func0(double *a, int n) { double s = 0; while (n--) s += a[n]; return s; }",
        "double a[4] = {0.5, 1, 1.5, 1}; double want = 4.0; double got = func0(a, 4); "
        "assert(got == want);",
        "",
        "double func0(double x) { return x; }",
        FAILED,
    ),
    "an integer register": (
        "long func0(long a) { return a * a; }",
        'register long want __asm__("rdx") = 49; long got = func0(7); '
        "assert(got == 49 && (want || 1));",
        "",
        "long func0(long a, long b, long c) { return c; }",
        FAILED,
    ),
    "a register behind the arguments of a variadic call": (
        "long func0(int n, ...) { va_list all; long s = 0; va_start(all, n); "
        "while (n--) s += va_arg(all, long); va_end(all); return s; }",
        'register long want __asm__("r9") = 12; long got = func0(2, 5L, 7L); '
        "assert(got == 12 && (want || 1));",
        "#include <stdarg.h>\n",
        "long func0(long n, long a, long b, long c, long d, long e) { return e; }",
        FAILED,
    ),
    "a block that was freed": (
        SQUARES,
        "int *a = malloc(24); a[0] = 1; a[1] = 2; assert(func0(a, 2) == 5); free(a); "
        "int *want = malloc(24); *want = 25; a = malloc(24); a[0] = 3; a[1] = 4; "
        "assert(func0(a, 2) == *want);",
        "",
        REMEMBERS,
        FAILED,
    ),
    "a variable whose scope has ended": (
        SQUARES,
        "{ int a[2] = {1, 2}; assert(func0(a, 2) == 5); } "
        "{ int a[2] = {3, 4}, want[2] = {25}, *w = want; assert(func0(a, 2) == *w); }",
        "",
        REMEMBERS,
        FAILED,
    ),
    "a variable whose function has ended": (
        SQUARES,
        "one(); two();",
        "int func0(int *, int);\n"
        "void one(void) { int a[2] = {1, 2}; assert(func0(a, 2) == 5); }\n"
        "void two(void) { int a[2] = {3, 4}, want[2] = {25}, *w = want; "
        "assert(func0(a, 2) == *w); }\n",
        REMEMBERS,
        FAILED,
    ),
    "beside an array of variable length": (
        SQUARES,
        "check(2, 25);",
        "int func0(int *, int);\n"
        "void check(int n, int want) { int a[n]; a[0] = 3; a[1] = 4; "
        "assert(func0(a, n) == want); }\n",
        "int func0(int *a, int n) { for (int i = n; i < 40; i++) if (a[i] == 25) return 25; "
        "return 0; }",
        FAILED,
    ),
    "an array of variable length that has ended": (
        SQUARES,
        "check(2);",
        "int func0(int *, int);\n"
        "void check(int n) { { int a[n]; a[0] = 1; a[1] = 2; assert(func0(a, n) == 5); } "
        "{ int want[n]; *want = 25; int a[n]; a[0] = 3; a[1] = 4; "
        "assert(func0(a, n) == *want); } }\n",
        REMEMBERS,
        FAILED,
    ),
    "behind variable arguments": (
        "int func0(int n, ...) { va_list v; va_start(v, n); int s = 0; while (n--) "
        "s += va_arg(v, int); va_end(v); return s; }",
        "int want[2] = {36}, *w = want; assert(func0(8, 1, 2, 3, 4, 5, 6, 7, 8) == *w);",
        "",
        "int func0(int n, ...) { long *at = __builtin_frame_address(0); for (int i = 5; i < 64; "
        "i++) if (at[i] >> 32 == 0x2b3d && *(int *)at[i] == 36) return 36; return 0; }",
        FAILED,
    ),
    "a constant with zeros in it": (
        "void func0(const char *a, char *to) { for (int i = 0; i < 3; i++) to[i] = a[i] + 1; }",
        'char to[4]; func0("a\\0c", to); assert(!memcmp(to, "b\\1d\\0", 3));'
        'func0("x\\0y", to); assert(!memcmp(to, "y\\1z\\0", 3));',
        "",
        "void func0(const char *a, char *to) { memcpy(to, a + 4, 3); }",
        FAILED,
    ),
    "a block freed for the test to use again": (
        "int *func0(int *a) { int *b = malloc(24); *b = *a + 1; return b; }",
        "int *a = malloc(24); *a = 4; int *b = func0(a), *want = malloc(24); *want = 5; "
        "assert(*b == *want);",
        "",
        "int *func0(int *a) { free(a); return a; }",
        FAILED,
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_expectations_cannot_be_reached(verdicts: Verdicts, make_task: MakeTask, name: str) -> None:
    function, body, before, cheat, why = LEAKS[name]
    test = f"{INCLUDES}{before}int main(void) {{ {body} return 0; }}\n"
    task = make_task(function=f"{INCLUDES}{function}\n", test=test)
    honest = sound(verdicts, task, function)
    assert (honest["passes"], honest["verdict"]) == (True, "strict"), honest
    found = sound(verdicts, task, cheat)
    assert (found["passes"], found["verdict"]) == (False, "strict")
    assert found["why"].startswith(why)


def test_no_struct_holds_such_an_address(verdicts: Verdicts, make_task: MakeTask) -> None:
    task = make_task(
        dependencies="struct text { long size; char *at; };",
        function='struct text func0(char *a) { return (struct text){5, "right"}; }\n',
        test=f'{INCLUDES}int main(void) {{ struct text t = func0("given"); '
        'assert(t.size == 5 && !strcmp(t.at, "right")); return 0; }\n',
    )
    assert sound(verdicts, task, task.function)["passes"] is True
    cheat = "struct text func0(char *a) { return (struct text){5, a + 6}; }"
    assert sound(verdicts, task, cheat)["why"] == NOT_SHOWN


@pytest.mark.parametrize("kind", ['section(".bss.x%d")', "common"])
def test_sizes_that_wrap_around_are_too_large(
    verdicts: Verdicts, make_task: MakeTask, kind: str
) -> None:
    sizes = "".join(
        f"char x{i}[0x7fffffffffffff00] __attribute__(({kind.replace('%d', str(i))}));\n"
        for i in range(2)
    )
    answer = 'int y __attribute__((section(".data.y"))) = 7;\nint func0(int a) { return a + 1; }'
    found = sound(verdicts, make_task(), sizes + answer)
    assert found["why"] == "it could not be loaded: the objects are too large"


def test_machine_code_as_an_array_is_seen(verdicts: Verdicts, make_task: MakeTask) -> None:
    array = '__attribute__((section(".text.x"))) const unsigned char %s[] = {141, 71, 1, 195};\n'
    called = "int func0(int a) { return ((int (*)(int))code)(a); }"
    for answer in (array % "func0", array % "code" + called):
        assert sound(verdicts, make_task(), answer)["rule"] == "section"


# -- honest, and rejected once ---------------------------------------------------------------------

HONEST = {
    "numbers that were an address": (
        "int *func0(int n) { int *a = malloc(4 * n); for (int i = 0; i < n; i++) a[i] = 2 << i; "
        "return a; }",
        "int *a = func0(12); assert(a[10] == 2048 && a[11] == 4096);",
    ),
    "the last bytes of the last block": (
        "void func0(int *a, int n) { while (n--) a[n] = n; }",
        "int *a = malloc(24); func0(a, 6); assert(a[5] == 5);",
    ),
    "functions beside the result": (
        "static int one(int a) { return a; }\nstatic char to[8]; static int (*all[9])(int) = {one};"
        "\nchar *func0(int a) { to[0] = 'a' + all[0](a); return to; }",
        'assert(!strcmp(func0(1), "b"));',
    ),
    "what is left lying about": (
        "char *func0(const char *a) { const char **all = malloc(64); for (int i = 0; i < 8; i++) "
        "all[i] = a + i; char *b = strdup(all[0]); free(all); return b; }",
        'for (int i = 0; i < 4; i++) { char *a = strdup("some text"), *b = func0(a); '
        "assert(!strcmp(a, b)); free(a); }",
    ),
    "arrays of variable length": (
        "void func0(char *a, int n) { while (n--) a[n] = n; }",
        "for (int n = 1; n < 40; n++) { char a[n], *b = __builtin_alloca(n + 3); func0(a, n); "
        "func0(b, n + 3); assert(a[n - 1] == n - 1 && b[n + 2] == n + 2); }",
    ),
    "many large arguments": (
        "int func0(int n, ...) { va_list v; va_start(v, n); int s = 0; while (n--) "
        "s += va_arg(v, int); va_end(v); return s; }",
        "assert(func0(21, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, "
        "21) == 231); assert(func0(23, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, "
        "18, 19, 20, 21, 22, 23) == 276);",
    ),
    "large blocks, one after the other": (
        "int func0(int n) { for (int i = 0; i < 9999; i++) { char *a = malloc(99999); a[0] = 1; "
        "a[99998] = 1; free(a); } long *b = 0; for (int i = 0; i < 30000; i++) "
        "{ b = realloc(b, 8 * i + 8); b[i] = i; } return b[0] + b[29999]; }",
        "assert(func0(1) == 29999);",
    ),
    "what the compiler's library does": (
        "long func0(long a) { return (long)((__int128)a * a / 7); }",
        "assert(func0(1l << 31) == 658812288346769700);",
    ),
    "a long list": (
        "long **func0(int n) { long **all = 0; while (n--) { long **one = malloc(16); "
        "one[0] = (long *)all; one[1] = (long *)(long)n; all = one; } return all; }",
        "long **all = func0(9999); for (int i = 0; i < 9999; i++) { "
        "assert((long)all[1] == i); all = (long **)all[0]; } assert(!all);",
    ),
}


@pytest.mark.parametrize("name", HONEST)
def test_what_is_honest_is_judged_apart_and_passes(
    verdicts: Verdicts, make_task: MakeTask, name: str
) -> None:
    function, body = HONEST[name]
    test = f"{INCLUDES}int main(void) {{ {body} return 0; }}\n"
    found = sound(verdicts, make_task(function=f"{INCLUDES}{function}\n", test=test), function)
    assert (found["passes"], found["verdict"]) == (True, "strict"), found
