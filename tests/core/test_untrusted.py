"""Foreign JSON and numbers: whatever the text, a value that is safe to handle, or words."""

from __future__ import annotations

import contextlib
import csv
import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.untrusted import (
    DIGITS_MAX,
    NESTING_MAX,
    NestingError,
    load_json,
    load_json_at,
    reading,
    whole_number,
    without_surrogates,
)

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**90), 10**90) | st.floats(allow_nan=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)  # fmt: skip
_PIECES = st.sampled_from(
    ['"a"', "[", "]", "{", "}", ":", ",", "1", "-", "1e999", "NaN", "7" * 5000, "\\ud800", "null",
     "[" * 3000, '{"a":' * 3000, "\ufeff", "\x00", " "]
)  # fmt: skip


@given(_JSON)
def test_honest_json_is_read_as_ever(value: object) -> None:
    assert load_json(json.dumps(value)) == value
    assert load_json(json.dumps(value).encode()) == value
    assert load_json_at("  " + json.dumps([value]), 2) == ([value], 2 + len(json.dumps([value])))


@given(st.lists(_PIECES).map("".join) | st.text() | st.binary())
def test_any_text_gives_a_value_or_a_value_error(text: str | bytes) -> None:
    with contextlib.suppress(ValueError):
        value = load_json(text)
        json.dumps(value)
        repr(value)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_nesting_has_a_limit_with_a_name(opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    deep = NESTING_MAX + 1
    load_json(opening * NESTING_MAX + "1" + closing * NESTING_MAX)
    for depth in (deep, 900, 100_000):
        with pytest.raises(NestingError, match=f"more than {NESTING_MAX} brackets"):
            load_json(opening * depth + "1" + closing * depth)


@pytest.mark.parametrize("digits", [DIGITS_MAX + 1, 400, 4300])
def test_a_long_number_can_be_compared_with_a_float(digits: int) -> None:
    value = load_json("7" * digits)
    assert isinstance(value, float)
    assert value > 1.0
    assert math.isinf(value) == (digits > 308)


def test_a_number_that_python_does_not_read_is_not_json() -> None:
    with pytest.raises(ValueError, match="4300"):
        load_json("7" * 5000)


@given(st.text())
def test_a_whole_number_is_ascii_digits(text: str) -> None:
    number = whole_number(text)
    assert (number is None) != (text.isascii() and text.isdigit() and len(text) <= 18)
    if number is not None:
        assert number == int(text)


@given(st.text(st.characters(categories=None)))
def test_text_without_surrogates_can_be_written(text: str) -> None:
    clean = without_surrogates(text)
    clean.encode()
    assert len(clean) == len(text)


@pytest.mark.parametrize(
    "fault",
    [
        ValueError("v"), TypeError("t"), KeyError("k"), IndexError(1), AttributeError("a"),
        OverflowError("o"), ZeroDivisionError(), RecursionError(), MemoryError(),
        csv.Error("field larger than field limit"), UnicodeEncodeError("utf-8", "\ud800", 0, 1, ""),
        FileNotFoundError(2, "No such file"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "s"),
    ],
)  # fmt: skip
def test_a_fault_while_reading_names_the_file(fault: Exception) -> None:
    with pytest.raises(InputError, match=r"^a\.json: "), reading(Path("a.json")):
        raise fault


def test_errors_in_words_pass_unchanged() -> None:
    with pytest.raises(InfrastructureError, match="solc"), reading("a"):
        raise InfrastructureError("solc")
