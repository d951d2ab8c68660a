"""Exploration reaches what needs tokens, signatures, a factory, or exact amounts."""

from __future__ import annotations

from functools import cache

import pytest

from acidtest.suites.solidity_decompile.replay.script import Script
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.telling import explored
from acidtest.toolchains.evm import DEPLOYER
from acidtest.toolchains.solc import Solc

BOX = """pragma solidity ^0.8.0;
interface Coin { function balanceOf(address) external view returns (uint256); }
interface Maker { function feeTo() external view returns (address); }
contract Box {
    address immutable maker; Coin coin; uint256 known; bool open;
    mapping(address => uint256) nonces;
    constructor() { maker = msg.sender; }
    function setCoin(Coin c) external { coin = c; }
    function sync() external returns (uint256 gained) {
        gained = coin.balanceOf(address(this)) - known;
        require(gained > 500, "little");
        known += gained;
    }
    function fee() external view returns (address) { return Maker(maker).feeTo(); }
    function unlock(uint256 a) external { require(a * 7 + 3 == 0x1234568, "wrong"); open = true; }
    function permit(address who, uint256 until, uint8 v, bytes32 r, bytes32 s) external {
        require(until >= block.timestamp, "late");
        bytes32 digest = keccak256(abi.encode(address(this), who, until, nonces[who]++));
        address by = ecrecover(digest, v, r, s);
        require(by != address(0) && by == who, "signature");
        open = false;
    }
}
"""


@cache
def script() -> Script:
    """The script of the box."""
    with Solc() as solc:
        made = [a for a in solc.compile(BOX, "0.8.37", "optimised").artifacts if a.name == "Box"]
    box = Subject(made[0].abi, bytes.fromhex(made[0].creation), bytes.fromhex(made[0].runtime))
    return explored(box, budget=12)


@pytest.mark.parametrize("name", ["sync", "fee", "unlock", "permit"])
def test_a_function_succeeds_that_needs(name: str) -> None:
    times = {key.partition("(")[0]: count for key, count in script().succeeded.items()}
    assert times[name] > 0


def test_the_deployer_is_a_contract_if_the_original_takes_it_for_one() -> None:
    assert script().contracts == (DEPLOYER,)


def test_it_counts_the_branches_it_took() -> None:
    taken, counted = script().branches
    assert counted > 10
    assert taken >= 0.9 * counted
