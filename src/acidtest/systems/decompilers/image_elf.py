"""Makes an image of a linked ELF program, for every processor in the table of machines."""

from __future__ import annotations

import re
import struct
from typing import Any

from acidtest.systems.decompilers.image import Extent, ImageError, MemorySegment, ProgramImage
from acidtest.systems.decompilers.machines import Machine

_MEMORY_MAX = 256 << 20
_LINKED = {2: False, 3: True}  # ET_EXEC, ET_DYN: whether it may be loaded anywhere
_LOAD, _EXECUTE, _WRITE = 1, 1, 2
_SECTION_EXECUTE, _SECTION_ALLOC = 4, 2
_FUNCTION, _OBJECT = 2, 1
_RESERVED = 0xFF00
_PLTGOT = 3
_STUBS = re.compile(r"\.(plt|plt\.sec|plt\.got|iplt|MIPS\.stubs)")
_MAPPING = re.compile(r"\$([atd])(\.|$)")
_THUMB_TO_ARM = b"\x78\x47\xc0\x46"  # bx pc; nop: before a stub, for jumps from Thumb code
_GP_OFFSET = 0x7FF0  # of gp from the start of the global offset table, so says MIPS' ABI


def read_elf(data: bytes, machine: Machine, address: int) -> ProgramImage:
    """The image of a program; raises `ImageError` if it is damaged."""
    import lief

    config = lief.ELF.ParserConfig()
    config.parse_notes = config.parse_overlay = config.parse_symbol_versions = False
    binary = lief.ELF.parse(data, config)
    if binary is None:
        raise ImageError("damaged ELF file: it cannot be read")
    return _Reader(data, binary, machine, address).read()


