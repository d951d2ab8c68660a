"""What an answer states about the interface is scored, even if nothing of it compiles."""

from __future__ import annotations

import json
from typing import Any

import pytest

from acidtest.lang import tac

from .conftest import SAMPLES, Judged

ABI: list[dict[str, Any]] = [
    {
        "type": "function",
        "name": "store",
        "inputs": [],
        "outputs": [],
        "stateMutability": "payable",
    },
    {"type": "function", "name": "nothing", "inputs": [{"name": "a"}]},
    {"type": "event", "name": "Odd"},
]


def test_an_abi_alone_is_scored_on_its_functions(judged: Judged) -> None:
    score = judged("vault@unoptimised", json.dumps(ABI))
    assert score.metrics["complete"] == 0.0
    assert score.metrics["behaves"] == 0.0
    assert 0 < (score.metrics["abi.selectors"] or 0) < 1
    assert score.evidence["interface"] == "a JSON ABI in the answer"
    assert judged("vault@unoptimised", json.dumps({"abi": ABI})).metrics == score.metrics


def test_an_abi_may_know_only_selectors(judged: Judged) -> None:
    stated = judged("vault@unoptimised", json.dumps(ABI)).metrics
    unnamed = [{**ABI[0], "name": "Unresolved_975057e7"}, *ABI[1:]]
    assert judged("vault@unoptimised", json.dumps(unnamed)).metrics == stated
    given = [{**ABI[0], "name": "f", "selector": "0x975057e7"}, *ABI[1:]]
    assert judged("vault@unoptimised", json.dumps(given)).metrics == stated


def test_one_function_states_one_selector(judged: Judged) -> None:
    score = judged("vault@unoptimised", "function store() external payable { x(); }")
    assert score.metrics["complete"] == 0.0
    assert 0 < (score.metrics["abi.selectors"] or 0) < 1
    assert score.evidence["interface"] == "the answer's text"


@pytest.mark.parametrize("text", ["", "words", "[1, 2]", '[{"type": 3}]', '[{"type": "function"}]'])
def test_what_states_nothing_gets_nothing(text: str, judged: Judged) -> None:
    assert judged("vault@unoptimised", text).metrics["abi.selectors"] == 0.0


def test_three_address_code_states_nothing(judged: Judged) -> None:
    code = bytes.fromhex("60003560e01c63975057e714601657600080fd5b00")
    assert judged("vault@unoptimised", tac.lift(code)).metrics["abi.selectors"] == 0.0
    assert SAMPLES["vault@unoptimised"].truth.source
