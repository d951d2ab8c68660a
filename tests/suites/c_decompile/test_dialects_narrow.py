"""The headers of dialects on 32-bit machines of both byte orders: operators of up to 8 bytes."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from acidtest.suites.c_decompile import dialects
from acidtest.toolchains.cross import MissingTools, find_emulator
from acidtest.toolchains.target import Target
from tests.suites.c_decompile.test_dialects import GROUPS, Operator, low
from tests.toolchains.test_target import toolchain

PAIRS = [
    (0, 1), (2**64 - 1, 1), (2**63, 2**63 - 1), (0x0123456789ABCDEF, 0xFEDCBA9876543210),
    (0x80, 0x7F), (0x8000, 0xFFFF), (2**31, 2**31 - 1), (2**32 - 1, 0x123456),
]  # fmt: skip
NARROW = {"i386": "little", "mips": "big"}


def fits(one: Operator) -> bool:
    """Whether nothing in it has more than 8 bytes, or a size that another machine has not."""
    sizes = [int(size) for size in re.findall(r"\([US](\d+)\)", one.c)]
    if any(size > 8 for size in sizes) or re.search(r"128|\blong\b|\bw\b", one.c):
        return False
    if one.c.startswith(("CONCAT", "COMBINE")):
        return sum(sizes) <= 8
    widened = re.match(r"[ZS]EXT\d+?(\d+)\(", one.c)
    return widened is None or (len(widened[0]) == 7 and int(widened[1]) <= 8)


def in_memory(order: str) -> Iterator[Operator]:
    """IDA's parts by number count from the start of the variable, whatever the byte order."""
    for name, n in {"BYTE": 1, "WORD": 2, "DWORD": 4}.items():
        for at in range(1, 8 // n):
            shift = 8 * n * at if order == "little" else 64 - 8 * n * (at + 1)
            yield Operator(f"{name}{at}(q)", lambda a, b, n=n, s=shift: low(a >> s, n))
    start = 0 if order == "little" else 32
    yield Operator("q._0_4_", lambda a, b: low(a >> start, 4))
    yield Operator("(q._1_3_ = 0, q)", lambda a, b: a & ~(0xFFFFFF << (8 if not start else 32)))


def operators(order: str) -> dict[str, list[Operator]]:
    """All of them by group."""
    chosen = {name: [one for one in group if fits(one)] for name, group in GROUPS.items()}
    assert all(len(group) > 40 for group in chosen.values())
    return {**chosen, "memory": list(in_memory(order))}


@pytest.mark.parametrize("name", NARROW)
def test_every_operator_has_its_value_in_32_bits(name: str, tmp_path: Path) -> None:
    tools = toolchain(Target("gcc", name))
    try:
        emulator = find_emulator(Target("gcc", name).platform).argv
    except MissingTools as error:
        pytest.skip(str(error))
    for group, listed in operators(NARROW[name]).items():
        lines = "\n".join(f"  {{ unsigned long long q = a; show({one.c}); }}" for one in listed)
        lines = re.sub(r"\(([US]\d+)\)", r"(DIALECT_\1)", lines)
        words = " ".join(f"DIALECT_{sign}{n}" for sign in "US" for n in range(1, 9))
        reading = dialects.read(f"{lines}\n/* {words} */", pointer_bits=32)
        (tmp_path / "a.c").write_text(
            f"#include <stdio.h>\n{reading.prelude}\n"
            '#define show(v) printf("%016llx\\n", (long long)(v))\n'
            "int main(void) {\n  unsigned long long a, b;\n"
            f'  while (scanf("%llx %llx", &a, &b) == 2) {{\n{reading.text}\n  }}\n}}\n'
        )
        argv = [*tools.cc, "-std=gnu17", "-w", "-static", "a.c", "-o", "a"]
        subprocess.run(argv, cwd=tmp_path, check=True)
        written = "".join(f"{a:x} {b:x}\n" for a, b in PAIRS)
        done = subprocess.run(
            [*emulator, tmp_path / "a"], input=written, text=True, check=True, capture_output=True
        )
        values = iter(done.stdout.split())
        for a, b in PAIRS:
            for one in listed:
                value = f"{low(one.value(a, b), 8):016x}"
                assert (group, one.c, next(values)) == (group, one.c, value), (a, b)


@pytest.mark.parametrize("name", dialects.DIALECTS)
def test_every_definition_of_a_header_compiles_in_32_bits(name: str, tmp_path: Path) -> None:
    tools = toolchain(Target("gcc", "i386"))
    reading = dialects.read(" ".join(dialects.dialect(name).names), pointer_bits=32)
    assert "__int128" not in reading.prelude
    (tmp_path / "a.c").write_text(f"{reading.prelude}\nint x;\n")
    subprocess.run(
        [*tools.cc, "-std=gnu17", "-c", "-o", tmp_path / "a.o", tmp_path / "a.c"], check=True
    )


def test_types_have_their_sizes_in_32_bits(tmp_path: Path) -> None:
    tools = toolchain(Target("gcc", "mips"))
    sizes = {
        "undefined": 1, "undefined2": 2, "undefined4": 4, "undefined8": 8, "uint": 4, "ulong": 4,
        "longlong": 8, "qword": 8, "code *": 4, "_DWORD": 4, "_QWORD": 8, "__int64": 8,
        "u64": 8, "int64": 8, "DWORD": 4, "float64_t": 8, "uint48_t": 8,
    }  # fmt: skip
    checks = "".join(
        f'_Static_assert(sizeof({n}) == {size}, "{n}");\n' for n, size in sizes.items()
    )
    reading = dialects.read(checks, pointer_bits=32)
    (tmp_path / "a.c").write_text(f"{reading.prelude}\n{reading.text}")
    subprocess.run([*tools.cc, "-fsyntax-only", tmp_path / "a.c"], check=True)
