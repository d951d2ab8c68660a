"""Algorithms recognised by their constants, in source code and in assembly."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, spec
from acidtest.crypto.scanner.tokens import CodeToken

_HEX = re.compile(r"(?:0[xX])?[0-9a-fA-F][0-9a-fA-F \n:]+")
TEXTS = ("expand 32-byte k", "OrpheanBeholder", "OxychromaticBlowfish")
_SHIFTS = frozenset("<< >> >>> <<= >>= shl shr ushr rotl ROTL".split())
_U32, _U64 = (1 << 32) - 1, (1 << 64) - 1


@dataclass
class Numbers:
    """Values with the line where each first occurs, and runs of bytes with their lines."""

    values: dict[int, int] = field(default_factory=dict)
    signed: dict[int, int] = field(default_factory=dict)
    runs: list[tuple[bytes, int, int]] = field(default_factory=list)
    turns: set[int] = field(default_factory=set)
    """Rotation amounts, where the text shows which instructions rotate."""

    def add(self, value: int, line: int) -> None:
        """Record a value and its halves: compilers store two words at once."""
        self.signed.setdefault(value, line)
        value &= _U64
        self.values.setdefault(value, line)
        if value > _U32:
            self.values.setdefault(value & _U32, line)
            self.values.setdefault(value >> 32, line)


@cache
def signs() -> Sequence[Mapping[str, Any]]:
    """The table of constants, with hexadecimal converted."""
    path = Path(__file__).with_name("constants.toml")
    table = tomllib.loads(path.read_text("utf-8"))["sign"]
    for sign in table:
        for key in ("words", "also", "never"):
            sign[key] = [int(word, 16) for word in sign.get(key, ())]
        sign["bytes"] = bytes.fromhex(sign.get("bytes", ""))
        sign["also_bytes"] = bytes.fromhex(sign.get("also_bytes", ""))
    return tuple(table)


def known(numbers: Numbers, state: str = "active") -> Iterator[CryptoFinding]:
    """Algorithms whose constants occur among the numbers."""
    for sign in signs():
        place = _by_values(sign, numbers) or _by_bytes(sign["bytes"], numbers)
        if place is None:
            continue
        for match in spec(sign["means"]):
            if match.algorithm.id == "chacha20" and _turns_like_salsa(numbers):
                match = spec("salsa20")[0]
            yield CryptoFinding(match, place, "constant", state, 0.8)


def _turns_like_salsa(numbers: Numbers) -> bool:
    """ChaCha and Salsa share a constant; they rotate by 16, 12, 8, 7 and by 7, 9, 13, 18."""
    if numbers.turns:
        return all(numbers.turns & pair for pair in ({9, 23}, {13, 19}, {18, 14}))
    return {18, 13, 9} <= numbers.values.keys() and not {16, 12, 8} <= numbers.values.keys()


@cache
def encoded_oids() -> Mapping[bytes, str]:
    """Object identifiers DER-encoded: short ones with tag and length."""
    encoded = {}
    for algorithm in TAXONOMY:
        for dotted in algorithm.oids:
            first, second, *rest = map(int, dotted.split("."))
            body = bytearray()
            for arc in (40 * first + second, *rest):
                groups = [arc & 0x7F]
                while arc := arc >> 7:
                    groups.append(0x80 | (arc & 0x7F))
                body += bytes(reversed(groups))
            header = b"" if len(body) >= 7 else bytes((6, len(body)))
            encoded[header + bytes(body)] = dotted
    return encoded


def identifiers(numbers: Numbers, state: str = "active") -> Iterator[CryptoFinding]:
    """Object identifiers among the bytes."""
    for run, first, last in numbers.runs:
        if len(run) > 4096 or not (b"\x2a" in run or b"\x2b" in run or b"\x60" in run):
            continue
        for encoded, dotted in encoded_oids().items():
            if encoded in run:
                for match in TAXONOMY.find_all(dotted):
                    yield CryptoFinding(match, (first, last), "oid", state, 0.85)


def _by_values(sign: Mapping[str, Any], numbers: Numbers) -> tuple[int, int] | None:
    if "shorts" in sign:
        there = [numbers.signed[v] for v in sign["shorts"] if v in numbers.signed]
        needed = sign.get("least", min(3, len(sign["shorts"])))
        return (min(there), max(there)) if len(there) >= needed else None
    values = numbers.values
    raw = [numbers.signed[word] for word in sign["words"] if word in numbers.signed]
    short = [word for word in sign["never"] if word <= _U32 and word in numbers.signed]
    if (
        sign.get("whole")
        and len(raw) >= len(sign["words"])
        and not short
        and (not sign["also"] or any(word in numbers.signed for word in sign["also"]))
    ):
        # The whole beginning of a table, each word by itself: halves of longer words are none.
        return min(raw), max(raw)
    there = [values[word] for word in sign["words"] if word in values]
    if len(there) < sign.get("least", 2) or any(word in values for word in sign["never"]):
        return None
    if sign["also"] and not any(word in values for word in sign["also"]):
        return None
    if sign["also_bytes"] and _by_bytes(sign["also_bytes"], numbers) is None:
        return None
    return min(there), max(there)


def _by_bytes(pattern: bytes, numbers: Numbers) -> tuple[int, int] | None:
    if not pattern:
        return None
    return next(((first, last) for run, first, last in numbers.runs if pattern in run), None)


def in_code(live: Sequence[CodeToken]) -> Iterator[CryptoFinding]:
    """Constants in source code: numbers anywhere, bytes in lists and strings."""
    by_state: dict[str, Numbers] = {}
    run, first, last = bytearray(), 0, 0
    for place, token in enumerate(live):
        numbers = by_state.setdefault(token.state, Numbers())
        if token.kind == "num":
            if len(token.text) > 18 and token.text[:2] in ("0x", "0X"):
                long(token.text[2:].replace("_", "").rstrip("nNlLuU"), token.line, numbers)
            value = number(token.text)
            if value is None:
                continue
            before = live[place - 1].text if place else ""
            if before == "-" and place > 1 and live[place - 2].text in ("{", "[", "(", ","):
                numbers.signed.setdefault(-value, token.line)
            last = before == "," and place + 1 < len(live) and live[place + 1].text == ")"
            if value < 64 and (before in _SHIFTS or last):
                numbers.turns.add(value)
            numbers.add(value, token.line)
            if 0 <= value < 256:
                first, last = (first if run else token.line), token.line
                run.append(value)
                continue
        elif token.text in (",", "-"):
            continue
        elif token.kind == "str" and token.text.startswith(TEXTS):
            numbers.runs.append((token.text.encode("utf-8", "replace"), token.line, token.last))
        elif token.kind == "str" and len(token.text) > 30 and _HEX.fullmatch(token.text):
            long(re.sub(r"\W", "", token.text).removeprefix("0x"), token.line, numbers)
        if len(run) >= 5:
            numbers.runs.append((bytes(run), first, last))
        run = bytearray()
    for state, numbers in by_state.items():
        yield from known(numbers, state)
        yield from identifiers(numbers, state)


def long(digits: str, line: int, numbers: Numbers) -> None:
    """Record the 32-bit words of a long hexadecimal number, as curves and groups are written."""
    if len(digits) > 4096 or not digits or not _HEX.fullmatch(digits):
        return
    for shift in (0, len(digits) % 8):
        for start in range(shift, len(digits) - 7, 8):
            numbers.values.setdefault(int(digits[start : start + 8], 16), line)
        if not len(digits) % 8:
            break


def number(text: str) -> int | None:
    text = text.replace("_", "").replace("'", "").lower()
    if text.startswith("0x"):
        digits = text[2:].rstrip("uln")
        for suffix in ("u8", "u16", "u32", "u64", "i32", "i64"):
            digits = digits.removesuffix(suffix) if len(digits) > 8 else digits
        text = digits
        try:
            return int(text, 16) if text and len(text) <= 16 else None
        except ValueError:
            return None
    digits = text.rstrip("uln")
    return int(digits) if digits.isdecimal() and len(digits) <= 20 else None
