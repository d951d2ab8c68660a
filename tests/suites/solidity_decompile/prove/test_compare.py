"""Functions that do the same are proved; one that does not never is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from acidtest.suites.solidity_decompile.prove import outside
from acidtest.suites.solidity_decompile.prove.calldata import shapes
from acidtest.suites.solidity_decompile.prove.compare import Difference, compare
from acidtest.suites.solidity_decompile.prove.confirm import Court
from acidtest.suites.solidity_decompile.prove.machine import SymbolicMachine
from acidtest.suites.solidity_decompile.prove.paths import Path as Known
from acidtest.suites.solidity_decompile.prove.paths import ProofBudget
from acidtest.suites.solidity_decompile.prove.refute import Search
from acidtest.suites.solidity_decompile.prove.settings import (
    ReachedState,
    accounts,
    made_up,
    senders,
)
from acidtest.suites.solidity_decompile.prove.worker import (
    DeployedPair,
    prove,
)
from acidtest.suites.solidity_decompile.replay.script import Script, traced
from acidtest.suites.solidity_decompile.replay.subject import Subject, outcomes, start
from acidtest.suites.solidity_decompile.rules import without_metadata
from acidtest.toolchains.evm import DEPLOYER, HALT, REVERT, START_TIME, SUCCESS, TARGET, CallStep
from acidtest.toolchains.solc import Solc

REWRITES = (Path(__file__).parent / "rewrites.sol").read_text()
SECONDS = 20


@pytest.fixture(scope="module")
def built(solc: Solc) -> Mapping[str, Subject]:
    artifacts = solc.compile(REWRITES, "0.8.37", "unoptimised").artifacts
    return {
        a.name: Subject(a.abi, bytes.fromhex(a.creation), bytes.fromhex(a.runtime))
        for a in artifacts
    }


def changed(solc: Solc, name: str, old: str, new: str) -> Subject:
    """One of both contracts with a change."""
    head, body = re.split(rf"(?=contract {name} )", REWRITES)
    assert old in body
    text = head + body.replace(old, new, 1)
    artifacts = solc.compile(text, "0.8.37", "unoptimised").artifacts
    artifact = next(a for a in artifacts if a.name == name)
    return Subject(artifact.abi, bytes.fromhex(artifact.creation), bytes.fromhex(artifact.runtime))


def outcome(one: Subject, other: Subject, name: str) -> str:
    pair = DeployedPair(one, other)
    function = one.interface.functions[name]
    return compare(
        pair.codes, function, sorted(one.interface.by_selector), ProofBudget(SECONDS)
    ).outcome


@pytest.mark.parametrize(
    "name",
    [
        "move(address,uint256)",
        "put()",
        "take(uint256)",
        "close()",
        "push(uint256)",
        "fee(uint256)",
    ],
)
def test_an_equal_rewrite_is_proved(built: Mapping[str, Subject], name: str) -> None:
    assert outcome(built["Written"], built["Rewritten"], name) == "proved"


def test_lengths_that_were_not_looked_at_are_no_proof(
    solc: Solc, built: Mapping[str, Subject]
) -> None:
    name = "sumOf(uint256[])"
    assert outcome(built["Written"], built["Rewritten"], name) == "equal within bounds"
    other = changed(solc, "Rewritten", "uint256 s = 0;", "uint256 s = list.length / 9;")
    assert outcome(built["Written"], other, name) == "equal within bounds"


CHANGES = [
    ("move(address,uint256)", "!(have >= amount)", "!(have > amount)"),
    ("move(address,uint256)", "balances[to] + amount", "balances[to] - amount"),
    ("move(address,uint256)", "emit Moved(from, to", "emit Moved(to, from"),
    ("move(address,uint256)", "done = true", "done = to != address(7)"),
    ("move(address,uint256)", "revert TooLittle(have)", "revert TooLittle(amount)"),
    ("put()", "total = more + total", "total = more"),
    ("take(uint256)", "{value: amount}", "{value: amount + 1}"),
    ("take(uint256)", "payable(msg.sender).call", "payable(owner).call"),
    ("close()", "shut = !shut", "shut = shut"),
    ("push(uint256)", "items[items.length - 1] = item", "items[0] = item"),
    ("sumOf(uint256[])", "i != list.length", "i + 1 < list.length"),
    ("age()", "uint256(opened)", "uint256(uint32(opened))"),
    ("use(bytes32)", "used[mark] = true", "used[mark >> 1] = true"),
    ("sign(int256)", "x == 0 ? int256(0)", "x == 12345 ? int256(0)"),
]


@pytest.mark.parametrize(("name", "old", "new"), CHANGES)
def test_a_change_is_never_proved(
    solc: Solc, built: Mapping[str, Subject], name: str, old: str, new: str
) -> None:
    other = changed(solc, "Rewritten", old, new)
    assert outcome(built["Written"], other, name) == "unknown"


def _script(original: Subject, *steps: CallStep) -> Script:
    done = outcomes(original, original.world, steps)
    return Script((traced(original, steps, done),), {})


def _call(data: bytes, value: int = 0) -> CallStep:
    return CallStep(DEPLOYER, TARGET, data, value, START_TIME + 10)


def test_a_difference_becomes_a_replay(solc: Solc, built: Mapping[str, Subject]) -> None:
    """All the money there is: only the state that a call before it left tells how much."""
    original = built["Written"]
    other = changed(solc, "Rewritten", "amount > have", "amount >= have")
    put = original.interface.functions["put()"].selector
    court = Court(original, other, lambda: _script(original, _call(put, 12_345)))
    result = prove(DeployedPair(original, other), ["take(uint256)"], SECONDS, court)[
        "take(uint256)"
    ]
    assert result["outcome"] == "refuted"
    assert "deployer calls put() with 12345 wei" in result["replay"][0]
    assert "take(12345)" in result["replay"][-1]


def test_what_only_an_impossible_storage_shows_is_not_refuted(
    solc: Solc, built: Mapping[str, Subject]
) -> None:
    original = built["Written"]
    other = changed(solc, "Rewritten", "if (shut)", "if (shut || total > 1e40)")
    court = Court(original, other, lambda: _script(original))
    result = prove(DeployedPair(original, other), ["close()"], SECONDS, court)["close()"]
    assert result["outcome"] == "unknown"
    assert "a storage that no replayed sequence leaves" in result["why"]


def test_code_with_another_hash_of_its_source_is_the_same(solc: Solc) -> None:
    one, other = (
        changed(solc, "Written", "uint256 public total;", f"uint256 public total; // {note}")
        for note in ("a note", "another")
    )
    assert one.runtime != other.runtime
    results = prove(
        DeployedPair(one, other), ["put()"], SECONDS, Court(one, other, lambda: _script(one))
    )
    assert results["put()"] == {"outcome": "proved", "why": "the same code"}


def test_only_what_the_compiler_adds_is_left_out() -> None:
    """Two last bytes that happen to be a small number are code like any other."""
    code = bytes.fromhex("6001600055600260015560036002550008")
    assert without_metadata(code) == code
    metadata = b"\xa1dsolcC\x00\x08\x25"
    tail = metadata + len(metadata).to_bytes(2, "big")
    assert without_metadata(code + tail) == code


def test_another_initial_storage_proves_nothing(solc: Solc, built: Mapping[str, Subject]) -> None:
    other = changed(solc, "Rewritten", "address public owner = msg.sender", "address public owner")
    pair = DeployedPair(built["Written"], other)
    results = prove(
        pair, ["put()"], SECONDS, Court(built["Written"], other, lambda: _script(other))
    )
    assert results["put()"]["why"] == "its constructor leaves another storage"


@cache
def _kinds() -> Mapping[str, int]:
    return {"succeeds": SUCCESS, "reverts": REVERT, "halts": HALT}


@pytest.mark.parametrize(
    "name", ["move(address,uint256)", "clamp(uint256,uint256,uint256)", "setLow(uint128)", "last()"]
)
def test_every_path_is_one_that_the_evm_takes(built: Mapping[str, Subject], name: str) -> None:
    """The solver's input for each path, from the storage it asks for, ends so in the EVM."""
    subject = built["Written"]
    chain, _ = start(subject, subject.world)
    budget = ProofBudget(60)
    machine = SymbolicMachine(chain.code(), budget, set())
    function = subject.interface.functions[name]
    ends: set[str] = set()
    for data in shapes(function, []):
        path = Known()
        for each in outside.facts():
            path.add(each)
        for ending in machine.endings(data.content, path):
            difference = Difference(data, ending.path.conditions, "")
            search = Search(difference, senders(subject), accounts(subject), budget)
            candidate = next(iter(search.candidates(made_up(ReachedState((), None, 0, 0)))), None)
            if candidate is None:  # infeasible: the solver could not tell on the way
                continue
            chain, _ = start(subject, subject.world)
            for slot, content in candidate.slots.items():
                chain.evm.insert_account_storage(TARGET, slot, content)
            done = chain.call(candidate.step)
            assert done.status == _kinds()[ending.kind]
            assert len(done.data) == len(ending.data)
            ends.add(ending.kind)
    assert ends == {"succeeds", "reverts"}
