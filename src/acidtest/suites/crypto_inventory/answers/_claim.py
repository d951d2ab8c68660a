"""What an answer claims, before names are looked up."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from acidtest.core.records import Json

STATES = ("active", "disabled", "comment", "rejected", "test")
THREATS = (
    "shor",
    "broken",
    "grover-margin",
    "adequate",
    "pq-safe",
    "pq-broken",
    "hybrid",
    "not-crypto",
)
_SPAN = re.compile(r"\s*[Ll]?(\d{1,9})\s*(?:(?:[-–—:]|to|\.\.)\s*[Ll]?(\d{1,9})\s*)?")
_NAME_MAX = 200

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Claim:
    """One finding as an answer states it. `file` is the file it names, if any.

    `free` marks a text in which algorithms are named among other words.
    """

    name: str
    parameters: Mapping[str, Json] = field(default_factory=dict)
    function: str | None = None
    lines: tuple[Span, ...] = ()
    evidence: str | None = None
    state: str = "active"
    threat: str | None = None
    confidence: float | None = None
    file: str | None = None
    free: bool = False


@dataclass(slots=True)
class Reading:
    """An answer as it was read: what it claims, and what had to be repaired to read it."""

    form: str = "unreadable"
    claims: list[Claim] = field(default_factory=list)
    repairs: Counter[str] = field(default_factory=Counter)
    document: Any = None
    why: str = ""

    def repair(self, kind: str, times: int = 1) -> None:
        """Count a repair."""
        self.repairs[kind] += times


def text_of(value: Any) -> str | None:
    """A string worth reading, of bounded length; None for anything else."""
    if isinstance(value, str) and (stripped := value.strip()):
        return stripped[:_NAME_MAX]
    return None


def one_of(value: Any, known: Iterable[str], reading: Reading, kind: str) -> str | None:
    """A value of a fixed set; another spelling of one is repaired, anything else is dropped."""
    if value is None:
        return None
    if isinstance(value, str):
        if value in known:
            return value
        plain = value.strip().lower().replace("_", "-").replace(" ", "-")
        if plain in known:
            reading.repair(kind)
            return plain
    reading.repair(kind)
    return None


def confidence_of(value: Any, reading: Reading) -> float | None:
    """A probability. `"90%"`, `90` and `"0.9"` are repaired; nonsense is dropped, and counted."""
    if value is None:
        return None
    number: float | None = None
    if isinstance(value, str):
        reading.repair("confidence")
        try:
            number = float(value.strip().rstrip("%"))
        except ValueError:
            return None
        if value.strip().endswith("%"):
            number /= 100
    elif isinstance(value, int | float) and not isinstance(value, bool):
        number = _float(value)
        if number is not None and 1 < number <= 100:
            number /= 100
            reading.repair("confidence")
    if number is None or not math.isfinite(number) or not 0 <= number <= 1:
        reading.repair("confidence")
        return None
    return number


def _float(value: int | float) -> float | None:
    try:
        return float(value)
    except OverflowError:
        return None


def spans_of(value: Any, reading: Reading) -> tuple[Span, ...]:
    """Line spans: `[first, last]`, a number, `"12-15"`, or a list of these."""
    if value is None:
        return ()
    if _is_line(value):
        return ((value, value),)
    if isinstance(value, str):
        reading.repair("lines")
        match = _SPAN.fullmatch(value)
        return _span(int(match[1]), int(match[2] or match[1]), reading) if match else ()
    if isinstance(value, list | tuple):
        if len(value) == 2 and all(_is_line(v) for v in value):
            return _span(value[0], value[1], reading)
        reading.repair("lines")
        return tuple(span for part in value[:1000] for span in _inner(part, reading))
    reading.repair("lines")
    return ()


def _inner(part: Any, reading: Reading) -> tuple[Span, ...]:
    nested = isinstance(part, list | tuple) and not (
        len(part) == 2 and all(_is_line(v) for v in part)
    )
    return () if nested else spans_of(part, reading)


def _is_line(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**9


def _span(first: int, last: int, reading: Reading) -> tuple[Span, ...]:
    if first > last:
        reading.repair("lines")
        first, last = last, first
    return ((first, last),) if first > 0 else ()
