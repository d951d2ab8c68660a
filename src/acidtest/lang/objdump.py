"""Parses objdump output for a linked program: a function's code and the data it uses."""

from __future__ import annotations

import re

_REFERENCE = re.compile(r"\t(\w+)[^\t#]*#\s*([0-9a-f]+)\s*<")
_DUMP_LINE = re.compile(r"^ ([0-9a-f]+) ((?:(?:[0-9a-f]{2}){1,4} ?)+)")
_DATA_SECTIONS = (".rodata", ".data", ".data.rel.ro")
SHOWN_BYTES = 256


def function_listing(disassembly: str, symbol: str) -> str | None:
    """The part of `objdump -d` that belongs to `symbol`, or None."""
    mark = f"<{symbol}>:"
    if mark not in disassembly:
        return None
    return mark + disassembly.split(mark)[-1].split("\n\n")[0]


def clean_listing(listing: str, *, keep_comments: bool = False) -> str:
    """As published: columns from the third on, comments removed, continuation lines dropped."""
    lines = []
    for line in listing.split("\n"):
        columns = line.split("\t")
        if len(columns) == 2:  # bytes of the previous instruction that did not fit on its line
            continue
        text = "\t".join(columns[min(len(columns) - 1, 2) :])
        lines.append(text.strip() if keep_comments else text.split("#")[0].strip())
    return "\n".join(lines).strip()


def referenced_addresses(listing: str) -> dict[int, str]:
    """Data addresses used by the listing's instructions, with the last mnemonic using each."""
    addresses = {int(address, 16): mnemonic for mnemonic, address in _REFERENCE.findall(listing)}
    return dict(sorted(addresses.items()))


def _width(mnemonic: str, content: bytes) -> int:
    """How many bytes an instruction can read; later bytes may belong to other code."""
    if mnemonic == "lea":
        text, _, _ = content.partition(b"\0")
        is_text = bool(text) and all(32 <= b < 127 or b in b"\t\n\r" for b in text)
        return len(text) + 1 if is_text else SHOWN_BYTES
    if mnemonic.endswith(("ss", "l", "d")) and not mnemonic.endswith(("sd", "pd")):
        return 4
    return 8 if mnemonic.endswith(("sd", "q")) else 16


def section_bytes(dump: str) -> list[tuple[str, int, bytes]]:
    """Name, address and content of the data sections in the output of `objdump -s`."""
    sections: list[tuple[str, int, bytes]] = []
    name, start, content = "", 0, bytearray()
    for line in [*dump.splitlines(), "Contents of section :"]:
        if line.startswith("Contents of section "):
            if name in _DATA_SECTIONS and content:
                sections.append((name, start, bytes(content)))
            name, content = line.removeprefix("Contents of section ").rstrip(":"), bytearray()
            continue
        match = _DUMP_LINE.match(line)
        if match:
            if not content:
                start = int(match[1], 16)
            content += bytes.fromhex(match[2].replace(" ", ""))
    return sections


def referenced_data(listing: str, dump: str) -> str:
    """The data a function refers to, one line per address: bytes in hex and as text."""
    addresses = referenced_addresses(listing)
    lines = []
    for name, start, content in section_bytes(dump):
        inside = [a for a in addresses if start <= a < start + len(content)]
        for address, after in zip(inside, [*inside[1:], start + len(content)], strict=False):
            held = content[address - start : after - start]
            shown = held[: _width(addresses[address], held)]
            text = "".join(chr(b) if 32 <= b < 127 else "." for b in shown)
            lines.append(f"{name} {address:x}: {shown.hex(' ')} |{text}|")
    return "\n".join(lines)
