"""What an answer lacks to be C: standard headers, and definitions of a decompiler's dialect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.c_headers import headers_for, included
from acidtest.suites.c_decompile import dialects

# headers that only the machine of a decompiler's user has, or that belong to C++
_AWAY = re.compile(
    r"""^[ \t]*(?:\#[ \t]*include[ \t]*(?:
        "[\w.-]{1,60}" | <(?:windows|defs|ida|ghidra)\.h>
        | <(?:iostream|algorithm|c(?:std(?:io|lib|int|def|arg)|string|math|ctype|limits|assert))>
    )[^\n]*|using[ ]namespace[ ]std;)$""",
    re.MULTILINE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer's text, what to put before it, and the names of what was added."""

    text: str
    includes: list[str]
    prelude: str
    adapted: dict[str, Json]


def complete(text: str, includes: Sequence[str], language: str) -> Completion | None:
    """The answer with what it lacks beside its task's include lines; None if it lacks nothing."""
    adapted: dict[str, Json] = {}
    text, away = _AWAY.subn("", text)
    given = dialects.read(text, language)
    present = included([*includes, *source.split_includes(text)[0]])
    headers = [header for header in headers_for(given.words) if header not in present]
    if away:
        adapted["headers_left_out"] = True
    if headers:
        adapted["headers"] = list(headers)
    if given.dialects:
        adapted["dialect"] = list(given.dialects)
    if not adapted:
        return None
    added = [f"#include <{header}>" for header in headers]
    return Completion(given.text, [*includes, *added], given.prelude, adapted)
