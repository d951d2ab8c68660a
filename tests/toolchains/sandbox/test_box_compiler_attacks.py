"""A table of sources that attack the compiler: each is contained, and leaks nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Ending, Job, Limits, Sandbox, Step

from .neighbours import MIB, run_among_neighbours

# -- attacks on the compiler -----------------------------------------------------------------------

COMPILING = Limits(cpu_s=1, wall_s=60, memory=192 * MIB, file_size=8 * MIB, output=256 << 10)


@dataclass(frozen=True, slots=True)
class Source:
    """A source, what the compiler says of it, and whether there may be an object file."""

    name: str
    text: str | bytes
    complains: str | None = None
    language: str = "c"
    dies: bool = False

    @property
    def data(self) -> bytes:
        """As bytes."""
        return self.text if isinstance(self.text, bytes) else self.text.encode()


def _doubling(levels: int, atom: str, head: str) -> str:
    lines = [f"#define A0 {atom}"]
    lines += [f"#define A{n} A{n - 1} A{n - 1}" for n in range(1, levels)]
    return "\n".join([*lines, f"{head} A{levels - 1};\n"])


_NO_FILE = "No such file or directory"
COMPILE_TIME = [
    # files that are not there for it
    Source("include-passwd", '#include "/etc/passwd"\n', _NO_FILE),
    Source("include-shadow", "#include </etc/shadow>\n", _NO_FILE),
    Source("include-zero", "#include </dev/zero>\n", _NO_FILE),
    Source("include-urandom", "#include </dev/urandom>\n", _NO_FILE),
    Source("include-stdin", "#include </dev/stdin>\n", _NO_FILE),
    Source("include-descriptor", "#include </proc/self/fd/0>\n", _NO_FILE),
    Source("include-environ", '#include "/proc/self/environ"\n', _NO_FILE),
    Source("include-up", '#include "../../../../etc/passwd"\n', _NO_FILE),
    Source("include-project", f'#include "{Path(__file__).resolve()}"\n', _NO_FILE),
    Source("include-home", f'#include "{Path.home() / ".bashrc"}"\n', _NO_FILE),
    Source("include-macro", '#define P "/etc/passwd"\n#include P\n', _NO_FILE),
    Source("import-passwd", '#import "/etc/passwd"\n', _NO_FILE),
    Source("pragma-dependency", '#pragma GCC dependency "/etc/passwd"\n', _NO_FILE),
    Source("has-include", '#if !__has_include("/etc/passwd")\n#error absent\n#endif\n', "absent"),
    Source("incbin", '__asm__(".incbin \\"/etc/passwd\\"");\n', "/etc/passwd"),
    Source("incbin-memory", '__asm__(".incbin \\"/proc/self/mem\\"");\n', "/proc/self/mem"),
    Source("assembler-include", '__asm__(".include \\"/etc/passwd\\"");\n', "/etc/passwd"),
    Source("precompiled", '#pragma GCC pch_preprocess "/etc/passwd"\n', "pch_preprocess"),
    # without end
    Source("include-itself", '#include "answer.c"\n', "nested depth"),
    Source("include-itself-twice", "#include __FILE__\n#include __FILE__\n", dies=True),
    Source("macro-bomb", _doubling(40, "+ 1", "int x ="), dies=True),
    Source("huge-array", "char x[1 << 30] = {1};\n", dies=True),
    Source("huge-initialiser", "int x[] = {[0x1fffffff] = 1};\n", dies=True),
    Source("huge-range", "int x[1 << 28] = {[0 ... (1 << 28) - 1] = 7};\n", dies=True),
    Source("huge-alignment", "int x __attribute__((aligned(1 << 28))) = 1;\n", dies=True),
    Source("huge-string", _doubling(24, '"0123456789abcdef"', "char x[] ="), dies=True),
    Source("assembler-repeat", '__asm__(".rept 1000000000\\n.quad 7\\n.endr");\n', dies=True),
    Source("assembler-fill", '__asm__(".fill 1000000000, 8, 7");\n', dies=True),
    Source("assembler-origin", '__asm__(".org 0x7ffffffff");\n', dies=True),
    Source("assembler-macro", '__asm__(".macro m\\nm\\nm\\n.endm\\nm");\n', dies=True),
    Source("error-flood", "#error flood flood flood flood\n" * 20_000, dies=True),
    Source(
        "template-bomb",
        "template <int N, int M> struct B { enum { v = B<N - 1, 2 * M>::v + B<N - 1, 2 * M + 1>::v"
        " }; };\ntemplate <int M> struct B<0, M> { enum { v = M }; };\nint x = B<24, 0>::v;\n",
        dies=True,
        language="cpp",
    ),
    Source(
        "constexpr-bomb",
        "constexpr long f(long n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
        "constexpr long x = f(90);\n",
        dies=True,
        language="cpp",
    ),
    # broken
    Source("unterminated-comment", "/*", "unterminated comment"),
    Source("unterminated-string", 'char *x = "abc', "missing terminating"),
    Source("unterminated-if", "#if 1\nint x;\n", "unterminated #if"),
    Source("unterminated-macro", "#define F(x) x\nint y = F(1;\n", "unterminated argument"),
    Source("unterminated-function", "int f(void) { if (1) { while (1) {", "expected"),
    Source("deep-parentheses", "int x = " + "(" * 200_000 + "1;\n", dies=True),
    Source("deep-braces", "void f(void) " + "{" * 200_000 + "\n", dies=True),
    Source("deep-pointers", "int " + "*" * 500_000 + "x;\n", dies=True),
    Source("zeros", b"\0" * 100_000 + b"int x = ;\n", "expected expression"),
    Source("bytes", bytes(range(128, 256)) * 100, dies=True),
    Source("long-line", "int " + "a" * 3_000_000 + " = b;\n", dies=True),
]


@pytest.mark.parametrize("source", COMPILE_TIME, ids=lambda source: source.name)
def test_compiler_contains(source: Source, arena: Sandbox) -> None:
    gcc = find_gcc()
    if source.language == "cpp" and gcc.cc1plus is None:
        pytest.skip("no g++ on this machine")
    name = "answer.cc" if source.language == "cpp" else "answer.c"
    job = Job(
        [
            Step(gcc.compile_argv(source.language, name, "answer.s"), limits=COMPILING),
            Step(gcc.assemble_argv("answer.s", "answer.o"), limits=COMPILING),
        ],
        files={name: source.data},
        collect=["answer.s", "answer.o"],
        collect_cap=8 * MIB,
    )
    outcome = run_among_neighbours(arena, job)
    last = outcome.steps[-1]
    assert not last.ok
    assert "answer.o" not in outcome.files or source.dies
    told = b"".join(step.stdout + step.stderr for step in outcome.steps)
    if source.complains is not None:
        assert last.ending is Ending.EXITED
        assert source.complains.encode() in told
    for text in (told, *outcome.files.values()):
        for secret in (b"root:x:", b"nobody:", b"PATH="):
            assert secret not in text
