"""Seeded inputs for one function, using values that its own source and test mention."""

from __future__ import annotations

import math
import random
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from acidtest.core.records import Json
from acidtest.suites.c_decompile.agrees._prototype import Buffer, CallSignature, Scalar

COUNT = 128
POISON = 0x5A
_SLACK = 128
_NUMBER = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?![\w.])")
_REAL = re.compile(r"(?<![\w.])(\d+\.\d*(?:[eE][+-]?\d+)?)")
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_CHARACTER = re.compile(r"'((?:[^'\\\n]|\\.))'")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'"}
_PLAIN = "abcxyzABZ019 ,.-+_"


@dataclass(frozen=True, slots=True)
class Input:
    """The arguments of one call, as bytes and as readable text."""

    packed: bytes
    shown: dict[str, Json]


@dataclass(frozen=True, slots=True)
class _Words:
    numbers: Sequence[int]
    reals: Sequence[float]
    texts: Sequence[str]
    letters: str


def make_inputs(signature: CallSignature, function: str, test: str, seed: int = 0) -> list[Input]:
    """`COUNT` inputs, the same for the same task and seed."""
    rng = random.Random(f"agrees\0{function}\0{test}" + (f"\0{seed}" if seed else ""))
    words = _words(f"{function}\n{test}")
    return [_input(signature, words, rng, number) for number in range(COUNT)]


def _words(text: str) -> _Words:
    """Numbers, strings and characters that a text mentions."""
    texts = {
        re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], ""), literal)
        for literal in _STRING.findall(text)
        if not re.search(r"\\[0-9x]", literal)
    }
    single = {c for c in _CHARACTER.findall(text) if len(c) == 1}
    letters = "".join(sorted(single | {c for t in texts for c in t})) or _PLAIN
    numbers = {
        int(literal, 0 if literal[:2].lower() == "0x" else 10) for literal in _NUMBER.findall(text)
    }
    return _Words(
        sorted(numbers) or [1],
        sorted({float(literal) for literal in _REAL.findall(text)}) or [1.0],
        sorted(t for t in texts if t.isascii()) or [""],
        "".join(c for c in letters if 0 < ord(c) < 128) or _PLAIN,
    )


def _number(code: str, words: _Words, rng: random.Random, small: float = 0.5) -> int | float:
    """A number of a type: small, mentioned in the source, at the edge, or any."""
    pick = rng.random()
    if code in "fd":
        return _real(code, words, rng, pick)
    if code == "?":
        return rng.randrange(2)
    bits = 8 * struct.calcsize(code)
    signed = code.islower()
    if pick < small:
        number = rng.randint(-6 if signed else 0, 20)
    elif pick < small + 0.28:
        number = rng.choice(words.numbers) + rng.choice((-1, 0, 0, 1))
        number = -number if signed and rng.random() < 0.25 else number
    elif pick < small + 0.36:
        number = rng.choice((0, -1, 1 << (bits - 1), (1 << (bits - 1)) - 1))
    else:
        number = rng.getrandbits(rng.randint(4, bits))
    number &= (1 << bits) - 1
    return number - (1 << bits) if signed and number >> (bits - 1) else number


def _real(code: str, words: _Words, rng: random.Random, pick: float) -> float:
    if pick < 0.4:
        number = rng.randint(-20, 40) / rng.choice((1, 2, 4))
    elif pick < 0.7:
        number = rng.choice((*words.reals, *map(float, words.numbers[:64])))
        number = (number + rng.choice((0, 0, 0.5, -1, 1))) * rng.choice((1, 1, -1))
    elif pick < 0.92:
        number = rng.gauss(0.0, 100.0)
    else:
        number = rng.choice((0.0, -0.0, math.inf, -math.inf, math.nan, 1e-300, 1e30))
    if code == "f":
        number = max(-3e38, min(3e38, number)) if math.isfinite(number) else number
        number = float(struct.unpack("<f", struct.pack("<f", number))[0])
    return number


def _string(size: int | None, words: _Words, rng: random.Random) -> str:
    """A string similar to one in the test, or made of characters that it mentions."""
    text = list(rng.choice(words.texts)) if rng.random() < 0.45 else []
    letters = words.letters if rng.random() < 0.8 else words.letters + _PLAIN
    if not text:
        text = [rng.choice(letters) for _ in range(rng.choice((0, 1, 2, 3, 5, 8, 12, 20)))]
    for _ in range(rng.randint(0, 2)):
        at = rng.randrange(len(text) + 1)
        text[at : at + rng.randint(0, 1)] = [rng.choice(letters)] * rng.randint(0, 2)
    if size is not None:
        text = (text + [rng.choice(letters) for _ in range(size)])[:size]
    return "".join(text)


def _input(signature: CallSignature, words: _Words, rng: random.Random, number: int) -> Input:
    lengths = {
        at: min(number, 3) if number < 4 else rng.choice((1, 2, 3, 4, 5, 6, 8, 12, 20))
        for at in sorted(signature.lengths)
    }
    if rng.random() < 0.5:  # parallel arrays often have the same length
        lengths = dict.fromkeys(lengths, next(iter(lengths.values()), 0))
    packed, shown = [], {}
    for at, parameter in enumerate(signature.parameters):
        value: Json
        if isinstance(parameter, Scalar):
            value = lengths[at] if at in lengths else _number(parameter.code, words, rng)
            packed.append(struct.pack(f"<{parameter.code}", value))
            if parameter.code == "b" and at not in lengths and rng.random() < 0.7:
                value = rng.choice(words.letters)
                packed[-1] = value.encode()
        else:
            data, value = _buffer(parameter, lengths, words, rng)
            packed.append(struct.pack("<I", len(data)) + data)
        shown[parameter.name] = value if not isinstance(value, float) else repr(value)
    body = b"".join(packed)
    return Input(struct.pack("<I", len(body)) + body, shown)


def _buffer(
    buffer: Buffer, lengths: dict[int, int], words: _Words, rng: random.Random
) -> tuple[bytes, Json]:
    length = lengths[buffer.length] if buffer.length is not None else None
    if buffer.text:
        if length is not None and not buffer.const and rng.random() < 0.5:
            # the length is the buffer's capacity, whatever string is in it
            text = _string(None, words, rng)[: max(0, length - 1)]
            return (text.encode() + b"\0").ljust(length, bytes([POISON]))[:length], text
        text = _string(length, words, rng)
        slack = b"" if buffer.const or length is not None else bytes([POISON]) * _SLACK
        return text.encode() + b"\0" + slack, text
    beside = lengths[buffer.beside] if buffer.beside is not None else 1
    count = (length if length is not None else max(1, beside)) * buffer.factor
    mode = rng.random()
    small = 0.9 if mode < 0.4 else 0.5
    values = [_number(buffer.code, words, rng, small) for _ in range(count)]
    if mode > 0.8 and not any(isinstance(v, float) and math.isnan(v) for v in values):
        values.sort()
    listed: list[Json] = [v if not isinstance(v, float) else repr(v) for v in values]
    return struct.pack(f"<{count}{buffer.code}", *values), listed
