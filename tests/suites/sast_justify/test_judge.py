"""Whatever an answer holds, it is observed and scored."""

from __future__ import annotations

import pytest

from acidtest.core.records import Answer, Sample
from acidtest.suites.sast_justify.dataset import Justification
from acidtest.suites.sast_justify.judge import JustificationJudge
from acidtest.suites.sast_justify.score import score

SAMPLE = Sample("a", "a", {}, Justification("The buffer is long enough.", "It fits."), {})


@pytest.mark.parametrize(
    "text",
    ["", "\x00", "\ud800", "It \udfff\ud800 fits.", "[" * 100_000, "9" * 5000, "é" * 20_000],
)
def test_no_answer_can_leave_the_score(text: str) -> None:
    observation = JustificationJudge().observe(SAMPLE, text)
    assert score(SAMPLE, Answer("a", text), observation).error is None
