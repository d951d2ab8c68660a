"""Reads just enough of an ELF file to judge an object before it is linked, or find a function.

Hand-written because it runs on every answer: a general reader takes milliseconds per object,
this one tens of microseconds. The assembler makes the object, but from hostile text, so every
offset is checked.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

from acidtest.core.errors import InputError

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")

SHT_SYMTAB = 2
SHF_WRITE, SHF_ALLOC, SHF_EXEC, SHF_TLS = 0x1, 0x2, 0x4, 0x400
STB_LOCAL, STB_GLOBAL, STB_WEAK, STB_UNIQUE = 0, 1, 2, 10
STT_OBJECT, STT_SECTION, STT_FILE, STT_TLS, STT_IFUNC = 1, 3, 4, 6, 10
_UNDEFINED = 0


class ElfError(InputError):
    """The data is not an ELF64 little-endian object, or it is damaged."""


class ElfSection(NamedTuple):
    """One section; `data` only for those with code."""

    name: str
    flags: int
    size: int
    data: bytes


class Symbol(NamedTuple):
    """One named symbol that is not a section or file name."""

    name: str
    binding: int
    kind: int
    defined: bool
    value: int
    section: int


@dataclass(frozen=True, slots=True)
class Object:
    """Sections and symbols of one object file."""

    sections: tuple[ElfSection, ...]
    symbols: tuple[Symbol, ...]

    def undefined(self) -> set[str]:
        """Names it needs from other objects."""
        return {s.name for s in self.symbols if not s.defined}

    def defined(self) -> set[str]:
        """Names it exports."""
        return {s.name for s in self.symbols if s.defined and s.binding != STB_LOCAL}


def _name(table: bytes, offset: int) -> str:
    end = table.find(b"\0", offset)
    if offset >= len(table) or end < 0:
        raise ElfError("damaged object file: a name is outside its string table")
    return table[offset:end].decode("utf-8", "backslashreplace")


def read_object(data: bytes) -> Object:
    """Parse an object file; raises `ElfError` if it is damaged."""
    try:
        header = _HEADER.unpack_from(data)
        if header[0][:6] != b"\x7fELF\x02\x01":
            raise ElfError("not an ELF64 little-endian file")
        offset, count, names_at = header[6], header[12], header[13]
        raw = [_SECTION.unpack_from(data, offset + i * _SECTION.size) for i in range(count)]
        names = data[raw[names_at][4] : raw[names_at][4] + raw[names_at][5]]
        sections, symbols = [], []
        for name, kind, flags, _, at, size, link, *_ in raw:
            code = data[at : at + size] if flags & SHF_EXEC else b""
            sections.append(ElfSection(_name(names, name), flags, size, code))
            if kind == SHT_SYMTAB:
                strings = data[raw[link][4] : raw[link][4] + raw[link][5]]
                table = data[at : at + size - size % _SYMBOL.size]
                for text, info, _, where, value, _ in _SYMBOL.iter_unpack(table):
                    if text and info & 15 not in (STT_SECTION, STT_FILE):
                        symbol = _name(strings, text)
                        defined = where != _UNDEFINED
                        symbols.append(Symbol(symbol, info >> 4, info & 15, defined, value, where))
    except (struct.error, IndexError, OverflowError) as error:
        raise ElfError(f"damaged object file: {error}") from error
    return Object(tuple(sections), tuple(symbols))
