"""Bad answers are zeros with their reason; the run goes on."""

from __future__ import annotations

import pytest

from acidtest.suites.solidity_decompile.source import ANSWER_MAX

from .conftest import Judged, source

VAULT = "vault@optimised"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the answer is empty"),
        ("I cannot decompile this.", "there is no contract in the answer"),
        ("x" * (ANSWER_MAX + 1), "longer than"),
        ("// contract A { }", "there is no contract in the answer"),
    ],
)
def test_what_is_no_source_is_not_complete(text: str, reason: str, judged: Judged) -> None:
    score = judged(VAULT, text)
    assert score.metrics["complete"] == 0.0
    assert reason in score.evidence["why"]


@pytest.mark.parametrize(
    "text",
    [
        "contract A { function f() public { \0 } }",
        "contract A { string s = '\u202e\ud800'; }",
        "contract Ä { }",
        "contract A { function f() public { " + "(" * 5000 + " } }",
        'import "/etc/passwd"; contract A { }',
        'import "https://example.org/a.sol"; contract A { }',
        "interface I { } abstract contract A { function f() public virtual; }",
        "pragma solidity ^0.9.0; contract A { }",
        "pragma solidity nonsense; contract A { }",
    ],
)
def test_bad_sources_are_zeros_with_a_reason(text: str, judged: Judged) -> None:
    score = judged(VAULT, text)
    assert score.metrics["compiles"] == 0.0
    assert score.metrics["behaves"] == 0.0
    assert score.error is None
    assert score.evidence["why"]


def test_fences_and_prose_are_taken_off_and_counted(judged: Judged) -> None:
    fenced = f"Here is the contract:\n```solidity\n{source('vault')}```\nIt holds money."
    prose = f"Sure, this is it.\n\n{source('vault')}\nHope it helps!"
    thought = f"<think>contract Wrong {{}}</think>{source('vault')}"
    for text in (fenced, prose, thought):
        score = judged(VAULT, text)
        assert score.metrics["perfect"] == 1.0
        assert score.metrics["wrapped"] == 1.0


def test_of_several_contracts_the_one_that_fits_is_taken(judged: Judged) -> None:
    other = "contract Zoo { function roar() public {} }"
    score = judged(VAULT, source("vault") + other)
    assert score.evidence["contract"] == "Vault"
    assert score.metrics["perfect"] == 1.0


def test_a_pinned_compiler_out_of_reach_is_replaced_and_said(
    judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_OFFLINE", "1")
    score = judged(VAULT, source("vault").replace("^0.8.20", "=0.8.21"))
    assert score.metrics["perfect"] == 1.0
    assert "solc 0.8.21, which could not be fetched" in score.evidence["pragma"]


def test_a_contract_over_24_kilobytes_is_judged_all_the_same(judged: Judged) -> None:
    blob = f'function blob() external pure returns (string memory) {{ return "{"x" * 25000}"; }}'
    text = source("vault").replace("function sum()", f"{blob} function sum()")
    score = judged(VAULT, text)
    assert score.metrics["behaves"] == 1.0
    assert score.metrics["abi.selectors"] == pytest.approx(2 * 5 / (5 + 6))


def test_stack_too_deep_is_tried_through_the_ir(judged: Judged) -> None:
    names = [f"a{i}" for i in range(18)]
    deep = "function deep(uint x) external pure returns (uint) { "
    deep += "".join(f"uint {name} = x + {i};" for i, name in enumerate(names))
    deep += f"return {' * '.join(names)}; }} function sum()"
    score = judged(VAULT, source("vault").replace("function sum()", deep))
    assert score.evidence["mode"] == "via-ir"
    assert score.metrics["behaves"] == 1.0
