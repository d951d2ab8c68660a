"""Programs become images, and hostile ones are refused by a process that lives on."""

from __future__ import annotations

import random
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.records import Question
from acidtest.systems.decompilers.image import MemorySegment, ProgramImage, encode
from acidtest.systems.decompilers.image_server import read_program
from acidtest.systems.decompilers.served import DecompilerServer

Ask = Callable[..., Question]
CORPUS = Path(__file__).parents[2] / "native" / "corpus" / "elf"
SOURCE = r"""
#include <stdlib.h>
#include <string.h>
int counter = 3;
static const char *const names[] = {"one", "two"};
const char *name_of(int n) { return names[n & 1]; }
int compare(const void *a, const void *b) { return strcmp(a, b); }
int main(int n, char **v) { qsort(v, n, 8, compare); return counter + *name_of(n); }
"""


@pytest.fixture(scope="module")
def server() -> Iterator[DecompilerServer]:
    argv = [sys.executable, "-m", "acidtest.systems.decompilers.image_server", str(2 << 30), "20"]
    opened = DecompilerServer(argv, wall_s=20)
    yield opened
    opened.close()


def test_an_image_holds_what_a_decompiler_needs(ask: Ask) -> None:
    program = ask(SOURCE, "name_of", "-O1").program
    assert program is not None
    assert program.address is not None
    image = read_program(program.data, program.address)
    base = 0x100000
    assert image.start == base + program.address
    assert image.functions[image.start] == "name_of"
    assert {"strcmp", "qsort"} <= set(image.imports.values())
    assert (4, "counter") in image.data.values()
    texts = [
        bytes(part.content[at - part.address :][:4])
        for at in image.pointers
        for part in image.segments
        if part.holds(at, 4)
    ]
    assert b"one\0" in texts
    assert b"two\0" in texts
    outside = next(at for at, name in image.imports.items() if name == "strcmp")
    slots = [start for start, end in image.read_only if image.read(start) == outside]
    assert len(slots) == 1


@given(
    st.lists(st.tuples(st.integers(0, 2**64 - 1), st.text(max_size=5)), max_size=4),
    st.integers(0, 40),
)
def test_words_can_be_written_anywhere(names: list[tuple[int, str]], at: int) -> None:
    """A word outside of memory is dropped; memory that the file does not fill is zero."""
    image = ProgramImage(0, True, struct.Struct("<I"))
    image.segments = [MemorySegment(8, 24, bytearray(b"abc"))]
    image.functions = dict(names)
    image.write(at, 0x1_2345_6789)
    inside = 8 <= at <= 28
    assert image.read(at) == (0x2345_6789 if inside else 0)
    assert len(image.segments[0].content) <= 24
    assert encode(image).startswith(b"ACIDIMG1")


def _damaged(data: bytes, rng: random.Random) -> bytes:
    broken = bytearray(data)
    for _ in range(rng.choice((1, 2, 8))):
        at = rng.randrange(len(broken) - 8)
        size = rng.choice((1, 2, 4, 8))
        broken[at : at + size] = rng.choice((0, 1, 0x7F, rng.getrandbits(64))).to_bytes(
            8, "little"
        )[:size]
    return bytes(broken[: rng.choice((len(broken), rng.randrange(len(broken))))])


def test_damaged_programs_are_images_or_refused(server: DecompilerServer) -> None:
    """The process answers all of them; `ServerError` would say that it did not live on."""
    rng = random.Random(20)
    seeds = [path.read_bytes() for path in sorted(CORPUS.iterdir())]
    refused = 0
    for _ in range(400):
        data = _damaged(rng.choice(seeds), rng)
        reply = server.ask(data, "-", "1000")
        refused += not reply.ok
        assert reply.ok == reply.data.startswith(b"ACIDIMG1")
    assert 20 < refused < 400


@pytest.mark.parametrize(
    ("name", "reason"),
    [("object", "not a linked program"), ("shared", "")],
)
def test_reasons(server: DecompilerServer, name: str, reason: str) -> None:
    reply = server.ask((CORPUS / name).read_bytes(), "-", "0")
    assert (reply.ok, reply.text if reason else "") == (not reason, reason)


@pytest.mark.parametrize("cut", [70, 500, 3000])
def test_a_file_that_ends_early_is_refused(server: DecompilerServer, cut: int) -> None:
    reply = server.ask((CORPUS / "shared-named").read_bytes()[:cut], "-", "0")
    assert not reply.ok
    assert "damaged ELF file" in reply.text
