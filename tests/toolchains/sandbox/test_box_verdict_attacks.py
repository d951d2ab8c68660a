"""Answers that try to pass without solving, through names, sections and text the linker reads.

Each fails with the rule that names it, or like its bare body does.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox

TASK = Task(
    name="triple",
    opt="O0",
    language="c",
    entry="func0",
    dependencies="",
    function="#include <stdio.h>\n#include <string.h>\nint func0(int a) { return a * 3 + 1; }",
    test="""
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main() {
    char *text = malloc(4);
    strcpy(text, "abc");
    assert(func0(2) == 7);
    assert(strcmp(text, "abc") == 0 && func0(5) == 16);
    return 0;
}
""",
)
BARE = "int func0(int a) { return 0; }\n"


@pytest.fixture(scope="module")
def box() -> Iterator[Sandbox]:
    """A sandbox of its own."""
    with Sandbox(tools={"runner": runner()}) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def judge(box: Sandbox) -> Verdicts:
    """With test and answer in two processes."""
    return Verdicts(find_gcc(), box)


@pytest.fixture(scope="module")
def together(box: Sandbox) -> Verdicts:
    """With test and answer in one."""
    return Verdicts(find_gcc(), box, apart=False)


def injected(directives: str) -> str:
    """An answer that brings lines of assembly into the compiler's output by an asm label."""
    text = directives.replace('"', '\\"').replace("\n", "\\n")
    label = f"stdout@GOTPCREL(%rip), %rax\\n{text}\\n\\tmovq stdout"
    return f'extern int z __asm__("{label}");\nint use(void) {{ return z; }}\n{BARE}'


NAMED = {
    "weak-pragma": ("shadows-import", "void f(void) {}\n#pragma weak __assert_fail = f\n" + BARE),
    "alias": (
        "shadows-import",
        'void f(void) {}\nvoid __assert_fail() __attribute__((alias("f")));\n' + BARE,
    ),
    "asm-label": (
        "inline-assembly",
        'int f(void) __asm__("strcmp");\nint f(void) { return 0; }\n' + BARE,
    ),
    "weak-entry": ("weak-entry", "__attribute__((weak)) " + BARE),
    "ifunc": (
        "ifunc",
        'static void *f(void) { return 0; }\nint func0(int a) __attribute__((ifunc("f")));',
    ),
    "thread-local": ("tls", "__thread int x;\nint func0(int a) { return x; }"),
    "constructor": ("constructor", "__attribute__((constructor)) void f(void) {}\n" + BARE),
    "destructor": ("constructor", "__attribute__((destructor)) void f(void) {}\n" + BARE),
    "section-string": (
        "inline-assembly",
        "static void f(void) {}\n"
        '__attribute__((section(".data.x\\n\\t.section .init_array,\\"aw\\"#"))) void *p = f;\n'
        + BARE,
    ),
    "own-section": ("section", '__attribute__((section("mine"))) int x = 1;\n' + BARE),
    "harness-name": (
        "inline-assembly",
        'int f(void) __asm__("acid_test_main");\nint f(void) { return 0; }\n' + BARE,
    ),
    "_init": ("constructor", "void _init(void) {}\n" + BARE),
    "asm": ("inline-assembly", '__asm__("nop");\n' + BARE),
    "label-ifunc": (
        "inline-assembly",
        injected(
            "\t.type .Lf, @gnu_indirect_function\n.Lf:\tret\n"
            "\t.pushsection .data\n\t.quad .Lf\n\t.popsection"
        ),
    ),
    "label-init-array": (
        "inline-assembly",
        injected('\t.pushsection .init_array,"",@progbits\n\t.quad 0\n\t.popsection'),
    ),
    "label-system-call": ("inline-assembly", injected("\tsyscall")),
    "exit": ("forbidden-import", "void exit(int);\nint func0(int a) { exit(0); }"),
    "mprotect": ("forbidden-import", "int mprotect();\nint func0(int a) { return mprotect(); }"),
    "weak-import": (
        "forbidden-import",
        "int raise(int) __attribute__((weak));\nint func0(int a) { return raise(6); }",
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_names_the_rule(judge: Verdicts, together: Verdicts, name: str) -> None:
    """In one process; in two, some of them are harmless."""
    rule, answer = NAMED[name]
    verdict = together.sound_verdict(TASK, answer)["plain"]
    assert verdict["passes"] is False
    assert verdict["rule"] == rule
    assert judge.sound_verdict(TASK, answer)["plain"]["passes"] is False


AS_BARE = {
    "redefine_extname": "#pragma redefine_extname f __assert_fail\nvoid f(void) {}\n" + BARE,
    "macro": "#define assert(x)\n#define main other\n" + BARE,
    "line": '#line 1 "x\\"\\n\\tnop\\n#"\n' + BARE,
    "number-of-bytes": 'int func0(int a) { int n; printf("%n", &n); return n; }',
    "stdout-number": 'int func0(int a) { stdout->_fileno = 3; puts("passed"); return 0; }',
    "system-call-in-a-constant": "int func0(int a) { volatile int x = 0xc3050f; return 0; }",
    "character-tables": "#include <ctype.h>\nint func0(int a) { static unsigned short t[384];"
    " *(const unsigned short **)__ctype_b_loc() = t + 128; return 0; }",
    "relocation-irelative": injected(
        "\t.pushsection .data\n\t.reloc ., R_X86_64_IRELATIVE, func0\n\t.quad 0\n\t.popsection"
    ),
    "large-frame": "int func0(int a) { volatile char x[1 << 24]; x[0] = 1; return x[0]; }",
    "endless-recursion": "int func0(int a) { return func0(a + 1) + func0(a + 2); }",
}


@pytest.mark.parametrize("name", AS_BARE)
def test_passes_no_more_than_its_bare_body(judge: Verdicts, name: str) -> None:
    verdict = judge.sound_verdict(TASK, AS_BARE[name])["plain"]
    assert verdict["compiles"] is True
    assert verdict["passes"] is False


def test_the_table_of_imported_functions_is_read_only(judge: Verdicts) -> None:
    """It finds the slot by the address of its own call, and dies writing there."""
    answer = """
int puts(const char *);
static int no(void) { return 1; }
int func0(int a) {
    unsigned char *code = (unsigned char *)puts;
    void **slot = 0;
    for (unsigned char *p = (unsigned char *)func0; !slot; p++)
        if (p[0] == 0x48 && p[1] == 0x8b && p[2] == 0x05 &&
            *(void **)(p + 7 + *(int *)(p + 3)) == (void *)code)
            slot = (void **)(p + 7 + *(int *)(p + 3));
    *slot = (void *)no;
    return 0;
}
"""
    verdict = judge.sound_verdict(TASK, answer)["plain"]
    assert verdict["passes"] is False
    assert "SIGSEGV" in verdict["why"]


def test_the_oracle_passes(judge: Verdicts) -> None:
    assert judge.sound_verdict(TASK, TASK.function)["plain"]["passes"] is True
    assert judge.sound_verdict(TASK, BARE)["plain"]["passes"] is False
