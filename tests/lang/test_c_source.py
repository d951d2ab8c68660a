"""C as text: includes, prototypes, names. No text, however broken, makes it raise or hang."""

from __future__ import annotations

import re
import subprocess
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from acidtest.lang import c_source as source
from acidtest.lang import extract

C_PIECES = st.lists(
    st.sampled_from(
        [
            "int ", "static ", "inline ", "func0", "f", "(", ")", "{", "}", ";", "*", "&", ",",
            "#include <a.h>\n", "#if 1\n", "#endif\n", "#define X(a) a\n", "/*", "*/", "//", "\n",
            "```c\n", "```\n", '"', "'", "\\", "struct s ", "template <class T> ", "namespace n ",
            'extern "C" ', "=", "0", "return ", "__attribute__((weak)) ",
            "\0", "\ud800", "é", "\u2028",
        ]
    ),
    max_size=30,
).map("".join)  # fmt: skip
ANY_TEXT = st.one_of(st.text(), C_PIECES, st.text(st.characters(categories=["Cs", "Ll", "Po"])))


# -- includes --------------------------------------------------------------------------------------


def test_includes_are_taken_out_and_lines_keep_their_numbers() -> None:
    text = '#include <a.h>\nint x;\n  #  include "b.h"  \nint y; // #include <c.h>\n'
    assert source.split_includes(text) == (
        ["#include <a.h>", '#  include "b.h"'],
        "\nint x;\n\nint y; // #include <c.h>\n",
    )


def test_a_word_that_begins_like_include_is_no_include() -> None:
    assert source.split_includes("#include_next_thing\n#includes\n")[0] == []


@given(ANY_TEXT)
def test_taking_includes_out_keeps_the_number_of_lines(text: str) -> None:
    assert source.split_includes(text)[1].count("\n") == text.count("\n")


def literal_hoist(c_func: str, c_test: str) -> tuple[str, str]:
    """The published script's own loop."""
    c_include = ""
    for line in c_func.split("\n"):
        if "#include" in line:
            c_include += line + "\n"
            c_func = c_func.replace(line, "")
    for line in c_test.split("\n"):
        if "#include" in line:
            c_include += line + "\n"
            c_test = c_test.replace(line, "")
    return c_include, c_test


@pytest.mark.parametrize(
    ("reference", "test", "includes", "left"),
    [
        ("#include <a.h>\nint f;", "#include <b.h>\nx", "#include <a.h>\n#include <b.h>\n", "\nx"),
        ("// #include <a.h>", "x", "// #include <a.h>\n", "x"),
        ("", "#include <a\n#include <a.h>", "#include <a\n#include <a.h>\n", "\n.h>"),
        ("", 's = "#include";\ny', 's = "#include";\n', "\ny"),
        ("", "# include <a.h>\ny", "", "# include <a.h>\ny"),
    ],
    ids=["plain", "comment", "bites a longer line", "string", "spaced is not seen"],
)
def test_hoisting_is_as_published(reference: str, test: str, includes: str, left: str) -> None:
    assert source.published_hoist(reference, test) == (includes, left)


@given(C_PIECES, C_PIECES)
def test_hoisting_is_the_published_loop(reference: str, test: str) -> None:
    assert source.published_hoist(reference, test) == literal_hoist(reference, test)


# -- prototypes ------------------------------------------------------------------------------------

