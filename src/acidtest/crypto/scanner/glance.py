"""A first look at a file of source code: whether anything but its comments can hold a finding.

Most files hold none, and a look at their words costs a tenth of reading them. Each function here
asks for less than the reader that it stands for, so that no finding is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache

from acidtest.crypto.scanner import constants, keys, offers, textbook
from acidtest.crypto.scanner.finding import TAXONOMY
from acidtest.crypto.scanner.imports import Imports
from acidtest.crypto.scanner.resolve import Resolver, rules

_WORD = re.compile(r"\w+", re.ASCII)
_MOST = 400_000
"""Words that are remembered for a language."""
_OID = re.compile(r"[\"'`][012](?:\.\d+){3}")
_RC4 = re.compile(
    r"\b(\w+)\s*\[[\s(*]*(?:\w+\s*(?:\.|->)\s*)?\1[\s)]*\[[\s(*]*(?:\w+\s*(?:\.|->)\s*)?[\w$]+[\s)]*\]"
    r"[\s)]*\+",
    re.ASCII,
)
_LISTED = re.compile(rf"[\"'`\s\[:]{offers.SPELLED.pattern}[\"'`\s\]]")
_SUM = re.compile(r"\][\s)]*\+")
_HEXADECIMAL = re.compile(r"[\"'`](?:0[xX])?([0-9a-fA-F][0-9a-fA-F \n:]{29,})[\"'`]")
_BUILT = re.compile(r"\b(?:require|import)\s*\(\s*(?![\s\"'`]|[\"'`][^\"'`\n]*[\"'`]\s*\))")
"""A module whose name a program builds."""
_POWER = re.compile(
    rf"\b({'|'.join(sorted(textbook.POWERS | textbook.INVERSES))})\s*\(([^;]{{0,400}})"
)
_DEFINED = (
    r"\b(?:class|struct|module|impl|object|interface|trait|enum|record|type|func|fun|extension"
    r"|actor|protocol)\b[^\n;]{{0,200}}\b{0}\b|\b{0}\s*="
)
_IMPORTED = r"^[ \t;>]*(?:from|import)\b[^\n]*\b{0}\b"
_QUOTED = r"[\"'`](?:node:)?{0}(?=[\"'`/.\-])"
_USED = r"\b{0}\s*::|\buse\b[^;]{{0,2000}}\b{0}\b|\bextern\s+crate\s+{0}\b"


@cache
def _words_of(spaces: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Namespaces by the last word of each."""
    found_by: dict[str, list[str]] = {}
    for space in spaces:
        words = _WORD.findall(space)
        if words:
            found_by.setdefault(words[-1], []).append(space)
    return found_by


class Glance:
    """What the words of one language's files say; remembers words that say nothing."""

    def __init__(self, language: str) -> None:
        """Read the tables of the language's libraries."""
        self._language = language
        self._table = rules()[language]
        self._spaces = _words_of(tuple(self._table.get("namespaces", ())))
        self._names = Resolver(Imports(), language)
        self._globals = frozenset(
            word
            for key in ("classes", "methods", "functions", "calls")
            for word in self._table.get(key, ())
        )
        self._prefixes = tuple(self._table.get("prefixes", ()))
        self._silent: set[str] = set()

    def may_hold(self, text: str) -> bool:
        """Whether the code of a text may hold a finding."""
        words = set(_WORD.findall(text))
        if len(self._silent) > _MOST:
            self._silent.clear()
        telling = words - self._silent
        said = [(word, sign) for word in telling if (sign := self._telling(word)) is not None]
        if any(sign(word, text, words) for word, sign in said):
            return True
        return (
            _OID.search(text) is not None
            or (self._language == "javascript" and _BUILT.search(text) is not None)
            or _is_power(text, words)
            or _has_constants(text, words)
            or (_SUM.search(text) is not None and _RC4.search(text) is not None)
        )

    def _telling(self, word: str) -> Callable[[str, str, Set[str]], bool] | None:
        """What must be asked of a file with this word; None, remembered, if nothing."""
        signs = [sign for asks, sign in self._questions() if asks(word)]
        if not signs:
            self._silent.add(word)
            return None
        return lambda *file: any(sign(*file) for sign in signs)

    def _questions(
        self,
    ) -> Iterator[tuple[Callable[[str], object], Callable[[str, str, Set[str]], bool]]]:
        yield self._spaces.__contains__, self._imported
        yield self._is_global, self._stands
        yield _is_key, _is_given
        yield offers.BEGINS.fullmatch, _is_listed
        yield _says_all, _always
        yield _may_be_called, _always
        yield _may_be_class, _is_defined
        if self._language == "javascript":
            yield "crypto".__eq__, _has_member

    def _is_global(self, word: str) -> bool:
        if self._language == "c":
            return bool(self._names.resolve([word]))
        if self._language == "swift" and keys.SEC_KEY.match(word):
            return True
        if self._language == "javascript" and word == "subtle":
            return True
        return word in self._globals or (
            bool(self._prefixes) and word.startswith(self._prefixes) and self._language != "c"
        )

    def _stands(self, word: str, text: str, words: Set[str]) -> bool:
        """A name that needs no import; PHP's `hash` is also the name of anything."""
        return word != "hash" or re.search(r"\bhash\s*\(", text) is not None

    def _imported(self, word: str, text: str, words: Set[str]) -> bool:
        """Whether a namespace that ends with a word stands in the text, as it is imported."""
        for space in self._spaces[word]:
            parts = _WORD.findall(space)
            if not words >= set(parts):
                continue
            if self._language == "javascript":
                if re.search(_QUOTED.format(re.escape(space.rstrip("-"))), text):
                    return True
            elif self._language == "python" and len(parts) == 1:
                loads = not words.isdisjoint(("import_module", "__import__"))
                if loads or re.search(_IMPORTED.format(word), text, re.MULTILINE):
                    return True
            elif self._language == "rust":
                if re.search(_USED.format(word), text):
                    return True
            elif self._language == "go":
                if f'"{space}' in text or f"`{space}" in text:
                    return True
            elif len(parts) == 1 or space in text or self._language != "java" or ".{" in text:
                return True
        return False


