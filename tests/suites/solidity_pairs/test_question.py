"""The question: three-address code, and nothing of the answer."""

from __future__ import annotations

from acidtest.core.records import Sample
from acidtest.suites.solidity_pairs.question import FORMS, PairQuestions

from .conftest import ROWS


def test_the_question_holds_the_code_and_not_the_source(samples: list[Sample]) -> None:
    for form in FORMS:
        text = PairQuestions().text(samples[0], form)
        assert ROWS[0]["input"] in text
        assert "receiver" not in text
