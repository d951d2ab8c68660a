"""Writes the seeds of the fuzzers' corpus again: requests, objects and programs of our own.

    python tests/native/make_seeds.py

What the fuzzers found lies beside them, named after the fault, and is not touched.
"""

from __future__ import annotations

import struct
import subprocess
import tempfile
from pathlib import Path

from acidtest.systems.decompilers.image import MemorySegment, ProgramImage, encode
from acidtest.systems.decompilers.image_server import read_program
from acidtest.toolchains.sandbox.job import Chain, Job, Limits, Step, Zygote, pack, pack_chain

CORPUS = Path(__file__).parent / "corpus"
_TEST = """
int func(int, int *);
extern int shared, __attribute__((weak)) perhaps;
int numbers[4] = {1, 2, 3}, common;
static int hidden = 7;
int *to = &numbers[2], *own = &hidden;
const char *const texts[] = {"one", "two", "three"};
int acid_test_main(void)
{
    common = shared;
    return func(hidden, to) != 3 || texts[numbers[0]][1] != 'w' || &perhaps;
}
"""
_ANSWER = """
#include <string.h>
int shared = 3;
double scale = 1.5;
long table[] = {5, 6, 7};
int func(int a, int *b)
{
    long copy[3];
    memcpy(copy, table, sizeof copy);
    return a > 100 ? (int)strlen("a text") : *b + (int)(copy[0] * scale) - 7;
}
"""
_WIDE = """
#include <wchar.h>
const wchar_t *wide(int n) { return n ? L"wide" : L"wider"; }
const unsigned char bytes[] = {1, 2, 3};
"""
_PROGRAM = """
extern int puts(const char *), abs(int);
extern int outside;
static int zero[40];
int numbers[] = {1, 2, 3};
int *pointer = &numbers[1], *far = &outside;
static const char *const names[] = {"first", "second"};
const char *name(int at) { return names[at & 1]; }
int work(int n) { zero[n & 7] = abs(n); puts(name(n)); return zero[1] + *pointer; }
"""
_START = "void _start(void) { for (;;) work(3); }\n"


def _requests() -> dict[str, bytes]:
    step = Step(["@cc", "-c", "a.c"], stdin=b"input", env={"A": "b"}, even_after_failure=True)
    job = Job([Step(["/bin/true"]), step], files={"a.c": b"int a;"}, collect=["a.o", "a.s"])
    tools = {"cc": "/usr/bin/cc", "stop.so": "/stop.so"}
    one = Zygote(("@cc", "-"), "stop", "result", ("main.c", b"int b;"), (b"part", b"more"))
    two = Zygote(("/bin/as",), "in", "out", limits=Limits(cpu_s=1))
    whole = pack(job, tools, "/box")
    return {
        "job": whole,
        "job-cut": whole[:-5],
        "job-name-with-nul": whole.replace(b"a.c", b"a\0c", 1),
        "job-too-many-words": whole.replace(b"\1\0\0\0\x09\0\0\0/bin/true", b"\1\x40\0\0" * 4, 1),
        "job-empty": pack(Job([]), tools, "/box"),
        "no-kind": b"\2\0\0\0",
        "chain": pack_chain(Chain(b"int c;", [one, two]), tools),
        "chain-empty": pack_chain(Chain(b"", []), tools),
    }


def _compiled(text: str, *flags: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        command = ["gcc", "-x", "c", "-", "-w", "-fno-asynchronous-unwind-tables", "-fno-ident"]
        subprocess.run([*command, *flags, "-o", out], input=text.encode(), check=True)
        if "-c" in flags:
            subprocess.run(["strip", "--strip-unneeded", "-R", ".comment", out], check=True)
        return out.read_bytes()


def _objects() -> dict[str, bytes]:
    def case(how: int, first: bytes, second: bytes = b"") -> bytes:
        return bytes([how]) + len(first).to_bytes(2, "little") + first + second

    test, plain = _compiled(_TEST, "-c", "-O1", "-fcommon"), _compiled(_ANSWER, "-c", "-O1")
    got = _compiled(_ANSWER, "-c", "-O0", "-fPIC", "-fno-plt", "-fno-builtin")
    large = _compiled(_ANSWER, "-c", "-O0", "-mcmodel=large", "-fno-builtin")
    return {
        "two": case(1 | 8, test, plain),
        "two-unresolved": case(1 | 2, test, plain),
        "two-fixed": case(1 | 2 | 8 | 16, test, got),
        "global-offsets": case(8 | 16, got),
        "large-model": case(8, large),
        "answer": case(8 | 16, plain),
        "wide": case(0, _compiled(_WIDE, "-c", "-O1")),
        "small-room": case(4, _compiled("char room[1 << 17]; int a;", "-c", "-fno-common")),
        "thread-local": case(8, _compiled("__thread int a; int f(void) { return a; }", "-c")),
        "empty": case(0, _compiled("", "-c")),
    }


def _programs() -> dict[str, bytes]:
    fixed = "int x = 3; work(n) { x = n; }" + _START
    small = ("-nostdlib", "-s", "-Wl,--build-id=none,-z,noseparate-code,-z,max-page-size=4096")
    shared = ("-shared", "-fPIC", "-O1", "-fcf-protection=none", *small)
    return {
        "shared": _compiled(_PROGRAM, *shared),
        "shared-named": _compiled(_PROGRAM, *(flag for flag in shared if flag != "-s")),
        "shared-ibt": _compiled(_PROGRAM, *shared, "-fcf-protection=full", "-Wl,-z,ibtplt"),
        "shared-now": _compiled(_PROGRAM, *shared, "-Wl,-z,now"),
        "movable": _compiled(_START + "work(n) {}", "-static-pie", "-O1", *small),
        "fixed": _compiled(fixed, "-static", "-nostdlib", small[2]),
        "object": _compiled(_WIDE, "-c", "-O1"),
    }


def _images() -> dict[str, bytes]:
    image = ProgramImage(0x1004, True, struct.Struct("<Q"))
    image.segments = [MemorySegment(0x1000, 0x40, bytearray(b"\0code\0a text\0"))]
    image.segments += [MemorySegment(0x2000, 8, bytearray())]
    image.read_only, image.executable = [(0x1000, 0x1040)], [(0x1001, 0x1005)]
    image.stubs, image.modes = [(0x1002, 0x1004)], [("TMode", (0x1000, 0x1010), 1)]
    image.registers, image.pointers = {"gp": 0x2000}, [0x1006, 0x1000]
    image.functions, image.imports = {0x1001: "first", 0x1004: "second"}, {0x3000: "puts"}
    image.data = {0x2000: (4, "number")}
    whole = encode(image)
    image.segments[1].address = 0x1010
    programs = {
        name: encode(read_program(data, 0))
        for name, data in _programs().items()
        if name in ("shared-named", "fixed")
    }
    return {"small": whole, "cut": whole[:-9], "overlap": encode(image), **programs}


def main() -> None:
    """Write the files."""
    made = {"wire": _requests, "loader": _objects, "elf": _programs, "image": _images}
    for target, make in made.items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in make().items():
            (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
