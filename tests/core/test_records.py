"""What an answer says about itself."""

from __future__ import annotations

import pytest

from acidtest.core.records import Answer


@pytest.mark.parametrize(
    ("answer", "failed"),
    [
        (Answer("a", "", note="false: it exited with status 1"), True),
        (Answer("a", " \n", note="mytool: killed"), True),
        (Answer("a", "int f;", note="mytool: exit status 1"), False),
        (Answer("a", ""), False),
        (Answer("a", "", note="the model refused", stop="refusal"), False),
        (Answer("a", "", note="does not fit", stop="model_length"), False),
        (Answer("a", None, error="no network", note="x"), False),
    ],
)
def test_only_a_tool_fails_what_stops_a_model_is_its_answer(answer: Answer, failed: bool) -> None:
    assert answer.failed is failed
