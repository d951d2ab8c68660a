"""Controls and callables as systems."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from acidtest.core.errors import InputError
from acidtest.core.protocols import Control, Grades, Suite
from acidtest.core.records import Answer, Question
from acidtest.core.registry import make_system
from acidtest.core.systems import CallableSystem, GradedSystem

from .conftest import question


def test_a_control_is_a_system(suite: Suite) -> None:
    system = make_system("silent", suite)
    assert (system.name, dict(system.identity)) == ("silent", {"control": "silent"})
    assert system.answer(question()) == Answer("a-O0", "", 1)


def test_any_callable_is_a_system() -> None:
    answer = CallableSystem(str.upper).answer(question())
    assert (answer.id, answer.text, answer.attempt) == ("a-O0", "TEXT IN ASM", 1)
    assert answer.time_s is not None


def test_a_callable_may_give_a_whole_answer() -> None:
    answer = CallableSystem(lambda text: Answer("any", text, tokens_in=5)).answer(question())
    assert (answer.text, answer.tokens_in) == ("text in asm", 5)


GRADES = Grades(lambda question: 10, lambda question, right: str(right))


def ids(count: int) -> list[Question]:
    """Questions about samples of different names."""
    one = question()
    return [replace(one, sample=replace(one.sample, id=f"s{n}")) for n in range(count)]


@pytest.mark.parametrize("percent", [0, 10, 50, 95, 100])
def test_a_graded_oracle_is_right_in_its_share_of_items(percent: int) -> None:
    right = [int(GradedSystem(GRADES, percent).answer(q).text or "") for q in ids(400)]
    assert sum(right) / 4000 == pytest.approx(percent / 100, abs=0.03)


def test_a_higher_grade_is_nowhere_worse_and_another_seed_is_another_draw() -> None:
    low, high = GradedSystem(GRADES, 40), GradedSystem(GRADES, 60)
    pairs = [(low.answer(q).text, high.answer(q).text) for q in ids(60)]
    assert all(int(a or "") <= int(b or "") for a, b in pairs)
    again = GradedSystem(GRADES, 40, 1)
    assert [again.answer(q).text for q in ids(60)] != [a for a, _ in pairs]


def test_it_is_named_as_it_was_asked_for(suite: Suite) -> None:
    for name in ("oracle@70", "oracle@70:3"):
        assert make_system(name, suite).name == name
    assert make_system("oracle@70", suite).identity != make_system("oracle@70:3", suite).identity


def test_without_grades_an_answer_is_right_or_empty() -> None:
    controls = (Control("oracle", "", lambda q: "right"), Control("silent", "", lambda q: ""))
    other = cast(Suite, SimpleNamespace(name="other", controls=controls))
    assert make_system("oracle@100", other).answer(question()).text == "right"
    assert make_system("oracle@0", other).answer(question()).text == ""


@pytest.mark.parametrize("name", ["oracle@", "oracle@101", "oracle@-1", "oracle@7x", "oracle@70:a"])
def test_a_bad_grade_is_refused(suite: Suite, name: str) -> None:
    with pytest.raises(InputError, match="PERCENT from 0 to 100"):
        make_system(name, suite)
