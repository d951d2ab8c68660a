"""Which programs can be decompiled: file format and processor by Ghidra's name for them.

One row for each kind of program. Its relocations are named as in the processor's ABI, without the
prefix; `relative` adds the address that the program is loaded at, `slots` are entries of the global
offset table, `words` hold an address and an addend.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from acidtest.core.errors import InputError


@dataclass(frozen=True, slots=True)
class Machine:
    """A kind of program: how to recognise it, and what a decompiler needs to know about it."""

    name: str
    format: str  # ELF or PE
    number: int  # e_machine, or Machine of the COFF header
    language: str  # of SLEIGH, with the compiler whose calling convention is used
    bits: int = 64
    big_endian: bool = False
    flags: tuple[int, int] = (0, 0)  # of ELF: a mask, and what must be there
    base: int = 0x100000  # where Ghidra puts a program that may be loaded anywhere
    prefix: str = ""  # of its relocations' names
    relative: str = "RELATIVE"
    slots: Sequence[str] = ("JUMP_SLOT", "GLOB_DAT")
    words: Sequence[str] = ()
    computed: bool = True  # addresses are put together by several instructions
    registers: Sequence[str] = field(default=())  # that hold known addresses at a function's start

    @property
    def processor(self) -> str:
        """The folder of its definitions."""
        return self.language.partition(":")[0]


_O32 = (0x0000_0020, 0)  # not n32
_MIPS = ("t9", "gp")

MACHINES = (
    Machine(
        *("x86-64", "ELF", 62, "x86:LE:64:default:gcc"),
        prefix="X86_64_",
        words=("64",),
        computed=False,
    ),
    Machine(
        *("i386", "ELF", 3, "x86:LE:32:default:gcc", 32),
        base=0x10000,
        prefix="X86_",
        words=("32",),
        registers=("EBX",),
    ),
    Machine(
        *("aarch64", "ELF", 183, "AARCH64:LE:64:v8A:default"),
        prefix="AARCH64_",
        words=("ABS64",),
    ),
    Machine(
        *("arm", "ELF", 40, "ARM:LE:32:v8:default", 32),
        base=0x10000,
        prefix="ARM_",
        words=("ABS32",),
    ),
    Machine(
        *("riscv64", "ELF", 243, "RISCV:LE:64:RV64GC:gcc"),
        prefix="RISCV_",
        slots=("JUMP_SLOT",),
        words=("64",),
        registers=("gp",),
    ),
    Machine(
        *("mips", "ELF", 8, "MIPS:BE:32:default:default", 32, True, _O32),
        base=0x10000,
        prefix="MIPS_",
        relative="REL32",
        slots=("JUMP_SLOT", "GLOB_DAT"),
        registers=_MIPS,
    ),
    Machine(
        *("mipsel", "ELF", 8, "MIPS:LE:32:default:default", 32, False, _O32),
        base=0x10000,
        prefix="MIPS_",
        relative="REL32",
        slots=("JUMP_SLOT", "GLOB_DAT"),
        registers=_MIPS,
    ),
    Machine("x86-64", "PE", 0x8664, "x86:LE:64:default:windows", computed=False),
)
_ELF_FLAGS = {32: 36, 64: 48}  # offset of e_flags


def machine_of(data: bytes, system: str) -> Machine:
    """The row of a program, from its header alone; raises `InputError` if there is none."""
    machine = _elf(data) if data[:4] == b"\x7fELF" else _pe(data)
    if isinstance(machine, Machine):
        return machine
    known = ", ".join(f"{row.name} ({row.format})" for row in MACHINES)
    raise InputError(f"{system}: the program is {machine}; supported are {known}")


def _elf(data: bytes) -> Machine | str:
    try:
        bits, big = {1: 32, 2: 64}[data[4]], {1: False, 2: True}[data[5]]
        order = ">" if big else "<"
        number = struct.unpack_from(f"{order}H", data, 18)[0]
        flags = struct.unpack_from(f"{order}I", data, _ELF_FLAGS[bits])[0]
    except (KeyError, IndexError, struct.error):
        return "a damaged ELF file"
    for row in MACHINES:
        described = ("ELF", number, bits, big, row.flags[1])
        if (row.format, row.number, row.bits, row.big_endian, flags & row.flags[0]) == described:
            return row
    end = "big" if big else "little"
    return f"for ELF machine {number}, {bits} bits, {end} endian, flags 0x{flags:x}"


def _pe(data: bytes) -> Machine | str:
    at = int.from_bytes(data[60:64], "little")
    if data[:2] != b"MZ" or data[at : at + 4] != b"PE\0\0":
        return "neither ELF nor PE"
    number = int.from_bytes(data[at + 4 : at + 6], "little")
    matching = [row for row in MACHINES if (row.format, row.number) == ("PE", number)]
    return matching[0] if matching else f"for PE machine 0x{number:x}"
