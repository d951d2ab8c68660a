"""Failures that rewards of others had: an exception that earned 1, a time-out taken as wrong."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest

import acidtest
from acidtest.core.errors import InfrastructureError
from acidtest.core.registry import find_suite
from acidtest.engine import Reward
from acidtest.suites.c_decompile.judge import CJudge

SUITE = find_suite("c-decompile")
NAME = "nibble_braid-O0"
HEAD = "uint32_t func0(uint16_t a, uint16_t b, unsigned flip)"
TRUTH = next(s.truth for s in SUITE.read([]).samples if s.id == NAME)


@pytest.fixture(scope="module")
def reward() -> Iterator[Reward]:
    shaping = {"compiles": 0.1}
    with acidtest.reward("c-decompile", shaping=shaping, groups={"opt": ["O0"]}) as opened:
        yield opened


# verl PR #7853: an exception inside the judged code earned 1.0
@pytest.mark.parametrize(
    "body",
    [
        "abort();",
        "exit(0);",
        "_Exit(0);",
        "raise(SIGKILL); return 0;",
        "raise(SIGTERM); return 0;",
        "*(volatile int *)0 = 1; return 0;",
        "return 1 / (int)(flip & 0);",
        "__builtin_trap();",
        "assert(0); return 0;",
        "return func0(a, b, flip + 1) + 1;",
        "jmp_buf to; longjmp(to, 1);",
    ],
)
def test_code_that_fails_while_it_is_judged_earns_no_more_than_compiling(
    reward: Reward, body: str
) -> None:
    headers = "assert setjmp signal stdint stdlib".split()
    text = "".join(f"#include <{name}.h>\n" for name in headers) + f"{HEAD} {{ {body} }}"
    (value,) = reward(completions=[text], id=[NAME])
    assert value is not None
    assert value <= 0.1
    assert reward.last.errors == 0


class PanicException(BaseException):
    """What a library in Rust raises."""


def test_an_exception_in_our_own_code_earns_nothing_and_raises_nothing(
    reward: Reward, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = (ZeroDivisionError("a bug"), InfrastructureError("no space"), MemoryError())
    for error in (*errors, PanicException("index out of bounds")):

        def broken(*_: Any, error: BaseException = error) -> Any:
            raise error

        with monkeypatch.context() as patched:
            patched.setattr(CJudge, "observe", broken)
            assert reward(completions=[TRUTH.function + "\n\n"], id=[NAME]) == [None]
    assert reward(completions=[TRUTH.function + "\n\n"], id=[NAME]) == [1.0]


def test_tools_that_cannot_be_opened_are_no_reward_and_no_exception(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise OSError(24, "Too many open files")

    with acidtest.reward("c-decompile", groups={"opt": ["O0"]}, limit=1) as opened:
        with monkeypatch.context() as patched, caplog.at_level(logging.WARNING, "acidtest"):
            patched.setattr("acidtest.engine.answer_judge.open_reward_judge", broken)
            assert opened(completions=["x"], id=opened.ids[:1]) == [None]
        assert "Too many open files" in caplog.text
        assert opened(completions=["x"], id=opened.ids[:1]) == [0.0]


# verl #3478: a sandbox that timed out was counted as a wrong answer
CLOCK = "the test took too long and was stopped"


def stopped(judge: CJudge, why: str = CLOCK) -> dict[str, Any]:
    """What is observed when the clock stops a test, or somebody kills it."""
    verdict = {"compiles": True, "passes": False, "why": why}
    sample = next(s for s in SUITE.read([]).samples if s.id == NAME)
    honest = observe(judge, sample, "")
    return {**honest, "plain": verdict, "with_types": verdict, "with_program": verdict}


observe = CJudge.observe


@pytest.mark.parametrize(
    "why", [CLOCK, "cc1 was ended by SIGKILL", "the test was ended by SIGKILL"]
)
def test_what_a_busy_machine_or_a_kill_may_cause_is_not_believed_at_once(
    reward: Reward, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    times: list[str] = []

    def busy_at_first(judge: CJudge, sample: Any, text: str) -> Any:
        times.append(text)
        return stopped(judge, why) if len(times) == 1 else observe(judge, sample, text)

    monkeypatch.setattr(CJudge, "observe", busy_at_first)
    text = TRUTH.function + f"\n// {why}\n"
    assert reward(completions=[text], id=[NAME]) == [1.0]
    assert len(times) == 2


def test_an_answer_that_hangs_is_wrong(reward: Reward, monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[str] = []

    def hangs(judge: CJudge, sample: Any, text: str) -> Any:
        times.append(text)
        return stopped(judge)

    monkeypatch.setattr(CJudge, "observe", hangs)
    assert reward(completions=[TRUTH.function + "\n// hangs\n"], id=[NAME]) == [0.1]
    assert len(times) == 2


def test_a_tool_that_times_out_is_no_wrong_answer(
    reward: Reward, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    times: list[str] = []

    def slow(judge: CJudge, sample: Any, text: str) -> Any:
        times.append(text)
        raise InfrastructureError("gcc took too long")

    with monkeypatch.context() as patched, caplog.at_level(logging.WARNING, "acidtest"):
        patched.setattr(CJudge, "observe", slow)
        assert reward(completions=[TRUTH.function + "\n// slow\n"], id=[NAME]) == [None]
    assert len(times) == 3
    assert "gcc took too long" in caplog.text
