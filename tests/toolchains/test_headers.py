"""A unit that sees only parts of its headers compiles to the same object as with all of them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.headers import Headers, standard_includes

INCLUDES = [
    f"#include <{name}.h>"
    for name in "assert ctype errno limits math stdbool stddef stdint stdio stdlib string".split()
]
SNIPPETS = {
    "nothing": "int f(int a) { return a * 2; }",
    "strings": "int f(const char *s) { return (int)strlen(s) + isdigit(s[0]); }",
    "assertion": "int f(int a) { assert(a > 0); return a; }",
    "constants": "int f(void) { return INT_MAX - EOF + CHAR_BIT; }",
    "types": "uint64_t f(size_t a, int8_t b, bool c) { return c ? a : (uint64_t)b; }",
    "maths": "double f(double a) { return sqrt(a) + M_PI + fabs(a) + isnan(a); }",
    "memory": "int f(int n) { int *p = malloc(n * sizeof *p); memset(p, 0, n); return p[0]; }",
    "printing": 'void f(int n) { printf("%d %ld\\n", n, (long)PTRDIFF_MAX); putchar(n); }',
    "streams": 'void f(int n) { fprintf(stderr, "%d", n); fflush(stdout); }',
    "errno": "int f(void) { errno = ERANGE; return errno; }",
    "null": "int f(int *p) { return p == NULL; }",
    "structs": "int f(int a) { div_t d = div(a, 3); return d.quot + EXIT_FAILURE; }",
    "offsets": "struct t { char a; long b; };\nint f(void) { return offsetof(struct t, b); }",
    "sorting": "void f(int *p, int (*c)(const void *, const void *)) { qsort(p, 1, 4, c); }",
    "undeclared": "int f(int a) { return getpid() + a; }",
    "own names": "static int size(int a) { return a; }\nint f(int a) { return size(a); }",
    "own macro": "#define EOF_ 5\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\nint f(int a) "
    "{ return MIN(a, EOF_); }",
    "shadow": "typedef unsigned char byte;\nint f(byte index) { int log = index; return log; }",
    "conditions": "#ifdef INT_MAX\nint f(void) { return 1; }\n#else\nint f(void) {}\n#endif",
    "pasting": "#define CAT(a, b) a##b\nint f(int a) { return CAT(INT_, MAX) + CAT(a, bs)(a); }",
    "own include": "#include <string.h>\nint f(const char *s) { return (int)strlen(s); }",
    "system include": "#include <sys/types.h>\nint f(pid_t p) { return p; }",
    "in a string": 'const char *f(void) { return "INT_MAX strlen"; }',
    "undefined": "#undef NULL\n#define NULL 7\nint f(void) { return NULL; }",
}  # fmt: skip


@pytest.fixture(scope="module")
def headers() -> Headers:
    """What this machine's headers hold."""
    return Headers(find_gcc())


def compiled(text: str, folder: Path) -> bytes | str:
    """The object the real gcc makes of `text`, or what it complains about."""
    done = subprocess.run(
        ["gcc", "-w", "-std=gnu17", "-O0", "-c", "-x", "c", "-", "-o", "unit.o"],
        input=text,
        text=True,
        cwd=folder,
        check=False,
        capture_output=True,
    )
    if done.returncode:
        return "\n".join(line for line in done.stderr.splitlines() if "error" in line)
    return (folder / "unit.o").read_bytes()


def marked(code: str) -> str:
    """Code whose lines count from one, as the judge marks it."""
    return f'#line 1 "source.c"\n{code}'


def same_object(headers: Headers, code: str, folder: Path) -> None:
    """With all the headers and with what is seen of them."""
    whole = compiled("\n".join([*INCLUDES, marked(code), ""]), folder)
    assert isinstance(whole, bytes), whole
    assert compiled(headers.unit(INCLUDES, "", marked(code)), folder) == whole


@pytest.mark.parametrize("name", sorted(set(SNIPPETS) - {"pasting"}))
def test_a_unit_gives_the_same_object(headers: Headers, name: str, tmp_path: Path) -> None:
    same_object(headers, SNIPPETS[name], tmp_path)


