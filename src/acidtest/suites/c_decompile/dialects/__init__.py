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
_PASTED = re.compile(r"^(DIALECT_[US]|dialect_\w+)(?:\d+|_[fdl])$")


@dataclass(frozen=True, slots=True)
class Dialect:
    """One header: its definitions in order, the words each uses, and where a word is defined.

    A macro that pastes a name together (`DIALECT_U##n`) uses every name that begins so.
    """

    name: str
    lines: tuple[str, ...]
    uses: tuple[frozenset[str], ...]
    names: frozenset[str]
    places: dict[str, list[int]]


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
def dialect(name: str, pointer_bits: int = 64) -> Dialect:
    """One header, read once; for a 32-bit machine without the integers that it has not."""
    text = _COMMENT.sub("", (Path(__file__).parent / f"{name}.h").read_text())
    if pointer_bits == 32:
        text = text.replace("unsigned __int128", "__UINT64_TYPE__")
        text = text.replace("__int128", "__INT64_TYPE__")
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    names: set[str] = set()
    places: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        match = _DEFINES.match(line)
        if match is None:
            raise ValueError(f"{name}.h: expected a definition, got {line!r}")
        defined = match[1] or match[2] or match[3]
        names.add(defined)
        pasted = _PASTED.match(defined)
        for word in (defined, *(pasted.groups() if pasted else ())):
            places.setdefault(word, []).append(at)
    uses = tuple(frozenset(source.identifiers(line)) for line in lines)
    return Dialect(name, tuple(lines), uses, frozenset(names), places)


def read(text: str, language: str = "c", pointer_bits: int = 64) -> WithDialect:
    """The answer's text with what it lacks of decompilers' dialects, on such a machine."""
    headers = [dialect(name, pointer_bits) for name in DIALECTS]
    text, spelled = respell(text, language)
    lacked = words = source.identifiers(text) - source.declared(text, language)
    ranked = sorted(headers[:-1], key=lambda header: len(words & header.names), reverse=True)
    parts: list[str] = []
    used = list(spelled)
    for header in (*ranked, headers[-1]):
        taken = words & header.names
        if taken:
            words = words - taken
            used.append(header.name)
            parts.append(_cut(header, taken))
    shared = _cut(headers[-1], source.identifiers("\n".join(parts)))
    if "common" in used:
        parts.pop()
    return WithDialect(text, "\n".join([shared, *parts]), tuple(dict.fromkeys(used)), lacked)


def _cut(header: Dialect, words: Iterable[str]) -> str:
    """The definitions of these words, and of the header's own that they need."""
    kept: set[int] = set()
    fresh = set(words)
    while fresh:
        new = {at for word in fresh for at in header.places.get(word, ())} - kept
        kept |= new
        fresh = {word for at in new for word in header.uses[at]}
    return "\n".join(header.lines[at] for at in sorted(kept))
