"""Arguments are invented until the constructor accepts them."""

from __future__ import annotations

from pathlib import Path

from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.project.trial import trial
from acidtest.toolchains.solc import Solc


def case(text: str, **more: Json) -> dict[str, Json]:
    with Solc() as solc:
        artifact = solc.compile(text, "0.8.37", "optimised").artifacts[0]
    return {"abi": artifact.abi, "creation": artifact.creation, **more}


PICKY = """contract Picky {
    constructor(uint8 decimals, address token, address[] memory owners) {
        require(decimals == 18 && token.code.length > 0 && owners.length == 1, "picky");
    }
}"""


def test_arguments_that_fit_are_looked_for() -> None:
    outcome = trial(case(PICKY))
    assert outcome["arguments"][0] == 18
    assert outcome["arguments"][1].startswith("accomplice")
    assert len(outcome["arguments"][2]) == 1


def test_given_arguments_are_not_replaced() -> None:
    outcome = trial(case(PICKY, arguments=[1, "alice", []]))
    assert "reverts" in outcome["problem"]
    assert "picky" in outcome["problem"]
    assert "takes 3 arguments, not 1" in trial(case(PICKY, arguments=[1]))["problem"]


def test_the_arguments_of_a_verified_contract_are_tried_first() -> None:
    text = "contract A { uint public a; constructor(uint a_) { a = a_; } }"
    assert trial(case(text, encoded="00" * 31 + "2a"))["arguments"] == [42]
    assert trial(case(text, encoded="2a"))["arguments"] == [1000]  # cut off: one of ours


def test_one_that_leaves_no_code_is_not_deployed(tmp_path: Path) -> None:
    text = "contract A { constructor() { selfdestruct(payable(msg.sender)); } }"
    assert "no code" in trial(case(text))["problem"]
