"""What must be on the chain before a contract: libraries, companions, a deployer that answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from acidtest.core.errors import InputError
from acidtest.suites.solidity_decompile.deployment import (
    Builder,
    deployer_code,
    libraries_of,
)
from acidtest.suites.solidity_decompile.replay.subject import Subject, built_address, start
from acidtest.toolchains.evm import BUILDER, DEPLOYER, ReplayChain, World
from acidtest.toolchains.solc import Artifact, Solc


@pytest.fixture(scope="module")
def compiler() -> Iterator[Solc]:
    with Solc() as opened:
        yield opened


def compiled(solc: Solc, text: str) -> list[Artifact]:
    output = solc.compile(text, "0.8.37", "optimised")
    assert output.problem is None
    return list(output.artifacts)


def test_addresses_are_known_before_anything_is_deployed() -> None:
    chain = ReplayChain()
    made = [chain.evm.deploy(BUILDER, bytes.fromhex("00"), 0, 10**6).lower() for _ in range(3)]
    assert made == [built_address(place) for place in range(3)]


def test_libraries_that_need_libraries_are_deployed_first(compiler: Solc) -> None:
    text = """
    library Low { function one() public pure returns (uint) { return 1; } }
    library High { function two() public pure returns (uint) { return Low.one() + 1; } }
    contract User { uint public at; constructor() { at = High.two(); }
        function f() public pure returns (uint) { return Low.one() + High.two(); } }
    """
    artifacts = compiled(compiler, text)
    builder = Builder(libraries_of(artifacts))
    user = builder.linked(next(a for a in artifacts if a.name == "User"))
    assert len(builder.codes) == 2
    creation, runtime = bytes.fromhex(user.creation), bytes.fromhex(user.runtime)
    subject = Subject(user.abi, creation, runtime, before=tuple(builder.codes))
    chain, problem = start(subject, subject.world)
    assert problem is None
    assert chain.code() == runtime
    assert start(Subject(user.abi, creation, runtime), World())[1] is not None


def test_a_library_that_is_not_there_or_needs_itself_is_named() -> None:
    mark = "__$" + "a" * 34 + "$__"
    lost = Artifact("A", (), mark, "00", links=[("f", "L", mark)])
    with pytest.raises(ValueError, match="library L is not there"):
        Builder({}).linked(lost)
    circle = Artifact("L", (), mark, "00", links=[("f", "L", mark)])
    with pytest.raises(ValueError, match="library L needs itself"):
        Builder({("f", "L"): circle}).linked(lost)


ASKS = """
interface Factory { function parameters() external view returns (address, uint24);
    function other() external view returns (uint); }
contract Pool { address public token; uint24 public fee; uint public other; address public maker;
    constructor() payable { (token, fee) = Factory(msg.sender).parameters();
        other = Factory(msg.sender).other(); maker = msg.sender; }
}"""


def test_a_constructor_can_ask_its_deployer(compiler: Solc) -> None:
    pool = compiled(compiler, ASKS)[-1]
    code = deployer_code(
        {"parameters()": [["address", "uint24"], ["alice", 3000]], "other()": [["uint256"], [7]]}
    )
    creation, runtime = bytes.fromhex(pool.creation), bytes.fromhex(pool.runtime)
    subject = Subject(pool.abi, creation, runtime, value=5, deployer=code)
    chain, problem = start(subject, subject.world)
    assert problem is None
    assert set(chain.storage().values()) >= {7, int(DEPLOYER, 16)}
    assert chain.balance() == 5
    silent = Subject(pool.abi, creation, runtime, value=5, deployer=deployer_code({}))
    assert start(silent, World())[1] is not None


def test_a_reply_that_cannot_be_encoded_is_named() -> None:
    with pytest.raises(ValueError, match="not a function's signature"):
        deployer_code({"parameters": [[], []]})
    with pytest.raises(InputError, match="the reply to f"):
        deployer_code({"f()": [["uint8"], ["x"]]})


def test_a_companion_among_the_arguments_makes_no_calls() -> None:
    abi = [{"type": "constructor", "inputs": [{"type": "address"}, {"type": "address"}]}]
    person = "0x" + "12" * 20
    arguments = b"".join(bytes(12) + bytes.fromhex(a[2:]) for a in (built_address(0), person))
    assert Subject(abi, b"\0", b"\0", arguments, before=(b"\0",)).accounts == (person,)
    assert len(Subject(abi, b"\0", b"\0", arguments).accounts) == 2
