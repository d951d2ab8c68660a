"""What decompilers write and C does not have: a header for each dialect, chosen by the words used.

Headers hold types, macros and inline functions that only compute. An answer gets the definitions
whose names it uses, and whatever those need; what it defines itself it does not get.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from acidtest.lang import c_source as source
from acidtest.suites.c_decompile.dialects.spelling import respell

DIALECTS = ("ghidra", "ida", "binary_ninja", "retdec", "angr", "common")

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DEFINES = re.compile(
    r"#(?:define|undef) (\w+)"
    r"|typedef .*?(\w+)(?:\(\))?;$"
    r"|static (?:inline |const )[\w ]*?\**(\w+)(?: =|\[|\()"
)
_PASTED = re.compile(r"(?:\d+|_[fdl])$")


@dataclass(frozen=True, slots=True)
class Dialect:
    """One header: its definitions in order, each with the name it defines and the words it uses."""

    name: str
    lines: tuple[tuple[str, str, frozenset[str]], ...]
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class WithDialect:
    """An answer's text as C, the definitions it lacks, and the dialects they come from.

    `words` are those that the text does not define itself.
    """

    text: str
    prelude: str
    dialects: tuple[str, ...]
    words: set[str]


@functools.cache
def dialect(name: str) -> Dialect:
    """One header, read once."""
    text = _COMMENT.sub("", (Path(__file__).parent / f"{name}.h").read_text())
    lines = []
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip():
            match = _DEFINES.match(line)
            if match is None:
                raise ValueError(f"{name}.h: expected a definition, got {line!r}")
            defined = match[1] or match[2] or match[3]
            lines.append((defined, line, frozenset(source.identifiers(line)) - {defined}))
    return Dialect(name, tuple(lines), frozenset(defined for defined, _, _ in lines))


def read(text: str, language: str = "c") -> WithDialect:
    """The answer's text with what it lacks of decompilers' dialects."""
    text, spelled = respell(text)
    lacked = words = source.identifiers(text) - source.declared(text, language)
    ranked = sorted(
        map(dialect, DIALECTS[:-1]), key=lambda header: len(words & header.names), reverse=True
    )
    parts: list[str] = []
    used = list(spelled)
    for header in (*ranked, dialect("common")):
        taken = words & header.names
        if taken:
            words = words - taken
            used.append(header.name)
            parts.append(_cut(header, taken))
    shared = _cut(dialect("common"), source.identifiers("\n".join(parts)))
    if "common" in used:
        parts.pop()
    return WithDialect(text, "\n".join([shared, *parts]), tuple(dict.fromkeys(used)), lacked)


def _cut(header: Dialect, words: Iterable[str]) -> str:
    """The definitions of these words, and of the header's own that they need.

    A macro that pastes a name together (`DIALECT_U##n`) uses every name that begins so.
    """
    kept: set[str] = set()
    fresh = set(words)
    while fresh:
        new = {name for name in header.names if name in fresh or _PASTED.sub("", name) in fresh}
        new -= kept
        kept |= new
        fresh = {word for name, _, uses in header.lines if name in new for word in uses}
    return "\n".join(line for name, line, _ in header.lines if name in kept)
