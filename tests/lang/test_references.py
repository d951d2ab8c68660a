"""Addresses that instructions refer to: put together from registers, followed along jumps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.lang.references import references

ARCHITECTURES = ["x86-64", "i386", "aarch64", "armhf", "riscv64", "mips", "mipsel"]


def listing(*lines: str) -> str:
    """Instructions, four bytes apart."""
    rows = [f" {0x100 + 4 * n:x}:\t00000000 \t{line}" for n, line in enumerate(lines)]
    return "\n".join(["<func0>:", *rows])


def test_an_address_is_put_together_from_a_page_and_an_offset() -> None:
    code = listing(
        "adrp\tx1, 2000 <x>", "add\tx1, x1, #0x9b8", "adrp\tx0, 3000 <x>", "ldr\td0, [x0, #16]"
    )
    assert references(code, "aarch64", []) == [(0x29B8, None), (0x3010, 8)]


def test_a_register_that_was_written_is_known_no_longer() -> None:
    code = listing("adrp\tx0, 2000 <x>", "ldr\tx0, [x1]", "ldr\tw0, [x0, #4]")
    assert references(code, "aarch64", []) == []
    code = listing("adrp\tx0, 2000 <x>", "bl\t400 <f>", "ldr\tw0, [x0, #4]")
    assert references(code, "aarch64", []) == []
    code = listing("adrp\tx19, 2000 <x>", "bl\t400 <f>", "ldr\tw0, [x19, #4]")
    assert references(code, "aarch64", []) == [(0x2004, 4)]


def test_what_is_known_comes_along_a_jump_and_not_past_it() -> None:
    code = listing(
        "cbz\tw0, 118 <func0+0x18>",  # to the last line, with nothing known
        "adrp\tx1, 2000 <x>",
        "b\t114 <func0+0x14>",
        "ldr\tw3, [x1, #4]",  # reached by nothing
        "ret",
        "ldr\tw3, [x1, #8]",  # reached by the jump
        "ldr\tw3, [x1, #12]",  # reached by both
    )
    assert references(code, "aarch64", []) == [(0x2008, 4)]


def test_mips_runs_the_instruction_after_a_call_before_it() -> None:
    got = (".got", 0x18000, bytes.fromhex("00010000"))
    code = listing(
        "lui\tgp,0x2",
        "addiu\tgp,gp,-256",
        "addu\tgp,gp,t9",  # t9 is where the function begins: 0x20000
        "lw\ta0,-32768(gp)",
        "jalr\tt9",
        "addiu\ta0,a0,2596",
        "lw\ta0,4(a0)",
    )
    assert references(code, "mips", [got]) == [(0x1FF00, None), (0x10A24, None)]


def test_the_global_offset_table_of_i386_may_wait_on_the_stack() -> None:
    code = listing(
        "call   10f0 <__x86.get_pc_thunk.bx>",
        "add    $0x2000,%ebx",
        "mov    %ebx,-0x8(%ebp)",
        "mov    $0x0,%ebx",
        "fldl   -0x10(%ebx)",
        "mov    -0x8(%ebp),%eax",
        "fldl   -0x10(%eax)",
        "lea    -0x20(%eax),%ecx",
    )
    base = 0x104 + 0x2000
    assert references(code, "i386", []) == [(base - 0x10, 8), (base - 0x20, None)]


def test_constants_of_arm_stand_among_its_code() -> None:
    pool = (".text", 0x100, bytes(0x40) + (0x1000).to_bytes(4, "little"))
    code = listing(
        "ldr\tr1, [pc, #60]\t@ (140 <func0+0x40>)",
        "add\tr1, pc, r1",
        "vldr\td0, [pc, #52]\t@ 138 <func0+0x38>",
    )
    expected = [(0x104 + 8 + 0x1000, None), (0x138, 8)]
    assert references(code, "armhf", [pool]) == expected


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@given(st.lists(st.text(alphabet="adlr wxmovp01,[]()#%-$@<>.\t", max_size=40), max_size=6))
def test_any_listing_is_read(architecture: str, lines: list[str]) -> None:
    for address, size in references(listing(*lines), architecture, [(".got", 0, bytes(64))]):
        assert isinstance(address, int)
        assert size is None or size > 0