class _Reader:
    def __init__(self, data: bytes, binary: Any, machine: Machine, address: int) -> None:
        self._data, self._binary, self._machine = data, binary, machine
        kind = int(binary.header.file_type)
        if kind not in _LINKED:
            raise ImageError("not a linked program")
        self._base = machine.base if _LINKED[kind] else 0
        letter = ">" if machine.big_endian else "<"
        pointer = struct.Struct(letter + ("Q" if machine.bits == 64 else "I"))
        self._image = ProgramImage(address + self._base, machine.computed, pointer)
        self._sections = list(binary.sections)
        self._outside: dict[str, int] = {}

    def read(self) -> ProgramImage:
        self._check_tables()
        self._read_segments()
        self._read_symbols()
        if self._machine.name == "arm":
            self._read_modes()
        self._relocate()
        if self._machine.prefix == "MIPS_":
            self._relocate_mips()
        self._read_sections()
        self._read_registers()
        return self._image

    def _check_tables(self) -> None:
        header = self._binary.header
        for what, at, count, size in (
            ("program", header.program_header_offset, header.numberof_segments, 56),
            ("section", header.section_header_offset, header.numberof_sections, 64),
        ):
            least = size if self._machine.bits == 64 else {56: 32, 64: 40}[size]
            if count and at + count * least > len(self._data):
                raise ImageError(f"damaged ELF file: a {what} header lies outside it")

    def _read_segments(self) -> None:
        total = 0
        for part in self._binary.segments:
            if int(part.type) != _LOAD:
                continue
            size, stored = part.virtual_size, part.physical_size
            if part.file_offset + stored > len(self._data):
                raise ImageError("damaged ELF file: a segment lies outside it")
            total += size
            if total > _MEMORY_MAX:
                raise ImageError("the program wants more memory than a decompiler may have")
            start = self._base + part.virtual_address
            stored = min(stored, size)
            content = bytearray(self._data[part.file_offset : part.file_offset + stored])
            self._image.segments.append(MemorySegment(start, size, content))
            flags = int(part.flags)
            if size and not flags & _WRITE:
                self._image.read_only.append((start, start + size))
            if size and flags & _EXECUTE:
                self._image.executable += self._code_of((start, start + size))

    def _code_of(self, segment: Extent) -> list[Extent]:
        """All of the segment, or its sections with code if others lie there as well."""
        code, other = [], False
        for section in self._sections:
            where = self._extent(section)
            if where and segment[0] <= where[0] and where[1] <= segment[1]:
                if int(section.flags) & _SECTION_EXECUTE:
                    code.append(where)
                else:
                    other = True
        return code if code and other else [segment]

    def _extent(self, section: Any) -> Extent | None:
        """Where a section lies in memory; None if it takes no room there."""
        if not int(section.flags) & _SECTION_ALLOC or not section.size:
            return None
        start = self._base + section.virtual_address
        return start, start + section.size

    def _read_symbols(self) -> None:
        thumb = 1 if self._machine.name == "arm" else 0
        for symbol in self._binary.symbols:
            if not 0 < symbol.shndx < _RESERVED:
                continue
            name = _name(symbol)
            if not name:
                continue
            where, kind = self._base + symbol.value, int(symbol.type)
            if kind == _FUNCTION:
                self._image.functions.setdefault(where & ~thumb, name)
            if kind == _OBJECT and symbol.size > 0:
                self._image.data.setdefault(where, (symbol.size, name.partition("@")[0]))

    def _read_modes(self) -> None:
        """Where ARM's code is Thumb: as the symbols say, else as the asked function is."""
        image = self._image
        marks = sorted(
            (self._base + symbol.value, mark[1])
            for symbol in self._binary.symtab_symbols
            if (mark := _MAPPING.match(_name(symbol))) and 0 < symbol.shndx < _RESERVED
        )
        ends = [at for at, _ in marks[1:]] + [max((e for _, e in image.executable), default=0)]
        for (at, kind), end in zip(marks, ends, strict=False):
            if kind == "t" and at < end:
                image.modes.append(("TMode", (at, end), 1))
        if image.start & 1 and not marks:
            for section in self._sections:
                where = self._extent(section)
                code = int(section.flags) & _SECTION_EXECUTE
                if where and code and not _STUBS.fullmatch(str(section.name)):
                    image.modes.append(("TMode", where, 1))
        image.start &= ~1

    def _relocate(self) -> None:
        machine, image = self._machine, self._image
        for entry in self._binary.relocations:
            kind = str(entry.type).rpartition(".")[2].removeprefix(machine.prefix)
            at = self._base + entry.address
            addend = image.read(at) if entry.is_rel else entry.addend
            symbol = entry.symbol if entry.has_symbol else None
            named = symbol is not None and bool(_name(symbol))
            if kind == machine.relative and not named:
                image.write(at, self._base + addend)
                image.pointers.append(self._base + addend)
            elif named and kind in (*machine.slots, *machine.words, machine.relative):
                is_slot = kind in machine.slots
                image.write(at, self._address_of(symbol) + (0 if is_slot else addend))
                if is_slot or self._is_got(at):
                    image.read_only.append((at, at + image.pointer.size))

    def _address_of(self, symbol: Any) -> int:
        if symbol.shndx != 0:
            return self._base + int(symbol.value)
        name = _name(symbol).partition("@")[0]
        if name not in self._outside:
            at = self._outside[name] = self._image.outside()
            if int(symbol.type) == _OBJECT:
                self._image.data[at] = (max(symbol.size, self._image.pointer.size), name)
            else:
                self._image.imports[at] = name
        return self._outside[name]

    def _is_got(self, address: int) -> bool:
        section = self._binary.get_section(".got")
        where = self._extent(section) if section else None
        return where is not None and where[0] <= address < where[1]

    def _relocate_mips(self) -> None:
        """MIPS relocates its global offset table without naming the entries."""
        tags = {str(entry.tag).rpartition(".")[2]: entry.value for entry in self._dynamic()}
        table, local = tags.get("PLTGOT"), tags.get("MIPS_LOCAL_GOTNO")
        if table is None or local is None:
            return
        image, start = self._image, self._base + table
        symbols = list(self._binary.dynamic_symbols)[tags.get("MIPS_GOTSYM", 0) :]
        if local > len(self._data) // 4:
            raise ImageError("damaged ELF file: the global offset table lies outside it")
        for at in range(start + 8, start + 4 * local, 4):  # the first two are the loader's
            image.write(at, self._base + image.read(at))
        for number, symbol in enumerate(symbols):
            image.write(start + 4 * (local + number), self._address_of(symbol))
        image.read_only.append((start, start + 4 * (local + len(symbols))))

    def _dynamic(self) -> Any:
        return self._binary.dynamic_entries

    def _read_sections(self) -> None:
        for section in self._sections:
            where, name = self._extent(section), str(section.name)
            if where is None:
                continue
            if name == ".data.rel.ro":  # writable only until the loader has filled it in
                self._image.read_only.append(where)
            if not _STUBS.fullmatch(name):
                continue
            self._image.stubs.append(where)
            if self._machine.name == "arm":
                code = bytes(section.content)
                for mark in re.finditer(re.escape(_THUMB_TO_ARM), code):
                    at = where[0] + mark.start()
                    self._image.modes.append(("TMode", (at, at + 4), 1))

    def _read_registers(self) -> None:
        """What the table says is known when a function is called."""
        table = next((int(e.value) for e in self._dynamic() if int(e.tag) == _PLTGOT), None)
        names = self._machine.registers
        known = self._image.registers
        if "t9" in names:
            known["t9"] = self._image.start
        if "gp" in names and self._machine.prefix == "MIPS_" and table is not None:
            known["gp"] = self._base + table + _GP_OFFSET
        if "gp" in names and self._machine.prefix == "RISCV_":
            for symbol in self._binary.symbols:
                if _name(symbol) == "__global_pointer$":
                    known["gp"] = self._base + symbol.value
        if "EBX" in names and table is not None:
            known["EBX"] = self._base + table


def _name(symbol: Any) -> str:
    name = symbol.name
    return name if isinstance(name, str) else bytes(name).decode("utf-8", "backslashreplace")
