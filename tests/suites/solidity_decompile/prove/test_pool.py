"""`--prove` in a run: proofs stand beside the replay, and a refutation becomes part of it."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Judge
from acidtest.core.records import Answer, Score
from acidtest.suites.solidity_decompile.prove.pool import Provers
from acidtest.suites.solidity_decompile.suite import SUITE
from tests.suites.solidity_decompile.conftest import SAMPLES, source

SAMPLE = SAMPLES["vault@unoptimised"]


@pytest.fixture(scope="module")
def proving() -> Iterator[Judge]:
    with SUITE.judge(RunOptions(prove=10)) as opened:
        yield opened


def scored(judge: Judge, text: str) -> Score:
    return SUITE.score(SAMPLE, Answer(SAMPLE.id, text), judge.observe(SAMPLE, text))


def test_another_way_to_write_it_is_proved(proving: Judge) -> None:
    text = source("vault").replace("if (amount > held) revert", "if (!(held >= amount)) revert")
    score = scored(proving, text)
    assert score.metrics["proved"] == 1
    assert score.metrics["perfect"] == 1
    assert "take(uint256)" in score.evidence["proved"]


def test_what_replay_never_tried_is_refuted_and_counts_as_a_difference(proving: Judge) -> None:
    """A magic amount that only the answer knows, and that is no constant of its code."""
    text = source("vault").replace(
        "emit Stored(msg.sender, msg.value);",
        "emit Stored(msg.sender, (msg.value * 3) ^ 77 == 1890 ? 0 : msg.value);",
    )
    score = scored(proving, text)
    assert score.metrics["perfect"] == 0
    assert score.evidence["differs"] == "store()"
    assert score.evidence["refuted by the solver"] == "store()"
    assert "with 613 wei" in score.evidence["replay of store()"]


def test_other_slots_are_tested_and_not_proved(proving: Judge) -> None:
    text = source("vault").replace(
        "mapping(address => uint256) public heldBy;",
        "uint256 private unused; mapping(address => uint256) public heldBy;",
    )
    score = scored(proving, text)
    assert score.metrics["perfect"] == 1
    assert score.metrics["proved"] == 0
    assert "other storage slots" in score.evidence["tested, not proved"]


def test_the_signature_names_the_budget_and_the_solver(proving: Judge) -> None:
    assert proving.toolchain["prove"] == "10s"
    assert proving.toolchain["z3"]


def test_without_the_option_nothing_is_proved_or_signed(judge: Judge) -> None:
    score = scored(judge, source("vault"))
    assert score.metrics["proved"] is None
    assert "--prove was not given" in score.reasons["proved"]
    assert "prove" not in judge.toolchain


def test_a_missing_solver_is_named_before_anything_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InfrastructureError, match=r"pip install 'acidtest\[prove\]'"):
        Provers(5)
