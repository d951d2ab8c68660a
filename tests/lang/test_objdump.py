"""Listings are cleaned as published, and the data they refer to is found."""

from __future__ import annotations

import subprocess
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from acidtest.lang import objdump
from acidtest.lang.references import references

DISASSEMBLY = """
program:     file format elf64-x86-64


Disassembly of section .text:

0000000000001129 <helper>:
    1129:\t55                   \tpush   %rbp
    112a:\tc3                   \tret

0000000000001139 <func0>:
    1139:\tf3 0f 1e fa          \tendbr64
    113d:\tf3 0f 10 05 bf 0e 00 \tmovss  0xebf(%rip),%xmm0        # 2004 <_IO_stdin_used+0x4>
    1144:\t00 \n\
    1145:\t48 8d 05 b4 0e 00 00 \tlea    0xeb4(%rip),%rax        # 2010 <table>
    114c:\t48 b8 88 77 66 55 44 \tmovabs $0x1122334455667788,%rax
    1153:\t33 22 11 \n\
    1156:\te8 ce ff ff ff       \tcall   1129 <helper>
    115b:\t66 90                \txchg   %ax,%ax
    115d:\tc3                   \tret

000000000000115e <main>:
    115e:\tc3                   \tret
"""
CLEAN = """<func0>:
endbr64
movss  0xebf(%rip),%xmm0
lea    0xeb4(%rip),%rax
movabs $0x1122334455667788,%rax
call   1129 <helper>
xchg   %ax,%ax
ret"""
DUMP = """
program:     file format elf64-x86-64

Contents of section .interp:
 0318 2f6c6962 36342f6c                    /lib64/l
Contents of section .rodata:
 2000 01000200 0000c03f 68656c6c 6f206162  .......?hello ab
 2010 61626364 00                          abcd.
Contents of section .data:
 4000 2a000000                             *...
"""


def test_the_function_alone_is_cut_out() -> None:
    listing = objdump.function_listing(DISASSEMBLY, "func0")
    assert listing is not None
    assert listing.startswith("<func0>:\n    1139:")
    assert listing.endswith("ret")
    assert "<main>:" not in listing


def test_a_name_inside_another_is_not_taken_for_it() -> None:
    assert objdump.function_listing(DISASSEMBLY, "func") is None
    assert objdump.function_listing(DISASSEMBLY, "absent") is None


def test_cleaning_is_as_published() -> None:
    listing = objdump.function_listing(DISASSEMBLY, "func0")
    assert listing is not None
    assert objdump.clean_listing(listing) == CLEAN


def test_cleaning_can_keep_what_the_comments_say() -> None:
    listing = objdump.function_listing(DISASSEMBLY, "func0")
    assert listing is not None
    kept = objdump.clean_listing(listing, keep_comments=True)
    assert "movss  0xebf(%rip),%xmm0        # 2004 <_IO_stdin_used+0x4>" in kept.splitlines()


def test_addresses_are_those_of_data_not_of_calls() -> None:
    assert references(DISASSEMBLY, "x86-64", []) == [(0x2004, 4), (0x2010, None)]


def test_sections_are_read_byte_for_byte() -> None:
    rodata = b"\1\0\2\0\0\0\xc0\x3fhello ababcd\0"
    sections = {name: (start, content) for name, start, content in objdump.section_bytes(DUMP)}
    assert sections[".rodata"] == (0x2000, rodata)
    assert sections[".data"] == (0x4000, b"\x2a\0\0\0")


def test_text_that_looks_like_hex_is_not_read_as_bytes() -> None:
    row = " 2000 61626364 65666162 61626364 65666162  abcdefababcdefab"
    dump = f"Contents of section .rodata:\n{row}\n"
    assert objdump.section_bytes(dump) == [(".rodata", 0x2000, b"abcdefababcdefab")]


def test_referenced_data_is_shown_as_far_as_the_instruction_reaches() -> None:
    assert objdump.referenced_data(DISASSEMBLY, DUMP).splitlines() == [
        ".rodata 2004: 00 00 c0 3f |...?|",
        ".rodata 2010: 61 62 63 64 00 |abcd.|",
    ]


def test_long_data_is_cut() -> None:
    rows = [f" {0x2000 + 16 * i:x} {'00000000 ' * 4} ................" for i in range(64)]
    dump = "\n".join(["Contents of section .rodata:", *rows])
    (line,) = objdump.referenced_data("\tlea # 2000 <x>", dump).splitlines()
    assert line.count("00") == objdump.SHOWN_BYTES + 1  # and the address itself


def test_against_the_real_objdump(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(
        'static const double factor = 2.5;\nstatic const char word[] = "abcd ef";\n'
        "double func0(int i) { return factor * word[i]; }\nint main(void) { return 0; }\n"
    )
    subprocess.run(["gcc", "-O2", "p.c", "-o", "p"], cwd=tmp_path, check=True)

    def run(flag: str) -> str:
        done = subprocess.run(["objdump", flag, "p"], cwd=tmp_path, check=True, capture_output=True)
        return done.stdout.decode()

    listing = objdump.function_listing(run("-d"), "func0")
    assert listing is not None
    assert "#" not in objdump.clean_listing(listing)
    shown = objdump.referenced_data(listing, run("-s"))
    assert "00 00 00 00 00 00 04 40" in shown  # 2.5
    assert "abcd ef." in shown


@given(st.text(), st.text())
def test_no_listing_makes_it_raise(listing: str, dump: str) -> None:
    objdump.clean_listing(listing)
    objdump.function_listing(listing, "func0")
    objdump.symbol_addresses(listing)
    objdump.referenced_data(listing, dump)
    objdump.referenced_data("# 2000 <x>", "Contents of section .rodata:\n 2000 " + dump)


def test_a_function_goes_on_after_a_label_of_the_compiler() -> None:
    text = "0 <func0>:\n 0:\t90\tret\n\n1 <.L6>:\n 1:\t90\tnop\n\n2 <main>:\n 2:\t90\tret\n"
    listing = objdump.function_listing(text, "func0")
    assert listing is not None
    assert listing.endswith("nop")
    assert ".L6>:" not in listing


def test_addresses_of_thumb_functions_are_odd_as_in_the_file() -> None:
    names = (
        "00000500 t $a\n00000500 T in_arm\n00000570 t $t\n00000570 T func0\n00000628 t $d\n"
        "00000640 t $t.1\n00000640 t more\n         U puts@GLIBC_2.4\n00010000 D data\n"
    )
    addresses = objdump.symbol_addresses(names)
    assert [addresses[n] for n in ("in_arm", "func0", "more")] == [0x500, 0x571, 0x641]
    assert "puts@GLIBC_2.4" not in addresses
    assert objdump.symbol_addresses("0000000140001580 T func0\n") == {"func0": 0x140001580}
