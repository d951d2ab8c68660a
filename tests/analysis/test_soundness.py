"""What is said about metrics that the oracle does not top, or that silence wins."""

from __future__ import annotations

import pytest

from acidtest.analysis.soundness import unsound
from acidtest.core.metric import Metric

FOUND = Metric("found", "")
LOST = Metric("lost", "", better="lower")
WITH = Metric("lost", "", better="lower", beside="found")


@pytest.mark.parametrize(
    ("metrics", "oracle", "silence", "problems"),
    [
        ((FOUND,), {"found": 1.0}, {"found": 0.0}, []),
        ((FOUND,), {"found": 1.0}, {"found": None}, []),
        ((FOUND,), {"found": 0.996}, {"found": 0.0}, ["found: the oracle gets 0.9960"]),
        (
            (FOUND,),
            {"found": 1.0},
            {"found": 0.468},
            ["found: silence gets 0.4680, and no partner is named"],
        ),
        ((LOST,), {"lost": 0.0}, {"lost": 1.0}, []),
        (
            (LOST,),
            {"lost": 0.0},
            {"lost": 0.0},
            ["lost: silence gets 0.0000, and no partner is named"],
        ),
        ((WITH, FOUND), {"lost": 0.0, "found": 1.0}, {"lost": 0.0, "found": 0.0}, []),
        (
            (WITH, FOUND),
            {"lost": 0.0, "found": 1.0},
            {"lost": 0.0, "found": 0.4},
            [
                "lost: silence gets 0.4000 on its partner found as well",
                "found: silence gets 0.4000, and no partner is named",
            ],
        ),
        (
            (WITH,),
            {"lost": 0.0},
            {"lost": 0.0},
            ["lost: its partner found is not a metric that is better when higher and alone"],
        ),
        (
            (Metric("published.found", ""),),
            {"published.found": 1.0045},
            {"published.found": 0.86},
            ["published.found: silence gets 0.8600, and no partner is named"],
        ),
        ((Metric("size", "", better="neither"),), {"size": 0.3}, {"size": 0.3}, []),
    ],
)
def test_problems_are_named(
    metrics: tuple[Metric, ...],
    oracle: dict[str, float | None],
    silence: dict[str, float | None],
    problems: list[str],
) -> None:
    assert unsound(metrics, oracle, silence) == problems
