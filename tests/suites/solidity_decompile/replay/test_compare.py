"""A function that is missing costs that function alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from acidtest.core.protocols import Judge
from acidtest.lang.solidity import nodes, parse, replaced, text_of
from acidtest.suites.solidity_decompile.suite import SUITE

SAMPLES = {sample.id: sample for sample in SUITE.read([]).samples}


def states(judge: Judge, identity: str, edits: Mapping[str, str]) -> dict[str, str]:
    """The verdict on each function of an original in which some functions are replaced."""
    data, root = parse(SAMPLES[identity].truth.source)
    changes = [
        (node.start_byte, node.end_byte, edits[name])
        for node in nodes(root)
        if node.type == "function_definition"
        and (name := text_of(node.child_by_field_name("name"))) in edits
        and node.child_by_field_name("body")
    ]
    assert len(changes) == len(edits)
    replay = judge.observe(SAMPLES[identity], replaced(data, changes))["replay"]
    return dict(replay["functions"])


@pytest.mark.parametrize(
    ("identity", "name"),
    [
        ("orchard_staking@optimised", "plant"),  # seven others need its state
        ("orchard_staking@optimised", "fell"),
        ("last_call@optimised", "echo"),  # its calls reach a fallback that counts them
        ("harvest_vault@optimised", "withdraw"),  # an accomplice calls it back
        ("module_proxy@optimised", "trySpend"),  # batch() passes calls of it on
    ],
)
def test_a_missing_function_is_the_only_one_that_fails(
    judge: Judge, identity: str, name: str
) -> None:
    failed = {
        function: state
        for function, state in states(judge, identity, {name: ""}).items()
        if state not in ("behaves", "not exercised")
    }
    assert [(function.partition("(")[0], state) for function, state in failed.items()] == [
        (name, "differs")
    ]


def test_what_needs_a_missing_function_must_still_be_right(judge: Judge) -> None:
    """What fell put aside is paid out by cartAway, which is wrong only there."""
    wrong = (
        "function cartAway() external returns (uint256 logs) { Plot storage p = plots[msg.sender];"
        'require(p.leaving > 0, "no logs"); require(block.timestamp >= p.readyAt, "still drying");'
        "logs = p.leaving + 1; p.leaving = 0; }"
    )
    made = states(judge, "orchard_staking@optimised", {"fell": "", "cartAway": wrong})
    assert made["fell(uint256)"] == "differs"
    assert made["cartAway()"] != "behaves"
    assert made["pick()"] == made["planted()"] == "behaves"


SAFE = """pragma solidity ^0.8.0;
contract Safe {
    mapping(address => uint256) private kept;
    bool private ready;
    event Put(uint256 n);
    event Said(uint256 n);
    function unlock() external { ready = true; emit Put(0); }
    function put(uint64 n) external { require(ready && n > 0); kept[msg.sender] += n; emit Put(n); }
    function take() external returns (uint256 n) {
        n = kept[msg.sender]; require(n > 0, "empty"); kept[msg.sender] = 0;
    }
    function say(uint64 n) external { emit Said(n); }
    function sing(uint64 n) external { emit Said(n + 1); }
    function hum(uint64 n) external { emit Said(n + 2); }
}
"""


@pytest.mark.parametrize(("added", "state"), [("+= n", "behaves"), ("+= 0", "unproven")])
def test_a_silent_mistake_that_only_a_lent_function_shows_proves_nothing(
    judge: Judge, tmp_path: Path, added: str, state: str
) -> None:
    (tmp_path / "safe.sol").write_text(SAFE)
    sample = next(iter(SUITE.read([tmp_path]).samples))
    lines = SAFE.replace("+= n", added).splitlines()
    unlock, take = (next(n for n, line in enumerate(lines) if w in line) for w in ("lock", "take"))
    kept = [line for n, line in enumerate(lines) if n not in (unlock, take, take + 1, take + 2)]
    functions = judge.observe(sample, "\n".join(kept))["replay"]["functions"]
    assert functions["unlock()"] == functions["take()"] == "differs"
    assert functions["put(uint64)"] == state
    assert functions["hum(uint64)"] == "behaves"


def test_getters_alone_earn_nothing_from_what_the_original_does(judge: Judge) -> None:
    names = ("plant", "pick", "fell", "cartAway", "nextSeason", "pending")
    made = states(judge, "orchard_staking@optimised", dict.fromkeys(names, ""))
    assert made["planted()"] == made["season()"] == "unproven"
