"""Spellings that no definition can mend, compiled and run: one program for all of them."""

from __future__ import annotations

import subprocess

import pytest

from acidtest.suites.c_decompile import dialects
from acidtest.suites.c_decompile.dialects.references import without_references
from acidtest.suites.c_decompile.dialects.spelling import respell

BEFORE = """
struct Pair { int a, b; };
static void grow(int &n, int by) { n += by; const char *s = "n \\"n\\""; n += s[0] == 'n'; }
static int total(const Pair &p) { return p.a + p.b; }
static int first(Pair *p) { int &r = p->a; r = r + 1; return r; }
"""
# C, and what it prints
CASES = {
    'Pair p = {1, 2}; grow(p.a, 3); int t = total(p); printf("%d %d", t, first(&p));': "7 6",
    'auto x = static_cast<long>(7); printf("%zu %d", sizeof x, std::min(3, std::max(1, 2)));': (
        "8 2"
    ),
    'int a = 1, b = 2; std::swap(a, b); printf("%d%d", a, b);': "21",
    'int a = -1, b = 1; printf("%d%d%d", a s< b, a u< b, a u>= b);': "101",
    'int s = 8; int t = s>> 1; printf("%d %d", t, s< 9);': "4 1",
    'goto switchD_0010::caseD_1; puts("no"); switchD_0010::caseD_1: printf("yes");': "yes",
    '__asm { endbr64 } printf("x");': "x",
    '__m128 v; v = 0LL; v.m128_f32[1] = 2.5; printf("%g %g", v.m128_f32[0], v.m128_f32[1]);': (
        "0 2.5"
    ),
    '__m128i v; v = (__m128i)0LL; v.m128i_u8[15] = 255; printf("%d", v.m128i_i8[15]);': "-1",
    'float f = __asm_cvtsi2ss(3) == __asm_movss(3.0f); printf("%g", f);': "1",
    'int128_t v = __asm_mulsd(__asm_cvtsi2sd(3), 0.5); printf("%g", *(double *)&v);': "1.5",
    'printf("%d %ld", BIT(3) == 8, ARRAY_SIZE("ab"));': "1 3",
    'printf("%s", "std::min(1) a s< b __asm { nop }");': "std::min(1) a s< b __asm { nop }",
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("spelling")
    bodies = "\n".join(
        f'void case{at}(void) {{ {body} puts(""); }}' for at, body in enumerate(CASES)
    )
    calls = "\n".join(f"case{at}();" for at in range(len(CASES)))
    reading = dialects.read(f"{BEFORE}\n{bodies}\nint main(void) {{ {calls} }}\n")
    (folder / "a.c").write_text(
        f"#include <stdio.h>\n#include <immintrin.h>\n{reading.prelude}\n{reading.text}"
    )
    subprocess.run(["gcc", "-std=gnu17", "-w", "-o", folder / "a", folder / "a.c"], check=True)
    done = subprocess.run([folder / "a"], text=True, check=True, capture_output=True)
    return done.stdout.splitlines()


@pytest.mark.parametrize("at", range(len(CASES)))
def test_a_spelling_means_what_its_tool_means(printed: list[str], at: int) -> None:
    assert printed[at] == list(CASES.values())[at]


@pytest.mark.parametrize(
    "text",
    [
        "int f(int a, int b) { if (a & b) { return a && b; } return a & b; }",
        "int f(int *p) { int *q = &p[1]; return *q & 3; }",
        "struct s { int x; }; int f(struct s *p) { return p->x; }",
        "return s< 3; x = s>> 2;",
        "__asm { mov eax, edi }",
        "__asm { nop; ret }",
    ],
)
def test_c_is_left_as_it_is(text: str) -> None:
    assert respell(text) == (text, ())


def test_where_c_plus_plus_is_asked_for_it_stays() -> None:
    text = "int f(int &a) { return std::min(a, static_cast<int>(1)); }"
    assert respell(text, "cpp") == (text, ())


@pytest.mark.parametrize("text", ["&" * 3000, "int f(int &" * 500, "int f(int &a) {" * 200, "&a ="])
def test_broken_text_is_no_trouble(text: str) -> None:
    assert isinstance(without_references(text), str)
