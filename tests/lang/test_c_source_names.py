"""Names in C: which function an answer means, what it has besides, and what is declared."""

from __future__ import annotations

import pytest
from hypothesis import given

from acidtest.lang import c_source as source
from tests.lang.test_c_source import ANY_TEXT, check_together

# -- names -----------------------------------------------------------------------------------------


def test_the_only_function_is_given_the_entry_s_name() -> None:
    text = "int FUN_00101139(int a) { return a ? FUN_00101139(a - 1) : 0; }"
    assert source.name_entry(text, "func0") == (
        "int func0(int a) { return a ? func0(a - 1) : 0; }",
        "FUN_00101139",
    )


def test_longer_names_are_left_alone_when_renaming() -> None:
    text = "int f_2; int f(int a) { return f_2 + a.f2; }"
    assert source.name_entry(text, "func0")[0] == "int f_2; int func0(int a) { return f_2 + a.f2; }"


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return 0; }",
        "int x;",
        "",
        "int f(int a) { return func0(a); }",
    ],
    ids=["main", "none", "empty", "mentions the entry"],
)
def test_what_is_not_plainly_the_entry_keeps_its_name(text: str) -> None:
    assert source.name_entry(text, "func0") == (text, None)


@given(ANY_TEXT)
def test_code_with_the_entry_in_it_is_left_as_it_is(after: str) -> None:
    text = f"int func0;\n{after}"
    assert source.name_entry(text, "func0") == (text, None)


def test_a_comment_may_mention_the_entry() -> None:
    text = '/* func0 */ int f(int a) { return a; } // "func0"'
    assert source.name_entry(text, "func0")[1] == "f"


def test_the_function_that_no_other_calls_is_the_entry() -> None:
    text = "int g(int a) { return a; }\nint f(int a) { return a ? f(g(a)) : 0; }"
    assert source.name_entry(text, "func0") == (text.replace("f(", "func0("), "f")


def test_of_several_versions_the_last_is_the_entry() -> None:
    text = "int f(int a) { return a; }\nint g(int a) { return a + 1; }"
    assert source.name_entry(text, "func0") == (text.replace("g(", "func0("), "g")


def test_functions_used_before_their_definition_are_declared() -> None:
    text = "int x;\nint f(int a)\n{ return g(a); }\nstatic float\ng(int a) { return a; }\n"
    changed, declared = source.forward_declared(text)
    assert declared
    assert changed == text.replace("int f", "static float g(int a); int f")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "int g(int a) { return a; }\nint f(int a) { return g(a); }",
        "int g(int);\nint f(int a) { return g(a); }\nint g(int a) { return a; }",
        "int f(int a) { return a; }\nint g(b) int b; { return f(b); }",
    ],
    ids=["empty", "defined before", "declared before", "old style"],
)
def test_functions_that_are_known_are_not_declared_again(text: str) -> None:
    assert source.forward_declared(text) == (text, False)


@pytest.mark.parametrize(
    "other",
    [
        "static int g(int a) { return a; }",
        "int helper(int a) { return a; }",
        "void check(void) { FUN_00101139(1); }",
    ],
    ids=["static", "a name that someone chose", "takes and returns nothing"],
)
def test_of_several_functions_the_one_that_looks_decompiled_is_the_entry(other: str) -> None:
    text = f"{other}\nint FUN_00101139(int a) {{ return a; }}"
    assert source.name_entry(text, "func0")[1] == "FUN_00101139"


def test_the_last_definition_of_a_function_counts() -> None:
    text = "int f(void) { return 0; }\nint x;\nint f(void) {\n  return 1;\n}\n"
    assert source.without_drafts(text) == ("\nint x;\nint f(void) {\n  return 1;\n}\n", 1)
    assert source.without_drafts(f"#if 1\n{text}#endif\n")[1] == 0


# -- what an answer has besides --------------------------------------------------------------------


def test_a_main_beside_the_function_is_dropped_and_lines_keep_their_numbers() -> None:
    text = "int f(int a) { return a; }\nint main(void)\n{\n  return f(0);\n}\nint x;\n"
    assert source.without_main(text, "func0") == (
        "int f(int a) { return a; }\n\n\n\n\nint x;\n",
        True,
    )


@pytest.mark.parametrize(
    "text",
    [
        *("int main(void) { return 0; }", "int mainly;", "", "main("),
        "int f(void) { return 0; }\n#define main test\nint main(void) { return 0; }",
    ],
)
def test_what_has_nothing_but_a_main_or_makes_it_a_macro_keeps_it(text: str) -> None:
    assert source.without_main(text, "func0") == (text, False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("inline int g(int a) { return a; }", "int g(int a) { return a; }"),
        ("int __inline__ g(int a) { return a; }", "int g(int a) { return a; }"),
        ("static inline int g(int a) { return a; }",) * 2,
        ("int f(void) { return inline_it; }",) * 2,
    ],
)
def test_inline_functions_get_a_definition(text: str, expected: str) -> None:
    changed, adapted = source.define_inline(text)
    assert changed.split() == expected.split()
    assert adapted == (text != expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "float func0(a, n, k)\nfloat a, *n;\n{ return a; }",
            "float func0(float a, float *n, int k)\n\n{ return a; }",
        ),
        (
            "float *func0(a, b) double b; float a[]; { return a; }",
            "float *func0(float a[], double b){ return a; }",
        ),
        ("char *g(s, n)\nchar *s;\n{ return s; }", "char *g(char *s, int n) { return s; }"),
        ("float func0(float a) { return a; }",) * 2,
        ("double func0(a) double a; { return (float)a; }",) * 2,
        ("int g(a, b) int a; char b; { return a; }",) * 2,
        ("int f(int a) { return f(a) + 1; while (1) { } }",) * 2,
    ],
)
def test_old_style_floats_are_written_as_a_prototype(text: str, expected: str) -> None:
    changed, adapted = source.prototype_style(text)
    assert changed.split() == expected.split()
    assert adapted == (text != expected)
    check_together(changed, "c")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("typedef unsigned int uint32_t, *p;", {"uint32_t", "p"}),
        ("typedef struct { int a; } S; struct T { int b; };", {"S"}),
        ("#define A 1\n#define B(x) x\n", {"A", "B"}),
        ("int g, h[3]; int f(int); int k(void) { int local; return 0; }", {"g", "h", "f", "k"}),
        ("#ifndef byte\ntypedef char byte;\n#endif\n", {"byte"}),
    ],
)
def test_names_of_file_level_are_declared(text: str, names: set[str]) -> None:
    assert source.declared(text) == names


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("static int func0(int a) { return a; }", "int func0(int a) { return a; }"),
        ("static inline int func0(int a);", "int func0(int a);"),
        ("inline static const char *\nfunc0 (void) {}", "const char *\nfunc0 (void) {}"),
        (
            "static __attribute__((format(printf, 1, 2))) int func0(int a, ...);",
            "__attribute__((format(printf, 1, 2))) int func0(int a, ...);",
        ),
        ("static int g(void) { return 1; }", "static int g(void) { return 1; }"),
        ("static int t[] = {1}; int func0(void) {}", "static int t[] = {1}; int func0(void) {}"),
        ("int g(void) { static int n; return func0(n); }",) * 2,
    ],
)
def test_the_entry_alone_is_made_visible(text: str, wanted: str) -> None:
    changed, told = source.expose_entry(text, "func0")
    assert changed.split() == wanted.split()
    assert told == (text != wanted)
