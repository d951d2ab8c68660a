"""Reads just enough of an ELF file to judge an object before it is linked, or find a function.

Hand-written because it runs on every answer, in acidtest's own process: LIEF takes twice as long
and is C++ that a hostile file might crash (it reads whole programs in a process of its own, see
systems/decompilers/image_server.py). The assembler makes the object, but from hostile text, so
every offset is checked.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from acidtest.core.errors import InputError

EM_386, EM_MIPS, EM_ARM, EM_X86_64, EM_AARCH64, EM_RISCV = 3, 8, 40, 62, 183, 243

SHT_SYMTAB = 2
SHF_WRITE, SHF_ALLOC, SHF_EXEC, SHF_TLS = 0x1, 0x2, 0x4, 0x400
STB_LOCAL, STB_GLOBAL, STB_WEAK, STB_UNIQUE = 0, 1, 2, 10
STT_OBJECT, STT_FUNC, STT_SECTION, STT_FILE, STT_TLS, STT_IFUNC = 1, 2, 3, 4, 6, 10
_UNDEFINED = 0


class ElfError(InputError):
    """The data is not an ELF object, or it is damaged."""


class _Layout(NamedTuple):
    """How headers, sections and symbols are packed, and where a symbol has its name, kind, section,
    value and size.
    """

    header: struct.Struct
    section: struct.Struct
    symbol: struct.Struct
    fields: tuple[int, int, int, int, int]


_LAYOUTS: dict[bytes, _Layout] = {}
for _order in "<>":
    for _class, _header, _section, _symbol, _fields in (
        (1, "III", "IIIIIIIIII", "IIIBBH", (0, 3, 5, 1, 2)),
        (2, "QQQ", "IIQQQQIIQQ", "IBBHQQ", (0, 1, 3, 4, 5)),
    ):
        _LAYOUTS[b"\x7fELF" + bytes([_class, " <>".index(_order)])] = _Layout(
            struct.Struct(f"{_order}16sHHI{_header}IHHHHHH"),
            struct.Struct(_order + _section),
            struct.Struct(_order + _symbol),
            _fields,
        )


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
    size: int


@dataclass(frozen=True, slots=True)
class Object:
    """Sections and symbols of one object file."""

    sections: tuple[ElfSection, ...]
    symbols: tuple[Symbol, ...]
    machine: int = EM_X86_64

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
    """Parse an object file of any class and byte order; raises `ElfError` if it is damaged."""
    layout = _LAYOUTS.get(data[:6])
    if layout is None:
        raise ElfError("not an ELF file")
    try:
        header = layout.header.unpack_from(data)
        offset, count, names_at = header[6], header[12], header[13]
        packed = layout.section
        raw = [packed.unpack_from(data, offset + i * packed.size) for i in range(count)]
        names = data[raw[names_at][4] : raw[names_at][4] + raw[names_at][5]]
        sections: list[ElfSection] = []
        symbols: list[Symbol] = []
        for name, kind, flags, _, at, size, link, *_ in raw:
            code = data[at : at + size] if flags & SHF_EXEC else b""
            sections.append(ElfSection(_name(names, name), flags, size, code))
            if kind == SHT_SYMTAB:
                strings = data[raw[link][4] : raw[link][4] + raw[link][5]]
                symbols += _symbols(layout, data[at : at + size], strings)
    except (struct.error, IndexError, OverflowError) as error:
        raise ElfError(f"damaged object file: {error}") from error
    return Object(tuple(sections), tuple(symbols), header[2])


def _symbols(layout: _Layout, table: bytes, strings: bytes) -> Iterator[Symbol]:
    whole = len(table) - len(table) % layout.symbol.size
    for row in layout.symbol.iter_unpack(table[:whole]):
        text, info, where, value, size = (row[at] for at in layout.fields)
        if text and info & 15 not in (STT_SECTION, STT_FILE):
            defined = where != _UNDEFINED
            name = _name(strings, text)
            yield Symbol(name, info >> 4, info & 15, defined, value, where, size)
