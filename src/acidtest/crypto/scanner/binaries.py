"""Programs and libraries: what ELF files import, tables of constants, packages of Go programs.

An imported function is read as a call of it in C would be. Input is untrusted: what is cut off or
makes no sense ends the reading.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from acidtest.crypto.scanner.code import scan_code
from acidtest.crypto.scanner.constants import signs
from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, spec
from acidtest.crypto.scanner.keys import EVERYDAY
from acidtest.crypto.scanner.limits import check
from acidtest.crypto.taxonomy import Match

_ELF = b"\x7fELF"
_DYNAMIC, _LOAD = 2, 1
_STRTAB, _SYMTAB, _STRSZ = 5, 6, 10
_NAME = re.compile(rb"[A-Za-z_]\w{2,80}")
_MOST = 50_000
_SHORTEST = 16  # bytes of a table: fewer may be there by chance
_GO = b"\xff Go buildinf:"
_GO_PACKAGE = re.compile(
    rb"(?:golang\.org/x/)?crypto/(?:internal/fips140/)?([a-z0-9]{2,20})\.[A-Z(]"
)
_GO_NAMES = {"ecdh": "ecdh", "dsa": "dsa", "elliptic": "ecc", "tls": "", "x509": "", "rand": "",
             "subtle": "", "cipher": "", "ssh": "", "internal": "", "fips140": "",
             "curve25519": "x25519", "chacha20poly1305": "chacha20", "nacl": ""}  # fmt: skip


def is_binary_program(data: bytes) -> bool:
    """Whether a file is an ELF file."""
    return data[:4] == _ELF


def scan_program(data: bytes) -> Iterator[CryptoFinding]:
    """Findings in an ELF file, which has no lines: what it takes from libraries, what it offers."""
    names = symbols(data)
    for evidence, offered in (("import", False), ("name", True)):
        code = _as_code([name for name, defined in names if defined is offered])
        for finding in scan_code("symbols.c", code, None):
            if finding.match.algorithm.id in EVERYDAY:
                continue  # whether an extension is present, say
            yield replace(finding, lines=(1, 1), evidence=evidence, confidence=0.8)
    for match in _tables(data):
        yield CryptoFinding(match, (1, 1), "constant", "active", 0.8)
    if _GO in data:
        for match in _go_packages(data):
            yield CryptoFinding(match, (1, 1), "import", "active", 0.7)


def _as_code(names: Sequence[str]) -> bytes:
    """A program in C that calls each function."""
    lines = (f"void f{number}(void) {{ {name}(); }}\n" for number, name in enumerate(names))
    return "".join(("#include <openssl/evp.h>\n", *lines)).encode()


def symbols(data: bytes) -> list[tuple[str, bool]]:
    """The dynamic symbols of an ELF file, each with whether it is defined there."""
    try:
        return list(_symbols(data))
    except (struct.error, IndexError, OverflowError):
        return []


def _symbols(data: bytes) -> Iterator[tuple[str, bool]]:
    """By the dynamic segment, which a file has even without sections, and near its beginning."""
    wide, order = data[4] == 2, "<" if data[5] == 1 else ">"
    header = struct.unpack_from(order + ("HHIQQQIHHH" if wide else "HHIIIIIHHH"), data, 16)
    start, size, count = header[4], header[8], header[9]
    segments = []
    for number in range(min(count, 200)):
        at = start + number * size
        if wide:
            kind, _, offset, address, _, length = struct.unpack_from(order + "IIQQQQ", data, at)
        else:
            kind, offset, address, _, length = struct.unpack_from(order + "IIIII", data, at)
        segments.append((kind, offset, address, length))
    entries = _dynamic(data, order, wide, segments)
    if not {_STRTAB, _SYMTAB, _STRSZ} <= entries.keys():
        return
    text = _offset(entries[_STRTAB], segments)
    table = _offset(entries[_SYMTAB], segments)
    if text is None or table is None:
        return
    each = 24 if wide else 16
    names = data[text : text + entries[_STRSZ]]
    for number in range(1, min(max(text - table, 0) // each, _MOST)):
        check()
        at = table + number * each
        if wide:
            name, _, _, section = struct.unpack_from(order + "IBBH", data, at)
        else:
            name, _, _, _, _, section = struct.unpack_from(order + "IIIBBH", data, at)
        match = _NAME.match(names, name)
        if match:
            yield match[0].decode("ascii"), section != 0


def _dynamic(
    data: bytes, order: str, wide: bool, segments: Sequence[tuple[int, int, int, int]]
) -> dict[int, int]:
    """The entries of the dynamic segment; of each kind the first."""
    form = struct.Struct(order + ("QQ" if wide else "II"))
    entries: dict[int, int] = {}
    for kind, offset, _, length in segments:
        if kind == _DYNAMIC:
            for at in range(offset, offset + min(length, 16_000) - form.size + 1, form.size):
                tag, value = form.unpack_from(data, at)
                entries.setdefault(tag, value)
    return entries


def _offset(address: int, segments: Sequence[tuple[int, int, int, int]]) -> int | None:
    """Where in the file an address lies."""
    for kind, offset, base, length in segments:
        if kind == _LOAD and base <= address < base + length:
            return address - base + offset
    return None


@cache
def _patterns() -> Sequence[tuple[bytes, str]]:
    """What tables look like in memory, in both byte orders, and what they mean.

    Words that need others beside them belong to several algorithms, and may stand anywhere.
    """
    patterns = []
    for sign in signs():
        words = () if sign["also"] or sign["also_bytes"] or "shorts" in sign else sign["words"]
        if words:
            wide = max(words) >> 32
            each = "Q" if wide else "I"
            table = [word for word in words if bool(word >> 32) == bool(wide)]
            patterns += [
                (struct.pack(f"{order}{len(table)}{each}", *table), sign["means"]) for order in "<>"
            ]
        patterns.append((sign["bytes"], sign["means"]))
    return [(pattern, means) for pattern, means in patterns if len(pattern) >= _SHORTEST]


def _tables(data: bytes) -> Iterator[Match]:
    for pattern, means in _patterns():
        check()
        if pattern in data:
            yield from spec(means)


def _go_packages(data: bytes) -> Iterator[Match]:
    """What the names of linked functions say: a package is there if something of it is used."""
    for name in sorted({match[1].decode("ascii") for match in _GO_PACKAGE.finditer(data)}):
        said = _GO_NAMES.get(name)
        if said != "":
            yield from spec(said) if said else TAXONOMY.find_whole(name)
