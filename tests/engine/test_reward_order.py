"""Under every shaping: no failure earns as much as a pass, and no cheat more than its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import acidtest
from acidtest.core.records import Question
from acidtest.core.registry import find_suite
from acidtest.engine.judged import AGREES, Judged
from acidtest.engine.reward import Terms, steps_of

SUITES = ("c-decompile", "solidity-decompile", "crypto-inventory", "sast-triage")
LIMIT = {"c-decompile": 1, "solidity-decompile": 1}
HONEST = ("oracle", "keyword")
"""Controls that look at the question."""
CHEATS = {
    "c-decompile": ["stub", "silent", *(c.name for c in find_suite("c-decompile").controls[5::9])],
    "solidity-decompile": ["silent", "abi-skeleton", "always-revert"],
    "crypto-inventory": ["silent", "empty", "generic-prose", "keyword"],
    "sast-triage": [c.name for c in find_suite("sast-triage").controls if c.name != "oracle"],
}
LUCK = {"by-release": 0.05, "by-severity": 0.01}
"""What rules that have seen the labels of this very data earn in it."""


@dataclass(frozen=True)
class Bank:
    """Answers that were judged once: those of each control to each sample."""

    of: Mapping[str, Mapping[str, Judged]]
    losses: Mapping[str, float]
    metric: str

    def earned(self, name: str, shaping: Mapping[str, float]) -> list[float]:
        """What a control earns, without what is not scorable."""
        terms = Terms(self.metric, shaping)
        given = self.of[name].items()
        values = [terms.value(judged, self.losses.get(sample, 0.0)) for sample, judged in given]
        return [value for value in values if value is not None]


@cache
def bank(suite: str) -> Bank:
    """By the real tools."""
    found = find_suite(suite)
    with acidtest.reward(suite, limit=LIMIT.get(suite)) as reward:
        judge = reward._judge
        made = {}
        for control in found.controls:
            if control.name not in ("oracle", *CHEATS[suite]):
                continue
            texts = {
                name: control.answer(Question(sample, "source", 0, lambda form: "", lambda: None))
                or ""
                for name, sample in judge.samples.items()
            }
            results, _ = judge.judge(list(texts.items()), share=True)
            made[control.name] = {n: r.result() for n, r in zip(texts, results, strict=True)}
        return Bank(made, judge.losses, reward.metric)


@st.composite
def shapings(draw: st.DrawFn, suite: str) -> dict[str, float]:
    """Weights of some steps, together below 1."""
    steps = draw(st.lists(st.sampled_from(steps_of(find_suite(suite))), unique=True))
    parts = [draw(st.floats(0.001, 1)) for _ in steps]
    whole = draw(st.floats(0.001, 0.999999)) / max(sum(parts), 1)
    return {step: whole * part for step, part in zip(steps, parts, strict=True)}


@pytest.mark.parametrize("suite", SUITES)
def test_no_failure_earns_as_much_as_a_pass_and_no_cheat_more_than_its_steps(suite: str) -> None:
    judged = bank(suite)
    passed = {
        (name, sample)
        for name, each in judged.of.items()
        for sample, one in each.items()
        if one.value == 1
    }

    @settings(max_examples=60, deadline=None)
    @given(shapings(suite))
    def holds(shaping: dict[str, float]) -> None:
        terms = Terms(judged.metric, shaping)
        steps = sum(weight for step, weight in shaping.items() if step != AGREES)
        for name, each in judged.of.items():
            for sample, one in each.items():
                value = terms.value(one, judged.losses.get(sample, 0.0))
                if (name, sample) in passed:
                    assert value == 1
                elif value is not None:
                    assert value < 1
                    assert name in HONEST or value <= steps + 1e-9, name
            given = judged.earned(name, shaping)
            assert name in HONEST or sum(given) / len(given) <= steps + LUCK.get(name, 1e-9), name
        assert set(judged.earned("oracle", shaping)) == {1.0}

    holds()
    assert passed
    assert {name for name, _ in passed} < {*judged.of}
