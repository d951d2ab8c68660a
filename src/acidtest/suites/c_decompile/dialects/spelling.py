"""Spellings of decompilers that no definition can turn into C: they are written as C has them."""

from __future__ import annotations

import re
from collections.abc import Callable

_STRING = r'"(?:[^"\\\n]|\\.)*+"?'
_PLACE = r"(?<![\w.>])([A-Za-z_]\w*(?:\.[A-Za-z]\w*)*(?:\[\w{1,20}\])?)"

# dialect, what it writes, and the same in C
_SPELLINGS: tuple[tuple[str, str, str], ...] = (
    ("ghidra", _PLACE + r"\._(\d{1,3})_(\d\d?)_(?!\w)", r"GHIDRA_PART(\1, \2, \3)"),
    ("ghidra", r"\b(?:long|int|undefined[48]|ulong|uint) in_[FG]S_OFFSET;", ""),
    ("ida", r"\b(0[xX][0-9a-fA-F]+|\d+)([uU]?)i64\b", r"\1\2LL"),
    ("ida", r"@<\w{1,9}>", ""),
    ("binary_ninja", r"\b([sz]x)\.([wdqo])\(", r"\1_\2("),
    ("binary_ninja", r"\bvoid ?\* ?[fg]sbase;", ""),
)
_COMPILED = tuple(
    (dialect, re.compile(rf"({_STRING})|{pattern}"), to) for dialect, pattern, to in _SPELLINGS
)

_CONDITION = re.compile(r"\bcond:(\d+)")

# Ghidra shows a register of up to 16 bytes as an array, which C can neither assign nor return.
_WIDE = r"undefined1? +"
_WIDE_VARIABLE = re.compile(_WIDE + r"(\w{1,80}) \[(\d|1[0-6])\];")
_WIDE_VALUE = re.compile(rf"\({_WIDE}\[(\d|1[0-6])\]\)|^{_WIDE}\[(\d|1[0-6])\](?=\s+\w+\()", re.M)
_WIDE_PLACE = re.compile(rf"\({_WIDE}\(\*\) ?\[(\d|1[0-6])\]\)")
_WIDE_USE = re.compile(r"(?<![\w.&])([A-Za-z_]\w*)( =(?!=)|\[\w{1,20}\])?")


def respell(text: str) -> tuple[str, tuple[str, ...]]:
    """`text` in C's spelling, and the dialects whose spelling it had. Strings are left alone."""
    dialects: list[str] = []
    for dialect, pattern, to in _COMPILED:
        changed = pattern.sub(_replacing(to), text)
        if changed != text:
            text = changed
            dialects.append(dialect)
    if "bool cond:" in text:  # elsewhere it may be the end of a condition
        text = _CONDITION.sub(r"cond_\1", text)
        dialects.append("binary_ninja")
    changed = _as_integers(text)
    if changed != text:
        text = changed
        dialects.append("ghidra")
    return text, tuple(dict.fromkeys(dialects))


def _as_integers(text: str) -> str:
    """Ghidra's short arrays of bytes as integers, where they are used as values."""
    text = _WIDE_PLACE.sub(r"(ghidra_loose\1 *)", text)
    text = _WIDE_VALUE.sub(
        lambda match: f"(undefined{match[1]})" if match[1] else f"undefined{match[2]}", text
    )
    sizes = dict(_WIDE_VARIABLE.findall(text))

    def use(match: re.Match[str]) -> str:
        name, after = match[1], match[2] or ""
        size = sizes.get(name)
        if size is None:
            return match[0]
        if name.startswith("auVar"):  # a register
            return f"GHIDRA_PART({name}, {after[1:-1]}, 1)" if after[:1] == "[" else match[0]
        return f"GHIDRA_PART({name}, 0, {size}) =" if after == " =" else match[0]

    text = _WIDE_VARIABLE.sub(
        lambda match: f"undefined{match[2]} {match[1]};" if match[1][:5] == "auVar" else match[0],
        text,
    )
    return _WIDE_USE.sub(use, text) if sizes else text


def _replacing(to: str) -> Callable[[re.Match[str]], str]:
    """Puts groups into `to`, counted after the one that holds a string."""

    def replace(match: re.Match[str]) -> str:
        if match[1] is not None:
            return match[1]
        return re.sub(r"\\(\d)", lambda group: match[int(group[1]) + 1], to)

    return replace