DEFINITIONS = {
    "plain": "int func0(int a, char b) { return a; }",
    "pointers": "char **func0(const char *const *a) { return 0; }",
    "arrays": "void func0(int a[], float b[3][4]) { }",
    "function pointer": "int func0(int (*cmp)(const void *, const void *), int n) { return n; }",
    "returns function pointer": "int (*func0(int a))(int) { return 0; }",
    "struct": "struct pair { int a, b; };\nstruct pair func0(struct pair p) { return p; }",
    "newline before brace": "unsigned long long\nfunc0(void)\n{\n  return 1;\n}",
    "comment before brace": "int func0(int a) /* why */\n{ return a; }",
    "line comment before brace": "int func0(int a) // why\n{ return a; }",
    "attribute": "__attribute__((noinline)) int func0(int a) { return a; }",
    "after others": "static int g(int a) { return a; }\nint x;\nint func0(int a) { return g(a); }",
    "in a condition": "#if 1\nint func0(int a) { return a; }\n#endif",
    "empty list": "int func0() { return 0; }",
    "variadic": "int func0(int n, ...) { return n; }",
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_prototype_declares_what_is_defined(name: str) -> None:
    definition = DEFINITIONS[name]
    prototype = source.prototype(definition, "func0")
    assert prototype is not None
    assert "{" not in prototype
    before = "struct pair { int a, b; };\n" if name == "struct" else ""
    body = definition.removeprefix(before)
    check_together(f"{before}{prototype}\n{body}\n{prototype}\n", "c")


def check_together(text: str, language: str) -> None:
    """The real compiler accepts declaration and definition beside each other."""
    compiler = "g++" if language == "cpp" else "gcc"
    kind = "c++" if language == "cpp" else "c"
    done = subprocess.run(
        [compiler, "-fsyntax-only", "-x", kind, "-"],
        input=text,
        text=True,
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, text + done.stderr


def test_inline_is_not_part_of_a_prototype() -> None:
    prototype = source.prototype("static inline int func0(int a) { return a; }", "func0")
    assert prototype is not None
    assert re.sub(r"\s+", " ", prototype).replace(" ;", ";") == "static int func0(int a);"


@pytest.mark.parametrize(
    "definition",
    [
        "int &func0(int &a) { return a; }",
        "std::vector<int> func0(const std::vector<std::string> &v) { return {}; }",
        "bool func0(std::string s, int k = 3) { return true; }",
        'extern "C" { int func0(int a) { return a; } }',
        "const char *func0(std::map<std::string, std::vector<int>> m) { return 0; }",
    ],
)
def test_cpp_prototypes(definition: str) -> None:
    prototype = source.prototype(definition, "func0", "cpp")
    assert prototype is not None
    assert prototype.endswith(";")
    assert "{" not in prototype.replace("{}", "")
    assert re.search(r"\bfunc0\(", prototype)


@pytest.mark.parametrize("text", ["", "int func1(int a) { return a; }", "int func0(int a);", "}{"])
def test_no_definition_no_prototype(text: str) -> None:
    assert source.prototype(text, "func0") is None


def test_declarations_drop_bodies_but_not_static_ones() -> None:
    helper, own = "int helper(int a) { return a; }", "static int own(void) { return 1; }"
    text = f"struct s {{ int a; }};\n{helper}\n{own}\n"
    kept = source.declarations(text)
    assert "struct s { int a; };" in kept
    assert "return a" not in kept
    assert own in kept
    check_together(kept + helper, "c")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_text_without_functions_is_its_own_declarations(text: str) -> None:
    if not source.functions(text):
        assert source.declarations(text) == text


# -- fences ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Here:\n```c\nint f;\n```\nDone.", "int f;\n"),
        ("```\nint f;\n```", "int f;\n"),
        ("```c\nint f;\n```\nand\n```c\nint g;\n```\n", "int f;\n\nint g;\n"),
        ("  ```cpp\nint f;\n  ```  \n", "int f;\n"),
        ("```c\r\nint f;\r\n```\r\n", "int f;\r\n"),
    ],
    ids=["prose around", "no language", "two blocks", "indented", "CRLF"],
)
def test_code_is_taken_out_of_fences(text: str, code: str) -> None:
    assert extract.unfence(text) == (code, True)


def test_a_fence_that_was_cut_off_is_taken_to_its_end() -> None:
    assert extract.unfence("Here:\n```c\nint f;\n") == ("int f;\n", True)


@pytest.mark.parametrize("text", ["int f;", "`int f;`", "", "a ``` b\nint f;"])
def test_text_without_a_fence_is_left_as_it_is(text: str) -> None:
    assert extract.unfence(text) == (text, False)


# -- hostile text ----------------------------------------------------------------------------------


@settings(max_examples=150)
@given(ANY_TEXT, st.sampled_from(["c", "cpp"]))
def test_no_text_makes_it_raise(text: str, language: str) -> None:
    source.identifiers(text)
    source.functions(text, language)
    source.declarations(text, language)
    source.prototype(text, "func0", language)
    source.name_entry(text, "func0", language)
    source.expose_entry(text, "func0")
    source.without_main(text, "func0", language)
    source.define_inline(text)
    source.without_drafts(text)
    source.prototype_style(text)
    source.declared(text, language)
    extract.unfence(text)


@given(st.text(min_size=1))
@example("a\\q")
@example("\\1")
def test_no_entry_makes_it_raise(entry: str) -> None:
    source.name_entry("int f(int a) { return a; }", entry)
    source.expose_entry("static int f(int a) { return a; }", entry)
    source.prototype("int f(int a) { return a; }", entry)


@pytest.mark.parametrize(
    "text",
    [
        "#if 1\n" * 4000 + "int f(int a) { return a; }\n" + "#endif\n" * 4000,
        'extern "C" {' * 4000 + "int f(int a) { return a; }" + "}" * 4000,
        "namespace a {" * 4000 + "int f(int a) { return a; }" + "}" * 4000,
        "(" * 200_000,
        "{" * 200_000,
        "int " + "*" * 200_000 + "f(int a) { return a; }",
    ],
    ids=["conditions", "linkage", "namespaces", "parentheses", "braces", "pointers"],
)
def test_deep_nesting_makes_it_neither_raise_nor_hang(text: str) -> None:
    for language in ("c", "cpp"):
        source.functions(text, language)
        source.name_entry(text, "func0", language)


@pytest.mark.parametrize(
    "text",
    [
        "static " * 100_000,
        "```x\n" * 200_000,
        "x\n```x\n" * 150_000,
        "#include <a\n" * 80_000,
        "func0 " * 150_000,
        " \t" * 400_000,
        "static " + "__attribute__((x)) " * 40 + ";",
        "func0(" * 150_000,
    ],
    ids=["static", "fences", "open fences", "includes", "entry", "blanks", "attributes", "calls"],
)
def test_long_answers_take_time_in_proportion(text: str) -> None:
    # A megabyte is the longest answer that is read at all. Quadratic work would take minutes.
    start = time.process_time()
    extract.unfence(text)
    source.name_entry(text, "func0")
    source.expose_entry(text, "func0")
    source.split_includes(text)
    assert time.process_time() - start < 10