@cache
def glance(language: str) -> Glance:
    """The look at files of one language."""
    return Glance(language)


def _always(word: str, text: str, words: Set[str]) -> bool:
    return True


def _has_member(word: str, text: str, words: Set[str]) -> bool:
    return re.search(r"\bcrypto\s*(?:\.|\?\.|!\.)", text) is not None


def _is_key(word: str) -> bool:
    sure = keys.SURE_KEYS.match(word) is not None and keys.OFF_KEYS.search(word) is None
    return sure or keys.SUITE_KEYS.match(word) is not None


def _is_given(word: str, text: str, words: Set[str]) -> bool:
    return re.search(rf"\b{word}\b[^\w\n]{{0,9}}?[:=]", text) is not None


def _is_listed(word: str, text: str, words: Set[str]) -> bool:
    """Whether a name stands as JOSE or SSH spell it."""
    return _LISTED.search(text) is not None


def _says_all(word: str) -> bool:
    return keys.CIPHER_CALLS.search(word) is not None or word.endswith("PasswordHasher")


def _may_be_called(word: str) -> bool:
    return keys.NAMED.search(word) is not None and bool(TAXONOMY.names_in(word))


def _may_be_class(word: str) -> bool:
    return word[:1].isupper() and bool(offers.named(word))


def _is_defined(word: str, text: str, words: Set[str]) -> bool:
    return re.search(_DEFINED.format(word), text) is not None


def _is_power(text: str, words: Set[str]) -> bool:
    if words.isdisjoint(textbook.POWERS | textbook.INVERSES):
        return False
    return any(
        match[2].count(",") >= (2 if match[1] == "pow" else 1) or match[1] in textbook.INVERSES
        for match in _POWER.finditer(text)
    )


@cache
def _tables() -> tuple[Sequence[tuple[Set[int], int]], Sequence[Set[int]]]:
    """Of the table of constants: the values with how many are needed, and the runs of bytes."""
    values, runs = [], []
    for sign in constants.signs():
        if shorts := sign.get("shorts"):
            values.append((frozenset(map(abs, shorts)), sign.get("least", min(3, len(shorts)))))
        elif sign["words"]:
            needed = min(sign.get("least", 2), len(sign["words"]))
            values.append((frozenset(sign["words"]), needed))
        if sign["bytes"]:
            runs.append(frozenset(sign["bytes"]))
    runs += [frozenset(code) for code in constants.encoded_oids()]
    return tuple(values), tuple(runs)


@cache
def _value(word: str) -> int | None:
    return constants.number(word) if word[:1].isdigit() else None


def _has_constants(text: str, words: Set[str]) -> bool:
    numbers = constants.Numbers()
    for word in words:
        if word[0].isdigit():
            if len(word) > 18 and word[:2] in ("0x", "0X"):
                constants.long(word[2:].replace("_", "").rstrip("nNlLuU"), 0, numbers)
            if (value := constants.number(word)) is not None:
                numbers.add(value, 0)
    for match in _HEXADECIMAL.finditer(text):
        constants.long(re.sub(r"\W", "", match[1]), 0, numbers)
    if not textbook.DELTAS.isdisjoint(
        word.lower().rstrip("ul") for word in words if word[0] in "012"
    ):
        return True
    if any(word in text for word in constants.TEXTS):
        return True
    values = numbers.values.keys() | numbers.signed.keys()
    tables, runs = _tables()
    if any(len(values & table) >= needed for table, needed in tables):
        return True
    small = {value for value in values if value < 256}
    return len(small) > 3 and any(run <= small for run in runs)
