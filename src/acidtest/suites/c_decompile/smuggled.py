"""Finds assembly that an answer brings in through a name.

gcc copies the names of sections and symbols into its assembly as they are, so a name with a line
end or a semicolon in it can hold instructions, which in the object look like any others. Names come
from attributes, `asm` labels and `#ident`: in the preprocessed text these are in plain
sight, whatever macros they were made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PLACE = "source.c"
"""The name that the answer's part of a unit has in its line marks."""

_SPLICE = re.compile(r"\\[ \t]*\r?\n")
_SUSPECT = ("asm", "attribute", "gnu", "##", "%:%:", "_Pragma", "ident", "sccs", "pragma")
_WORD = re.compile(r"[A-Za-z_]\w*")
_OTHER_PLACE = re.compile(r"^[ \t]*(?:#|%:)[ \t]*(?:line\b|\d).*$", re.MULTILINE)
_MARK = re.compile(r'# \d+ "((?:[^"\\]|\\.)*)"')
_TOKEN = re.compile(
    # to the end of the line where the closing mark is missing, so that nothing is read twice
    r'(?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*+"?)|(?:u8|[uUL])?\'(?:[^\'\\\n]|\\.)*+\'?'
    r"|(?P<word>[^\W\d]\w*)|(?P<mark><:|:>|[()\[\]])|\d[\w.]*|\S"
)
_ASM = frozenset(("asm", "__asm", "__asm__"))
_ATTRIBUTE = frozenset(("__attribute", "__attribute__", "__declspec"))
_DIGRAPHS = {"<:": "[", ":>": "]"}
_PLAIN_NAME = re.compile(r'(?:u8|[uUL])?"[\w.$ -]*"')


def suspect(answer: str, macros: frozenset[str]) -> bool:
    """Whether the text has anything that such a name could come from: a keyword, or one of the
    `macros` in reach that lead to one.
    """
    text = _SPLICE.sub("", answer)
    return any(mark in text for mark in _SUSPECT) or not macros.isdisjoint(_WORD.findall(text))


def without_marks(answer: str) -> str:
    """The text without directives that would give its lines another place."""
    return _OTHER_PLACE.sub("", _SPLICE.sub("", answer))


def smuggled(preprocessed: str) -> tuple[str, str] | None:
    """The rule that the answer's part of a preprocessed unit breaks, and by what."""
    open_attribute, brackets = 0, ""
    for token in _TOKEN.finditer(_own_lines(preprocessed)):
        word, mark = token["word"], _DIGRAPHS.get(token["mark"], token["mark"])
        if word in _ASM:
            return "inline-assembly", "asm"
        if not open_attribute:
            if word in _ATTRIBUTE:
                open_attribute, brackets = 1, ""
            elif mark == "[" and brackets == "[":  # [[gnu::section("…")]]
                open_attribute, brackets = 3, ""
            brackets = "[" if mark == "[" else ""
            continue
        open_attribute += {"(": 1, "[": 1, ")": -1, "]": -1}.get(mark or "", 0)
        if open_attribute == 1:
            open_attribute = 0
        if token["string"] and not _PLAIN_NAME.fullmatch(token["string"]):
            return "inline-assembly", "a name that holds more than a name"
    return None


def _own_lines(preprocessed: str) -> str:
    """The lines that come from the answer; what `#ident` gives becomes asm."""
    return "\n".join(_lines(preprocessed))


def _lines(preprocessed: str) -> Iterator[str]:
    own = False
    for line in preprocessed.split("\n"):
        if place := _MARK.match(line):
            own = place[1] == PLACE
        elif own:
            yield re.sub(r"^\s*#\s*(ident|sccs)\b", "asm", line)
