"""How far answers come, and why no further."""

from __future__ import annotations

import re

import pytest

from acidtest.core.records import Score
from acidtest.suites.solidity_decompile.score import FUNNEL

from .conftest import Judged, functions, source

VAULT = "vault@optimised"


def stages(score: Score) -> list[float | None]:
    return [score.metrics[name] for name in FUNNEL]


def changed(name: str, was: str, now: str) -> str:
    text = source(name)
    assert was in text
    return text.replace(was, now)


@pytest.mark.parametrize(
    "identity",
    [
        "vault@unoptimised",
        "vault@optimised",
        "vault@via-ir",
        "clock@optimised",
        "old_counter@optimised",
    ],
)
def test_the_original_is_perfect_and_all_of_it_is_exercised(identity: str, judged: Judged) -> None:
    score = judged(identity, source(identity.partition("@")[0]))
    assert stages(score) == [1.0] * 5
    assert score.metrics["exercised"] == 1.0
    assert score.metrics["storage"] == 1.0
    assert functions(score)["never succeeded"] == []


def test_what_does_not_compile_is_zero_from_there_on_and_keeps_its_denominator(
    judged: Judged,
) -> None:
    score = judged(VAULT, changed("vault", "total -= amount;", "total -= amonut;"))
    assert stages(score) == [1.0, 0.0, 0.0, 0.0, 0.0]
    assert "amonut" in score.evidence["errors"]
    assert functions(score) == {
        "public": 5,
        "exercised": 5,
        "behave": 0,
        "never succeeded": [],
    }


def test_a_wrong_function_is_the_only_one_that_fails(judged: Judged) -> None:
    score = judged(VAULT, changed("vault", "return total;", "return total + 1;"))
    assert score.metrics["behaves"] == pytest.approx(4 / 5)
    assert score.metrics["perfect"] == 0.0
    assert score.evidence["differs"] == "sum()"
    assert score.metrics["storage"] == 1.0


def test_the_evidence_is_the_shortest_sequence_with_both_outcomes(judged: Judged) -> None:
    score = judged(VAULT, changed("vault", "msg.value <= most", "msg.value < most"))
    lines = score.evidence["replay of store()"].strip().splitlines()
    assert len(lines) == 1
    assert "store() with 1000 wei" in lines[0]
    assert "the original succeeds" in lines[0]
    assert "the answer reverts Error('over the limit')" in lines[0]


@pytest.mark.parametrize(
    ("was", "now", "shown_by"),
    [
        ("amount > held", "amount >= held", "take(uint256)"),
        ("emit Stored(msg.sender, msg.value);", "emit Stored(msg.sender, 1);", "store()"),
        ("revert TooMuch(amount, held)", "revert TooMuch(held, amount)", "take(uint256)"),
        ("{value: amount}", "{value: amount / 2}", "take(uint256)"),
        ('require(ok, "not taken");', "", "take(uint256)"),
        ('require(!busy, "busy");', "", "take(uint256)"),
    ],
)
def test_each_thing_that_can_be_seen_from_outside_counts(
    was: str, now: str, shown_by: str, judged: Judged
) -> None:
    score = judged(VAULT, changed("vault", was, now))
    assert score.metrics["compiles"] == 1.0
    assert shown_by in score.evidence["differs"]


def test_an_exact_moment_counts(judged: Judged) -> None:
    text = changed("clock", "block.timestamp >= wakesAt", "block.timestamp > wakesAt")
    assert judged("clock@optimised", text).evidence["differs"] == "rings()"


def test_another_fallback_is_found(judged: Judged) -> None:
    text = changed("clock", "abi.encode(data.length)", "abi.encode(data.length + 1)")
    assert judged("clock@optimised", text).evidence["differs"] == "fallback"


def test_a_fallback_that_the_original_does_not_have_is_not_perfect(judged: Judged) -> None:
    text = changed("vault", "function sum()", "receive() external payable {} function sum()")
    score = judged(VAULT, text)
    assert score.metrics["behaves"] == 1.0
    assert score.metrics["perfect"] == 0.0
    assert score.evidence["differs elsewhere"] == "(fallback)"


def test_another_constructor_log_is_not_perfect(judged: Judged) -> None:
    score = judged(VAULT, changed("vault", "emit Stored(msg.sender, 0);", ""))
    assert score.metrics["behaves"] == 1.0
    assert score.metrics["perfect"] == 0.0
    assert "constructor" in score.evidence["differs elsewhere"]


def test_another_constructor_signature_fails_with_that_reason(judged: Judged) -> None:
    score = judged(
        VAULT, changed("vault", "constructor(uint256 most_)", "constructor(uint8 most_)")
    )
    assert stages(score) == [1.0, 1.0, 1.0, 0.0, 0.0]
    assert score.evidence["why"] == "its constructor takes (uint8), not (uint256)"


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("require(most_ > 5000);", "reverts without data"),
        ('require(most_ > 5000, "too few");', "reverts Error('too few')"),
        (f'require(most_ > 5000, "{"a" * 200}");', "reverts "),
        ("if (most_ < 5000) assembly { invalid() }", "halts (InvalidFEOpcode)"),
    ],
)
def test_a_constructor_that_fails_fails_with_that_reason(
    statement: str, told: str, judged: Judged
) -> None:
    score = judged(VAULT, changed("vault", "most = most_;", f"most = most_; {statement}"))
    assert score.metrics["behaves"] == 0.0
    assert f"it cannot be deployed: its constructor {told}" in score.evidence["why"]


def test_another_storage_layout_behaves_and_is_reported_apart(judged: Judged) -> None:
    text = changed("vault", "mapping(address => uint256) public heldBy;", "")
    text = text.replace(
        "uint256 private total;",
        "uint256 private total; mapping(address => uint256) public heldBy;",
    )
    score = judged(VAULT, text)
    assert score.metrics["perfect"] == 1.0
    assert score.metrics["storage"] == 0.0


def test_old_arithmetic_does_not_pass_for_new(judged: Judged) -> None:
    text = source("old_counter").replace("^0.4.24", "^0.8.0")
    score = judged("old_counter@optimised", text)
    assert score.metrics["compiles"] == 1.0
    assert "add(uint8)" in score.evidence["differs"]


def test_selectors_and_prototypes_are_counted_apart(judged: Judged) -> None:
    text = changed(
        "vault",
        "function sum() external view returns (uint256)",
        "function sum() external returns (uint256)",
    )
    score = judged(VAULT, text)
    assert score.metrics["abi.selectors"] == 1.0
    assert score.metrics["abi.prototypes"] == pytest.approx(4 / 5)
    assert score.metrics["perfect"] == 1.0


def test_endless_loops_end(judged: Judged) -> None:
    score = judged(VAULT, changed("vault", "return total;", "while (true) {} return total;"))
    assert score.evidence["differs"] == "sum()"
    assert "runs out of gas" in score.evidence["replay of sum()"]


def test_scoring_twice_gives_the_same(judged: Judged) -> None:
    text = re.sub(r"total \+= msg.value", "total += 2 * msg.value", source("vault"))
    assert judged(VAULT, text) == judged(VAULT, text)
