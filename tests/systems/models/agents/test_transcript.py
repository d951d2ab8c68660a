"""A transcript stays small, whatever an agent and its tools write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acidtest.core.records import Answer
from acidtest.store.answers import AnswerLog
from acidtest.store.sums import DamageError
from tests.late import need

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")


def test_a_transcript_is_bounded_in_each_text_and_in_all() -> None:
    from inspect_ai.model import ChatMessageAssistant, ChatMessageTool
    from inspect_ai.tool import ToolCall

    from acidtest.systems.models.agents.transcript import WHOLE_MAX, Transcript
    from acidtest.systems.models.caller import Reply

    kept = Transcript()
    for number in range(300):
        given = {"command": "x" * 100_000, "y" * 5000: number}
        call = ToolCall(id="1", function="f" * 9000, arguments=given)
        message = ChatMessageAssistant(content="t" * 100_000, tool_calls=[call])
        kept.add_reply(Reply("", "stop", None, None, 1.0, 10, 0, 5), 0.5, message)
        kept.add_results([ChatMessageTool(content="r" * 100_000, tool_call_id="1")])
    assert len(json.dumps(kept.steps)) < 2 * WHOLE_MAX
    assert (kept.tokens_in, kept.tokens_out, kept.cost_usd) == (3000, 1500, 150.0)
    assert "characters left out" in kept.steps[0]["text"]
    assert "too long" in kept.steps[-1]["text"]


def test_steps_are_kept_with_the_answer_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_TOKEN", "very-secret-9876543210")
    log = AnswerLog(tmp_path / "answers.jsonl")
    step = {"text": "it is very-secret-9876543210", "calls": [{"tool": "very-secret-9876543210"}]}
    log.append(Answer("a", "text", steps=(step,)))
    log.append(Answer("b", "text"))
    log.close()
    text = (tmp_path / "answers.jsonl").read_text()
    assert "very-secret" not in text
    again = AnswerLog(tmp_path / "answers.jsonl").answers
    assert again["a", 0].steps[0]["text"] == "it is ***"
    assert again["b", 0].steps == ()
    (tmp_path / "odd.jsonl").write_text('{"id": "a", "attempt": 0, "answer": "", "steps": [1]}\n')
    with pytest.raises(DamageError, match="no list of steps"):
        AnswerLog(tmp_path / "odd.jsonl")
