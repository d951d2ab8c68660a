"""Stubs that pass calls on: they compile for every prototype, or say why there are none."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.suites.c_decompile.strict import NotStrict
from acidtest.suites.c_decompile.stubs import make_stubs

BEFORE = """#include <stddef.h>
struct box { double x; int n[40]; };
typedef int row[4];
enum tag { ONE };
"""
PROTOTYPES = (
    "int func0(int a);",
    "void func0(void);",
    "void func0();",
    "char *func0(const char *const s, size_t n)\n;",
    "struct box func0(struct box b, const struct box *list);",
    "int func0(unsigned char stock[3], char* dict[][2], int (*g)[5], row r, int m[3][3]);",
    "const char *func0(register int a, double volatile *restrict b);",
    "long double func0(long double x, float f);",
    "_Bool func0(enum tag e, float f /* of it */);",
    "int func0(int call, char *back, int result, int arguments);",
)


@pytest.mark.parametrize("prototype", PROTOTYPES)
def test_the_stubs_of_a_prototype_compile(prototype: str, tmp_path: Path) -> None:
    stubs = make_stubs({"func0": prototype, "other": "int other(int a, char *b);"})
    declared = f"{BEFORE}{prototype}\nint other(int a, char *b);\n"
    for name, text in (("test", stubs.test), ("answer", stubs.answer)):
        (tmp_path / f"{name}.c").write_text(declared + text)
        done = subprocess.run(
            ["gcc", "-std=gnu17", "-w", "-c", f"{name}.c"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.stderr == ""


@pytest.mark.parametrize("name", ["call", "back", "result", "arguments"])
def test_a_function_may_have_any_name(name: str, tmp_path: Path) -> None:
    prototype = f"int {name}(int a);"
    stubs = make_stubs({name: prototype})
    (tmp_path / "both.c").write_text(f"{prototype}\n{stubs.test}\n")
    (tmp_path / "answer.c").write_text(f"{prototype}\n{stubs.answer}\n")
    done = subprocess.run(
        ["gcc", "-std=gnu17", "-w", "-c", "both.c", "answer.c"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""


def test_a_call_arrives_with_its_arguments_and_comes_back_with_its_result(tmp_path: Path) -> None:
    prototype = "struct box func0(struct box b, unsigned char s[3], float f);"
    stubs = make_stubs({"other": "int other(int a);", "func0": prototype})
    (tmp_path / "test.c").write_text(
        f"{BEFORE}{prototype}\nint other(int a);\n{stubs.test}"
        "#include <stdio.h>\nint main(void) {\n"
        "  struct box b = {1.5, {7}}; unsigned char s[3] = {1, 2, 3};\n"
        '  b = func0(b, s, 0.25f); printf("%g %d %d %d", b.x, b.n[0], s[2], other(20)); }\n'
    )
    (tmp_path / "answer.c").write_text(
        f"{BEFORE}{prototype}\nint other(int a);\n{stubs.answer}"
        "int other(int a) { return a + 1; }\n"
        "struct box renamed(struct box b, unsigned char s[3], float f)"
        " { b.x += f; b.n[0] = s[1]; s[2] = 9; return b; }\n"
    )
    (tmp_path / "between.c").write_text(  # one process, so the functions need two names each
        "extern void (*const acid_functions[])(const void *, void *);\n"
        "void acid_pass(unsigned n, const void *a, unsigned size, void *r, unsigned s, unsigned k,"
        " void *f) { acid_functions[n](a, r); }\n"
    )
    answer = ["-Dfunc0=renamed", "-Dother=other2", "-c", "answer.c"]
    for argv in (answer, ["test.c", "between.c", "answer.o", "-o", "all"]):
        subprocess.run(["gcc", "-w", *argv], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "all"], capture_output=True, text=True, check=True)
    assert done.stdout == "1.75 2 9 21"


@pytest.mark.parametrize(
    ("prototype", "reason"),
    [
        ("int func0(int n, ...);", "it takes a variable number of arguments"),
        ("int func0(int (*f)(int));", "it is given a function to call"),
        ("int func0(int f(int), int n);", "it is given a function to call"),
        ("int func0(FILE *f);", "it is given a stream"),
        ("int func0(int, int b);", "a parameter has no name"),
        ("this is no prototype", "its prototype could not be read"),
    ],
)
def test_what_cannot_be_passed_on_is_named(prototype: str, reason: str) -> None:
    with pytest.raises(NotStrict, match=reason):
        make_stubs({"func0": prototype})


@given(st.text("int*()[]{};,. \nfunc0char_structFILE", max_size=60))
def test_any_text_has_stubs_or_a_reason(text: str) -> None:
    try:
        stubs = make_stubs({"func0": f"int func0({text});"})
    except NotStrict:
        return
    assert "acid_functions" in stubs.answer
