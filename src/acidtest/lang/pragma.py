"""Which compiler a Solidity text asks for: `pragma solidity`, parsed as an npm version range."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PRAGMA = re.compile(r"\bpragma\s+solidity\s+([^;]{0,1000});")
_COMMENT = re.compile(
    r'//[^\n]*|/\*.*?(?:\*/|\Z)|("(?:\\.|[^"\\\n])*+"?|\'(?:\\.|[^\'\\\n])*+\'?)', re.S
)
_PART = re.compile(
    r"(\^|~|>=|<=|>|<|=)?\s*v?([0-9]+|[xX*])(?:\.([0-9]+|[xX*]))?(?:\.([0-9]+|[xX*]))?"
)
_RANGE_MAX = 200
_HYPHEN = re.compile(r"(\S+)\s+-\s+(\S+)")

Version = tuple[int, int, int]


def without_comments(source: str) -> str:
    """The text with comments blanked; strings and all offsets are kept."""

    def blank(match: re.Match[str]) -> str:
        if match[1] is not None:
            return match[0]
        return re.sub(r"[^\n]", " ", match[0])

    return _COMMENT.sub(blank, source)


def pragmas(source: str) -> list[str]:
    """The version ranges a text asks for, in order."""
    return [text.strip() for text in _PRAGMA.findall(without_comments(source))]


def without_pragmas(source: str) -> str:
    """The text with its version pragmas blanked, so that any compiler accepts it."""
    plain = without_comments(source)
    for match in reversed(list(_PRAGMA.finditer(plain))):
        blank = re.sub(r"[^\n]", " ", match[0])
        source = source[: match.start()] + blank + source[match.end() :]
    return source


def parse(version: str) -> Version:
    """`0.8.37` as numbers."""
    major, minor, patch = (int(part) for part in version.split("."))
    return major, minor, patch


def admits(range_text: str, version: Version) -> bool:
    """Whether a range admits a version; an invalid range admits none."""
    if len(range_text) > _RANGE_MAX:
        return False
    return any(_admits_all(part, version) for part in range_text.split("||"))


def _admits_all(text: str, version: Version) -> bool:
    text = _HYPHEN.sub(r">=\1 <=\2", text.replace('"', " ").replace("'", " "))
    parts = list(_PART.finditer(text))
    if _PART.sub("", text).strip() or not parts:
        return False
    return all(_low_high(match, version) for match in parts)


def _low_high(match: re.Match[str], version: Version) -> bool:
    operator = match[1] or "="
    given = [int(part) for part in match.groups()[1:] if part and part.isdecimal()]
    if not given:
        return True
    low = (*given, 0, 0, 0)[:3]
    fixed = len(given)
    if operator == "^":  # up to the first number that is not zero
        fixed = next((i + 1 for i, part in enumerate(given) if part), len(given))
    elif operator == "~":
        fixed = min(2, len(given))
    above = (*given[: fixed - 1], given[fixed - 1] + 1)
    past = (*above, 0, 0, 0)[:3]  # the first version outside that prefix
    if operator == ">=":
        return version >= low
    if operator == "<":
        return version < low
    if operator == ">":
        return version >= past if len(given) < 3 else version > low
    if operator == "<=":
        return version < past if len(given) < 3 else version <= low
    return low <= version < past


def choose(source: str, available: Sequence[str]) -> tuple[str | None, bool]:
    """The newest available version that a text admits, and whether its pragma had to be relaxed.

    A text that pins another patch of a series (0.8.19) gets the compiler of that series, relaxed;
    a text without a pragma gets the newest. None: no version of that series is available.
    """
    ranges = pragmas(source)
    newest = sorted(available, key=parse, reverse=True)
    for version in newest:
        if all(admits(text, parse(version)) for text in ranges):
            return version, False
    for version in newest:
        major, minor, _ = parse(version)
        if all(any(admits(text, (major, minor, p)) for p in range(64)) for text in ranges):
            return version, True
    return None, False
