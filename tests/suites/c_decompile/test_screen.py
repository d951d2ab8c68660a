"""Each rule stops the code it is for, compiled by the real gcc, and honest code breaks none."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from acidtest.lang.elf import Object, read_object
from acidtest.suites.c_decompile import screen

ENTRY = "int func0(int a) { return a + 1; }\n"
TEST_IMPORTS = {"func0", "strcmp", "__assert_fail", "printf"}
Build = Callable[..., tuple[Object, bytes]]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Object and assembly of a snippet, as the judge compiles it."""

    def made(code: str, language: str = "c") -> tuple[Object, bytes]:
        name, driver = ("a.cc", "g++") if language == "cpp" else ("a.c", "gcc")
        (tmp_path / name).write_text(code)
        flags = ["-w", "-fPIC", "-O0", "-fno-stack-protector"]
        subprocess.run([driver, *flags, "-S", name, "-o", "a.s"], cwd=tmp_path, check=True)
        subprocess.run(["as", "a.s", "-o", "a.o"], cwd=tmp_path, check=True)
        return read_object((tmp_path / "a.o").read_bytes()), (tmp_path / "a.s").read_bytes()

    return made


def rule(build: Build, code: str, language: str = "c") -> str | None:
    """The name of the rule that `code` breaks, imports included."""
    candidate, assembly = build(code, language)
    entries = {"func0", "_Z5func0i"} if language == "cpp" else {"func0"}
    broken = screen.broken_rule(
        candidate,
        assembly=assembly,
        entries=entries,
        test_imports=TEST_IMPORTS,
        language=language,
        apart=False,
    )
    if broken is None and screen.foreign_imports(candidate, language):
        return "forbidden-import"
    return broken[0] if broken else None


BREAKS = [
    ("no-entry", "int other(int a) { return a; }"),
    ("no-entry", "static int func1(int a) { return a; }\nint (*p)(int) = func1;"),
    ("weak-entry", "__attribute__((weak)) " + ENTRY),
    ("weak-entry", "static " + ENTRY + "int (*p)(int) = func0;"),
    ("second-main", ENTRY + "int main(void) { return 0; }"),
    ("second-main", ENTRY + "int main;"),
    ("second-main", ENTRY + '__attribute__((alias("func0"))) int main(int);'),
    ("harness-name", ENTRY + "int acid_test_main(void) { return 0; }"),
    ("shadows-import", ENTRY + "int strcmp(const char *a, const char *b) { return 0; }"),
    ("shadows-import", ENTRY + "__attribute__((weak)) int strcmp(const char *a) { return 0; }"),
    ("shadows-import", ENTRY + "void __assert_fail(void) { }"),
    ("shadows-import", ENTRY + 'int cheat(void) __asm__("printf");\nint cheat(void) { return 0; }'),
    ("constructor", ENTRY + "__attribute__((constructor)) static void early(void) { }"),
    ("constructor", ENTRY + "__attribute__((constructor(101))) static void early(void) { }"),
    ("constructor", ENTRY + "__attribute__((destructor)) static void late(void) { }"),
    (
        "constructor",
        ENTRY + "static void e(void) { }\n"
        '__attribute__((section(".preinit_array"), used)) static void (*p)(void) = e;',
    ),
    (
        "constructor",
        ENTRY + "static void e(void) { }\n"
        '__attribute__((section(".ctors"), used)) static void (*p)(void) = e;',
    ),
    ("constructor", ENTRY + '__attribute__((section(".init"))) void e(void) { }'),
    ("constructor", ENTRY + "void _init(void) { }"),
    (
        "ifunc",
        "static int real(int a) { return a; }\nstatic void *pick(void) { return real; }\n"
        'int func0(int a) __attribute__((ifunc("pick")));',
    ),
    ("tls", "__thread int each;\nint func0(int a) { return each + a; }"),
    ("tls", "_Thread_local int each = 3;\nint func0(int a) { return each + a; }"),
    ("tls", "extern __thread int errno_;\nint func0(int a) { return errno_ + a; }"),
    ("section", '__attribute__((section("mine"))) ' + ENTRY),
    ("section", ENTRY + '__attribute__((section(".dynamic"))) int table = 3;'),
    ("inline-assembly", 'int func0(int a) { __asm__("nop"); return a; }'),
    ("odd-name", ENTRY + 'void x(void) __asm__("\\"strcmp@\\"");\nvoid x(void) { }'),
    ("inline-assembly", '__asm__(".globl x\\nx: ret");\n' + ENTRY),
]


@pytest.mark.parametrize(("wanted", "code"), BREAKS)
def test_each_rule_stops_what_it_is_for(build: Build, wanted: str, code: str) -> None:
    assert rule(build, code) == wanted


