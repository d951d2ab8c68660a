"""Types by width, kind and sign, whatever they are called."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.lang.c_function import NotReadable, read_function
from acidtest.lang.c_types import FUNCTION, VOID, CType, pointer

INT, UINT = CType("integer", 4, "signed"), CType("integer", 4, "unsigned")
CHAR, LONG = CType("integer", 1, "signed"), CType("integer", 8, "signed")
ULONG, DOUBLE = CType("integer", 8, "unsigned"), CType("float", 8)


def local(declaration: str, before: str = "") -> CType:
    """The type of the last local variable."""
    return read_function(f"{before}\nvoid f(void) {{ {declaration} }}", "f").locals[-1].type


@pytest.mark.parametrize(
    ("declaration", "type_"),
    [
        ("unsigned a;", UINT),
        ("uint32_t a;", UINT),
        ("const volatile unsigned int a = 3;", UINT),
        ("long long int a;", LONG),
        ("unsigned long a;", ULONG),
        ("size_t a;", ULONG),
        ("short int a;", CType("integer", 2, "signed")),
        ("unsigned short a;", CType("integer", 2, "unsigned")),
        ("_Bool a;", CType("integer", 1, "bool")),
        ("long double a;", CType("float", 16)),
        ("unsigned __int128 a;", CType("integer", 16, "unsigned")),
        ("enum e a;", CType("integer", 4, "enum")),
        ("char *a;", pointer(CHAR)),
        ("int x, **a;", pointer(pointer(INT))),
        ("int a[3];", CType("array", 12, of=INT)),
        ("int a[3][4];", CType("array", 48, of=CType("array", 16, of=INT))),
        ("int (*a)[4];", pointer(CType("array", 16, of=INT))),
        ("char *a[2];", CType("array", 16, of=pointer(CHAR))),
        ("int a[n];", CType("array", None, of=INT)),
        ("double (*a)(int, char);", pointer(FUNCTION)),
        ("struct t *a;", pointer(CType("name", name="t"))),
        ("Unknown a;", CType("name", name="Unknown")),
        ("for (long a = 0; a < 3; a++) ;", LONG),
    ],
)
def test_a_declaration(declaration: str, type_: CType) -> None:
    assert local(declaration) == type_


def test_typedefs_and_macros_are_followed_in_whatever_order() -> None:
    before = "#define word unsigned\ntypedef b a; typedef word b; typedef a *c, d[2];"
    assert local("a v;", before) == UINT
    assert local("c v;", before) == pointer(UINT)
    assert local("d v;", before) == CType("array", 8, of=UINT)
    assert local("int v[N];", "#define N 5") == CType("array", 20, of=INT)


def test_a_record_is_its_fields() -> None:
    before = "struct s { char c; long x, *p; int a[3]; struct s *next; };"
    record = local("struct s v;", before)
    opaque = pointer(CType("record"))
    fields = (CHAR, LONG, pointer(LONG), CType("array", 12, of=INT), opaque)
    assert record == CType("record", 48, fields=fields)
    assert local("t v;", f"typedef {before.replace('; };', '; } t;')}") == record
    assert local("union { char c; double d; } v;").size == 8
    assert local("struct b v;", "struct b { int a : 3; int b : 4; };").size is None


def test_parameters_and_result() -> None:
    text = "const char **f(int a[], int g(char), double x[2][3], struct s, ...) { return 0; }"
    read = read_function(text, "f")
    row = CType("array", 24, of=DOUBLE)
    given_types = [variable.type for variable in read.parameters]
    assert given_types == [pointer(INT), pointer(FUNCTION), pointer(row), CType("name", name="s")]
    assert read.variadic
    assert read.result == pointer(pointer(CHAR))
    assert read_function("void f(void) { }", "f").result == VOID
    assert read_function("int (*f(int a))(char) { return 0; }", "f").result == pointer(FUNCTION)


@pytest.mark.parametrize(
    "before",
    [
        "typedef a a;",
        "typedef a b; typedef b a;",
        "#define a b\n#define b a",
        "struct a { struct a x, y; }; typedef struct a a;",
        "".join(f"typedef a{n + 1} a{n}[9];" for n in range(500)) + "typedef a0 a;",
        "struct s0 { int x; };"
        + "".join(f"struct s{n + 1} {{ struct s{n} a, b; }};" for n in range(200))
        + "typedef struct s200 a;",
        "typedef int " + "*" * 5000 + "a;",
        "typedef int a" + "[9]" * 5000 + ";",
    ],
    ids="self circle macros inside chain doubling stars extents".split(),
)
def test_types_that_have_no_end_are_read_to_some_depth(before: str) -> None:
    assert local("a v;", before) == local("a v;", before)


@given(st.text("int char*a[3](){};,typedef struct #define\n", max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_text_before_a_function_is_survived(text: str) -> None:
    with suppress(NotReadable):
        read_function(f"{text}\n;int f(a v) {{ a w; return 0; }}", "f")
