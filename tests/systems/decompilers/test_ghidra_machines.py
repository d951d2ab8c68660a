"""Ghidra's engine on programs for every machine of the table, from the cross compilers."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator

import pytest

from acidtest.core.records import Question
from acidtest.systems.decompilers.ghidra import ghidra
from acidtest.systems.decompilers.machines import MACHINES
from acidtest.systems.decompilers.served import ServedSystem

Ask = Callable[..., Question]
SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define APART __attribute__((noinline))
int counter;
static const char *const names[] = {"zero", "one", "two"};
APART const char *name_of(int n) { counter++; return n == 1 ? names[1] : "many"; }
APART long long wide(char *s) { return strlen(s) * 1000000007LL; }
APART void freed(int *p) { counter = 3; free(p); }
int all(int n) {
    char *text = malloc(n + 32);
    if (!text) abort();
    memcpy(text, name_of(n), 3);
    freed((int *)text);
    return (int)wide("seven");
}
int main(int n, char **texts) { return all(n) + wide(texts[0]) + *name_of(n); }
"""
COMPILERS = {
    "x86-64": ("gcc",),
    "i386": ("gcc", "-m32"),
    "i386 at a fixed address": ("gcc", "-m32", "-no-pie", "-fno-pie"),
    "aarch64": ("aarch64-linux-gnu-gcc",),
    "arm": ("arm-linux-gnueabihf-gcc",),
    "arm without Thumb": ("arm-linux-gnueabihf-gcc", "-marm"),
    "riscv64": ("riscv64-linux-gnu-gcc",),
    "riscv64 at a fixed address": ("riscv64-linux-gnu-gcc", "-no-pie"),
    "mips": ("mips-linux-gnu-gcc",),
    "mipsel": ("mipsel-linux-gnu-gcc",),
    "mipsel at a fixed address": ("mipsel-linux-gnu-gcc", "-no-pie", "-mno-shared"),
    "x86-64 for Windows": ("x86_64-w64-mingw32-gcc",),
}


@pytest.fixture(scope="module")
def system() -> Iterator[ServedSystem]:
    """One system for all machines: its driver keeps the definitions it has loaded."""
    opened = ghidra()
    yield opened
    opened.close()


@functools.cache
def _compiler(name: str) -> tuple[str, tuple[str, ...]]:
    """A compiler that is here, with its linker and libraries, and its flags."""
    compiler, *flags = COMPILERS[name]
    with tempfile.TemporaryDirectory() as folder:
        command = [compiler, *flags, "-x", "c", "-", "-o", f"{folder}/program"]
        if shutil.which(compiler):
            text = b'#include <stdio.h>\nint main(void) { return puts(""); }'
            done = subprocess.run(command, input=text, capture_output=True, check=False)
            if done.returncode == 0:
                return compiler, tuple(flags)
    pytest.skip(f"{' '.join(COMPILERS[name])} builds nothing here")


def _said(system: ServedSystem, asked: Question) -> str:
    answer = system.answer(asked)
    assert (answer.error, answer.note) == (None, None)
    return answer.text or ""


@pytest.mark.parametrize("name", COMPILERS)
@pytest.mark.parametrize("stripped", [False, True])
def test_calls_texts_and_variables(
    system: ServedSystem, ask: Ask, name: str, stripped: bool
) -> None:
    """Library functions have their names and texts are shown, with symbols or without."""
    compiler, flags = _compiler(name)

    def text(symbol: str) -> str:
        return _said(
            system, ask(SOURCE, symbol, "-O1", *flags, stripped=stripped, compiler=compiler)
        )

    shown = text("all")
    for call in ("malloc(", "abort()", '"seven"'):
        assert call in shown, shown
    assert stripped or "freed(" in shown
    shown = text("name_of")
    assert '"one"' in shown
    assert '"many"' in shown
    assert stripped or "counter = counter + 1" in shown
    shown = text("freed")
    assert re.search(r"\bfree\(\w+\)", shown)
    shown = text("wide")
    assert "strlen(" in shown


def test_thumb_code_is_known_by_the_address(system: ServedSystem, ask: Ask) -> None:
    """As ELF has it: the lowest bit of a Thumb function's address is set."""
    compiler, flags = _compiler("arm")
    asked = ask(SOURCE, "name_of", "-O1", *flags, stripped=True, compiler=compiler)
    assert asked.program is not None
    address = asked.program.address or 0
    assert address & 1
    assert f"FUN_{0x10000 + address - 1:08x}(" in _said(system, asked)


@pytest.mark.parametrize(
    ("name", "kind"), [("x86-64", "long"), ("i386", "longlong"), ("x86-64 for Windows", "longlong")]
)
def test_eight_bytes_have_a_name_that_holds_everywhere(
    system: ServedSystem, ask: Ask, name: str, kind: str
) -> None:
    """`long` has four bytes on i386 and on Windows."""
    compiler, flags = _compiler(name)
    source = "long long half(long long n) { return n / 2; }\nint main(void) { return 0; }"
    shown = _said(system, ask(source, "half", "-O1", *flags, compiler=compiler))
    assert re.search(rf"\b{kind}\b", shown) or "undefined8" in shown


def test_every_row_of_the_table_is_tried_here() -> None:
    rows = {(row.name, row.format) for row in MACHINES}
    tried = {(name.split()[0], "PE" if "Windows" in name else "ELF") for name in COMPILERS}
    assert tried == rows
