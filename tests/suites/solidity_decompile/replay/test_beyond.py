"""What only an answer knows is tried as well, and equal answers are never refuted by it."""

from __future__ import annotations

import pytest

from acidtest.toolchains.evm import ACCOMPLICES, PEERS, TARGET

from ..conftest import Judged, source

VAULT = "vault@optimised"


def changed(was: str, now: str) -> str:
    text = source("vault")
    assert was in text
    return text.replace(was, now, 1)


@pytest.mark.parametrize(
    "extra",
    [
        "if (amount == 7351) { return 1; }",
        'if (bytes20(msg.sender) == hex"1234567890123456789012345678901234567890") { return 1; }',
        "if (amount % 1009 == 777) { return 1; }",
    ],
    ids=["amount", "caller", "rest"],
)
def test_a_door_that_only_the_answer_has_is_found(extra: str, judged: Judged) -> None:
    text = source("vault")
    at = text.index("{", text.index("function take(uint256 amount)")) + 1
    score = judged(VAULT, text[:at] + extra + text[at:])
    assert score.metrics["perfect"] == 0.0
    assert "take(uint256)" in score.evidence["differs"]


@pytest.mark.parametrize("account", [TARGET, PEERS[0], ACCOMPLICES[0]])
def test_an_answer_that_names_a_contract_as_caller_is_scored(account: str, judged: Judged) -> None:
    """The EVM refuses calls of accounts with code: that must not become a fault of ours."""
    named = f'if (bytes20(msg.sender) == hex"{account[2:]}" || amount == 7351) {{ return 1; }}'
    text = source("vault")
    at = text.index("{", text.index("function take(uint256 amount)")) + 1
    score = judged(VAULT, text[:at] + named + text[at:])
    assert score.error is None
    assert score.metrics["perfect"] == 0.0


def test_an_equal_answer_with_other_constants_is_perfect(judged: Judged) -> None:
    text = source("vault")
    at = text.index("{", text.index("function take(uint256 amount)")) + 1
    loop = "for (uint256 i = 77; i < 81; i++) { n += 4001; n -= 4001; }"
    extra = "unchecked { uint256 n = amount; " + loop + " amount = n; }"
    assert judged(VAULT, text[:at] + extra + text[at:]).metrics["perfect"] == 1.0
