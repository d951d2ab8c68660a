"""The headers of decompilers' dialects: every operator against values computed here."""

from __future__ import annotations

import re
import struct
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acidtest.suites.c_decompile import dialects

WIDE = st.one_of(
    st.integers(0, 2**128 - 1),
    st.sampled_from([0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 2**31 - 1, 2**31, 2**32 - 1]),
    st.sampled_from([2**63 - 1, 2**63, 2**64 - 1, 2**127 - 1, 2**127, 2**128 - 1]),
)


def low(value: int, size: int) -> int:
    """The lowest bytes of a value."""
    return int(value % 256**size)


def signed(value: int, size: int) -> int:
    """The same with their sign."""
    value = low(value, size)
    return value - 256**size if value >= 256**size // 2 else value


def outside(value: int, size: int) -> int:
    """Whether a signed value needs more bytes."""
    return int(signed(value, size) != value)


@dataclass(frozen=True)
class Operator:
    """One macro with C operands `a` and `b`, and the value it must have."""

    c: str
    value: Callable[..., int]


def ghidra() -> Iterator[Operator]:
    for x in range(1, 16):
        for y in range(1, 17 - x):
            if not (x == 11 and y < 6):  # CONCAT111 is 1 above 11, not 11 above 1
                yield Operator(
                    f"CONCAT{x}{y}((U{x})a, (S{y})b)",
                    lambda a, b, x=x, y=y: low(a, x) << 8 * y | low(b, y),
                )
    for x in range(2, 17):
        for y in range(1, x):
            at = (x * 7 + y) % (x - y + 1)
            yield Operator(
                f"SUB{x}{y}((S{x})a, {at})",
                lambda a, b, x=x, y=y, at=at: low(low(a, x) >> 8 * at, y),
            )
    for x in range(1, 16):
        for y in range(x + 1, 17):
            if not (x == 1 and y == 11) and not (x == 11 and y == 1):
                yield Operator(f"ZEXT{x}{y}((S{x})a)", lambda a, b, x=x: low(a, x))
                yield Operator(f"SEXT{x}{y}((U{x})a)", lambda a, b, x=x: signed(a, x))
    for n in (1, 2, 4, 8, 16):
        yield Operator(
            f"CARRY{n}((U{n})a, (S{n})b)", lambda a, b, n=n: int(low(a, n) + low(b, n) >= 256**n)
        )
        yield Operator(
            f"SCARRY{n}((U{n})a, (S{n})b)",
            lambda a, b, n=n: outside(signed(a, n) + signed(b, n), n),
        )
        yield Operator(
            f"SBORROW{n}((S{n})a, (U{n})b)",
            lambda a, b, n=n: outside(signed(a, n) - signed(b, n), n),
        )
        yield Operator(f"POPCOUNT((S{n})a)", lambda a, b, n=n: low(a, n).bit_count())
        yield Operator(f"LZCOUNT((U{n})a)", lambda a, b, n=n: 8 * n - low(a, n).bit_length())


def rotated(value: int, by: int, size: int) -> int:
    bits = f"{low(value, size):0{8 * size}b}"
    by %= 8 * size
    return int(bits[by:] + bits[:by], 2)


def swapped(value: int, size: int) -> int:
    return int.from_bytes(low(value, size).to_bytes(size, "little"), "big")


