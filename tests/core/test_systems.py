"""Controls and callables as systems."""

from __future__ import annotations

from acidtest.core.protocols import Suite
from acidtest.core.records import Answer
from acidtest.core.registry import make_system
from acidtest.core.systems import CallableSystem

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
