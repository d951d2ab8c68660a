"""A small file of function pairs, and ways to score answers to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.records import Answer, Sample, Score
from acidtest.suites.solidity_pairs import dataset
from acidtest.suites.solidity_pairs.judge import PairJudge
from acidtest.suites.solidity_pairs.score import score

SOURCE = """function pay(address to, uint256 amount) public onlyOwner returns (bool) {\r
    require(to != address(0), "no receiver");\r
    if (amount > 10) { held[to] += amount; }\r
    return true;\r
}"""
GETTER = "function total() external view returns (uint256) { return _total; }"
ROWS: list[dict[str, Any]] = [
    {
        "input": "function selector_11111111:\n  block_0000:\n    stop",
        "output": SOURCE,
        "metadata": {
            "function_name": "pay",
            "contract_address": "0xaa",
            "compiler_version": "0.5.11",
            "optimizer_enabled": True,
            "is_payable": False,
            "is_view": False,
            "visibility": "public",
        },
    },
    {
        "input": "function selector_22222222:\n  block_0000:\n    v1 = storage[0x0]",
        "output": GETTER,
        "metadata": {"function_name": "total", "contract_address": "0xbb", "is_view": True},
    },
    {"input": "x", "output": "function f() public { g(); }"},
]


def write(path: Path, rows: Sequence[Any]) -> Path:
    """A file with a record a line."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def samples(tmp_path: Path) -> list[Sample]:
    """The three pairs as the suite reads them."""
    return read(write(tmp_path / "pairs.jsonl", ROWS))


def read(*paths: Path) -> list[Sample]:
    """The samples of some files."""
    return list(dataset.read(paths).samples)


def scored(sample: Sample, text: str) -> Score:
    """The score of an answer, with whatever sentence model this machine has."""
    return score(sample, Answer(sample.id, text), PairJudge().observe(sample, text))


def without_similarity(sample: Sample, text: str) -> Score:
    """As on a machine that has no sentence model."""
    seen = {"problem": None, "published": None, "sound": None, "reason": "no model here"}
    return score(sample, Answer(sample.id, text), seen)
