"""An answer must be recovered source, not the question's bytecode carried along."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.suites.solidity_decompile.rules import broken_rule, opcodes, same_code

PLAIN = bytes.fromhex("6001600201")
MAKER = bytes.fromhex("600060006000f0")
PROXY = bytes.fromhex("5f5f5f5f5f5ff4")


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("assembly { let a := create(0, 0, 0) }", "create"),
        ("assembly { let a := create2(0, 0, 0, 0) }", "create2"),
        ("assembly { pop(delegatecall(gas(), 0, 0, 0, 0, 0)) }", "delegatecall"),
        ('address(this).delegatecall("");', "address(this).delegatecall"),
        ("B b = new B();", "new B"),
        ("B b = new B{salt: 0}();", "new B"),
    ],
)
def test_what_runs_other_code_is_refused_where_the_original_does_not(body: str, named: str) -> None:
    source = f"contract B {{}} contract A {{ function f() public {{ {body} }} }}"
    found = broken_rule(source, PLAIN)
    assert found is not None
    assert f"'{named}'" in found
    assert broken_rule(source, PLAIN, MAKER + PROXY) is None


@pytest.mark.parametrize(
    "body",
    [
        "bytes memory b = new bytes(4);",
        "string memory s = new string(4);",
        "uint[] memory y = new uint[](3);",
        "S[] memory y = new S[](3);",
        "create(3);",
        'string memory s = "delegatecall create2";',
        "// assembly { create(0, 0, 0) }",
        'address(this).call("");',
    ],
)
def test_what_only_looks_like_it_is_not(body: str) -> None:
    head = "contract A { struct S { uint a; } function create(uint) public {} "
    source = f"{head} function f() public {{ {body}\n }} }}"
    assert broken_rule(source, PLAIN) is None


def test_bytes_that_are_pushed_are_no_instructions() -> None:
    assert opcodes(bytes.fromhex("61f0f450")) == {0x61, 0x50}
    assert opcodes(bytes.fromhex("61f0")) == {0x61}


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
