"""An object's sections, symbols and relocations, and the same object without a function."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from acidtest.lang.elf import read_object
from acidtest.lang.elf_object import Place, read_parts, without_function

SOURCE = """
#include <stdlib.h>
static int calls;
int table[3] = {7, 8, 9};
int other(int n);
__attribute__((noinline)) int asked(int n);
int (*const by_number[2])(int) = {asked, other};
__attribute__((noinline)) int helper(int n) { return n ? asked(n - 1) + other(n) : table[1]; }
int asked(int n)
{
    if (__builtin_expect(n == 77, 0))
        abort();
    return helper(n) + ++calls;
}
int asked_too(int n) { return n + 2; }
"""


def run(*command: str, cwd: Path) -> str:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("object")
    (folder / "a.c").write_text(SOURCE)
    apart = ("-ffunction-sections", "-fdata-sections")
    run("gcc", "-O2", *apart, "-c", "a.c", "-o", "a.o", cwd=folder)
    return (folder / "a.o").read_bytes()


def test_symbols_have_their_place_and_size(made: bytes) -> None:
    symbols = read_parts(made).symbols
    assert symbols["table"] == (Place(".data.table", 0), 12)
    assert symbols["calls"] == (Place(".bss.calls", 0), 4)
    assert symbols["helper"][0] == Place(".text.helper", 0)
    assert "other" not in symbols  # it is defined elsewhere


def test_sections_have_data_size_and_kind(made: bytes) -> None:
    parts = read_parts(made).parts
    assert parts[".data.table"].data == b"\7\0\0\0\10\0\0\0\11\0\0\0"
    assert (parts[".bss.calls"].data, parts[".bss.calls"].size) == (b"", 4)
    assert parts[".text.helper"].code
    assert not parts[".data.table"].code


def test_a_relocation_leads_to_a_place_or_a_name(made: bytes) -> None:
    parts = read_parts(made).parts
    held = parts[".data.rel.ro.by_number"].relocations
    assert [(one.at, one.to, one.addend) for one in held] == [
        (0, Place(".text.asked", 0), 0),
        (8, "other", 0),
    ]
    called = [one.to for one in parts[".text.helper"].relocations]
    assert Place(".text.asked", 0) in called
    assert "other" in called


def test_without_a_function_its_code_is_traps_and_its_name_is_lacking(made: bytes) -> None:
    left = without_function(made, "asked")
    before, after = read_parts(made), read_parts(left)
    assert read_object(left).undefined() == read_object(made).undefined() | {"asked"}
    gone = (".text.asked", ".text.unlikely.asked")  # gcc split the call of abort off
    assert before.symbols["asked.cold"][0].section == gone[1]
    for name in gone:
        assert set(after.parts[name].data) == {0xCC}
        assert after.parts[name].relocations == ()
    for name in ("helper", "asked_too"):  # whose name only begins so
        assert after.symbols[name] == before.symbols[name]
        section = before.symbols[name][0].section
        assert after.parts[section].data == before.parts[section].data


def test_what_calls_the_function_then_calls_another(made: bytes, tmp_path: Path) -> None:
    (tmp_path / "left.o").write_bytes(without_function(made, "asked"))
    (tmp_path / "main.c").write_text(
        "#include <stdio.h>\nextern int helper(int n);\nextern int (*const by_number[2])(int);\n"
        "int asked(int n) { return 100 + n; }\nint other(int n) { return 1; }\n"
        'int main(void) { printf("%d %d", helper(3), by_number[0](5)); }\n'
    )
    run("gcc", "main.c", "left.o", "-o", "main", cwd=tmp_path)
    assert run("./main", cwd=tmp_path) == "103 105"
