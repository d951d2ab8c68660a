"""C is taken out of sentences, and no text makes that raise or take long."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.lang.c_prose import code_alone, same_code

FUNCTION = "int f(int a)\n{\n  return a; // {\n}"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"Here it is:\n\n{FUNCTION}\nDone.", FUNCTION),
        (f"Sure: {FUNCTION}", FUNCTION),
        (f"It's easy (really);\n{FUNCTION}", FUNCTION),
        (f"Code\n#include <a.h>\n{FUNCTION}", f"#include <a.h>\n{FUNCTION}"),
        (f"Code\n#define X \\\n 1\n{FUNCTION}", f"#define X \\\n 1\n{FUNCTION}"),
        (f"One type:\nstruct s {{ int a; }};\n{FUNCTION}", f"struct s {{ int a; }};\n{FUNCTION}"),
        (f"A table:\nconst int t[] = {{1, 2}};\n{FUNCTION}", f"const int t[]={{1, 2}};{FUNCTION}"),
        (f"A name:\ntypedef unsigned u;\nfoo bar;\n{FUNCTION}", f"typedef unsigned u;{FUNCTION}"),
        ("So\nunsigned long\nf(void) { return 1; }", "unsigned long f(void) { return 1; }"),
        ("So\nfoo_t *\nf(void) { return 1; }", "foo_t * f(void) { return 1; }"),
        ("So\nundefined8\nf(void) { return 1; }", "undefined8 f(void) { return 1; }"),
        ("I say struct s *f(int (*g)(int)) { }", "struct s *f(int (*g)(int)) { }"),
        ("x\nint f(a, b)\nint a;\nchar *b;\n{ }\ny", "int f(a, b) int a; char *b; { }"),
        (f"for (;;) {{ }} if (x) {{ }}\n{FUNCTION}", FUNCTION),
        ("a. int f(void) /* why */ // so\n{ return '}'; }", "int f(void) { return '}'; }"),
    ],
)  # fmt: skip
def test_definitions_and_declarations_are_kept(text: str, code: str) -> None:
    kept = code_alone(text)
    assert kept is not None
    assert same_code(kept, code), kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no code",
        "int x;",
        "{ }",
        "if (a) { }",
        "struct s { int a; };",
        "x [16] f(int a) { }",
        "x [16]\nf(a) { }",
    ],
)
def test_without_a_function_there_is_nothing(text: str) -> None:
    assert code_alone(text) is None


def test_texts_that_differ_in_blanks_and_comments_have_the_same_code() -> None:
    assert same_code("int  f; // a", "int f;\n/* b */")
    assert not same_code('char *s = "// a";', 'char *s = "";')


PIECES = st.lists(
    st.sampled_from(
        ["int ", "f", "(", ")", "{", "}", ";", "*", "a b c. ", "\n", "#define X ", "\\\n", '"', "'",
         "/*", "*/", "//", "struct s ", "typedef ", "=", "\0", "\ud800", "é", "[", "]", ", "]
    ),
    max_size=60,
).map("".join)  # fmt: skip


@given(st.one_of(st.text(), PIECES))
def test_no_text_makes_it_raise(text: str) -> None:
    code = code_alone(text)
    assert code is None or "{" in code
    same_code(text, "")


@pytest.mark.parametrize(
    "piece",
    [
        *("{", "}", "{}", ";", ";{}", "f(a) int b;", "f(a)", "f(a) { }\n", "(", ")", "*", "int "),
        *("struct s { ", "struct ", "typedef int x;", "= {", "#define\n", "#", "/*", "*/", "/**/"),
        *("//\n", '"', "'", "\\", "\n", " ", "a ", "a\n", "int\n", "```", "f(int a)\n\n", "\\\n"),
    ],
)
def test_long_texts_take_time_in_proportion(piece: str) -> None:
    # A megabyte is the longest answer that is read at all. Work that grew with the square and took
    # 22 s for it takes 2 s for this.
    text = piece * (300_000 // len(piece)) + "int f(void) { return 0; }"
    start = time.process_time()
    code_alone(text)
    same_code(text, text)
    assert time.process_time() - start < 2
