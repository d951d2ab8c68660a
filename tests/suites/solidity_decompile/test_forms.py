"""What a system is told about an answer that does not compile."""

from __future__ import annotations

import pytest

from acidtest.core.protocols import Judge
from acidtest.core.records import Answer
from acidtest.suites.solidity_decompile.suite import SUITE

from .conftest import SAMPLES, source

SAMPLE = SAMPLES["vault@optimised"]


def follow_up(text: str, judge: Judge) -> str | None:
    return SUITE.repair(SAMPLE, Answer(SAMPLE.id, text), judge.observe(SAMPLE, text))


def test_the_errors_and_the_answer_are_put_to_it_again(judge: Judge) -> None:
    text = source("vault").replace("total -= amount;", "total -= amonut;")
    told = follow_up(text, judge)
    assert told is not None
    assert "Undeclared identifier" in told
    assert text in told


@pytest.mark.parametrize("text", ["", "no contract here", source("vault")])
def test_nothing_is_asked_where_there_is_nothing_to_mend(text: str, judge: Judge) -> None:
    assert follow_up(text, judge) is None
