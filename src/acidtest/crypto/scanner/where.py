"""What the place of a file in its tree says: tests, documents and histories are no use."""

from __future__ import annotations

import re
from pathlib import PurePath

_FOLDER = re.compile(
    r"(?:__)?(?:tests?|specs?|testing|mocks?|fixtures?|testdata|test[-_]?(?:data|vectors|resources|"
    r"fixtures)|i?tests?|(?-i:\w*[a-z]Tests?)|vectors|e2e|bench(?:es|marks?)?)(?:__)?|\w+[-_.]tests?",
    re.I,
)
_FILE = re.compile(
    r"test_.*|conftest\.py|.*[_\-.](?:test|spec|tests)\.\w+|(?-i:.*[a-z0-9](?:Test|Tests|IT|Spec)"
    r"\.(?:java|kt|cs|scala|swift|php))",
    re.I,
)
_DOCS = re.compile(r"docs?|documentation", re.I)
_HISTORY = re.compile(r"(?:changelog|changes|news|history|releases?|todo)(?:[-_.].*)?", re.I)


def state_of(name: str) -> str:
    """The state of what is in use in a file, by its path below the folder that is scanned."""
    path = PurePath(name)
    if any(_FOLDER.fullmatch(part) for part in path.parts[:-1]) or _FILE.fullmatch(path.name):
        return "test"
    if any(_DOCS.fullmatch(part) for part in path.parts[:-1]):
        return "comment"
    if _HISTORY.fullmatch(path.name) and path.suffix.lower() in ("", ".txt", ".md", ".rst"):
        return "comment"
    return "active"
