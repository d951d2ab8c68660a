"""Answers that are asked one at a time are judged a few at a time."""

from __future__ import annotations

import threading
from collections import UserDict, UserList
from collections.abc import Sequence

from acidtest.core.registry import find_suite
from acidtest.engine import RewardFunction, Terms
from acidtest.engine.reward import BatchReport
from acidtest.integrations.rewards.gathered import GatheredReward, gathered

SUITE = find_suite("sast-triage")


class _Slow(RewardFunction):
    """Rewards a text by its length, and begins when it may."""

    def __init__(self) -> None:
        super().__init__(SUITE, Terms.of(SUITE, None, None))
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.sizes: list[int] = []

    def rewards(self, rows: Sequence[tuple[str, str]]) -> tuple[list[float | None], BatchReport]:
        self.begun.set()
        assert self.go_on.wait(30)
        self.sizes.append(len(rows))
        if any(name == "broken" for name, _ in rows):
            raise ZeroDivisionError
        return [float(len(text)) for _, text in rows], BatchReport()


def test_what_waits_is_asked_together_and_each_gets_its_own() -> None:
    slow = _Slow()
    reward = GatheredReward(slow)
    first = reward.ask("a", "")
    assert slow.begun.wait(30)
    others = [reward.ask("a", "x" * at) for at in range(130)]
    slow.go_on.set()
    assert first.result(30) == 0
    assert [each.result(30) for each in others] == [*map(float, range(130))]
    assert slow.sizes == [1, 64, 64, 2]


def test_a_failure_is_no_reward_and_ends_nothing() -> None:
    slow = _Slow()
    slow.go_on.set()
    reward = GatheredReward(slow)
    assert reward.ask("broken", "x").result(30) is None
    assert reward.ask("a", "x").result(30) == 1


def test_a_reward_is_opened_once_for_the_same_arguments() -> None:
    assert gathered("sast-triage", {"limit": 3}) is gathered("sast-triage", {"limit": 3})
    assert gathered("sast-triage", {"limit": 3}) is not gathered("sast-triage", {"limit": 4})


def test_a_trainer_may_have_classes_of_its_own_for_what_it_was_given() -> None:
    groups = UserDict({"tool": UserList(["bandit"])})
    given = gathered("sast-triage", {"shaping": UserDict({"extracts": 0.1}), "groups": groups})
    assert given.reward.shaping == {"extracts": 0.1}
    assert given is gathered(
        "sast-triage", {"groups": {"tool": ["bandit"]}, "shaping": {"extracts": 0.1}}
    )


def test_no_completion_costs_another_its_reward() -> None:
    slow = _Slow()
    slow.go_on.set()
    reward = GatheredReward(slow)
    odd = [None, "\ud800", b"x", 7, [{"content": "four"}]]
    assert [reward.ask("a", each).result(30) for each in odd] == [0, 1, 0, 0, 4]
    assert reward.ask(None, "x").result(30) == 1
