"""What the ELF reader finds in real objects, and that damage is an `ElfError` and nothing else."""

from __future__ import annotations

import contextlib
import struct
import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from acidtest.lang.elf import (
    SHF_EXEC,
    SHF_TLS,
    STB_GLOBAL,
    STB_LOCAL,
    STB_WEAK,
    STT_IFUNC,
    STT_TLS,
    ElfError,
    Object,
    Symbol,
    read_object,
)
from acidtest.toolchains.cross import MissingTools, find_toolchain
from acidtest.toolchains.target import Target

SOURCE = """
#include <string.h>
int plain(int a) { return a + 1; }
static int hidden(int a) { return a - 1; }
int (*keep)(int) = hidden;
__attribute__((weak)) int soft(void) { return 2; }
static int chosen(void) { return 3; }
static int (*pick(void))(void) { return chosen; }
int indirect(void) __attribute__((ifunc("pick")));
__thread int each = 4;
__attribute__((constructor)) static void early(void) {}
extern int elsewhere;
int common_one;
int uses(const char *s) { return (int)strlen(s) + elsewhere + each; }
__attribute__((section("mine"))) int placed = 5;
"""


def build(source: str, folder: Path, *flags: str) -> bytes:
    """An object file made by the real gcc."""
    (folder / "unit.c").write_text(source)
    subprocess.run(
        ["gcc", "-c", "-O0", "-fno-builtin", *flags, "unit.c", "-o", "unit.o"],
        cwd=folder,
        check=True,
    )
    return (folder / "unit.o").read_bytes()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The object of SOURCE."""
    return build(SOURCE, tmp_path_factory.mktemp("elf"), "-fcommon")


@pytest.fixture(scope="module")
def parsed(data: bytes) -> Object:
    """SOURCE as read."""
    return read_object(data)


def symbol(parsed: Object, name: str) -> Symbol:
    """The one symbol called `name`."""
    (found,) = [s for s in parsed.symbols if s.name == name]
    return found


def test_defined_are_the_names_others_may_use(parsed: Object) -> None:
    wanted = {"plain", "keep", "soft", "indirect", "each", "common_one", "uses", "placed"}
    assert parsed.defined() == wanted


def test_undefined_are_the_names_it_wants(parsed: Object) -> None:
    assert parsed.undefined() - {"_GLOBAL_OFFSET_TABLE_", "__tls_get_addr"} == {
        "strlen",
        "elsewhere",
    }


def test_bindings_and_kinds_are_told_apart(parsed: Object) -> None:
    assert symbol(parsed, "plain").binding == STB_GLOBAL
    assert symbol(parsed, "soft").binding == STB_WEAK
    assert symbol(parsed, "hidden").binding == STB_LOCAL
    assert symbol(parsed, "indirect").kind == STT_IFUNC
    assert symbol(parsed, "each").kind == STT_TLS


def test_a_common_symbol_counts_as_defined(parsed: Object) -> None:
    assert symbol(parsed, "common_one").defined


def test_sections_carry_flags_sizes_and_the_code_alone(parsed: Object) -> None:
    sections = {s.name: s for s in parsed.sections}
    assert sections[".init_array"].size == 8
    assert sections[".tdata"].flags & SHF_TLS
    assert sections["mine"].size == 4
    assert sections["mine"].data == b""
    assert sections[".text"].flags & SHF_EXEC
    assert len(sections[".text"].data) == sections[".text"].size > 0


def test_symbols_that_name_files_and_sections_are_left_out(parsed: Object) -> None:
    assert not {"unit.c", ".text"} & {s.name for s in parsed.symbols}


def test_names_that_are_not_utf8_are_escaped_not_refused(tmp_path: Path) -> None:
    (tmp_path / "odd.s").write_bytes(b'.globl "a\xffb"\n"a\xffb":\n  ret\n')
    subprocess.run(["as", "odd.s", "-o", "odd.o"], cwd=tmp_path, check=True)
    assert read_object((tmp_path / "odd.o").read_bytes()).defined() == {r"a\xffb"}


def test_thousands_of_sections_are_read(tmp_path: Path) -> None:
    lines = [f'.section s{i},"a"\n.byte {i % 250}\n' for i in range(3000)]
    (tmp_path / "many.s").write_text("".join(lines))
    subprocess.run(["as", "many.s", "-o", "many.o"], cwd=tmp_path, check=True)
    names = {s.name for s in read_object((tmp_path / "many.o").read_bytes()).sections}
    assert {f"s{i}" for i in range(3000)} <= names


@pytest.mark.parametrize(
    "data",
    [b"", b"\x7fELF", b"\x7fELF\x01\x01" + bytes(80), b"\x7fELF\x02\x02" + bytes(80), bytes(64)],
    ids=["empty", "short", "32-bit", "big-endian", "zeros"],
)
def test_what_is_no_object_is_refused(data: bytes) -> None:
    with pytest.raises(ElfError):
        read_object(data)


OTHERS = ("i386", "armhf", "mips", "riscv64")


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The object of a part of SOURCE for other machines, as far as their compilers are here."""
    folder = tmp_path_factory.mktemp("others")
    (folder / "unit.c").write_text(SOURCE.replace("indirect(void) __attr", "no(void); //"))
    made = {}
    for name in OTHERS:
        with contextlib.suppress(MissingTools):
            cc = find_toolchain(Target("gcc", name)).cc
            command = [*cc, "-c", "-O0", "-fno-builtin", "-fcommon", "unit.c", "-o", "unit.o"]
            subprocess.run(command, cwd=folder, check=True)
            made[name] = (folder / "unit.o").read_bytes()
    return made


