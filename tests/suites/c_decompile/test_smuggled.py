"""Assembly that comes in through the name of a section or a symbol."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.suites.c_decompile.smuggled import smuggled, suspect, without_marks
from acidtest.suites.c_decompile.verdict import Verdicts

from .judging import INCLUDES, PASS, MakeTask, sound

# instructions for a + 1, as the name of a section; what gcc writes behind it is a comment
CODE = r".text\n.globl func0\n.type func0,@function\nfunc0: leal 1(%rdi), %eax\nret\n.data\n#"
END = r"\n"
MACROS = frozenset(["__REDIRECT"])
SMUGGLED = {
    "an attribute": f'__attribute__((section("{CODE}"))) int x = 1;',
    "a statement separator": f'int x __attribute__((section("{CODE.replace(END, ";")}"))) = 1;',
    "a macro's pieces": f'#define C(a, b) a##b\nint x C(__attri, bute__)((section("{CODE}"))) = 1;',
    "two literals": f'int x __attribute__((section(".te" "{CODE[3:]}"))) = 1;',
    "brackets": f'[[gnu::section("{CODE}")]] int x = 1;',
    "digraphs": f'<:<:gnu::section("{CODE}"):>:> int x = 1;',
    "brackets with a comment": f'[/**/[gnu::section("{CODE}")]] int x = 1;',
    "brackets from a macro": f'#define L [\nL L gnu::section("{CODE}")]] int x = 1;',
    "a scope's other name": f'#define L [\nL L __gnu__::section("{CODE}")]] int x = 1;',
    "a header after a comment": "/**/#include <sys/cdefs.h>\n/**/#include <link.h>\n"
    "__REDIRECT(x, (void), y;nop);\nint func0(int a) { return a + 1; }",
    "a header by a digraph": "%:include <sys/cdefs.h>\n"
    "__REDIRECT(x, (void), y;nop);\nint func0(int a) { return a + 1; }",
    "a macro of another header": "#include <sys/ucontext.h>\n#include <sys/io.h>\n"
    "__REDIRECT(x, (void), y;nop);\nint func0(int a) { return a + 1; }",
    "a macro that stringizes": "#include <immintrin.h>\nint func0(int a) {\n"
    "  if (a) _tile_zero(0; nop);\n  return a + 1;\n}",
    "an ident behind a comment": '#/**/ident "\\"\\n.text\\n.data\\n#"\n'
    "int func0(int a) { return a + 1; }",
    "a label": 'int x __asm__("y") = 1;\nint func0(int a) { return a + 1; }',
    "another place": f'#line 1 "/usr/include/a.h"\n__attribute__((section("{CODE}"))) int x = 1;',
    "a line that goes on": f'__attri\\\nbute__((section("{CODE}"))) int x = 1;',
    "a macro of a header": "__REDIRECT(x, (void), y;nop);\nint func0(int a) { return a + 1; }",
}


@pytest.mark.parametrize("name", SMUGGLED)
def test_it_is_stopped(verdicts: Verdicts, make_task: MakeTask, name: str) -> None:
    task = make_task(function=f"{INCLUDES}int func0(int a) {{ return a + 1; }}\n")
    verdict = sound(verdicts, task, SMUGGLED[name])
    assert (verdict["passes"], verdict.get("rule")) == (False, "inline-assembly"), verdict


@pytest.mark.parametrize(
    "answer",
    [
        "__attribute__((noinline, optimize(\"O1\"))) int func0(int a) { return a + 1; }",
        "int func0(int a) { int b[3] = {a}, c[1] = {0}; return b[c[0]] + 1; }",
        'static const char *s = "asm __attribute__((section(\\"a;b\\")))";\n'
        "int func0(int a) { return a + (s != 0); }",
        "#define ASM a\n#define J(x, y) x##y\nint func0(int a) { return J(A, SM) + 1; }",
        "#pragma GCC diagnostic ignored \"-Wall\"\nint func0(int a) { return a + 1; }",
        "int func0(int a) { return __builtin_abs(a) == a ? a + 1 : a + 1; }",
    ],
)  # fmt: skip
def test_plain_c_is_not(verdicts: Verdicts, make_task: MakeTask, answer: str) -> None:
    assert sound(verdicts, make_task(), answer) == PASS


@given(st.text(alphabet="_asm(){}[]\"'\\#\n <:>;x", max_size=80))
def test_any_text_is_read(text: str) -> None:
    suspect(text, MACROS)
    smuggled(f'# 1 "source.c"\n{without_marks(text)}')


def test_long_text_is_read_in_one_go() -> None:
    for piece in ('"\\', "((", "'", "__attribute__((", '"a" '):
        text = piece * (1_000_000 // len(piece))
        smuggled(f'# 1 "source.c"\n{without_marks(text)}')
        suspect(text, MACROS)
