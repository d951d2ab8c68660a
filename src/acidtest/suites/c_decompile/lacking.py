"""What an answer lacks to be C: standard headers, and definitions of a decompiler's dialect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.c_headers import headers_for, included, is_standard
from acidtest.suites.c_decompile import dialects

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]{1,200})[>"][^\n]*$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer's text, what to put before it, and the names of what was added."""

    text: str
    includes: list[str]
    prelude: str
    adapted: dict[str, Json]


def complete(
    text: str, includes: Sequence[str], language: str, pointer_bits: int = 64
) -> Completion | None:
    """The answer with what it lacks beside its task's include lines; None if it lacks nothing."""
    adapted: dict[str, Json] = {}
    text, away = _without_foreign(text, language)
    text, forward = source.forward_declared(text, language)
    given = dialects.read(text, language, pointer_bits)
    present = included([*includes, *source.split_includes(text)[0]])
    headers = [header for header in headers_for(given.words) if header not in present]
    if away:
        adapted["headers_left_out"] = True
    if forward:
        adapted["prototypes"] = True
    if headers:
        adapted["headers"] = list(headers)
    if given.dialects:
        adapted["dialect"] = list(given.dialects)
    if not adapted:
        return None
    added = [f"#include <{header}>" for header in headers]
    return Completion(given.text, [*includes, *added], given.prelude, adapted)


def _without_foreign(text: str, language: str) -> tuple[str, bool]:
    """The text without headers that only another machine, or C++, has; and whether it had any."""

    def kept(match: re.Match[str]) -> str:
        ours = is_standard(match[1]) or (language == "cpp" and "." not in match[1])
        return match[0] if ours else ""

    changed = _INCLUDE.sub(kept, text)
    return changed, changed != text
