"""A program's row in the table of machines is decided by its header; others are refused."""

from __future__ import annotations

import contextlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.systems.decompilers.machines import MACHINES, Machine, machine_of


def elf(row: Machine, flags: int = 0) -> bytes:
    """The start of an ELF file for a row."""
    order, word = (">", "I") if row.big_endian else ("<", "I")
    head = b"\x7fELF" + bytes([row.bits // 32, 1 + row.big_endian, 1]).ljust(12, b"\0")
    sizes = "QQQ" if row.bits == 64 else "III"
    return head + struct.pack(f"{order}HH{word}{sizes}I", 2, row.number, 1, 0, 0, 0, flags)


@pytest.mark.parametrize("row", [row for row in MACHINES if row.format == "ELF"], ids=str)
def test_every_row_is_recognised(row: Machine) -> None:
    assert machine_of(elf(row), "ghidra") is row


def test_the_rows_differ() -> None:
    keys = [(r.format, r.number, r.bits, r.big_endian, r.flags) for r in MACHINES]
    assert len(set(keys)) == len(keys)


def test_another_abi_of_a_known_processor_is_refused() -> None:
    """n32 programs of MIPS have 32 bits too, and another calling convention."""
    row = next(row for row in MACHINES if row.name == "mips")
    with pytest.raises(InputError, match=r"machine 8, 32 bits, big endian, flags 0x20"):
        machine_of(elf(row, 0x20), "ghidra")


def test_the_message_names_what_is_supported() -> None:
    with pytest.raises(InputError, match=r"^tool: .* PE machine 0x14c; supported are x86-64 \(ELF"):
        machine_of(b"MZ".ljust(60, b"\0") + b"\x40\0\0\0PE\0\0\x4c\x01", "tool")


@given(st.one_of(st.binary(max_size=100), st.binary(max_size=80).map(lambda b: b"\x7fELF" + b)))
def test_any_bytes_are_a_row_or_refused(data: bytes) -> None:
    with contextlib.suppress(InputError):
        assert machine_of(data, "ghidra") in MACHINES
