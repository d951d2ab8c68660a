"""Replay tells wrong answers by their limits, their effects, and what only they know."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from acidtest.suites.solidity_decompile.replay.compare import caught, judge
from acidtest.suites.solidity_decompile.replay.script import Script
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.telling import explored, full_script
from acidtest.toolchains.solc import Solc

BANK = """pragma solidity ^0.8.0;
contract Bank {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) reserve;
    address owner = msg.sender;
    bool open = true;
    event Paid(address to, uint256 amount);
    constructor() { balanceOf[msg.sender] = 10 ** 24; }
    function savings(address who) external view returns (uint256) { return reserve[who]; }
    function setOpen(bool now_) external { require(msg.sender == owner, "owner"); open = now_; }
    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount; balanceOf[to] += amount;
    }
    function approve(address who, uint256 amount) external { allowance[msg.sender][who] = amount; }
    function transferFrom(address from, address to, uint256 amount) external {
        uint256 left = allowance[from][msg.sender];
        require(left >= amount, "allowance");
        require(balanceOf[from] >= amount, "balance");
        if (left != type(uint256).max) allowance[from][msg.sender] = left - amount;
        balanceOf[from] -= amount; balanceOf[to] += amount;
    }
    function save() external payable { require(open, "closed"); reserve[msg.sender] += msg.value; }
    function swap(uint256 paid, uint256 out) external {
        uint256 all = balanceOf[msg.sender];
        require(paid <= all, "money");
        require((all + paid - out) * 1000 - paid * 3 >= all * 1000, "price");
        balanceOf[msg.sender] = all - paid + out;
    }
    function take(uint256 amount) external {
        require(reserve[msg.sender] >= amount, "poor");
        reserve[msg.sender] -= amount;
        (bool done, ) = msg.sender.call{value: amount}("");
        require(done, "refused");
        emit Paid(msg.sender, amount);
    }
}
"""

LESS = "reserve[msg.sender] -= amount;"
PAID = '(bool done, ) = msg.sender.call{value: amount}("");'
MUTANTS = {
    "the allowance stays": ("allowance[from][msg.sender] = left - amount", "left"),
    "no allowance is endless": ("if (left != type(uint256).max)", ""),
    "a fee of 2 instead of 3 per mille": ("paid * 3", "paid * 2"),
    "it pays before it writes": (f"{LESS}\n        {PAID}", f"{PAID}\n        {LESS}"),
    "a small account may do it": (
        "require(left >= amount",
        "if (msg.sender != address(0xBEEF)) require(left >= amount",
    ),
    "an amount that needs no owner": (
        'require(msg.sender == owner, "owner")',
        'require(msg.sender == owner || block.timestamp == 1800000123, "owner")',
    ),
}


@cache
def compiled(text: str) -> Subject:
    """The bank as it is or changed."""
    with Solc() as solc:
        (made,) = solc.compile(text, "0.8.37", "optimised").artifacts
    return Subject(made.abi, bytes.fromhex(made.creation), bytes.fromhex(made.runtime))


@pytest.fixture(scope="module")
def bank() -> tuple[Subject, Script]:
    """The original and what replay makes of it."""
    original = compiled(BANK)
    script = full_script(original, explored(original))
    return replace(original, contracts=script.contracts), script


@pytest.mark.parametrize("name", MUTANTS)
def test_replay_notices_that(name: str, bank: tuple[Subject, Script]) -> None:
    was, now = MUTANTS[name]
    assert BANK.count(was) == 1
    assert caught(bank[0], compiled(BANK.replace(was, now)), bank[1])


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("if (left != type(uint256).max)", "if (left < type(uint256).max)"),
        (
            "reserve[msg.sender] += msg.value",
            "reserve[msg.sender] = msg.value + reserve[msg.sender]",
        ),
    ],
)
def test_an_equal_bank_is_not_rejected(was: str, now: str, bank: tuple[Subject, Script]) -> None:
    assert BANK.count(was) == 1
    verdict = judge(bank[0], compiled(BANK.replace(was, now)), bank[1])
    assert set(verdict["functions"].values()) == {"behaves"}
    assert not verdict["elsewhere"]
