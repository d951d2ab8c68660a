"""Which registers carry arguments: read from the real gcc's code, and used by real calls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.suites.c_decompile.calling import ANY, Registers, arguments, passed
from acidtest.suites.c_decompile.verdict import Verdicts

from .judging import INCLUDES, MakeTask, sound

TYPES = """
typedef struct { int a; double b; } mix;
typedef struct { float x, y; } point;
typedef struct { long a, b, c; } large;
typedef float four __attribute__((vector_size(16)));
"""
FUNCTIONS = {
    "double func0(double a[], int n) { return a[n]; }": Registers(0b11),
    "double func0(double x, float y, char c, short s) { return x; }": Registers(0b11, 0b11),
    "unsigned char func0(unsigned char a, signed char b, const char *s, unsigned short *p, "
    "_Bool q) { return a; }": Registers(0b11111),
    "int func0(int a, int b, int c, int d, int e, int f, int g) { return g; }": Registers(0b111111),
    "mix func0(mix m, point p) { m.a += p.x; return m; }": Registers(0b1, 0b11),
    "large func0(large b, int k) { b.a += k; return b; }": Registers(0b11),
    "four func0(four a, double d) { return a; }": Registers(0, 0b11, 0b1),
    "double _Complex func0(double _Complex z) { return z * z; }": Registers(0, 0b11),
    "long double func0(long double z, int n) { return z * n; }": Registers(0b1),
    "int func0(void) { int a[40] = {0}; return a[3]; }": Registers(),
    "int func0(int a) { return a > 3 ? a : -a; }": Registers(0b1),
    "double func0(void) { double a = 1, b = a * 3; return a + b; }": Registers(),
    "int func0(double a, double b) { return !(a > b) || a >= 1; }": Registers(0, 0b11),
    "int func0(int n, ...) { return n; }": ANY,
    "int func0(point p, mix m, ...) { return m.a; }": ANY,
}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_registers_that_carry_arguments(verdicts: Verdicts, function: str) -> None:
    compiled = verdicts.compile(TYPES + function)
    assert not compiled.problem
    code = compiled.assembly.decode("latin-1")
    assert arguments(code, "func0") == FUNCTIONS[function]
    assert arguments(code, "func") == ANY


CALLS = {
    "return func0(0);": 0b1,
    "return func0(2, (long)a, b + c);": 0b111,
    "return func0(1, p[a % 3] * b);": 0b11,
    "return func0(1, p[a]) + func0(2, p[b], p[c % a]);": 0b111,
    "return func0(2, func0(1, p[a]), a ? p[b] : p[c]);": 0b111,
    "return func0(3, 1.5, p[0], 2.5, p[1], p[2]);": 0b1111,
    "return func0(7, p[0], p[1], p[2], p[3], p[4], p[5], p[6]);": 0b111111,
    "long (*f)(int, ...) = func0; return f(1, p[0]);": 0b111111,
    "return a;": 0,
}


@pytest.mark.parametrize("body", CALLS)
def test_registers_that_variadic_calls_fill(verdicts: Verdicts, body: str) -> None:
    """However the arguments are computed; all of them if it is called by its address."""
    code = f"long func0(int n, ...);\nlong test(int a, int b, int c, long *p) {{ {body} }}\n"
    assembly = verdicts.compile(code).assembly.decode()
    assert passed(assembly, "func0") == CALLS[body]


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert passed(text, "func0") <= 0x3F
    assert arguments(f"func0:\n{text}", "func0").integers < 64


@pytest.mark.parametrize(
    ("function", "check"),
    [
        ("mix func0(mix m, point p) { m.a += p.y; m.b *= p.x; return m; }",
         "mix m = func0((mix){2, 1.5}, (point){4, 3}); assert(m.a == 5 && m.b == 6);"),
        ("large func0(large b, int k) { b.c += k; return b; }",
         "assert(func0((large){1, 2, 3}, 4).c == 7);"),
        ("four func0(four a, double d) { return a + (float)d; }",
         "assert(func0((four){1, 2, 3, 4}, 0.5)[3] == 4.5f);"),
        ("double func0(float a, double b, int c, long double d) { return a + b + c + d; }",
         "assert(func0(0.5f, 0.25, 3, 1.25L) == 5);"),
        ("double func0(int n, ...) { va_list all; va_start(all, n); double s = 0; "
         "while (n--) s += va_arg(all, double); va_end(all); return s; }",
         "assert(func0(3, 1.0, 2.0, 0.5) == 3.5);"),
        ("double func0(double a, double b, double c, double d, double e, double f, double g, "
         "double h, double i, int j) { return a + 2 * h + 3 * i + j; }",
         "assert(func0(1, 0, 0, 0, 0, 0, 0, 2, 3, 4) == 18);"),
    ],
)  # fmt: skip
def test_whatever_a_function_is_given_arrives(
    verdicts: Verdicts, make_task: MakeTask, function: str, check: str
) -> None:
    test = f"{INCLUDES}int main(void) {{ {check} return 0; }}\n"
    task = make_task(dependencies=TYPES, function=f"{INCLUDES}{function}\n", test=test)
    verdict = sound(verdicts, task, function)
    assert (verdict["passes"], verdict["verdict"]) == (True, "strict"), verdict
