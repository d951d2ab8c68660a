"""Each name is declared by the header that is added for it."""

from __future__ import annotations

import subprocess

import pytest

from acidtest.lang import c_headers
from acidtest.lang.c_headers import headers_for, included, is_standard


@pytest.mark.parametrize("header", c_headers._DECLARES)
def test_the_real_header_knows_every_name_of_the_table(header: str) -> None:
    done = subprocess.run(
        ["gcc", "-std=gnu17", "-E", "-dD", "-x", "c", "-"],
        input=f"#include <{header}>\n",
        text=True,
        check=True,
        capture_output=True,
    )
    known = c_headers._WORD.findall(done.stdout)
    assert set(c_headers._DECLARES[header].split()) <= set(known)


@pytest.mark.parametrize(
    ("words", "headers"),
    [
        ({"uint32_t", "x"}, ["stdint.h"]),
        ({"printf", "INT_MAX", "bool"}, ["stdbool.h", "limits.h", "stdio.h"]),
        ({"size_t"}, ["stddef.h"]),
        ({"_mm_add_epi32"}, ["immintrin.h"]),
        ({"uint", "main"}, []),
    ],
)
def test_words_choose_headers(words: set[str], headers: list[str]) -> None:
    assert headers_for(words) == headers


def test_include_lines_name_headers() -> None:
    lines = ["#include <a.h>", "#  include <sys/b.h>", '#include "c.h"', "int x;"]
    assert included(lines) == {"a.h", "sys/b.h"}


@pytest.mark.parametrize("header", ["stdio.h", "sys/stat.h", "emmintrin.h", "unistd.h"])
def test_headers_of_this_machine_are_standard(header: str) -> None:
    assert is_standard(header)


@pytest.mark.parametrize(
    "header", ["windows.h", "defs.h", "vector", "sys/../a.h", "/etc/passwd", "cstdio", "stdio", ""]
)
def test_headers_of_other_machines_are_not(header: str) -> None:
    assert not is_standard(header)
