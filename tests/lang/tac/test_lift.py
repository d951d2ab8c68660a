"""What the text says, and that any bytes at all become text."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.lang.tac import entries, lift, lift_function, lift_program
from acidtest.lang.tac.lift import SIZE_MAX

from .evm import Call, Chain
from .machine import Machine
from .test_lift_against_evm import NAMED, agree, selector


def lines(code: str) -> list[str]:
    """The statements of bytecode given in hexadecimal."""
    text = lift(bytes.fromhex(code))
    return [line.strip() for line in text.splitlines() if line.startswith("    ")]


def test_the_top_of_the_stack_is_the_left_operand() -> None:
    # CALLDATALOAD(0), CALLVALUE, SUB: the call value is on top.
    assert lines("5f3534035f5500")[-3:] == [
        "v3 = v2 - v1",
        "storage[0x0] = v3",
        "stop",
    ]


def test_constants_are_computed_as_the_evm_does() -> None:
    assert f"storage[0x0] = 0x{2**256 - 3:x}" in lines("60056002035f5500")


def test_a_shift_has_its_amount_on_the_right() -> None:
    assert "v2 = v1 << 0xe0" in lines("3460e01b5f5500")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("345f345e00", "mcopy(v2, 0x0, v1)"),
        ("345c5f5500", "v2 = transient[v1]"),
        ("34345d00", "transient[v2] = v1"),
        ("34495f5500", "v2 = blobhash(v1)"),
        ("4a5f5500", "v1 = blobbasefee"),
        ("5f5f5500", "storage[0x0] = 0x0"),
        ("3460405200", "memory[0x40] = v1"),
        ("34345300", "memory8[v2] = v1"),
        ("0c", "invalid  // no such opcode: 0x0c"),
        ("50", "invalid  // takes from an empty stack"),
        ("600356", "invalid  // no jump may land at 0x3"),
        ("61", "stop"),
    ],
)
def test_instructions_are_written(code: str, line: str) -> None:
    assert line in lines(code)


def test_a_loop_stays_a_loop() -> None:
    text = lift(bytes.fromhex(NAMED["Ledger-0.8.30-via-ir"]["runtime"]))
    body = text[text.index("function selector_e88e44a8") :].split("\n\nfunction")[0]
    phis = re.findall(r"^    (v\d+) = phi\((\w+): \w+, (\w+): \w+", body, re.MULTILINE)
    assert phis
    assert "%" in body or "& 0x1" in body


def test_mappings_and_arguments_are_named() -> None:
    runtime = bytes.fromhex(NAMED["Ledger-0.8.30-optimised"]["runtime"])
    text = lift_function(runtime, "0x" + selector("move", ["address", "uint256"]).hex())
    assert "calldata[0x24]  // argument 1: uint256" in text
    assert re.search(r"keccak256\(0x0, 0x40\)  // mapping at slot 0x0, key v\d+", text)
    assert "// Mutability: nonpayable" in text


@pytest.mark.parametrize("name", NAMED)
def test_every_public_function_is_found(name: str) -> None:
    fixture = NAMED[name]
    program = lift_program(bytes.fromhex(fixture["runtime"]))
    wanted = {selector(f, types).hex() for f, types in fixture["functions"].items()}
    assert {s for function in program.functions for s in function.selectors} == wanted
    assert not program.notes


@pytest.mark.parametrize("name", NAMED)
def test_names_are_given_once_and_labels_exist(name: str) -> None:
    for function in lift_program(bytes.fromhex(NAMED[name]["runtime"])).functions:
        labels = {block.label for block in function.blocks}
        made = list(function.parameters)
        used: set[str] = set()
        for block in function.blocks:
            assert set(block.successors) <= labels
            made += [phi.result for phi in block.phis]
            made += [s.result for s in block.statements if s.result]
            used |= {v for s in block.statements for v in s.arguments if isinstance(v, str)}
            used |= {v for phi in block.phis for v in phi.sources.values() if isinstance(v, str)}
        assert len(made) == len(set(made))
        if not function.on_stack:
            assert used <= set(made)


def test_only_recursion_and_jumps_by_data_need_the_stack_form() -> None:
    for name, fixture in NAMED.items():
        program = lift_program(bytes.fromhex(fixture["runtime"]))
        form = {s for f in program.functions if f.on_stack for s in f.selectors}
        recursive = {selector("factorial", ["uint256"]).hex()} if "Ledger" in name else set()
        assert form == recursive, name


def test_a_function_alone_is_the_function_in_the_contract() -> None:
    runtime = bytes.fromhex(NAMED["Shapes-0.8.30-plain"]["runtime"])
    whole = lift(runtime)
    for entry in entries(runtime):
        alone = lift_function(runtime, f"0x{entry.selector.upper()}")
        assert alone.rstrip("\n") in whole
    assert lift_function(runtime, "0xdeadbeef") == ""


def test_the_same_bytes_give_the_same_text() -> None:
    for fixture in NAMED.values():
        runtime = bytes.fromhex(fixture["runtime"])
        assert lift(runtime) == lift(runtime)


def test_a_jump_by_data_runs_in_the_stack_form() -> None:
    # Stores one of two addresses in memory, reads it back, and jumps there.
    code = bytes.fromhex("60193415600a5750601f5b5f525f5156").ljust(25, b"\xfe")
    code += bytes.fromhex("5b60015f5500" + "5b60025f5500")
    machine, chain = Machine(lift(code)), Chain(code)
    assert agree(machine, chain, Call(b"", value=0)).slots == {0: 1}
    assert agree(machine, chain, Call(b"", value=1)).slots[0] == 2


@given(st.binary(max_size=400))
@settings(deadline=None, max_examples=300)
def test_any_bytes_become_text(code: bytes) -> None:
    assert lift(code) == lift(code)
    assert "stack_underflow" not in lift(code)


_OPS = bytes.fromhex("0001020304061011141516191b1c34353651525455565758 5b5f80819091f3fd")


@given(
    st.lists(
        st.one_of(
            st.sampled_from(_OPS).map(lambda byte: bytes([byte])),
            st.integers(0, 120).map(lambda n: bytes([0x60, n])),
            st.integers(0, 120).map(lambda n: bytes([0x60, n, 0x56])),
            st.integers(0, 120).map(lambda n: bytes([0x60, n, 0x57])),
            st.just(b"\x5b"),
        ),
        max_size=60,
    ).map(b"".join),
    st.integers(0, 3),
)
@settings(deadline=None, max_examples=300)
def test_made_up_code_does_what_the_evm_does(code: bytes, value: int) -> None:
    call = Call(b"\x01" * 40, value=value)
    machine = Machine(lift(code))
    try:
        agree(machine, Chain(code), call, dead_reads=True)
    except AssertionError as error:
        if "it does not end" not in str(error):  # the EVM runs out of gas, the machine of patience
            raise


def test_truncated_contracts_become_text() -> None:
    runtime = bytes.fromhex(NAMED["Ledger-0.8.30-plain"]["runtime"])
    rng = random.Random(0)
    for _ in range(25):
        assert lift(runtime[: rng.randrange(len(runtime))])


@pytest.mark.parametrize(
    "code",
    [
        b"",
        b"\x5b" * 24576,
        b"\x5b\x60\x00\x56" * 6000,
        b"\x60" * 24576,
        b"".join(b"\x5b\x5f\x36\x61%b\x57\x50" % (i * 56 % 24000).to_bytes(2) for i in range(3000)),
        b"\xef\x00\x01" + bytes(500),
    ],
    ids=["empty", "jumpdests", "loops", "pushes", "branches", "eof"],
)
def test_hostile_code_becomes_text(code: bytes) -> None:
    assert lift(code).startswith("// Runtime bytecode")


def test_what_is_too_long_says_so() -> None:
    assert "not lifted: longer than" in lift(bytes(SIZE_MAX + 1))
