"""What the files of a tree say to each other: constants, and names passed to functions.

A first look at all files collects strings that are names of algorithms. Only a file that mentions
another's name, or lies beside it in a language without imports between files, shares with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from acidtest.crypto.scanner.finding import TAXONOMY
from acidtest.crypto.scanner.flow import Outside
from acidtest.crypto.scanner.limits import LARGEST, GaveUp, check, limited
from acidtest.crypto.scanner.tokens import LANGUAGES, tokens
from acidtest.crypto.scanner.where import state_of

_STRING = re.compile(r"([\"'])([A-Za-z][\w./+\-]{1,59})\1")
_WORD = re.compile(r"[A-Za-z_]\w{2,}")
_CONSTANT = re.compile(r"(?<![\w.])@?(\w{1,60})(?: ?: ?[\w<>\[\]. ]{1,40}(?==))?(?: ?[=:] ?| )\Z")
_CALLEE = re.compile(r"(?:([\w)]{1,60})(?:\.|->|::))?(?<!\w)(\w{1,60}) ?\(\Z")
_KEYWORD = re.compile(r"(?<!\w)(\w{1,60}) ?[=:] ?\Z")
_SPACE = re.compile(r"\s+")
_COMMENT = re.compile(r"\s*(?:#|//|\*|/\*|--)")
_COMMON = frozenset(
    "get set put add print println log info debug warn error format require include import append "
    "join split replace equals contains startswith startsWith endswith includes indexOf assert "
    "isinstance getattr hasattr raise throw Error Exception describe test it expect".split()
)
_IN_USE = ("str", "active")
_BESIDE = frozenset((".go", ".java", ".kt", ".cs", ".swift", ".scala", ".c", ".h", ".cpp", ".hpp"))


_MOST = 200
"""Files of one name, or in one folder, that are asked."""


@dataclass(slots=True)
class _Said:
    """What one file says, and the words in it."""

    constants: dict[str, tuple[str, ...]] = field(default_factory=dict)
    calls: list[tuple[str, int, str, str, str]] = field(default_factory=list)
    mentions: frozenset[str] = frozenset()


class Tree:
    """The files of a tree that say something, by path."""

    def __init__(self, files: Sequence[Path], base: Path | None = None) -> None:
        """Look at every source file once; the place below `base` says which of them are tests."""
        code = [file for file in files if file.suffix.lower() in LANGUAGES]
        self._stems = frozenset(_stem(file) for file in code) if len(code) > 1 else frozenset()
        self._said: dict[Path, _Said] = {}
        for file in code if len(code) > 1 else ():
            self._said[file] = said = self._look(file)
            if base is not None and state_of(str(file.relative_to(base))) != "active":
                said.calls.clear()
        self._beside: dict[Path, list[Path]] = {}
        self._named: dict[str, list[Path]] = {}
        self._mentioning: dict[str, list[Path]] = {}
        for file, said in self._said.items():
            if said.constants or said.calls:
                self._beside.setdefault(file.parent, []).append(file)
                self._named.setdefault(_stem(file), []).append(file)
                for stem in said.mentions if said.calls else ():
                    self._mentioning.setdefault(stem, []).append(file)

    def outside(self, file: Path) -> Outside | None:
        """What other files say to this one; None if nothing."""
        own = self._said.get(file)
        if own is None:
            return None
        constants: dict[str, tuple[str, ...]] = {}
        calls: dict[str, list[tuple[int, str, str, str]]] = {}
        near = self._beside.get(file.parent, ()) if file.suffix.lower() in _BESIDE else ()
        others = [*near[:_MOST], *self._mentioning.get(_stem(file), ())[:_MOST]]
        for stem in own.mentions:
            others += self._named.get(stem, ())[:_MOST]
        for other in dict.fromkeys(others):
            if other == file or _language(other) != _language(file):
                continue
            beside = other in near
            said = self._said[other]
            if beside or _stem(other) in own.mentions:
                for name, values in said.constants.items():
                    if constants.setdefault(name, values) != values:
                        constants[name] = ()  # nothing says which file is meant
            if beside or _stem(file) in said.mentions:
                for name, place, keyword, text, receiver in said.calls:
                    calls.setdefault(name, []).append((place, keyword, text, receiver))
        stems = frozenset((_stem(file), file.stem, file.parent.name))
        return Outside(constants, calls, stems) if constants or calls else None

    def _look(self, file: Path) -> _Said:
        try:
            if file.is_symlink() or file.stat().st_size > LARGEST:
                return _Said()
            text = file.read_bytes().decode("utf-8", "replace")
        except OSError:
            return _Said()
        said = _Said(mentions=self._stems.intersection(_WORD.findall(text)))
        try:
            with limited(len(text)):
                for match in _STRING.finditer(text):
                    check()
                    if _is_name(match[2]):
                        _record(said, text, match.start(), match[2])
                said.calls = [c for c in said.calls if c[4] or not _defines(text, c[0])]
                if said.constants or said.calls:
                    _keep(said, _active(text, LANGUAGES[file.suffix.lower()][0]))
        except GaveUp:
            pass  # what was read counts; the scan of the file itself says that it was given up
        return said


def _record(said: _Said, text: str, start: int, value: str) -> None:
    first = max(start - 300, 0)
    row = _SPACE.sub(" ", text[max(text.rfind("\n", first, start) + 1, first) : start])
    if _COMMENT.match(row):
        return
    opened, commas = _call(row)
    if opened >= 0:
        callee = _CALLEE.search(row[: opened + 1])
        if callee and callee[2] not in _COMMON and len(callee[2]) > 3:
            keyword = _KEYWORD.search(row)
            keyed, receiver = keyword[1] if keyword else "", callee[1] or ""
            said.calls.append((callee[2], commas, keyed, value, receiver))
    elif constant := _CONSTANT.search(row):
        name = constant[1]
        said.constants[name] = (*said.constants.get(name, ()), value)[:10]


def _active(text: str, grammar: str) -> frozenset[str]:
    """The strings in code that is neither a comment, a docstring, a test nor dead."""
    source = text.encode("utf-8", "replace")
    return frozenset(t.text for t in tokens(source, grammar) if (t.kind, t.state) == _IN_USE)


def _defines(text: str, name: str) -> bool:
    """Whether a file has a class of this name, which its calls then mean."""
    return re.search(rf"\b(?:class|struct|record|enum|object) {name}\b", text) is not None


def _keep(said: _Said, strings: frozenset[str]) -> None:
    """Forget what is said with other strings."""
    said.calls = [call for call in said.calls if call[3] in strings]
    for name, values in list(said.constants.items()):
        said.constants[name] = tuple(value for value in values if value in strings)
        if not said.constants[name]:
            del said.constants[name]


def _call(row: str) -> tuple[int, int]:
    """The place of the innermost open bracket of a row, and the commas after it; -1 if none."""
    depth = commas = 0
    for place in range(len(row) - 1, -1, -1):
        sign = row[place]
        if sign in ")]}":
            depth += 1
        elif sign in "([{":
            if not depth:
                return (place, commas) if sign == "(" else (-1, 0)
            depth -= 1
        elif sign == "," and not depth:
            commas += 1
    return -1, 0


@lru_cache(maxsize=20_000)
def _is_name(text: str) -> bool:
    return len(text) > 2 and bool(TAXONOMY.find_whole(text))


def _language(file: Path) -> str:
    return LANGUAGES[file.suffix.lower()][1]


def _stem(file: Path) -> str:
    """The word that other files use for a file."""
    name = file.stem
    return file.parent.name if name in ("__init__", "index", "mod", "lib") else name
