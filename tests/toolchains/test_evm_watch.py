"""The watching EVM does what the real one does, and says how branches were decided."""

from __future__ import annotations

import pytest

from acidtest.toolchains import evm
from acidtest.toolchains.evm import (
    ACCOMPLICES,
    DEPLOYER,
    PEERS,
    PEOPLE,
    START_TIME,
    TARGET,
    CallStep,
    World,
)
from acidtest.toolchains.evm_watch import watch
from acidtest.toolchains.solc import Solc

SOURCE = """pragma solidity ^0.8.0;
interface Coin { function transferFrom(address, address, uint256) external returns (bool);
  function balanceOf(address) external view returns (uint256); }
interface Maker { function feeTo() external view returns (address); }
contract Desk {
    address immutable maker; uint256 public last; mapping(address => uint256) public paid;
    constructor() { maker = msg.sender; }
    function pay(Coin coin, uint256 n) external returns (uint256) {
        require(n < 1000, "too much");
        require(coin.transferFrom(msg.sender, address(this), n), "no");
        paid[msg.sender] += n; last = block.timestamp + block.number;
        return coin.balanceOf(address(this));
    }
    function fee() external view returns (address) { return Maker(maker).feeTo(); }
    function mix(int256 a, uint256 b) external view returns (bytes32) {
        unchecked { a = a / 7 % 5 - int256(b >> 3) * 2; }
        return keccak256(abi.encode(a, b ** 3, block.prevrandao, block.coinbase, block.chainid,
            sha256(abi.encode(b)), address(this).balance, gasleft() > 5));
    }
    receive() external payable {
        (bool ok,) = msg.sender.call{value: msg.value / 2}("");
        require(ok);
    }
}
"""


@pytest.fixture(scope="module")
def desk() -> tuple[bytes, dict[str, bytes]]:
    """Creation code, and selectors by name."""
    from eth_hash.auto import keccak

    with Solc() as solc:
        (made,) = [a for a in solc.compile(SOURCE, "0.8.37", "optimised").artifacts if a.creation]
    names = ("pay(address,uint256)", "fee()", "mix(int256,uint256)")
    return bytes.fromhex(made.creation), {
        n.partition("(")[0]: keccak(n.encode())[:4] for n in names
    }


def word(value: int | str) -> bytes:
    return (int(value, 16) if isinstance(value, str) else value % (1 << 256)).to_bytes(32, "big")


def deployed(creation: bytes, *contracts: str) -> evm.ReplayChain:
    chain = evm.ReplayChain(World(contracts=contracts, peers=True))
    assert chain.deploy(creation) is None
    return chain


def test_it_agrees_with_the_real_one(desk: tuple[bytes, dict[str, bytes]]) -> None:
    creation, selectors = desk
    chain = deployed(creation, DEPLOYER)
    calls = [selectors["pay"] + word(peer) + word(n) for peer in PEERS for n in (5, 1000)]
    calls += [selectors["mix"] + word(a) + word(b) for a in (-40, 9) for b in (3, 1 << 130)]
    calls += [selectors["fee"], b"", b"\1"]
    steps = [CallStep(PEOPLE[1], TARGET, data, 0, START_TIME + 5) for data in calls]
    steps.append(CallStep(PEOPLE[1], TARGET, b"", 9, START_TIME + 40))
    steps.append(CallStep(PEOPLE[2], ACCOMPLICES[0], bytes(32), 9, START_TIME + 40))
    steps.append(
        CallStep(DEPLOYER, TARGET, selectors["pay"] + word(PEERS[0]) + word(7), 0, START_TIME)
    )
    for step in steps:
        watched, outcome = watch(chain, step), chain.call(step)
        assert (watched.status, watched.data) == (outcome.status, outcome.data), step


def test_it_says_what_decided_a_branch_and_what_was_written(
    desk: tuple[bytes, dict[str, bytes]],
) -> None:
    creation, selectors = desk
    chain = deployed(creation)
    data = selectors["pay"] + word(PEERS[0]) + word(999)
    watched = watch(chain, CallStep(PEOPLE[1], TARGET, data, 0, START_TIME))
    operands = {frozenset(c[1:3]) for c in watched.branches.values() if c}
    assert frozenset((999, 1000)) in operands
    assert any(gap == -1 for _, gap in watched.near)
    assert 999 in watched.writes.values()
    assert [(call.to, call.static) for call in watched.calls] == [
        (int(PEERS[0], 16), False),
        (int(PEERS[0], 16), True),
    ]
    assert chain.storage() == {}  # nothing was changed


def test_an_account_that_is_asked_for_its_code_is_noted(
    desk: tuple[bytes, dict[str, bytes]],
) -> None:
    creation, selectors = desk
    step = CallStep(PEOPLE[1], TARGET, selectors["fee"], 0, START_TIME)
    assert int(DEPLOYER, 16) in watch(deployed(creation), step).probed
    assert not watch(deployed(creation, DEPLOYER), step).probed


@pytest.mark.parametrize(("peer", "moved"), [(0, True), (2, True), (3, False)])
def test_a_token_behaves_is_silent_or_lies(peer: int, moved: bool) -> None:
    chain = evm.ReplayChain(World(peers=True))
    chain.install(b"\0")
    give = bytes.fromhex("a9059cbb") + word(TARGET) + word(77)
    balance = bytes.fromhex("70a08231") + word(TARGET)
    given = chain.call(CallStep(PEOPLE[1], PEERS[peer], give, 0, START_TIME))
    assert given.data == {0: word(1), 2: b"", 3: word(0)}[peer]
    held = chain.call(CallStep(PEOPLE[1], PEERS[peer], balance, 0, START_TIME))
    assert held.data == word(77 if moved else 0)
