"""Which types of a text differ from platform to platform."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.lang.c_platform import LONG, LONG_DOUBLE, WCHAR, platform_types


@pytest.mark.parametrize(
    "text",
    [
        *("long x;", "unsigned long int y;", "int f(long);", "x = 1L << 3;", "0xFUL"),
        *('p("%-5ld", x)', "strtol(s, 0, 10)", "LONG_MAX", "int_fast32_t i;", "lroundf(x)"),
        "long /* long */ y;",
    ],
)
def test_long_is_named_by_type_literal_function_or_format(text: str) -> None:
    assert platform_types(text) == {LONG}


@pytest.mark.parametrize(
    "text", ["long double x;", "double long x;", "1.0L", "1e-5l", "0x1p3L", "sqrtl(x)", '"%Lf"']
)
def test_long_double_is_not_long(text: str) -> None:
    assert platform_types(text) == {LONG_DOUBLE}


@pytest.mark.parametrize("text", ['L"x"', "L'x'", "wchar_t c;", "wcslen(s)", '"%ls"'])
def test_wide_characters(text: str) -> None:
    assert platform_types(text) == {WCHAR}


@pytest.mark.parametrize(
    "text",
    [
        *("long long x;", "unsigned x; long\nlong y;", "1LL", "7ull", "strtoll(s)", "L + 1"),
        *("/* long */ int x; // 1L", '"long 1L"', "'l'", '"%lld %zu"', "llround(x)", "1.5"),
        *("level", "1e-3f", "size_t n;", "int64_t n;", "tol(x)", "fabs(x)"),
    ],
)
def test_what_is_the_same_everywhere_is_not_named(text: str) -> None:
    assert platform_types(text) == set()


@given(st.text(alphabet="long duble1L.x;\"'/*\\ %\n", max_size=60))
def test_any_text_is_read(text: str) -> None:
    assert platform_types(text) <= {LONG, LONG_DOUBLE, WCHAR}
