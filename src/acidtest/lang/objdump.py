"""Parses objdump output for a linked program: a function's code and the data it uses."""

from __future__ import annotations

import bisect
import re
from typing import NamedTuple

from acidtest.lang.references import references, x86_64_size

_INSTRUCTION = re.compile(
    r"^ *([0-9a-f]+):\t(\w+)(?:[^\n#]*?# ([0-9a-f]+) <| +([0-9a-f]+) <)?", re.MULTILINE
)
_DUMP_LINE = re.compile(r"^ ([0-9a-f]+) ((?:(?:[0-9a-f]{2}){1,4} ?)+)")
_PADDING = frozenset("nop nopw nopl xchg cs data16".split())
_DATA_SECTIONS = (".rodata", ".data", ".data.rel.ro", ".rdata", ".sdata", ".srodata")
_TEXT_SECTIONS = (".rodata", ".rdata")
SHOWN_BYTES = 256
COMMENTS = {
    "x86-64": "#",
    "i386": "#",
    "aarch64": "//",
    "armhf": "@",
    "riscv64": "#",
    "mips": "#",
    "mipsel": "#",
}
"""What begins a comment in the listing of an architecture."""
_LABEL = re.compile(r"<\.L\w*>:$")
_SYMBOL = re.compile(r"^([0-9a-fA-F]+) (\w) (\S+)$", re.MULTILINE)


def symbol_addresses(names: str) -> dict[str, int]:
    """Addresses by symbol, from the output of `nm --special-syms`.

    That of an ARM function in Thumb code is odd, as in the file: nm leaves that out.
    """
    symbols = [(int(value, 16), name) for value, _, name in _SYMBOL.findall(names)]
    modes = sorted(symbol for symbol in symbols if re.fullmatch(r"\$[adt](\..*)?", symbol[1]))
    addresses = {}
    for address, name in symbols:
        at = bisect.bisect_right(modes, (address, "\x7f")) - 1
        addresses[name] = address | (at >= 0 and modes[at][1].startswith("$t"))
    return addresses


class MachineInstruction(NamedTuple):
    """One instruction: its bounds, its name, and the address that it refers to."""

    start: int
    end: int
    mnemonic: str
    target: int | None


def instructions(listing: str) -> list[MachineInstruction]:
    """The instructions of an x86-64 listing without raw bytes, but for padding behind the function.

    The last has no known end.
    """
    rows = [
        (int(match[1], 16), match[2], match[3] or match[4])
        for line in listing.split("\n")
        if (match := _INSTRUCTION.match(line))
    ]
    while rows and rows[-1][1] in _PADDING:
        rows.pop()
    starts = [row[0] for row in rows]
    return [
        MachineInstruction(start, end, mnemonic, int(target, 16) if target else None)
        for (start, mnemonic, target), end in zip(rows, [*starts[1:], 1 << 62], strict=False)
    ]


def is_float(mnemonic: str) -> bool:
    """Whether an instruction reads a floating point number from memory."""
    return bool(re.fullmatch(r"v?(?!cvtt?si2)\w+(?:ss|sd)|cvts[sd]2\w+", mnemonic))


def access_width(mnemonic: str) -> int:
    """How many bytes an instruction reads; 1 if it only takes the address."""
    if match := re.fullmatch(r"mov[sz]([bw])\w?", mnemonic):
        return 1 if match[1] == "b" else 2
    return x86_64_size(mnemonic) or 1


def function_listing(disassembly: str, symbol: str) -> str | None:
    """The part of `objdump -d` that belongs to `symbol`, or None."""
    mark = f"<{symbol}>:"
    if mark not in disassembly:
        return None
    first, *further = disassembly.split(mark)[-1].split("\n\n")
    parts = [mark + first]
    for part in further:  # some compilers keep their labels, and objdump begins anew at each
        label, _, code = part.partition("\n")
        if not _LABEL.search(label):
            break
        parts.append(code)
    return "\n".join(parts)


def clean_listing(listing: str, comment: str = "#", *, keep_comments: bool = False) -> str:
    """As published: columns from the third on, comments removed, continuation lines dropped."""
    lines = []
    for line in listing.split("\n"):
        columns = line.split("\t")
        if len(columns) == 2:  # bytes of the previous instruction that did not fit on its line
            continue
        text = "\t".join(columns[min(len(columns) - 1, 2) :])
        lines.append(text.strip() if keep_comments else text.split(comment)[0].strip())
    return "\n".join(lines).strip()


def shown_width(size: int | None, content: bytes, texts: bool = True) -> int:
    """How many bytes are read; later bytes may belong to other code."""
    if size is not None:
        return size
    text, _, _ = content.partition(b"\0")
    is_text = texts and bool(text) and all(32 <= b < 127 or b in b"\t\n\r" for b in text)
    return len(text) + 1 if is_text else SHOWN_BYTES


def section_bytes(dump: str) -> list[tuple[str, int, bytes]]:
    """Name, address and content of the sections in the output of `objdump -s`."""
    sections: list[tuple[str, int, bytes]] = []
    name, start, content = "", 0, bytearray()
    for line in [*dump.splitlines(), "Contents of section :"]:
        if line.startswith("Contents of section "):
            if content:
                sections.append((name, start, bytes(content)))
            name, content = line.removeprefix("Contents of section ").rstrip(":"), bytearray()
            continue
        match = _DUMP_LINE.match(line)
        if match:
            if not content:
                start = int(match[1], 16)
            content += bytes.fromhex(match[2].replace(" ", ""))
    return sections


def referenced_data(listing: str, dump: str, architecture: str = "x86-64") -> str:
    """The data a function refers to, one line per address: bytes in hex and as text.

    ARM keeps constants among its code, and those are data as well.
    """
    sections = section_bytes(dump)
    addresses = dict(sorted(dict(references(listing, architecture, sections)).items()))
    among = (*_DATA_SECTIONS, ".text") if architecture == "armhf" else _DATA_SECTIONS
    lines = []
    for name, start, content in sections:
        if name not in among:
            continue
        inside = [a for a in addresses if start <= a < start + len(content)]
        for address, after in zip(inside, [*inside[1:], start + len(content)], strict=False):
            held = content[address - start : after - start]
            texts = architecture == "x86-64" or name in _TEXT_SECTIONS
            shown = held[: shown_width(addresses[address], held, texts)]
            text = "".join(chr(b) if 32 <= b < 127 else "." for b in shown)
            lines.append(f"{name} {address:x}: {shown.hex(' ')} |{text}|")
    return "\n".join(lines)