def test_names_made_by_pasting_are_seen(headers: Headers, tmp_path: Path) -> None:
    same_object(headers, SNIPPETS["pasting"], tmp_path)


@settings(max_examples=15, deadline=None)
@given(
    chosen=st.lists(
        st.sampled_from(sorted(set(SNIPPETS) - {"pasting", "undefined", "own names"})),
        min_size=2,
        max_size=5,
        unique=True,
    )
)
def test_a_mixed_unit_gives_the_same_object(
    headers: Headers, tmp_path_factory: pytest.TempPathFactory, chosen: list[str]
) -> None:
    parts = [re.sub(r"\bf\(", f"f{i}(", SNIPPETS[name]) for i, name in enumerate(chosen)]
    same_object(headers, "\n".join(parts), tmp_path_factory.mktemp("mixed"))


def test_a_small_unit_is_small(headers: Headers) -> None:
    unit = headers.unit(INCLUDES, "", "int func0(int zebra) { return zebra; }")
    assert "#include" not in unit
    assert len(unit) < 4000
    whole = headers.unit(INCLUDES, "", 'void f(void) { printf("%zu", strlen("x")); }')
    assert "strlen" in whole
    assert "qsort" not in whole


@pytest.mark.parametrize(
    "line", ['#include "mine.h"', "#include <sys/mman.h>", "#include <no/such.h>", "#include X"]
)
def test_headers_that_are_not_known_stay(headers: Headers, line: str) -> None:
    unit = headers.unit([line, *INCLUDES], "", "int x;")
    assert line in unit.splitlines()
    assert INCLUDES[0] in unit.splitlines()


@pytest.mark.parametrize(
    "line",
    [
        "%:define _GNU_SOURCE",
        "%:include <sys/mman.h>",
        "/**/#include <sys/mman.h>",
        "/* two\nlines */ # define _GNU_SOURCE",
        "\f#include <sys/mman.h>",
        "#inc\\ \nlude <sys/mman.h>",
    ],
)
def test_a_hidden_directive_is_one(line: str) -> None:
    assert standard_includes(["#include <stdio.h>"], "", f"{line}\nint x;") is None


@pytest.mark.parametrize("text", ["/* a # b */ int x;", "int x; // #1\r\n#define A 1\r\n"])
def test_a_mark_that_begins_no_directive_steers_nothing(text: str) -> None:
    assert standard_includes(["#include <stdio.h>"], "", text) is not None


def test_macros_that_lead_to_assembly_are_known(headers: Headers) -> None:
    macros = headers.assembly_macros()
    assert {"__REDIRECT", "__REDIRECT_NTH", "__CONCAT", "__nonnull", "__THROW"} <= macros
    assert macros.isdisjoint({"assert", "NULL", "EOF", "RAND_MAX", "isnan", "__s", "__ptr"})


def test_a_missing_header_is_still_an_error(headers: Headers, tmp_path: Path) -> None:
    said = compiled(headers.unit(["#include <no/such.h>"], "", "int x;"), tmp_path)
    assert isinstance(said, str)
    assert "no/such.h" in said


@settings(max_examples=60)
@given(st.text(max_size=200))
def test_no_text_makes_it_raise(headers: Headers, text: str) -> None:
    headers.unit(INCLUDES, "", text)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        '{"string": 5}',
        '{"string": [[1]]}',
        '{"string": [[1, 2, 3]]}',
        "\0\1",
    ],
)
def test_a_damaged_cache_is_made_anew(
    content: str, headers: Headers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    gcc, code = find_gcc(), "int f(const char *s) { return (int)strlen(s); }"
    wanted = headers.unit(["#include <string.h>"], "", code)
    Headers(gcc).unit(["#include <string.h>"], "", code)
    (stored,) = (tmp_path / "headers").iterdir()
    stored.write_text(content)
    assert Headers(gcc).unit(["#include <string.h>"], "", code) == wanted
    assert "strlen" in json.dumps(json.loads(stored.read_text())["string"])


def test_what_was_read_once_is_read_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    unit = Headers(find_gcc()).unit(["#include <string.h>"], "", "strlen")
    monkeypatch.setattr(subprocess, "run", None)
    assert Headers(find_gcc()).unit(["#include <string.h>"], "", "strlen") == unit
