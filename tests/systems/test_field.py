"""A field of the record as an answer."""

from __future__ import annotations

import pytest

from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Question, Sample
from acidtest.core.registry import find_suite, make_system


@pytest.fixture
def suite() -> Suite:
    """The suite there is."""
    return find_suite("c-decompile")


def question(**record: str | int | None) -> Question:
    """A question about a sample with this record."""
    sample = Sample("a-O0", "a", {}, None, record)
    return Question(sample, "asm", 1, lambda form: f"text in {form}", lambda: None)


def test_a_field_answers_with_the_record_s_text(suite: Suite) -> None:
    system = make_system("field:ghidra_pseudo", suite)
    assert (system.name, dict(system.identity)) == (
        "field:ghidra_pseudo",
        {"field": "ghidra_pseudo"},
    )
    assert system.answer(question(ghidra_pseudo="int f;")) == Answer("a-O0", "int f;", 1)


@pytest.mark.parametrize("value", [None, 5])
def test_a_field_that_is_no_text_is_an_empty_answer(suite: Suite, value: int | None) -> None:
    assert make_system("field:x", suite).answer(question(x=value)).text == ""


def test_a_field_the_record_lacks_is_the_user_s_mistake(suite: Suite) -> None:
    with pytest.raises(InputError, match="sample a-O0 has no field 'y'; it has: x, z"):
        make_system("field:y", suite).answer(question(x="1", z="2"))


@pytest.mark.parametrize("name", ["field", "field:"])
def test_a_field_needs_a_name(suite: Suite, name: str) -> None:
    with pytest.raises(InputError, match="field: needs a name, such as field:"):
        make_system(name, suite)
