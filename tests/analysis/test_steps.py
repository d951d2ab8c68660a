"""An agent's transcript in words, whatever the record of a step is."""

from __future__ import annotations

from typing import Any

from acidtest.analysis.samples import attempt
from acidtest.analysis.steps import step_texts
from acidtest.core.records import Answer, Score

STEP = {
    "text": "I look.",
    "calls": [
        {"tool": "bash", "arguments": {"command": "ls\ncat x"}, "result": "a.c"},
        {"tool": "edit", "arguments": {}, "error": "no path"},
    ],
    "tokens_in": 1200,
    "tokens_out": 20,
    "cost_usd": 0.0123,
    "time_s": 1.25,
    "tools_s": 0.5,
}


def test_a_step_says_what_it_took_and_what_was_called() -> None:
    ((title, text),) = step_texts([STEP])
    assert title == (
        "step 1: bash, edit (1,200 tokens in, 20 out, $0.0123, 1.2 s, 0.5 s for tools)"
    )
    assert text.splitlines() == [
        *("I look.", "> bash", "    command: ls", "        cat x", "a.c"),
        *("> edit", "error: no path"),
    ]


def test_what_is_no_step_of_ours_is_shown_all_the_same() -> None:
    strange: list[dict[str, Any]] = [
        {},
        {"calls": 7},
        {"calls": [1, {}]},
        {"text": None, "tokens_in": "many"},
    ]
    assert [title for title, _ in step_texts(strange)] == [
        *("step 1: no call", "step 2: no call", "step 3: ?", "step 4: no call")
    ]


def test_a_page_has_the_steps_and_not_all_of_a_long_one() -> None:
    long = [{**STEP, "text": "x" * 50_000}] * 200
    shown = attempt(Score("a", 0), Answer("a", "text", steps=tuple(long)))
    assert len(shown["steps"]) == 41
    assert "160 more steps" in shown["steps"][-1][0]
    assert sum(len(text) for _, text in shown["steps"]) < 80_000
    assert "steps" not in shown["told"]
    assert "steps" not in attempt(Score("a", 0), Answer("a", "text"))
