"""An object file's sections with their data and relocations, and the same without a function.

Only for objects that we compiled ourselves: `acidtest.lang.elf` reads those of answers.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELA = struct.Struct("<QQq")
_SHT_SYMTAB, _SHT_RELA, _SHT_NOBITS = 2, 4, 8
_SHF_EXEC = 4
_STT_SECTION = 3
_GLOBAL_NOTYPE = 1 << 4
_TRAP = b"\xcc"


@dataclass(frozen=True, slots=True)
class Place:
    """An offset in a named section."""

    section: str
    offset: int


@dataclass(frozen=True, slots=True)
class Relocation:
    """Where a section refers to something: a place in this object, or a name that it lacks."""

    at: int
    to: Place | str
    addend: int


@dataclass(frozen=True, slots=True)
class ObjectPart:
    """One section."""

    name: str
    data: bytes
    size: int
    code: bool
    relocations: tuple[Relocation, ...]


@dataclass(frozen=True, slots=True)
class ObjectFile:
    """Sections by name, and where the object's own symbols are: place, size and kind."""

    parts: dict[str, ObjectPart]
    symbols: dict[str, tuple[Place, int]]


def _sections(data: bytes) -> list[tuple[int, ...]]:
    header = _HEADER.unpack_from(data)
    return [_SECTION.unpack_from(data, header[6] + i * _SECTION.size) for i in range(header[12])]


def _text(table: bytes, at: int) -> str:
    return table[at : table.index(b"\0", at)].decode("utf-8", "backslashreplace")


def read_parts(data: bytes) -> ObjectFile:
    """The object's sections and symbols."""
    raw = _sections(data)
    body = [data[s[4] : s[4] + s[5]] if s[1] != _SHT_NOBITS else b"" for s in raw]
    names = [_text(body[_HEADER.unpack_from(data)[13]], s[0]) for s in raw]
    symbols: dict[str, tuple[Place, int]] = {}
    targets: list[Place | str] = []
    for section, content in zip(raw, body, strict=True):
        if section[1] != _SHT_SYMTAB:
            continue
        for text, info, _, where, value, size in _SYMBOL.iter_unpack(content):
            name = _text(body[section[6]], text)
            inside = 0 < where < len(raw)
            place = Place(names[where], value) if inside else None
            targets.append(place or name)
            if place and name and info & 15 != _STT_SECTION:
                symbols[name] = place, size
    relocations: dict[int, list[Relocation]] = {}
    for section, content in zip(raw, body, strict=True):
        if section[1] == _SHT_RELA:
            relocations[section[7]] = [
                Relocation(at, targets[info >> 32], addend)
                for at, info, addend in _RELA.iter_unpack(content)
            ]
    parts = {
        name: ObjectPart(
            name, body[at], raw[at][5], bool(raw[at][2] & _SHF_EXEC), tuple(relocations.get(at, ()))
        )
        for at, name in enumerate(names)
    }
    return ObjectFile(parts, symbols)


def without_function(data: bytes, name: str) -> bytes:
    """The object with traps instead of a function's code, which it then needs from elsewhere.

    Parts that the compiler split off (`name.cold`, `name.part.0`) go too. Each function must be in
    a section of its own.
    """
    changed = bytearray(data)
    raw = _sections(data)
    header = _HEADER.unpack_from(data)
    gone: set[int] = set()
    for section in raw:
        if section[1] != _SHT_SYMTAB:
            continue
        strings = raw[section[6]]
        table = data[strings[4] : strings[4] + strings[5]]
        for at in range(section[4], section[4] + section[5], _SYMBOL.size):
            text, _, other, where, _, _ = _SYMBOL.unpack_from(data, at)
            own = _text(table, text)
            if own != name and not own.startswith(f"{name}."):
                continue
            if 0 < where < len(raw) and raw[where][2] & _SHF_EXEC:
                gone.add(where)
                if own == name:
                    _SYMBOL.pack_into(changed, at, text, _GLOBAL_NOTYPE, other, 0, 0, 0)
    for at, section in enumerate(raw):
        if at in gone:
            changed[section[4] : section[4] + section[5]] = _TRAP * section[5]
        if section[1] == _SHT_RELA and section[7] in gone:
            _SECTION.pack_into(
                changed, header[6] + at * _SECTION.size, *section[:5], 0, *section[6:]
            )
    return bytes(changed)
