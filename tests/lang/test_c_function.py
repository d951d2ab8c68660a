"""A function as a reader sees it, and texts that show the reader something else."""

from __future__ import annotations

import pytest

from acidtest.lang.c_function import NotReadable, read_function
from acidtest.lang.c_source import PARSED_MAX

PLAIN = "int f(int a) { int b = a; return b; }"


def names(text: str) -> tuple[list[str], list[str]]:
    """Parameters and locals."""
    read = read_function(text, "f")
    return [v.name for v in read.parameters], [v.name for v in read.locals]


@pytest.mark.parametrize(
    ("text", "parameters", "variables"),
    [
        (PLAIN, ["a"], ["b"]),
        ("int f(void) { return 0; }", [], []),
        ("int f(int, char *s) { return 0; }", ["", "s"], []),
        ("int f(a, b) int b; char *a; { return 0; }", ["a", "b"], []),
        ("int f(void) { static int n; extern int m; int g(int); typedef int t; }", [], ["n"]),
        ("int f(void) { for (int i = 0, j = 1; i; ) { int i; { int k; } } }", [], [*"ijik"]),
        ("static int g(int x) { int y; } int f(int a) { return g(a); }", ["a"], []),
        ("unsigned __int64 __fastcall f(__int64 a@<edi>, _DWORD *b) { int v; }", ["a", "b"], ["v"]),
        ("#ifdef X\nint g;\n#endif\nint f(int a) { return a; }", ["a"], []),
    ],
)  # fmt: skip
def test_variables_in_reading_order(text: str, parameters: list[str], variables: list[str]) -> None:
    assert names(text) == (parameters, variables)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no definition of f"),
        ("int g(void) { return 1; }", "no definition of f"),
        ("/* int f(int a) { } */ int x;", "no definition of f"),
        (f"#if 0\n{PLAIN}\n#endif\nint g(int a) {{ return a; }}", "no definition of f"),
        (f"{PLAIN}\n{PLAIN}", "more than one definition"),
        (f"#define f g\n{PLAIN}\n#undef f\n#define X f\n", "a macro of the text contains 'f'"),
        (f"#define JUMP(x) \\\n  goto x\n{PLAIN}", "a macro of the text contains 'goto'"),
        (f"#define while if\n{PLAIN}", "a macro of the text contains"),
        (f"#define P(a, b) a##b\n{PLAIN}", "a macro of the text contains '##'"),
        (PLAIN + " " * PARSED_MAX, f"longer than {PARSED_MAX}"),
    ],
)  # fmt: skip
def test_what_the_compiler_may_see_otherwise_is_not_read(text: str, why: str) -> None:
    with pytest.raises(NotReadable, match=why):
        read_function(text, "f")


def test_plain_macros_do_no_harm() -> None:
    assert names("#define MAX(a, b) ((a) > (b) ? (a) : (b))\n" + PLAIN) == (["a"], ["b"])
