"""The code that decides a finding: the function around it, its callers, and what it names.

Files are cut into items, functions and other definitions at the outermost level, by Python's own
parser or by brackets; an item is related to another if it has its name in it. That finds too much
where names are shared, and nothing that is called by way of a pointer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from acidtest.lang.definitions import Definition, definitions, family_of

_FILES_MAX = 2000
_FILE_MAX = 1 << 20
_SHOWN_MAX = 40_000
_LEVELS = 2
_ALIKE_MAX = 12
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_TYPE = re.compile(r"\s*(?:typedef|struct|union|class|interface)\b")


def source_file(root: Path, path: str) -> Path | None:
    """The file of a finding under a root; None if there is none, or if it is elsewhere."""
    try:
        place = (root / path.removeprefix("file://").lstrip("/")).resolve()
        inside = place.is_relative_to(root.resolve()) and place.is_file()
    except (OSError, ValueError):
        return None
    return place if inside and place.stat().st_size <= _FILE_MAX else None


def code_around(root: Path, path: str, line: int) -> str | None:
    """The items that matter to a line, the one around it first; None without the file."""
    file = source_file(root, path)
    if file is None:
        return None
    items = _items(root.resolve(), family_of(file.suffix))
    own = str(file.relative_to(root.resolve()))
    around = [item for item in items if item.path == own and item.first <= line <= item.last]
    if not around:
        lines = file.read_text(encoding="utf-8", errors="replace").split("\n")
        first = max(1, line - 20)
        around = [Definition("", own, first, "\n".join(lines[first - 1 : line + 20]))]
    flagged = max(around, key=lambda item: item.first)
    callers = [
        item
        for item in items
        if flagged.name not in ("", item.name) and flagged.name in _words(item.text)
    ]
    shown = _shown("AROUND THE FINDING", [flagged], line)
    shown += _shown("ITS CALLERS", callers)
    named = _named_by(flagged, items, callers)
    shown += _shown("WHAT IT NAMES", named)
    shown += _shown("OF THE SAME TYPES", _of_its_types(items, flagged, [*callers, *named]))
    text = "\n".join(shown)
    return text if len(text) <= _SHOWN_MAX else text[:_SHOWN_MAX] + "\n(cut off)"


def _named_by(
    flagged: Definition, items: Sequence[Definition], callers: Sequence[Definition]
) -> list[Definition]:
    """What an item names, and what that names."""
    names, listed_before = _words(flagged.text), [flagged, *callers]
    listed: list[Definition] = []
    for _ in range(_LEVELS):
        new = [item for item in items if item.name in names and item not in listed_before]
        listed, listed_before = listed + new, listed_before + new
        names = frozenset(word for item in new for word in _words(item.text))
    return listed


def _of_its_types(
    items: Sequence[Definition], flagged: Definition, shown: Sequence[Definition]
) -> list[Definition]:
    """Other functions on the types that an item names: one of them may make what it is given."""
    types = {item.name for item in items if _TYPE.match(item.text)} & _words(flagged.text)
    others = [
        item
        for item in items
        if item != flagged
        and item not in shown
        and "{" in item.text
        and not _TYPE.match(item.text)
        and types & _words(item.text)
    ]
    return others[:_ALIKE_MAX]


def _shown(title: str, items: Sequence[Definition], line: int | None = None) -> list[str]:
    rows: list[str] = []
    for item in items:
        rows += [f"{title}: {item.path}"] if title else [item.path]
        for number, text in enumerate(item.text.split("\n"), item.first):
            rows.append(f"{number:5}|{'->' if number == line else '  '} {text}".rstrip())
        rows.append("")
    return rows


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


@lru_cache(maxsize=64)
def _items(root: Path, family: tuple[str, ...]) -> tuple[Definition, ...]:
    """The items of all files of a language under a root, in the order of their paths."""
    files = sorted(file for file in root.rglob("*") if file.suffix.lower() in family)
    items: list[Definition] = []
    for file in files[:_FILES_MAX]:
        if file.is_symlink() or not file.is_file() or file.stat().st_size > _FILE_MAX:
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        path = str(file.relative_to(root))
        items += definitions(path, text)
    return tuple(items)
