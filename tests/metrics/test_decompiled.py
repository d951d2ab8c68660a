"""How much of types and names is right: cases worked out by hand, and properties."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.lang.c_function import FunctionText, read_function
from acidtest.lang.c_types import FUNCTION, VOID, CType, pointer
from acidtest.metrics import decompiled
from acidtest.metrics.decompiled import matched, name_similarity, type_similarity

INT, UINT = CType("integer", 4, "signed"), CType("integer", 4, "unsigned")
CHAR, LONG, FLOAT = CType("integer", 1, "signed"), CType("integer", 8, "signed"), CType("float", 4)
WORD4, WORD8 = CType("word", 4), CType("word", 8)
PAIR = CType("record", 8, fields=(INT, INT))


def read(text: str) -> FunctionText:
    """A function with two types of Ghidra."""
    return read_function(text, "f", (), {"undefined4": WORD4, "undefined8": WORD8, "uint": UINT})


@pytest.mark.parametrize(
    ("a", "b", "thirds"),
    [
        (INT, INT, 3),
        (INT, UINT, 2),  # width and kind
        (INT, WORD4, 1),  # width
        (FLOAT, WORD4, 1),
        (FLOAT, INT, 1),
        (INT, LONG, 0),
        (pointer(INT), LONG, 1),
        (pointer(INT), WORD8, 1),
        (pointer(INT), pointer(CHAR), 2),
        (pointer(INT), pointer(VOID), 2),
        (pointer(INT), pointer(UINT), 2 + 2 / 3),
        (pointer(FUNCTION), pointer(FUNCTION), 3),
        (VOID, WORD8, 0),
        (VOID, INT, 0),
        (CType("array", 8, of=INT), CType("array", 8, of=INT), 3),
        (CType("array", 8, of=INT), CType("array", 8, of=CHAR), 2),
        (CType("array", 8, of=INT), CType("array", 12, of=INT), 2),
        (CType("array", 8, of=INT), LONG, 1),
        (PAIR, CType("record", 8, fields=(INT, UINT)), 1 + 2 * (1 + 2 / 3) / 2),
        (PAIR, CType("record", 4, fields=(INT,)), 2),
        (PAIR, WORD8, 1),
        (CType("name", name="FILE"), CType("name", name="FILE"), 3),
        (CType("name", name="FILE"), CType("name", name="DIR"), 0),
    ],
)
def test_a_type_is_worth_thirds(a: CType, b: CType, thirds: float) -> None:
    assert type_similarity(a, b) == pytest.approx(thirds / 3)
    assert type_similarity(b, a) == type_similarity(a, b)


def test_signature() -> None:
    original = read("int f(float *v, int n, float x) { }")
    assert decompiled.signature_types(original, original) == 1
    # the float is in a register of its own, so its place among the others says nothing
    ghidra = read("undefined8 f(float x, long v, int n) { }")
    assert decompiled.signature_types(original, ghidra) == pytest.approx((0 + 1 / 3 + 1 + 1) / 4)
    fewer, more = read("int f(float *v) { }"), read("int f(float *v, int n, float x, int y) { }")
    assert decompiled.signature_types(original, fewer) == 2 / 4
    assert decompiled.signature_types(original, more) == 4 / 5
    variadic = read("int f(float *v, int n, float x, ...) { }")
    assert decompiled.signature_types(original, variadic) == 4 / 5


def test_locals_are_matched_whatever_their_order() -> None:
    original = read("void f(void) { int a, b; char *s; }")
    assert decompiled.local_types(original, read("void f() { char *p; int x; int y; }")) == 1
    # two ints: one right, one only as wide; the pointer is missing
    other = read("void f() { undefined4 x; int y; }")
    assert decompiled.local_types(original, other) == pytest.approx(2 * (1 + 1 / 3) / 5)
    assert decompiled.local_types(original, read("void f() { }")) == 0


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [
        ("count", "count", 1),
        ("v1", "v1", 1),
        ("maxValue", "max_value", 1),
        ("max_value", "max", 2 / 3),
        ("HTTPServer", "http_server", 1),
        ("i", "iVar1", 0),
        ("param", "param_1", 0),
        ("local_max", "local_18", 0),
        ("a", "a1", 0),
        ("x2", "x3", 1),
        ("sum", "total", 0),
    ],
)
def test_names_are_their_words(a: str, b: str, value: float) -> None:
    assert name_similarity(a, b) == pytest.approx(value)
    assert name_similarity(b, a) == name_similarity(a, b)


def test_names_of_a_function() -> None:
    original = read("int f(int *values, int count) { int best = 0; int i; }")
    model = read("int f(int *arr, int value_count) { int i; int best_value; int k; }")
    # count: 2/3, i: 1, best: 2/3; of four and five
    assert decompiled.names(original, model) == pytest.approx(2 * (2 / 3 + 1 + 2 / 3) / 9)
    assert decompiled.exact_names(original, model) == pytest.approx(2 * 1 / 9)
    # parameters count at their place only
    turned = read("int f(int *count, int values) { }")
    assert decompiled.names(original, turned) == 0
    ghidra = read("int f(int *param_1, int param_2) { int iVar1; int local_c; }")
    assert decompiled.names(original, ghidra) == 0
    assert decompiled.names(original, original) == decompiled.exact_names(original, original) == 1


_TYPES = st.recursive(
    st.sampled_from([INT, UINT, CHAR, LONG, FLOAT, WORD4, WORD8, VOID, FUNCTION]),
    lambda inner: st.one_of(
        inner.map(pointer),
        inner.map(lambda of: CType("array", 8, of=of)),
        st.lists(inner, max_size=3).map(lambda f: CType("record", None, fields=tuple(f))),
    ),
    max_leaves=6,
)


@given(_TYPES, _TYPES)
@settings(max_examples=100, deadline=None)
def test_similarity_of_types_is_a_share_the_same_both_ways(a: CType, b: CType) -> None:
    assert type_similarity(a, a) == 1
    assert 0 <= type_similarity(a, b) <= 1
    assert type_similarity(a, b) == pytest.approx(type_similarity(b, a))


@given(st.lists(_TYPES, max_size=8), st.lists(_TYPES, max_size=8))
@settings(max_examples=60, deadline=None)
def test_matching_never_gives_more_than_there_is(ours: list[CType], theirs: list[CType]) -> None:
    assert matched(ours, ours, type_similarity) == len(ours)
    assert 0 <= matched(ours, theirs, type_similarity) <= min(len(ours), len(theirs)) + 1e-9
    assert matched(ours, [], type_similarity) == 0


def test_thousands_of_names_are_compared_in_part() -> None:
    ours, theirs = ([f"{word}_{n}" for n in range(3000)] for word in ("count", "total"))
    assert matched(ours, ours, name_similarity) == 3000
    assert matched(ours, theirs, name_similarity) == 0
