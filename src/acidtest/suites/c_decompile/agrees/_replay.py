"""Tests that make their own inputs, each from a number: what `acidtest corpus import` writes.

Such a test can be called on other numbers than those that it keeps. It begins with `HEAD`, what a
test does to make room and around the call; ends with `TAIL`, the inputs it keeps; and between them
`acid_case` makes one input, calls the function, and returns a hash of all that came of it.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable

from acidtest.suites.c_decompile.agrees._inputs import COUNT, Input

HEAD = """static void *acid_room(unsigned long size) { return __builtin_malloc(size); }
static void acid_enter(void) {}
static void acid_leave(void) {}
"""
TAIL = "/* kept inputs */"
_CALLED = """void *acid_room(unsigned long);
void acid_enter(void), acid_leave(void), acid_put(const void *, unsigned long);
const unsigned char *acid_take(const unsigned char *, void *, unsigned long);
"""
_CALL = """void acid_call(const unsigned char *in)
{
    unsigned long long number;
    acid_take(in, &number, sizeof number);
    number = acid_case(number);
    acid_put(&number, sizeof number);
}
"""


def replay_calls(test: str) -> str | None:
    """What calls the function on any number; None for another test."""
    head, _, rest = test.strip().partition(HEAD)
    body, tail, _ = rest.rpartition(TAIL)
    return None if head or not tail else f"{_CALLED}{body}{_CALL}"


def replay_seeds(function: str, seed: int) -> list[int]:
    """Numbers to compare on, the same for the same function and seed."""
    rng = random.Random(f"replay\0{function}\0{seed}")
    return [rng.getrandbits(63) for _ in range(COUNT)]


def replay_inputs(seeds: Iterable[int]) -> list[Input]:
    """The numbers as inputs of calls."""
    packed = struct.Struct("<IQ")
    return [Input(packed.pack(8, number), {"number": number}) for number in seeds]
