"""What a verdict says about how far it goes; pure."""

from __future__ import annotations

from typing import Any

from acidtest.core.records import Answer, Score
from acidtest.suites.solidity_decompile.score import BRANCH_FLOOR
from acidtest.suites.solidity_decompile.suite import SUITE
from acidtest.suites.solidity_decompile.texts import observe_texts

from .conftest import SAMPLES

SAMPLE = SAMPLES["vault@optimised"]


def scored(functions: dict[str, str], *, never: list[str], taken: int = 100) -> Score:
    """The score of a verdict on these functions, with that many of 100 branches taken."""
    observation: dict[str, Any] = {
        **{"complete": True, "wrapped": None, "typechecks": True, "compiles": True},
        **{"errors": [], "why": None, "texts": observe_texts(SAMPLE.truth, "x")},
        "replay": {"functions": functions, "never": never, "branches": [taken, 100]},
    }
    return SUITE.score(SAMPLE, Answer(SAMPLE.id, "x"), observation)


def test_nothing_differs_and_all_was_reached() -> None:
    score = scored({"a()": "behaves", "b()": "behaves"}, never=[])
    assert (score.metrics["perfect"], score.metrics["not_decided"]) == (1.0, 0.0)


def test_a_function_that_never_succeeded_leaves_it_open_and_is_named() -> None:
    score = scored({"a()": "behaves", "b()": "not exercised"}, never=["b()"])
    assert (score.metrics["perfect"], score.metrics["not_decided"]) == (None, 1.0)
    assert "b()" in score.reasons["perfect"]
    assert score.metrics["behaves"] == 1.0


def test_too_few_branches_leave_it_open() -> None:
    below = int(100 * BRANCH_FLOOR) - 1
    score = scored({"a()": "behaves"}, never=[], taken=below)
    assert (score.metrics["perfect"], score.metrics["not_decided"]) == (None, 1.0)
    assert scored({"a()": "behaves"}, never=[], taken=below + 1).metrics["perfect"] == 1.0


def test_a_difference_is_decided_however_little_was_reached() -> None:
    score = scored({"a()": "differs", "b()": "not exercised"}, never=["b()"], taken=1)
    assert (score.metrics["perfect"], score.metrics["not_decided"]) == (0.0, 0.0)


def test_what_was_exercised_is_a_property_of_the_original() -> None:
    one = scored({"a()": "behaves", "b()": "not exercised"}, never=["b()"])
    other = scored({"a()": "behaves", "b()": "differs"}, never=["b()"])
    assert one.metrics["exercised"] == other.metrics["exercised"] == 0.5
    assert other.metrics["perfect"] == 0.0
