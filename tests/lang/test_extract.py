"""Answers are found in the mess around them, each repair is named, and nothing hangs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.lang.extract import document, fenced, tagged, unfence, without_reasoning

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
_OBJECTS = st.dictionaries(st.text(min_size=1, max_size=4), _JSON, min_size=1, max_size=3)


def _is_verdict(value: Any) -> bool:
    return isinstance(value, dict) and "verdict" in value


@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        ('{"verdict": 1}', ()),
        ('\ufeff {"verdict": 1}\n', ()),
        ('```json\n{"verdict": 1}\n```', ("fence",)),
        ('Sure!\n~~~\n{"verdict": 1}\n~~~\nDone.', ("fence",)),
        ('It is {"verdict": 1}, I think.', ("prose",)),
        ('As {"example": 0} shows: {"verdict": 1}', ("prose",)),
        ('<think>{"verdict": 0}</think>{"verdict": 1}', ("reasoning",)),
        ('hm {"verdict": 0}</think>\n```\n{"verdict": 1}\n```', ("reasoning", "fence")),
        ('{"verdict": 1,}', ("comma",)),
        ('{"verdict": 1, "why": "it is', ("truncated",)),
        ('```json\n{"verdict": 1, "list": [1, 2', ("fence", "truncated")),
    ],
)
def test_a_document_is_found_and_each_repair_named(text: str, repairs: tuple[str, ...]) -> None:
    found = document(text, _is_verdict)
    assert found.value["verdict"] == 1
    assert found.repairs == repairs


def test_of_several_fences_the_last_fitting_one_counts() -> None:
    text = (
        '```\n{"verdict": 0}\n```\nno, rather\n```\n{"verdict": 1}\n```\n```\n{"other": 2}\n```\n'
    )
    assert document(text, _is_verdict).value == {"verdict": 1}


def test_of_several_values_in_prose_the_first_counts_or_the_last_where_wanted() -> None:
    text = 'First {"verdict": 1}. No: [{"verdict": 9}], rather {"verdict": 2}. Like {"x": 3}.'
    assert document(text, _is_verdict).value == {"verdict": 1}
    assert document(text, _is_verdict, last=True).value == {"verdict": 2}
    assert document("{{[" * 1000 + '{"verdict": 1}', _is_verdict, last=True).value == {"verdict": 1}


def test_a_fence_says_its_language() -> None:
    text = "```Solidity title\na\n```\n~~~\nb\n~~~\n````c\nd\n````"
    assert tagged(text) == [("solidity", "a\n"), ("", "b\n"), ("c", "d\n")]


def test_a_comma_inside_a_string_is_no_loose_comma() -> None:
    found = document('{"verdict": ",}", "b": [1,],}')
    assert found.value == {"verdict": ",}", "b": [1]}
    assert found.repairs == ("comma",)


@pytest.mark.parametrize("text", ["", "no idea", "{", "[[[[", "<think>{}", '"text"', "1"])
def test_where_there_is_no_document_there_is_none(text: str) -> None:
    assert document(text, _is_verdict).value is None


def test_thoughts_that_never_end_hold_no_answer() -> None:
    assert without_reasoning("<think>\n```c\nint f;\n```") == ("", True)
    assert without_reasoning("int f; // <think>") == ("int f; // <think>", False)


def test_code_comes_out_of_fences_of_both_kinds_and_of_a_cut_off_one() -> None:
    assert unfence("~~~c\nint f;\n~~~\n") == ("int f;\n", True)
    assert fenced("```c\nint f;\n````\n") == ["int f;\n"]
    assert unfence("Here:\n```c\nint f;") == ("int f;", True)
    assert unfence("```\n~~~\n```") == ("~~~\n", True)


@given(_OBJECTS, st.sampled_from(["{}", "```json\n{}\n```", "<think>x</think>{}", "Well: {} ."]))
def test_any_object_survives_what_models_put_around_it(value: dict[str, Any], around: str) -> None:
    text = around.replace("{}", json.dumps(value))
    assert document(text).value == value


@given(st.text())
def test_any_text_is_read_without_an_exception(text: str) -> None:
    document(text)
    unfence(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 300_000,
        '{"a":' * 100_000,
        '"' * 500_000,
        "```\n" * 200_000,
        "{" + '"\\' * 200_000,
        "[1" + " ,]" * 200_000,
        "{," + " " * 500_000,
        "</think>" * 100_000,
    ],
)
def test_hostile_text_is_given_up_in_time(text: str) -> None:
    document(text)
    unfence(text)
