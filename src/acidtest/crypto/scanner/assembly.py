"""Assembly: constants in data and immediates, algorithm-specific instructions, and calls."""

from __future__ import annotations

import re
from collections.abc import Iterator

from acidtest.crypto.scanner.constants import Numbers, identifiers, known
from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, spec
from acidtest.crypto.scanner.limits import check
from acidtest.crypto.scanner.resolve import c_name

_DATA = re.compile(
    r"^\s*\.?(byte|2byte|4byte|8byte|short|hword|half|value|word|xword|long|int|quad|dword"
    r"|db|dw|dd|dq)\s+(.*)",
    re.I,
)
_TEXT = re.compile(r"^\s*\.(ascii|asciz|string)\s+(.*)", re.I)
_SIZES = {
    "byte": 1, "db": 1, "2byte": 2, "short": 2, "hword": 2, "half": 2, "value": 2, "dw": 2,
    "4byte": 4, "long": 4, "int": 4, "word": 4, "dd": 4, "8byte": 8, "quad": 8, "xword": 8,
    "dword": 8, "dq": 8,
}  # fmt: skip
_IMMEDIATE = re.compile(r"(?:[$#]|(?<=[\s,(]))(-?(?:0x[0-9a-fA-F]+|\d+))\b")
_MOVE = re.compile(
    r"^\s*(?:[0-9a-f]+:\s+(?:[0-9a-f]{8}\s+)?)?(mov[zkn]?)\s+([wx]\d+),\s*#?(-?(?:0x[0-9a-f]+|\d+))"
    r"(?:,\s*lsl\s+#?(\d+))?",
    re.I,
)
_INSTRUCTIONS = (
    (re.compile(r"\bv?aes(?:enc|dec|enclast|declast|imc|keygenassist)\b", re.I), "aes"),
    (re.compile(r"\baes(?:e|d|mc|imc)\s+v", re.I), "aes"),
    (re.compile(r"\bsha256(?:rnds2|msg[12]|h2?|su[01])\b", re.I), "sha-256"),
    (re.compile(r"\bsha1(?:rnds4|nexte|msg[12]|[cpmh]|su[01])\b", re.I), "sha-1"),
    (re.compile(r"\bsha512(?:h2?|su[01])\b", re.I), "sha-512"),
    (re.compile(r"\bsm4e(?:key)?\b", re.I), "sm4"),
    (re.compile(r"\bsm3(?:ss1|tt\d[ab]|partw\d)\b", re.I), "sm3"),
)  # fmt: skip
_CALL = re.compile(r"\b(?:callq?|bl|jmp|b|jal)\s+(?:[0-9a-f]+\s+<)?([A-Za-z_]\w*)")
_SHIFT = re.compile(
    r"\b(?:sh[lr]|sa[lr]|ls[lr]|ubfiz)[bwlq]?\s(?:.*[,\s])?[$#]?(\d{1,2})(?:,.*)?\s*$"
)
_LESS = re.compile(r"#\((\d{1,3}) - (\d{1,3})\)")
_FIELD = re.compile(r"\bubfx\s+\w+,\s*\w+,\s*#?(\d+)")
_TURN = re.compile(r"\bro[lr][bwlq]?\s(?:.*[,\s])?[$#]?(\d{1,2})(?:,\s*[%(].*)?\s*$")
_COMMENT = re.compile(r"(?:(?<=\s)|^)(?:#|//|;|@)\s.*$|/\*.*?\*/")
_OCTAL = re.compile(r"\\([0-7]{1,3})|\\x([0-9a-fA-F]{1,2})|\\(.)")
_BYTES_TURN = frozenset("1 2 3 4 6 7".split())
"""HIGHT's byte rotations; its other constants come from a shift register seeded with 0x5a."""
_ESCAPES = {"n": 10, "t": 9, "r": 13, "b": 8, "f": 12, "v": 11}