def test_every_rule_of_the_object_is_tried_above() -> None:
    judged_apart = {"forbidden-import", "system-call"}
    assert {wanted for wanted, _ in BREAKS} == set(screen.RULES) - judged_apart


HONEST = [
    ENTRY,
    "static int helper(int a) { return a; }\n" + ENTRY,
    "int helper(int a) { return a; }\nint table[100];\nconst int fixed[] = {1, 2};\n" + ENTRY,
    "#include <string.h>\nint func0(int a) { char s[9]; strcpy(s, \"x\"); return strlen(s) + a; }",
    "#include <math.h>\nint func0(int a) { return (int)(sqrt(a) + pow(a, 2.5) + floorf(a)); }",
    "#include <stdio.h>\nint func0(int a) { printf(\"%d\\n\", a); return a; }",
    "#include <stdlib.h>\nint func0(int a) { int *p = malloc(9); qsort(p, 1, 4, 0); free(p); }",
    "#include <ctype.h>\n#include <errno.h>\nint func0(int a) { errno = 0; return isalpha(a); }",
    "#include <assert.h>\nint func0(int a) { assert(a); return a; }",
    "__int128 wide;\nint func0(int a) { wide /= a; return (int)wide; }",
    "int func0(int a) { static int *const t[2] = {0, 0}; return t[a & 1] == 0; }",
    "int func0(int a) { switch (a) { case 1: return 3; case 2: return 5; case 3: return 9; "
    "case 4: return 7; case 5: return 11; default: return 0; } }",
    'const char *s = "syscall; int $0x80";\n' + ENTRY,
    "int func0(int a) { return a + 0x050f050f; }",
    "__attribute__((noinline, cold)) " + ENTRY,
    "typedef int v4 __attribute__((vector_size(16)));\nv4 v;\nint func0(int a) { v += a; }",
]  # fmt: skip


@pytest.mark.parametrize("code", HONEST)
def test_honest_code_breaks_no_rule(build: Build, code: str) -> None:
    assert rule(build, code) is None


def test_a_string_that_looks_like_the_assembly_mark_is_honest(build: Build) -> None:
    assert rule(build, 'const char *s = "#APP";\n' + ENTRY) is None


@pytest.mark.parametrize(
    "name",
    [
        *"exit _exit _Exit quick_exit abort atexit fork execve system kill raise signal".split(),
        *"sigaction longjmp setjmp _setjmp ptrace syscall mmap mprotect dlopen dlsym read".split(),
        *"write open fopen fdopen freopen fread gets popen pthread_create alarm sleep".split(),
        *"getenv setenv prctl personality environ stdin __libc_start_main on_exit".split(),
    ],
)
def test_names_that_reach_the_process_are_foreign(build: Build, name: str) -> None:
    candidate, _ = build(f"long {name}();\nint func0(int a) {{ return (int){name}(a); }}")
    assert screen.foreign_imports(candidate, "c") == {name}
    assert screen.foreign_imports(candidate, "cpp") == {name}


@pytest.mark.parametrize(
    ("code", "holds"),
    [
        ('int func0(int a) { __asm__("syscall"); return a; }', True),
        ('int func0(int a) { __asm__("int $0x80"); return a; }', True),
        ('int func0(int a) { __asm__("sysenter"); return a; }', True),
        ("int func0(int a) { return a + 0x050f; }", False),
        ("int func0(int a) { return a; }", False),
    ],
)
def test_system_call_instructions_are_seen(
    build: Build, tmp_path: Path, code: str, holds: bool
) -> None:
    candidate, _ = build(code)
    done = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", "a.o"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert screen.holds_system_call(done.stdout) == holds
    assert screen.suspects_system_call(candidate) or not holds


def test_a_constant_with_the_bytes_of_a_system_call_is_only_suspected(build: Build) -> None:
    candidate, _ = build("int func0(int a) { return a + 0x050f; }")
    assert screen.suspects_system_call(candidate)


CPP = "#include <vector>\n#include <string>\n#include <algorithm>\n#include <map>\n"


@pytest.mark.parametrize(
    "code",
    [
        CPP
        + "int func0(int a) { std::vector<int> v(a); std::sort(v.begin(), v.end()); return 1; }",
        CPP + 'int func0(int a) { std::map<std::string, int> m; m["x"] = a; return m.size(); }',
        CPP + "int func0(int a) { try { throw a; } catch (int b) { return b; } return 0; }",
        "#include <iostream>\nint func0(int a) { std::cout << a; return a; }",
        "#include <sstream>\nint func0(int a) { std::stringstream s; s << a; return 1; }",
    ],
)
def test_honest_cpp_breaks_no_rule(build: Build, code: str) -> None:
    assert rule(build, code, "cpp") is None
