"""Targets are data: names, patterns, and an ABI table that the compilers themselves confirm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.toolchains.cross import MissingTools, Toolchain, find_toolchain
from acidtest.toolchains.target import TARGETS, Target, parse_target, select_targets


def toolchain(target: Target) -> Toolchain:
    """The tools of a target; skips the test where they are missing."""
    try:
        return find_toolchain(target)
    except MissingTools as error:
        pytest.skip(str(error))


def test_every_target_has_its_own_name_and_is_read_back_from_it() -> None:
    names = [str(target) for target in TARGETS]
    assert len(set(names)) == len(names) == 150
    assert [parse_target(name) for name in names] == list(TARGETS)
    assert str(Target("gcc", "aarch64", "O2", symbols=False)) == "aarch64-gcc-O2-stripped"


@pytest.mark.parametrize(
    ("pattern", "count", "one"),
    [
        ("all", 75, "mips-clang-Os"),
        ("aarch64", 10, "aarch64-clang-O3"),
        ("x86-64-gcc", 5, "x86-64-gcc-Os"),
        ("clang-O2", 7, "riscv64-clang-O2"),
        ("mingw", 5, "x86-64-mingw-O0"),
        ("stripped", 75, "i386-gcc-O1-stripped"),
        ("mips-O0", 2, "mips-gcc-O0"),
        ("armhf-gcc-O2", 1, "armhf-gcc-O2"),
    ],
)
def test_a_pattern_is_a_name_with_parts_left_out(pattern: str, count: int, one: str) -> None:
    chosen = select_targets([pattern])
    assert len(chosen) == count
    assert one in map(str, chosen)


def test_patterns_add_up_and_name_each_target_once() -> None:
    both = select_targets(["mips-gcc-O2", "x86-64-gcc-O2", "gcc-O2"])
    assert both == select_targets(["gcc-O2"])
    assert str(both[0]) == "x86-64-gcc-O2", "the order is that of the table"


@pytest.mark.parametrize("name", ["", "aarch64gcc", "-gcc", "gcc-", "arm64", "AARCH64", "all-O2"])
def test_an_unknown_name_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(InputError, match="as in aarch64-gcc-O2"):
        select_targets([name])


def test_a_compiler_without_that_architecture_is_refused() -> None:
    with pytest.raises(InputError, match="mingw does not build for i386"):
        select_targets(["i386-mingw"])


@given(st.text(alphabet="acgilnmprsO0263456x-8", max_size=24))
def test_no_other_text_is_a_target(text: str) -> None:
    if text in {str(target) for target in TARGETS}:
        assert str(parse_target(text)) == text
    else:
        with pytest.raises(InputError):
            parse_target(text)


@pytest.mark.parametrize("target", select_targets(["O0"]), ids=str)
def test_the_abi_is_what_the_compiler_says(target: Target) -> None:
    macros, abi = toolchain(target).macros, target.platform.abi
    assert macros["__SIZEOF_POINTER__"] == str(abi.pointer_bits // 8)
    assert macros["__SIZEOF_LONG__"] == str(abi.long_bits // 8)
    assert ("__CHAR_UNSIGNED__" in macros) == (not abi.char_signed)
    assert macros["__BYTE_ORDER__"] == f"__ORDER_{abi.byte_order.upper()}_ENDIAN__"
    digits = {"double": "53", "x87": "64", "quad": "113"}
    assert macros["__LDBL_MANT_DIG__"] == digits[abi.long_double]
    kinds = {"int": ("int", "long int"), "unsigned": ("unsigned int",)}
    assert macros["__WCHAR_TYPE__"] in kinds.get(
        abi.wchar, ("short unsigned int", "unsigned short")
    )


def test_only_machines_with_64_bit_pointers_are_judged_natively() -> None:
    ways = {str(target): target.platform.native for target in select_targets(["O2"])}
    assert ways["x86-64-gcc-O2"] == ways["x86-64-clang-O2"] == ways["x86-64-mingw-O2"] == ()
    assert ways["aarch64-gcc-O2"] == ways["riscv64-clang-O2"] == ("-funsigned-char",)
    assert {ways[f"{name}-gcc-O2"] for name in ("i386", "armhf", "mips", "mipsel")} == {None}
    assert parse_target("x86-64-gcc-O2").platform.differences == ()
    assert "long" in parse_target("x86-64-mingw-O2").platform.differences
