"""An answer must be recovered source, not the question's bytecode carried along."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.protocols import Questions
from acidtest.suites.solidity_decompile.rules import broken_rule, carries, opcodes, same_code

from .conftest import SAMPLES, Judged, source

PLAIN = bytes.fromhex("6001600201")
MAKER = bytes.fromhex("600060006000f0")
PROXY = bytes.fromhex("5f5f5f5f5f5ff4")


def test_code_that_runs_other_code_is_refused_where_the_original_does_not() -> None:
    assert "CREATE" in str(broken_rule([PLAIN, MAKER], [PLAIN]))
    assert "DELEGATECALL" in str(broken_rule([PROXY], [PLAIN, MAKER]))
    assert broken_rule([PROXY], [PLAIN, PROXY]) is None
    assert broken_rule([MAKER, PROXY], [PLAIN + MAKER, PROXY]) is None


def test_linked_libraries_allow_to_delegate_but_not_to_create() -> None:
    assert broken_rule([PROXY], [PLAIN], links=True) is None
    assert broken_rule([PROXY, MAKER], [PLAIN], links=True) is not None


def test_bytes_that_are_pushed_are_no_instructions() -> None:
    assert opcodes(bytes.fromhex("61f0f450")) == {0x61, 0x50}
    assert opcodes(bytes.fromhex("61f0")) == {0x61}


def test_bytes_behind_an_end_run_only_after_a_jump_target() -> None:
    assert opcodes(bytes.fromhex("00f0f4")) == {0x00}
    assert opcodes(bytes.fromhex("005bf000f4")) == {0x00, 0x5B, 0xF0}


def test_what_the_metadata_happens_to_hold_is_no_instruction() -> None:
    metadata = b"\xa2\x64ipfs" + b"\x5b\xf0" * 20 + (46).to_bytes(2, "big")
    code = bytes.fromhex("600100") + metadata
    assert broken_rule([code, b"\x5f\x00" + code], [PLAIN]) is None
    # what stands behind it may be reached, whatever the metadata is
    assert broken_rule([code, code + b"\x5b\xf0"], [PLAIN]) is not None


IMMUTABLE = b"\x7f" + bytes(32)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=20), st.binary(max_size=20))
def test_immutable_values_may_differ_and_nothing_else(
    value: bytes, before: bytes, after: bytes
) -> None:
    before = before.replace(b"\x7f", b"\x01")
    compiled = before + IMMUTABLE + after
    assert same_code(compiled, before + b"\x7f" + value + after)
    assert not same_code(compiled, before + b"\x7f" + value + after + b"\0")
    assert not same_code(compiled, before + b"\x7e" + value + after)
    if after:
        changed = bytes([after[0] ^ 1]) + after[1:]
        assert not same_code(compiled, before + b"\x7f" + value + changed)


def test_where_the_places_of_immutables_are_known_no_other_zeros_may_change() -> None:
    compiled = IMMUTABLE + IMMUTABLE
    deployed = IMMUTABLE + b"\x7f" + b"\x5b" * 32
    assert same_code(compiled, deployed, [(34, 32)])
    assert not same_code(compiled, deployed, [(1, 32)])
    assert not same_code(compiled, deployed, [])


def test_the_questions_code_in_the_data_is_noticed_also_with_other_jump_targets() -> None:
    question = bytes.fromhex("6004361015600e57fe5b5f3560e01c80631234567814601f57fe5b60016002015f52")
    moved = question.replace(b"\x60\x0e\x57", b"\x60\x3e\x57").replace(b"\x60\x1f", b"\x60\x4f")
    own = bytes.fromhex("5f5ffd")
    assert carries(own + moved, 3, question) == "its data holds the question's bytecode"
    assert carries(own + b"just a long text, not a program at all", 3, question) is None
    assert carries(own + moved, 0, question) is None  # not known where its data begins
    assert carries(own, 3, question) is None


VAULT = "vault@optimised"
_HEX = "6001600c60003960016000f300"
_UNUSED = """
library Address {
    function run(address at, bytes memory data) internal { (bool ok,) = at.delegatecall(data); }
    function make() internal returns (Extra) { return new Extra(); }
}
contract Extra {}
"""


def test_what_a_library_could_do_and_nobody_calls_is_nothing(judged: Judged) -> None:
    assert judged(VAULT, source("vault") + _UNUSED).metrics["perfect"] == 1.0


@pytest.mark.parametrize(
    "body",
    [
        "assembly { pop(create(0, 0, 0)) }",
        "assembly { pop(create2(0, 0, 0, 0)) }",
        "assembly { pop(delegatecall(gas(), 0, 0, 0, 0, 0)) }",
        "(bool ok,) = address(this).delegatecall('');",
        f'bytes memory c = hex"{_HEX}"; assembly {{ pop(create(0, add(c, 32), mload(c))) }}',
        "new Extra();",
    ],
)
def test_what_runs_other_code_scores_nothing_wherever_it_stands(body: str, judged: Judged) -> None:
    text = source("vault").replace(
        "function sum()", f"function x() public {{ {body} }} function sum()"
    )
    score = judged(VAULT, text + "contract Extra {}")
    assert score.metrics["compiles"] == 1.0
    assert score.metrics["behaves"] == 0.0
    assert "the original does not" in score.evidence["why"]


def _carrying(code: bytes) -> dict[str, str]:
    """Ways to bring the question's bytecode along, by what is said about them."""
    text = code.hex()
    load = f'bytes memory c = hex"{text}";'
    head = "pragma solidity ^0.8.20; contract Vault { uint a; constructor(uint256) payable"
    half = len(text) // 4 * 2
    pieces = f'bytes memory c = bytes.concat(hex"{text[:half]}", hex"{text[half:]}");'
    run = "assembly { calldatacopy(0, 0, calldatasize()) let ok := delegatecall(gas(), sload(0), "
    run += "0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) "
    run += (
        "switch ok case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) } }"
    )
    call = run.replace("delegatecall(gas(), sload(0), 0", "call(gas(), sload(0), callvalue(), 0")
    make = "assembly { sstore(0, create(0, add(c, 32), mload(c))) }"
    give = "assembly { return(add(c, 32), mload(c)) }"
    jump = "function() f; assembly { f := 1234 } if (c.length > a) f();"
    return {
        "its constructor installs": f"{head} {{ {load} {give} }} }}",
        "its constructor installs other": f"{head} {{ {pieces} {give} }} }}",
        "it creates": f"{head} {{ {load} {make} }} fallback() external payable {{ {run} }} }}",
        "it creates contracts": f"{head} {{{load} {make}}} receive() external payable {{{call}}}}}",
        "its data holds": f"{head} {{}} fallback() external payable {{ {load} {jump} }} }}",
    }


@pytest.mark.parametrize("way", list(_carrying(b"\0" * 200)))
def test_no_way_to_carry_the_questions_bytecode_scores(
    way: str, judged: Judged, questions: Questions
) -> None:
    program = questions.program(SAMPLES[VAULT])
    assert program is not None
    score = judged(VAULT, _carrying(program.data)[way])
    assert score.metrics["compiles"] == 1.0, score.evidence
    assert score.metrics["behaves"] == 0.0
    assert way in score.evidence["why"]
