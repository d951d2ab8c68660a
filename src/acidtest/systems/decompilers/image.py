"""A program as it lies in memory: what Ghidra's engine is given, whatever file it came from.

`native/ghidra/ghidra_image.cc` decodes what `encode` writes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field

_MAGIC = b"ACIDIMG1"
Extent = tuple[int, int]  # the first address and the one after the last


class ImageError(ValueError):
    """The program is damaged, or is not one that can be decompiled."""


@dataclass(slots=True)
class MemorySegment:
    """Bytes at an address; `size` may be more than there are bytes."""

    address: int
    size: int
    content: bytearray

    def holds(self, address: int, size: int) -> bool:
        """Whether all of it is there."""
        return self.address <= address and address + size <= self.address + self.size


@dataclass(slots=True)
class ProgramImage:
    """Memory, names, and what a loader would have filled in. Addresses are those in memory."""

    start: int  # the function that is asked for
    computed: bool
    pointer: struct.Struct
    segments: list[MemorySegment] = field(default_factory=list)
    read_only: list[Extent] = field(default_factory=list)
    executable: list[Extent] = field(default_factory=list)
    stubs: list[Extent] = field(default_factory=list)  # code that leads to imports
    modes: list[tuple[str, Extent, int]] = field(default_factory=list)
    registers: dict[str, int] = field(default_factory=dict)
    functions: dict[int, str] = field(default_factory=dict)
    imports: dict[int, str] = field(default_factory=dict)
    data: dict[int, tuple[int, str]] = field(default_factory=dict)  # size and name
    pointers: list[int] = field(default_factory=list)

    def read(self, address: int) -> int:
        """The pointer at an address; 0 where nothing is."""
        for segment in self.segments:
            if segment.holds(address, self.pointer.size):
                at = address - segment.address
                word = bytes(segment.content[at : at + self.pointer.size])
                return int(self.pointer.unpack(word.ljust(self.pointer.size, b"\0"))[0])
        return 0

    def write(self, address: int, value: int) -> None:
        """Put a pointer there; nothing happens where nothing is."""
        for segment in self.segments:
            if segment.holds(address, self.pointer.size):
                at = address - segment.address
                missing = at + self.pointer.size - len(segment.content)
                segment.content.extend(bytes(max(0, missing)))
                self.pointer.pack_into(segment.content, at, value % (1 << 8 * self.pointer.size))

    def outside(self) -> int:
        """An address behind the program, where functions of other libraries can be put."""
        end = max((segment.address + segment.size for segment in self.segments), default=0)
        return (end + 0xFFF & ~0xFFF) + 16 * (len(self.imports) + len(self.data))


def encode(image: ProgramImage) -> bytes:
    """The form that the driver reads."""
    out = [_MAGIC, _number(image.start), _number(image.computed)]
    parts: list[Iterable[bytes]] = [
        [
            _number(segment.address) + _number(segment.size) + _text(bytes(segment.content))
            for segment in image.segments
        ],
        map(_extent, image.read_only),
        map(_extent, image.executable),
        map(_extent, image.stubs),
        [_name(name) + _extent(where) + _number(value) for name, where, value in image.modes],
        [_name(name) + _number(value) for name, value in image.registers.items()],
        [_number(address) + _name(name) for address, name in image.functions.items()],
        [_number(address) + _name(name) for address, name in image.imports.items()],
        [_number(at) + _number(size) + _name(name) for at, (size, name) in image.data.items()],
        map(_number, image.pointers),
    ]
    for part in parts:
        items = list(part)
        out += [_number(len(items)), *items]
    return b"".join(out)


def _number(value: int) -> bytes:
    return (value % (1 << 64)).to_bytes(8, "little")


def _text(data: bytes) -> bytes:
    return _number(len(data)) + data


def _name(name: str) -> bytes:
    return _text(name.encode("utf-8", "backslashreplace"))


def _extent(extent: Extent) -> bytes:
    return _number(extent[0]) + _number(extent[1])
