"""The EVM as replay sees it, traps of pyrevm included."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.toolchains import evm
from acidtest.toolchains.evm import (
    ACCOMPLICES,
    HALT,
    OUT_OF_GAS,
    PEOPLE,
    REVERT,
    START_TIME,
    SUCCESS,
    TARGET,
    CallStep,
)
from acidtest.toolchains.solc import Solc

HERE = Path(evm.__file__).parent


def deployed(runtime: str, value: int = 0) -> evm.ReplayChain:
    """A chain with this runtime code as the target."""
    code = bytes.fromhex(runtime)
    chain = evm.ReplayChain()
    assert chain.deploy(bytes.fromhex(f"61{len(code):04x}80600a3d393df3") + code, value) is None
    return chain


def call(data: bytes = b"", value: int = 0, time: int = START_TIME, to: str = TARGET) -> CallStep:
    return CallStep(PEOPLE[1], to, data, value, time)


def test_the_accomplice_is_what_its_source_compiles_to() -> None:
    with Solc() as solc:
        text = (HERE / "accomplice.yul").read_text()
        made = solc.compile(text, "0.8.37", "optimised", language="Yul")
    assert made.artifacts[0].runtime == evm.accomplice_code().hex()


@pytest.mark.parametrize(
    ("runtime", "status", "data"),
    [
        ("60aa60005260206000f3", SUCCESS, (0xAA).to_bytes(32, "big")),
        ("60aa60005260206000fd", REVERT, (0xAA).to_bytes(32, "big")),
        ("60006000fd", REVERT, b""),
        ("fe", HALT, b""),
        ("5b600056", OUT_OF_GAS, b""),
    ],
)
def test_each_way_a_call_can_end(runtime: str, status: int, data: bytes) -> None:
    outcome = deployed(runtime).call(call())
    assert (outcome.status, outcome.data) == (status, data)


def test_logs_balances_time_and_storage_are_seen() -> None:
    # sstore(5, timestamp); log1(0, 0, 7)
    chain = deployed("42600555" + "600760006000a1" + "00")
    outcome = chain.call(call(value=9, time=START_TIME + 77))
    assert [(topics[0][-1], data) for _, topics, data in outcome.logs] == [(7, b"")]
    assert outcome.balances[0] == 9
    assert chain.storage() == {5: START_TIME + 77}


def test_storage_is_read_quickly_past_long_runs_of_digits() -> None:
    chain = deployed("6001600055" + "00" + "11" * 24000)
    chain.call(call())
    assert chain.storage() == {0: 1}


def test_transient_storage_ends_with_a_call() -> None:
    # return tload(0); tstore(0, 1) before returning
    chain = deployed("60005c600052" + "600160005d" + "60206000f3")
    assert [chain.call(call()).data[-1] for _ in range(2)] == [0, 0]


def test_a_call_to_an_accomplice_is_recorded_and_answered() -> None:
    # call(gas, accomplice1, 3, 0, 4 bytes, 0, 32); return its 32 bytes
    code = "63deadbeef60e01b600052"
    code += "60206000600460006003" + "73" + ACCOMPLICES[0][2:] + "5af1" + "50" + "60206000f3"
    outcome = deployed(code, value=10).call(call())
    assert outcome.data == (1).to_bytes(32, "big")
    (address, topics, data), *_ = outcome.logs
    assert address.lower() == ACCOMPLICES[0]
    assert topics == ()
    assert data == (3).to_bytes(32, "big") + bytes.fromhex("deadbeef")


def test_an_accomplice_passes_calls_on_and_calls_back_once() -> None:
    # counts calls in slot 0, then calls its caller
    code = "600054600101600055" + "60006000600060006000335af1" + "00"
    chain = deployed(code)
    chain.call(call((2).to_bytes(32, "big") + b"\1", to=ACCOMPLICES[0]))
    outcome = chain.call(call(bytes(32), to=ACCOMPLICES[0]))
    assert outcome.status == SUCCESS
    assert chain.storage() == {0: 2}


def test_a_constructor_that_fails_is_told() -> None:
    assert "Revert" in str(evm.ReplayChain().deploy(bytes.fromhex("60006000fd")))
