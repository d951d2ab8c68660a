"""Imports of Solidity sources: what a text imports, and which source unit that names."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acidtest.lang.pragma import without_comments

_IMPORT = re.compile(
    r"""\bimport\s*(?:
        (?P<plain>"[^"\n]*"|'[^'\n]*')(?:\s*as\s+(?P<unit>[\w$]+))?
      | \*\s*as\s+(?P<star>[\w$]+)\s+from\s*(?P<from1>"[^"\n]*"|'[^'\n]*')
      | \{(?P<names>[^{}]{0,20000})\}\s*from\s*(?P<from2>"[^"\n]*"|'[^'\n]*')
    )\s*;""",
    re.X,
)


@dataclass(frozen=True, slots=True)
class Import:
    """One import: the path as written, and the names it brings.

    `names` maps local names to those of the other file, None brings all; `unit` is the local name
    of the whole file.
    """

    path: str
    names: Mapping[str, str] | None = None
    unit: str | None = None


def imports_of(text: str) -> list[Import]:
    """The imports of a source, in order; those in comments and strings are none."""
    made = []
    for match in _IMPORT.finditer(_without_strings(text)):
        path = (match["plain"] or match["from1"] or match["from2"])[1:-1]
        unit = match["unit"] or match["star"]
        names = None if match["names"] is None else _names(match["names"])
        made.append(Import(path, names, unit))
    return made


def _without_strings(text: str) -> str:
    """No comments, and no strings with an import in them; others are the paths."""
    plain = without_comments(text)
    return re.sub(r'"[^"\n]*\bimport\b[^"\n]*;[^"\n]*"', '""', plain)


def _names(text: str) -> dict[str, str]:
    names = {}
    for part in text.split(","):
        words = part.split()
        if words:
            names[words[-1]] = words[0]
    return names


def remapping(text: str) -> tuple[str, str, str] | None:
    """`context:prefix=target` in its parts; None if it is not one."""
    left, equals, target = text.strip().partition("=")
    context, colon, prefix = left.rpartition(":")
    if not equals or not prefix:
        return None
    return (context if colon else "", prefix, target)


def resolve(importing: str, path: str, remappings: Sequence[str]) -> str:
    """The name of the source unit that an import means, as solc finds it."""
    if path.startswith(("./", "../")):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(importing), path))
    best: tuple[int, int] = (-1, -1)
    result = path
    for each in remappings:
        parts = remapping(each)
        if parts is None:
            continue
        context, prefix, target = parts
        rank = (len(context), len(prefix))
        if importing.startswith(context) and path.startswith(prefix) and rank >= best:
            best, result = rank, target + path[len(prefix) :]
    return result