def ida() -> Iterator[Operator]:
    for n in (1, 2, 4, 8):
        yield Operator(f"__ROL{n}__((S{n})a, b & 127)", lambda a, b, n=n: rotated(a, b & 127, n))
        yield Operator(f"__ROR{n}__((U{n})a, b & 127)", lambda a, b, n=n: rotated(a, -(b & 127), n))
        pair = lambda a, b, n=n: low(a, n) << 8 * n | low(b, n)  # noqa: E731
        yield Operator(f"__PAIR{16 * n}__((S{n})a, (S{n})b)", pair)
        yield Operator(
            f"__SPAIR{16 * n}__((U{n})a, (U{n})b)", lambda a, b, n=n, p=pair: signed(p(a, b), 2 * n)
        )
        yield Operator(
            f"__OFADD__((S{n})a, (S{n})b)",
            lambda a, b, n=n: outside(signed(a, n) + signed(b, n), n),
        )
        yield Operator(
            f"__OFSUB__((S{n})a, (S{n})b)",
            lambda a, b, n=n: outside(signed(a, n) - signed(b, n), n),
        )
        yield Operator(
            f"__CFADD__((U{n})a, (U{n})b)", lambda a, b, n=n: int(low(a, n) + low(b, n) >= 256**n)
        )
        yield Operator(f"__CFSUB__((U{n})a, (U{n})b)", lambda a, b, n=n: int(low(a, n) < low(b, n)))
        yield Operator(f"__CFSHL__((U{n})a, 3)", lambda a, b, n=n: low(a, n) >> (8 * n - 3) & 1)
        yield Operator(f"__CFSHR__((U{n})a, 3)", lambda a, b, n=n: low(a, n) >> 2 & 1)
        yield Operator(f"__SETS__((U{n})a)", lambda a, b, n=n: int(signed(a, n) < 0))
    yield Operator(
        "__OFSUB__((int)a, (long)b)", lambda a, b: outside(signed(a, 4) - signed(b, 8), 8)
    )
    yield Operator(
        "__SETP__((U4)a, (U4)b)", lambda a, b: 1 - low(low(a, 4) - low(b, 4), 1).bit_count() % 2
    )
    yield Operator("is_mul_ok((U8)a, (U8)b)", lambda a, b: int(low(a, 8) * low(b, 8) < 2**64))
    yield Operator("_rotl((U4)a, b & 31)", lambda a, b: rotated(a, b & 31, 4))
    yield Operator("_rotr64((U8)a, b & 63)", lambda a, b: rotated(a, -(b & 63), 8))
    yield Operator("_byteswap_ushort((U2)a)", lambda a, b: swapped(a, 2))
    yield Operator("_byteswap_ulong((U4)a)", lambda a, b: swapped(a, 4))
    yield Operator("_byteswap_uint64((U8)a)", lambda a, b: swapped(a, 8))
    yield Operator("__popcnt64((S8)a)", lambda a, b: low(a, 8).bit_count())
    yield Operator("__lzcnt((S4)a)", lambda a, b: 32 - low(a, 4).bit_length())
    yield Operator("abs32((S4)a)", lambda a, b: signed(abs(signed(a, 4)), 4))
    yield Operator("COERCE_INT((U4)a)", lambda a, b: signed(a, 4))
    parts = {"BYTE": 1, "WORD": 2, "DWORD": 4}
    for name, n in parts.items():
        yield Operator(f"LO{name}(w)", lambda a, b, n=n: low(a, n))
        yield Operator(f"SLO{name}(w)", lambda a, b, n=n: signed(a, n))
        yield Operator(f"HI{name}(q)", lambda a, b, n=n: low(a >> 64 - 8 * n, n))
        yield Operator(f"SHI{name}(q)", lambda a, b, n=n: signed(a >> 64 - 8 * n, n))
        for at in range(1, 16 // n):
            yield Operator(f"{name}{at}(w)", lambda a, b, n=n, at=at: low(a >> 8 * n * at, n))
            yield Operator(f"S{name}{at}(w)", lambda a, b, n=n, at=at: signed(a >> 8 * n * at, n))
        keep = (256**8 - 1) ^ (256**n - 1)
        yield Operator(
            f"(LO{name}(q) = (U{n})b, q)", lambda a, b, n=n, keep=keep: low(a, 8) & keep | low(b, n)
        )
        yield Operator(
            f"(HI{name}(q) = (U{n})b, q)",
            lambda a, b, n=n: low(a, 8 - n) | low(b, n) << 64 - 8 * n,
        )
    yield Operator("(LOQWORD(w) = (U8)b, HIQWORD(w))", lambda a, b: low(a >> 64, 8))


def others() -> Iterator[Operator]:
    """Binary Ninja, RetDec and angr."""
    for letter, n in {"B": 1, "W": 2, "D": 4, "Q": 8}.items():
        yield Operator(f"ROL{letter}((U{n})a, b & 63)", lambda a, b, n=n: rotated(a, b & 63, n))
        yield Operator(f"ROR{letter}((U{n})a, b & 63)", lambda a, b, n=n: rotated(a, -(b & 63), n))
        yield Operator(f"LOW{letter}((S16)a)", lambda a, b, n=n: low(a, n))
        yield Operator(f"HIGH{letter}((U16)a)", lambda a, b, n=n: low(a >> 8 * n, n))
        yield Operator(
            f"TEST_BIT{letter}((U{n})a, b & 255)", lambda a, b, n=n: low(a, n) >> b % (8 * n) & 1
        )
        yield Operator(
            f"ADC{letter}((U{n})a, (U{n})b, 1)", lambda a, b, n=n: low(low(a, n) + low(b, n) + 1, n)
        )
        yield Operator(
            f"SBB{letter}((U{n})a, (U{n})b, 1)", lambda a, b, n=n: low(low(a, n) - low(b, n) - 1, n)
        )
        yield Operator(f"_bswap((U{n})a)", lambda a, b, n=n: swapped(a, n))
        yield Operator(f"sx_q((S{n})a)", lambda a, b, n=n: signed(a, n))
        yield Operator(f"zx_q((S{n})a)", lambda a, b, n=n: low(a, n))
        yield Operator(
            f"COMBINE((U{n})a, (S{n})b)", lambda a, b, n=n: low(a, n) << 8 * n | low(b, n)
        )
        yield Operator(
            f"CONCAT((S{n})a, (S{n})b)", lambda a, b, n=n: low(a, n) << 8 * n | low(b, n)
        )
        yield Operator(f"__ROL__((U{n})a, b & 63)", lambda a, b, n=n: rotated(a, b & 63, n))
        yield Operator(f"__ROR__((U{n})a, b & 63)", lambda a, b, n=n: rotated(a, -(b & 63), n))
        yield Operator(
            f"Carry((U{n})a, (U{n})b)", lambda a, b, n=n: (low(a, n) + low(b, n)) >> 8 * n
        )
        yield Operator(
            f"SBorrow((S{n})a, (S{n})b)", lambda a, b, n=n: outside(signed(a, n) - signed(b, n), n)
        )
        if n > 1:
            yield Operator(f"llvm_bswap_i{8 * n}((U{n})a)", lambda a, b, n=n: swapped(a, n))
            yield Operator(
                f"llvm_ctlz_i{8 * n}((U{n})a, 1)", lambda a, b, n=n: 8 * n - low(a, n).bit_length()
            )
            yield Operator(
                f"llvm_cttz_i{8 * n}((U{n})a)",
                lambda a, b, n=n: (low(a, n) & -low(a, n)).bit_length() - 1 if low(a, n) else 8 * n,
            )
        yield Operator(f"llvm_ctpop_i{8 * n}((S{n})a)", lambda a, b, n=n: low(a, n).bit_count())


GROUPS = {"ghidra": list(ghidra()), "ida": list(ida()), "others": list(others())}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For each group a program that applies all of its operators to the two numbers it reads."""
    folder = tmp_path_factory.mktemp("dialects")
    for name, operators in GROUPS.items():
        lines = "\n".join(
            f"  {{ __int128 w = a, r; unsigned long q = a; r = (__int128)({one.c}); show(r); }}"
            for one in operators
        )
        lines = re.sub(r"\(([US]\d+)\)", r"(DIALECT_\1)", lines)
        words = "\n".join(f"DIALECT_{sign}{n}" for sign in "US" for n in range(1, 17))
        prelude = dialects.read(f"{lines}\n/* {words} */").prelude
        (folder / f"{name}.c").write_text(
            f"""#include <stdio.h>
{prelude}
static void show(__int128 v) {{ printf("%016lx%016lx\\n", (long)(v >> 64), (long)v); }}
int main(void) {{
  unsigned long ah, al, bh, bl;
  while (scanf("%lx %lx %lx %lx", &ah, &al, &bh, &bl) == 4) {{
  unsigned __int128 a = (unsigned __int128)ah << 64 | al, b = (unsigned __int128)bh << 64 | bl;
{lines}
  }}
}}
"""
        )
        subprocess.run(
            ["gcc", "-std=gnu17", "-w", "-o", folder / name, folder / f"{name}.c"], check=True
        )
    return {name: folder / name for name in GROUPS}


@pytest.mark.parametrize("group", GROUPS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pairs=st.lists(st.tuples(WIDE, WIDE), min_size=1, max_size=20))
def test_every_operator_has_the_value_that_its_tool_means(
    group: str, programs: dict[str, Path], pairs: list[tuple[int, int]]
) -> None:
    written = "".join(f"{a >> 64:x} {low(a, 8):x} {b >> 64:x} {low(b, 8):x}\n" for a, b in pairs)
    done = subprocess.run(
        [programs[group]], input=written, text=True, check=True, capture_output=True
    )
    values = iter(done.stdout.split())
    for a, b in pairs:
        for one in GROUPS[group]:
            assert (one.c, next(values)) == (one.c, f"{low(one.value(a, b), 16):032x}"), (a, b)


def run(tmp_path: Path, body: str, before: str = "") -> str:
    """What a program prints that is written in a dialect."""
    reading = dialects.read(f"{before}\nint main(void) {{ {body} }}\n")
    (tmp_path / "a.c").write_text(
        "#include <stdio.h>\n#include <stdint.h>\n#include <math.h>\n"
        f"{reading.prelude}\n{reading.text}"
    )
    subprocess.run(
        ["gcc", "-std=gnu17", "-w", "-o", tmp_path / "a", tmp_path / "a.c", "-lm"], check=True
    )
    return subprocess.run([tmp_path / "a"], text=True, check=True, capture_output=True).stdout


def test_floating_point_operands_are_their_bytes(tmp_path: Path) -> None:
    one, two = (struct.unpack("<I", struct.pack("<f", v))[0] for v in (1.5, -2.25))
    big = struct.unpack("<Q", struct.pack("<d", -1e300))[0]
    body = (
        'float f = 1.5, g = -2.25; double d = -1e300; printf("%lx %x %x %d", CONCAT44(f, g), '
        "SUB84(d, 4), COERCE_UNSIGNED_INT(f), COERCE_FLOAT(COERCE_UNSIGNED_INT(g)) == g);"
    )
    assert run(tmp_path, body) == f"{one << 32 | two:x} {big >> 32:x} {one:x} 1"


def test_functions_of_floating_point_keep_the_type(tmp_path: Path) -> None:
    body = (
        "float f = -2.0f; double d = -2.5; long double l = 2.0L; "
        'printf("%zu %zu %zu %g %g %g %g %g %d%d ", sizeof(ABS(f)), sizeof(SQRT(d)), '
        "sizeof(FLOOR(l)), ABS(f), ABS(d), FLOOR(d), CEIL(d), ROUND(d), NAN(d), NAN(0.0 / 0.0)); "
        'printf("%ld %d", ABS(-9007199254740993L), NAN != NAN);'
    )
    assert run(tmp_path, body) == "4 8 16 2 2.5 -3 -2 -2 01 9007199254740993 1"


def test_parts_of_a_variable_can_be_read_and_written(tmp_path: Path) -> None:
    body = (
        "undefined8 v = 0x1122334455667788; undefined1 a [16]; v._4_4_ = 0xaabbccdd; "
        "v._1_3_ = 0x010203; a._8_8_ = v; "
        'printf("%lx %lx %x %x", v, a._8_8_, v._2_2_, a._9_3_);'
    )
    assert run(tmp_path, body) == "aabbccdd01020388 aabbccdd01020388 102 10203"


def test_registers_shown_as_arrays_are_values(tmp_path: Path) -> None:
    before = (
        "undefined1  [16]\nwide(ulong a, ulong b)\n{\n  undefined1 auVar1 [16];\n"
        "  auVar1._8_8_ = a;\n  auVar1._0_8_ = b;\n  return auVar1;\n}\n"
    )
    body = (
        "undefined1 auVar2 [16]; undefined1 local_18 [16]; undefined1 local_28 [8]; "
        "auVar2 = wide(5, 7); local_18 = (undefined1  [16])0x0; local_18[3] = 9; "
        "*(undefined1 (*) [16])(local_28 + 0) = (undefined1  [16])0x1; "
        'printf("%d %d %d %d %lx", (int)auVar2[8], auVar2._0_4_, local_18[3], local_18[4], '
        "SUB168(auVar2 * auVar2, 8));"
    )
    assert run(tmp_path, body.replace("local_28 [8]", "local_28 [24]"), before) == "5 7 9 0 46"


def test_the_stack_guard_is_the_same_at_every_look(tmp_path: Path) -> None:
    body = (
        "long in_FS_OFFSET; long local_10 = *(long *)(in_FS_OFFSET + 0x28); "
        "void* fsbase; int64_t rax = *(uint64_t*)((char*)fsbase + 0x28); "
        'printf("%d %d %d", local_10 == *(long *)(in_FS_OFFSET + 0x28), '
        "rax == *(uint64_t*)((char*)fsbase + 0x28), __readfsqword(0x28u) == __readfsqword(40));"
    )
    assert run(tmp_path, body) == "1 1 1"


def test_types_have_the_sizes_that_their_names_say(tmp_path: Path) -> None:
    sizes = {
        "undefined": 1, "undefined2": 2, "undefined8": 8, "undefined16": 16, "byte": 1, "uint": 4,
        "ulong": 8, "longlong": 8, "float10": 16, "_BYTE": 1, "_WORD": 2, "_DWORD": 4, "_QWORD": 8,
        "_OWORD": 16, "unsigned __int64": 8, "signed __int16": 2, "__int8": 1, "_BOOL8": 8,
        "uint128_t": 16, "float32_t": 4, "float64_t": 8, "u32": 4, "i64": 8, "DWORD": 4,
    }  # fmt: skip
    listed = ", ".join(f"sizeof({name})" for name in sizes)
    body = (
        f'long all[] = {{{listed}}}; for (int i = 0; i < {len(sizes)}; i++) printf("%ld ", all[i]);'
    )
    assert run(tmp_path, body) == "".join(f"{size} " for size in sizes.values())


@pytest.mark.parametrize("name", dialects.DIALECTS)
def test_every_definition_of_a_header_compiles(name: str, tmp_path: Path) -> None:
    every = dialects.dialect(name)
    reading = dialects.read(" ".join(every.names))
    (tmp_path / "a.c").write_text(f"{reading.prelude}\nint x;\n")
    subprocess.run(
        ["gcc", "-std=gnu17", "-c", "-o", tmp_path / "a.o", tmp_path / "a.c"], check=True
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("undefined8 func0(uint a) { return CONCAT44(a, a); }", ("ghidra",)),
        ("unsigned __int64 __fastcall f(_DWORD *a1) { return __OFSUB__(*a1, 1); }", ("ida",)),
        ("long f(long a) { return __OFSUB__(a, __ROL__(a, 3)); }", ("angr",)),
        ("int f(float64_t a) { return llvm_ctpop_i32(a); }", ("retdec",)),
        ("int f(int a) { return ROLD(a, 3) + sx.q(a); }", ("binary_ninja",)),
        ("u32 f(u32 a) { return a; }", ("common",)),
        ("undefined4 f(_DWORD a) { return a; }", ("ghidra", "ida")),
        ("int func0(int a) { return a + 1; }", ()),
    ],
)
def test_the_words_of_a_text_choose_its_dialects(text: str, names: tuple[str, ...]) -> None:
    assert set(dialects.read(text).dialects) == set(names)


def test_what_an_answer_defines_itself_it_is_not_given() -> None:
    own = "typedef char byte;\ntypedef long long __int64;\n#define LODWORD(x) ((int)(x))\n"
    reading = dialects.read(own + "byte f(__int64 a) { return LODWORD(a) + (uint)a; }")
    assert reading.prelude.split("\n")[-1] == "typedef unsigned int uint;"
    assert "byte" not in reading.prelude


def test_only_what_is_used_is_given() -> None:
    given = dialects.read("undefined *f(int3 a) { return 0; }").prelude
    assert given.split("\n")[1:] == ["typedef unsigned char undefined;", "typedef int int3;"]


def test_strings_keep_their_spelling() -> None:
    text = 'char *s = "v._0_4_ @<eax> 1i64"; long b = 2i64;'
    assert dialects.read(text).text == 'char *s = "v._0_4_ @<eax> 1i64"; long b = 2LL;'