def scan_assembly(text: str) -> Iterator[CryptoFinding]:
    """Findings in one file of assembly or disassembler output."""
    numbers = Numbers()
    data, first, last = bytearray(), 0, 0
    halves: dict[str, int] = {}
    shifts: set[str] = set()
    for line, full in enumerate(text.split("\n"), 1):
        check()
        row = _COMMENT.sub("", full[:2000])
        row = _LESS.sub(lambda m: "#" + str(int(m[1]) - int(m[2])), row)
        note = full[len(row) :] if full.startswith(row) else ""
        for match, _, _ in TAXONOMY.names_in(note):
            yield CryptoFinding(match, (line, line), "comment", "comment", 0.8)
        if directive := _DATA.match(row):
            first, last = (first if data else line), line
            size = _SIZES[directive[1].lower()]
            for value in _integers(directive[2]):
                numbers.add(value, line)
                data += (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
            continue
        if string := _TEXT.match(row):
            first, last = (first if data else line), line
            data += _ascii(string[2])
            continue
        if data and row.strip() and not row.lstrip().startswith((".", "//", "#")):
            numbers.runs.append((bytes(data), first, last))
            data = bytearray()
        for pattern, key in _INSTRUCTIONS:
            if pattern.search(row):
                yield CryptoFinding(spec(key)[0], (line, line), "instruction", "active", 0.9)
        if call := _CALL.search(row):
            for match in c_name(call[1].split("@")[0]):
                yield CryptoFinding(match, (line, line), "call", "active", 0.85)
        if move := _MOVE.match(row):
            _moved(move, halves, numbers, line)
        else:
            for immediate in _IMMEDIATE.finditer(row):
                number = _number(immediate[1])
                if number is not None and not re.match(r"-?0\d", immediate[1]):
                    numbers.add(number, line)
            if shift := _FIELD.search(row) or _SHIFT.search(row):
                shifts.add(shift[1])
            if turn := _TURN.search(row):
                numbers.turns.add(int(turn[1]))
    if data:
        numbers.runs.append((bytes(data), first, last))
    found_ids = set()
    for finding in known(numbers):
        found_ids.add(finding.match.algorithm.id)
        yield finding
    yield from identifiers(numbers)
    if 0x5A in numbers.values and shifts | {str(t) for t in numbers.turns} >= _BYTES_TURN:
        place = (numbers.values[0x5A],) * 2
        yield CryptoFinding(spec("hight")[0], place, "constant", "active", 0.55)
    delta = numbers.values.get(0x9E3779B9) or numbers.values.get(0x61C88647)
    if delta and not found_ids & {"seed", "rc5", "tea", "chacha20"} and {"4", "5"} <= shifts:
        match = spec("xtea" if "11" in shifts else "tea")[0]
        yield CryptoFinding(match, (delta, delta), "constant", "active", 0.6)


def _moved(move: re.Match[str], halves: dict[str, int], numbers: Numbers, line: int) -> None:
    """Follow a constant that aarch64 loads into a register 16 bits at a time."""
    kind, register = move[1].lower(), move[2].lower()
    value, shift = _number(move[3]) or 0, (_number(move[4]) or 0) % 64
    if kind == "movn":
        value = ~(value << shift)
    elif kind == "movk":
        old = halves.get(register, 0)
        value = (old & ~(0xFFFF << shift)) | ((value & 0xFFFF) << shift)
    else:
        value <<= shift
    if register.startswith("w"):
        value &= 0xFFFFFFFF
    halves[register] = value
    numbers.add(value, line)


def _number(text: str | None) -> int | None:
    """A number as assemblers write it, octal after a zero; None if it is none, or far too long."""
    bare = (text or "").removeprefix("-")
    if not bare or len(bare) > 21 or not bare.isascii():
        return None
    try:
        value = int(bare, 8) if re.fullmatch("0[0-9]+", bare) else int(bare, 0)
    except ValueError:
        return None
    return -value if text != bare else value


def _integers(text: str) -> Iterator[int]:
    for piece in text.split(","):
        piece = piece.strip()
        if re.fullmatch(r"-?(?:0x[0-9a-fA-F]{1,16}|[0-9]{1,20})", piece):
            value = _number(piece)
            if value is not None:
                yield value
        elif re.fullmatch(r"0[0-9a-fA-F]{1,16}h|[0-9][0-9a-fA-F]{0,16}h", piece):
            yield int(piece[:-1], 16)


def _ascii(text: str) -> bytes:
    out = bytearray()
    for quoted in re.findall(r'"((?:[^"\\]|\\.)*)"', text):
        place = 0
        while place < len(quoted):
            if quoted[place] == "\\" and (escape := _OCTAL.match(quoted, place)):
                if escape[1]:
                    out.append(int(escape[1], 8) & 255)
                elif escape[2]:
                    out.append(int(escape[2], 16))
                else:
                    out.append(_ESCAPES.get(escape[3], ord(escape[3]) & 255))
                place = escape.end()
            else:
                out += quoted[place].encode("utf-8", "replace")
                place += 1
    return bytes(out)
