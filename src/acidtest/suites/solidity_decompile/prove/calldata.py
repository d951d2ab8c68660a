"""Call data of unknown values, encoded as the ABI says, with a few lengths of dynamic types."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import z3

from acidtest.suites.solidity_decompile.prove.buffers import Byte, bytes_of
from acidtest.suites.solidity_decompile.prove.words import Flag, Word, plain
from acidtest.suites.solidity_decompile.replay.abi import AbiFunction, split_types

BYTES = (0, 3, 32, 37)
ELEMENTS = (0, 1, 2, 3)
_SHAPES = 8
_UNNAMED = (0, 4, 36)
_ARRAY = re.compile(r"(.*)\[(\d*)\]$")


@dataclass(slots=True)
class CallData:
    """The bytes of a call; `unknowns` are its values, with their types."""

    content: list[Byte] = field(default_factory=list)
    unknowns: list[tuple[str, z3.ExprRef]] = field(default_factory=list)
    excluded: list[z3.BoolRef] = field(default_factory=list)


def shapes(function: AbiFunction, selectors: Sequence[bytes]) -> Iterator[CallData]:
    """The calls of a function that are looked at, one for each choice of lengths.

    Calls of fallback and receive begin with none of the `selectors`.
    """
    if not function.selector:
        yield from _unnamed(function, selectors)
        return
    count = sum(_dynamic(kind) for kind in function.types)
    choices = [(i,) * count for i in range(len(BYTES))] if count else [()]
    if count > 1:
        mixed = itertools.product(range(1, len(BYTES)), repeat=count)
        choices += [each for each in mixed if len(set(each)) > 1]
    for lengths in choices[:_SHAPES]:
        data = CallData(list(function.selector))
        left = list(lengths)
        chosen = [left.pop(0) if _dynamic(kind) else 0 for kind in function.types]
        data.content += _tuple(function.types, chosen, data)
        yield data


def bounds(function: AbiFunction) -> list[str]:
    """What call data of the function is not looked at."""
    if not function.selector:
        return [f"call data of {', '.join(map(str, _UNNAMED))} bytes"]
    text = " ".join(function.types)
    said = []
    if re.search(r"bytes(?!\d)|string", text):
        said.append(f"byte strings of {', '.join(map(str, BYTES))} bytes")
    if "[]" in text:
        said.append(f"arrays of {ELEMENTS[0]} to {ELEMENTS[-1]} elements")
    return said


def _unnamed(function: AbiFunction, selectors: Sequence[bytes]) -> Iterator[CallData]:
    sizes = (0,) if function.name == "receive" else _UNNAMED
    for size in sizes:
        data = CallData()
        words = [_unknown("bytes32", data) for _ in range(0, size, 32)]
        data.content = [byte for word in words for byte in bytes_of(word)][:size]
        if size >= 4:
            first = z3.Extract(255, 224, words[0])
            data.excluded = [first != int.from_bytes(each, "big") for each in selectors]
        yield data


def _dynamic(kind: str) -> bool:
    if array := _ARRAY.match(kind):
        return not array[2] or _dynamic(array[1])
    if kind.startswith("("):
        return any(_dynamic(part) for part in split_types(kind[1:-1]))
    return kind in ("bytes", "string")


def _tuple(types: Sequence[str], chosen: Sequence[int], data: CallData) -> list[Byte]:
    """Values as the ABI encodes them: a head, in which dynamic ones are offsets, and a tail."""
    encoded = [_value(kind, at, data) for kind, at in zip(types, chosen, strict=True)]
    size = sum(32 if _dynamic(k) else len(e) for k, e in zip(types, encoded, strict=True))
    head: list[Byte] = []
    tail: list[Byte] = []
    for kind, content in zip(types, encoded, strict=True):
        if _dynamic(kind):
            head += bytes_of(size + len(tail))
            tail += content
        else:
            head += content
    return head + tail


def _value(kind: str, chosen: int, data: CallData) -> list[Byte]:
    if array := _ARRAY.match(kind):
        count = int(array[2]) if array[2] else ELEMENTS[chosen]
        content = _tuple([array[1]] * count, [chosen] * count, data)
        return content if array[2] else bytes_of(count) + content
    if kind.startswith("("):
        types = split_types(kind[1:-1])
        return _tuple(types, [chosen] * len(types), data)
    if kind in ("bytes", "string"):
        size = BYTES[chosen]
        words = [_unknown("bytes32", data) for _ in range(0, size, 32)]
        content = [byte for word in words for byte in bytes_of(word)][:size]
        return bytes_of(size) + content + [0] * (-size % 32)
    return bytes_of(_unknown(kind, data))


def _unknown(kind: str, data: CallData) -> Word:
    """A value of a type: as wide as the type, so that it is always well formed."""
    name = f"argument{len(data.unknowns)}"
    if kind == "bool":
        holds = z3.Bool(name)
        data.unknowns.append((kind, holds))
        return Flag(holds)
    size = re.search(r"\d+$", kind)
    bits = 160 if kind == "address" else int(size[0]) if size else 256
    if kind.startswith("bytes"):
        bits *= 8
    if kind == "function":
        bits = 192
    value = z3.BitVec(f"{name}.{bits}", bits)
    data.unknowns.append((kind, value))
    if kind.startswith(("bytes", "function")):
        return plain(z3.Concat(value, z3.BitVecVal(0, 256 - bits))) if bits < 256 else value
    widen = z3.SignExt if kind.startswith("int") else z3.ZeroExt
    return plain(widen(256 - bits, value)) if bits < 256 else value
