"""Whose agreement proves something: what an empty function would do too does not."""

from __future__ import annotations

import pytest

from acidtest.core.records import Score
from acidtest.lang.solidity import with_bodies

from ..conftest import Judged, functions, source

BOOK = "quiet_book@unoptimised"
SHELL = with_bodies(source("quiet_book"), "{}", "{}")


def fails(score: Score) -> set[str]:
    named = [score.evidence.get(state, "") for state in ("differs", "unproven")]
    return {name for names in named for name in names.split("; ") if name}


def test_the_original_is_perfect(judged: Judged) -> None:
    assert judged(BOOK, source("quiet_book")).metrics["perfect"] == 1.0


def test_of_an_empty_shell_only_what_is_empty_or_constant_behaves(judged: Judged) -> None:
    score = judged(BOOK, SHELL)
    assert functions(score)["behave"] == 2
    assert fails(score) == {
        "noteOf(address)", "taken()", "write(uint256)", "wipe()", "pay()", "receive",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("was", "now", "silent"),
    [
        ("noteOf[msg.sender] = note;", "", "write(uint256)"),
        ("delete noteOf[msg.sender];", "", "wipe()"),
        ("payable {\n        taken += msg.value;", "payable {", "receive"),
    ],
)
def test_a_change_that_is_not_made_is_its_function_s_fault(
    was: str, now: str, silent: str, judged: Judged
) -> None:
    text = source("quiet_book")
    assert was in text
    score = judged(BOOK, text.replace(was, now))
    assert silent in fails(score)
    assert not fails(score) & {"pay()", "nothing()", "PRICE()"}


def test_a_getter_is_credited_with_what_it_tells_after_a_call_that_differs(judged: Judged) -> None:
    score = judged(BOOK, source("quiet_book").replace("emit Paid(msg.sender, msg.value);", ""))
    assert fails(score) == {"pay()"}