@pytest.mark.parametrize("name", OTHERS)
def test_objects_of_other_machines_are_read_alike(
    others: dict[str, bytes], parsed: Object, name: str
) -> None:
    if name not in others:
        pytest.skip(f"no compiler for {name}")
    other = read_object(others[name])
    assert other.machine == {"i386": 3, "armhf": 40, "mips": 8, "riscv64": 243}[name]
    assert other.defined() - {"__x86.get_pc_thunk.ax", "__x86.get_pc_thunk.bx"} == (
        parsed.defined() - {"indirect"}
    )
    assert {"strlen", "elsewhere"} <= other.undefined()
    for each in ("plain", "soft", "hidden", "each", "common_one"):
        mine, theirs = symbol(parsed, each), symbol(other, each)
        assert mine[1:4] == theirs[1:4]
    text = next(s for s in other.sections if s.name == ".text")
    assert text.flags & SHF_EXEC
    assert len(text.data) == text.size > 0
    assert next(s for s in other.sections if s.name == "mine").size == 4


@settings(max_examples=100)
@given(
    which=st.integers(0, len(OTHERS) - 1),
    place=st.floats(0, 1),
    new=st.binary(min_size=1, max_size=8),
    cut=st.booleans(),
)
def test_damaged_objects_of_other_machines_raise_elf_error_only(
    others: dict[str, bytes], which: int, place: float, new: bytes, cut: bool
) -> None:
    data = others.get(OTHERS[which], b"\x7fELF\x01\x02" + bytes(90))
    at = int((len(data) - 1) * place)
    reads_or_refuses(data[:at] if cut else data[:at] + new + data[at + len(new) :])


def reads_or_refuses(data: bytes) -> None:
    """Either an object or an ElfError; any other exception fails the test."""
    with contextlib.suppress(ElfError):
        read_object(data)


@given(st.binary(max_size=400))
def test_random_bytes_raise_elf_error_only(data: bytes) -> None:
    reads_or_refuses(data)
    for kind in (b"\1\1", b"\1\2", b"\2\1", b"\2\2"):
        reads_or_refuses(b"\x7fELF" + kind + data)


@settings(max_examples=200)
@given(cut=st.floats(0, 1))
def test_a_truncated_object_raises_elf_error_only(data: bytes, cut: float) -> None:
    kept = data[: int(len(data) * cut)]
    if len(kept) < len(data):
        with pytest.raises(ElfError):  # the section table stands at the end
            read_object(kept)


@settings(max_examples=400)
@given(
    edits=st.lists(
        st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=8)), min_size=1, max_size=6
    ),
    in_tables=st.booleans(),
)
def test_a_mutated_object_raises_elf_error_only(
    data: bytes, edits: list[tuple[float, bytes]], in_tables: bool
) -> None:
    damaged = bytearray(data)
    table = struct.unpack_from("<Q", data, 40)[0]
    for place, new in edits:
        first = table if in_tables else 0
        at = first + int((len(damaged) - first - 1) * place)
        damaged[at : at + len(new)] = new
    reads_or_refuses(bytes(damaged))


@given(offset=st.integers(0, 2**64 - 1), count=st.integers(0, 65535), names=st.integers(0, 65535))
@example(offset=2**64 - 1, count=3, names=1)
@example(offset=2**63, count=1, names=0)
def test_any_place_of_the_section_table_raises_elf_error_only(
    data: bytes, offset: int, count: int, names: int
) -> None:
    damaged = bytearray(data)
    struct.pack_into("<Q", damaged, 40, offset)
    struct.pack_into("<HH", damaged, 60, count, names)
    reads_or_refuses(bytes(damaged))
