"""What a system is told about an answer that does not compile."""

from __future__ import annotations

import pytest

from acidtest.model import Answer
from acidtest.suites import Observer
from acidtest.suites.solidity_decompile import SUITE

from .conftest import SAMPLES, source

SAMPLE = SAMPLES["vault@optimised"]


def follow_up(text: str, observer: Observer) -> str | None:
    return SUITE.repair(SAMPLE, Answer(SAMPLE.id, text), observer.observe(SAMPLE, text))


def test_the_errors_and_the_answer_are_put_to_it_again(observer: Observer) -> None:
    text = source("vault").replace("total -= amount;", "total -= amonut;")
    told = follow_up(text, observer)
    assert told is not None
    assert "Undeclared identifier" in told
    assert text in told


@pytest.mark.parametrize("text", ["", "no contract here", source("vault")])
def test_nothing_is_asked_where_there_is_nothing_to_mend(text: str, observer: Observer) -> None:
    assert follow_up(text, observer) is None
