"""The lean text, run as it stands, does what the EVM does; and it is lean."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from acidtest.lang.tac import lift, lift_lean, lift_program, program_text
from acidtest.lang.tac.lean import program_lean
from acidtest.lang.tac.lift import SIZE_MAX, lift_whole

from .evm import Call, Chain
from .lean_machine import LeanMachine
from .test_lift_against_evm import NAMED, agree, calls, selector


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("whole", [False, True], ids=["functions", "one piece"])
def test_lean_text_does_what_the_bytecode_does(name: str, whole: bool) -> None:
    fixture = NAMED[name]
    runtime = bytes.fromhex(fixture["runtime"])
    program = lift_whole(runtime) if whole else lift_program(runtime)
    machine, chain = LeanMachine(program_lean(program)), Chain(runtime)
    succeeded: set[bytes] = set()
    for place, call in enumerate(calls(fixture, random.Random(name))):
        if (place < 40 or place % 3 == 0) and agree(machine, chain, call).end == "success":
            succeeded.add(call.data[:4])
    expected = {selector(name, types) for name, types in fixture["functions"].items()}
    assert len(expected & succeeded) >= 0.8 * len(expected)


_OPS = bytes.fromhex("000102030406101114151619 1b1c3435365152545556575b5f8081909120f3fd")


@given(
    st.lists(
        st.one_of(
            st.sampled_from(_OPS).map(lambda byte: bytes([byte])),
            st.integers(0, 120).map(lambda n: bytes([0x60, n])),
            st.integers(0, 120).map(lambda n: bytes([0x60, n, 0x57])),
            st.just(b"\x5b"),
        ),
        max_size=60,
    ).map(b"".join),
    st.integers(0, 3),
)
@example(b"\x20\x60\x00\x20", 0)  # the hash of as much memory as another hash says
@settings(deadline=None, max_examples=200)
def test_made_up_code_does_what_the_evm_does(code: bytes, value: int) -> None:
    code = b"\x5f" * 40 + code  # compiled code never reaches below its stack
    machine = LeanMachine(program_lean(lift_program(code)))
    try:
        agree(machine, Chain(code), Call(b"\x01" * 40, value=value), dead_reads=True)
    except AssertionError as error:
        if "it does not end" not in str(error):
            raise


@pytest.mark.parametrize("name", NAMED)
def test_the_lean_text_is_at_most_half_as_long(name: str) -> None:
    runtime = bytes.fromhex(NAMED[name]["runtime"])
    assert len(lift_lean(runtime)) < len(lift(runtime)) / 2


@pytest.mark.parametrize("name", NAMED)
def test_every_function_has_its_place(name: str) -> None:
    runtime = bytes.fromhex(NAMED[name]["runtime"])
    expected = {selector(f, types).hex() for f, types in NAMED[name]["functions"].items()}
    for program in (lift_program(runtime), lift_whole(runtime)):
        assert set(re.findall(r"selector_([0-9a-f]{8})\b", program_lean(program))) == expected


def test_slots_and_mappings_are_named() -> None:
    text = lift_lean(bytes.fromhex(NAMED["Ledger-0.8.30-optimised"]["runtime"]))
    assert re.search(r"slot_0x\d", text)
    assert re.search(r"keccak256\(0x0, 0x40\)  // mapping at slot 0x0, key ", text)


def test_a_value_is_not_read_behind_a_write() -> None:
    # SLOAD(0), then SSTORE(0, 7), then SSTORE(1, the value read before).
    text = lift_lean(bytes.fromhex("5f5460075f5560015500"))
    lines = [line.strip() for line in text.splitlines()]
    assert lines.index("v1 = slot_0x0") < lines.index("slot_0x0 = 0x7")
    assert "slot_0x1 = v1" in lines


@pytest.mark.parametrize(
    "code",
    [b"", b"\x5b" * 24576, b"\x5b\x60\x00\x56" * 6000, b"\x60" * 24576, bytes(SIZE_MAX + 1)],
    ids=["empty", "jumpdests", "loops", "pushes", "too long"],
)
def test_any_code_becomes_text(code: bytes) -> None:
    assert lift_lean(code).startswith("// Runtime bytecode")
    assert program_text(lift_program(code)).startswith("// Runtime bytecode")
