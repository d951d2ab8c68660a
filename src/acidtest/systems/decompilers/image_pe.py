"""Makes an image of a PE program."""

from __future__ import annotations

import bisect
import re
import struct
from typing import Any

from acidtest.systems.decompilers.image import ImageError, MemorySegment, ProgramImage
from acidtest.systems.decompilers.machines import Machine

_MEMORY_MAX = 256 << 20
_EXECUTE, _DISCARD, _WRITE = 0x2000_0000, 0x0200_0000, 0x8000_0000
_JUMP = re.compile(rb"\xff\x25", re.DOTALL)  # jmp *slot(%rip), and the slot's distance
_PADDED = 16  # what follows a variable may be padding


def read_pe(data: bytes, machine: Machine, address: int) -> ProgramImage:
    """The image of a program; raises `ImageError` if it is damaged."""
    import lief

    config = lief.PE.ParserConfig()
    config.parse_signature = config.parse_rsrc = config.parse_reloc = False
    binary = lief.PE.parse(data, config)
    if binary is None:
        raise ImageError("damaged PE file: it cannot be read")
    base = binary.optional_header.imagebase
    image = ProgramImage(address, machine.computed, struct.Struct("<Q"))
    sections = list(binary.sections)
    _read_sections(image, data, sections, base)
    _read_symbols(image, binary, sections, base)
    for function in binary.exception_functions:  # known even if symbols are not
        at = base + function.address
        image.functions.setdefault(at, f"FUN_{at:08x}")
    _read_imports(image, binary, base)
    return image


def _read_sections(image: ProgramImage, data: bytes, sections: list[Any], base: int) -> None:
    total = 0
    for section in sections:
        size, flags = section.virtual_size, section.characteristics
        if not size or flags & _DISCARD:
            continue
        stored = min(section.sizeof_raw_data, size) if section.pointerto_raw_data else 0
        if section.pointerto_raw_data + stored > len(data):
            raise ImageError("damaged PE file: a section lies outside it")
        total += size
        if total > _MEMORY_MAX:
            raise ImageError("the program wants more memory than a decompiler may have")
        start, at = base + section.virtual_address, section.pointerto_raw_data
        image.segments.append(MemorySegment(start, size, bytearray(data[at : at + stored])))
        if not flags & _WRITE:
            image.read_only.append((start, start + size))
        if flags & _EXECUTE:
            image.executable.append((start, start + size))


def _read_symbols(image: ProgramImage, binary: Any, sections: list[Any], base: int) -> None:
    variables: list[tuple[int, str]] = []
    ends = {base + part.virtual_address + part.virtual_size for part in sections}
    for symbol in binary.symbols:
        if not 0 < symbol.section_idx <= len(sections):
            continue
        section, name = sections[symbol.section_idx - 1], str(symbol.name)
        at = base + section.virtual_address + symbol.value
        # what lies at the end of a section marks the end, and .idata holds tables of the loader
        outside = symbol.value >= section.virtual_size or section.characteristics & _DISCARD
        if not name or name.startswith(".") or outside or section.name == ".idata":
            continue
        ends.add(at)
        if symbol.is_function:
            image.functions.setdefault(at, name)
        elif name.startswith("__imp_"):  # leads to a function of the program itself
            image.read_only.append((at, at + image.pointer.size))
        elif not section.characteristics & _EXECUTE:
            variables.append((at, name))
    known = sorted(ends)
    for at, name in variables:
        image.data.setdefault(at, (_size(at, known), name))


def _size(start: int, ends: list[int]) -> int:
    """Of a variable: PE does not tell it, so up to the next one, without what may be padding."""
    place = bisect.bisect_right(ends, start)
    room = ends[place] - start if place < len(ends) else 1
    if room > _PADDED:
        return room
    return room if room in (1, 2, 4, 8) else min(4, 1 << room.bit_length() - 1)


def _read_imports(image: ProgramImage, binary: Any, base: int) -> None:
    slots = {}
    for library in binary.imports:
        for entry in library.entries:
            name = "" if entry.is_ordinal else str(entry.name)
            at = base + entry.iat_address
            if name and at not in slots:
                slots[at] = outside = image.outside()
                image.imports[outside] = name
                image.write(at, outside)
                image.read_only.append((at, at + 8))
    for segment in image.segments:
        if not any(start == segment.address for start, _ in image.executable):
            continue
        for jump in _JUMP.finditer(segment.content):
            distance = bytes(segment.content[jump.end() : jump.end() + 4])
            start = segment.address + jump.start()
            if start + 6 + int.from_bytes(distance, "little", signed=True) in slots:
                image.stubs.append((start, start + 6))
