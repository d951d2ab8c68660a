"""Reads names of algorithms as tokens: in a single name, or in free text.

Text is split into atoms (RSA | 2048, SHA | 256 | with | ECDSA, ml | kem | 768), and atoms are
joined again into the longest known name. Separators and case therefore do not matter, and part of
a word never matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from acidtest.crypto.vocabulary import Entry, Known, Part, Vocabulary

LONGEST_NAME = 200

_ATOM = re.compile(
    r"[A-Z]+(?=[Ww]ith|and[A-Z])|(?<=[0-9])(?:[Ww]ith|WITH)"
    r"|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+"
)
_OID = re.compile(r"(?<![\d.])[012](?:\.\d++){3,}+(?!\d)")
_RUN = re.compile(r"[A-Za-z0-9]+")
_WEAK = re.compile(r"[AaBbCcEeKkPpXx](?<![A-Za-z0-9].)[-_/][0-9]|[012]\.\d+\.\d+\.\d")
"""Possible starts of a name made of a single letter and digits, or of an OID."""
_SHORT = re.compile(r"[AaBbCcEeKkPpXx][0-9]|.*?(?:[xXdD](?:25519|448)|[jJ][pP]|[xX][wW])")
"""Words that may be or begin a name although no rare piece is in them."""
_MOST = 300_000
_BLOB = re.compile(r"[A-Za-z0-9+/]{40,}+")
_DENIES = frozenset("no not non none never without".split())
_CONTEXT = frozenset(
    "cipher ciphers encryption encrypt encrypted encrypts decrypt decryption algorithm algorithms "
    "signature signatures hash hashing digest key keys kem crypto cryptographic block mode secret "
    "sharing commitment keypair certificate".split()
)
_COMMON = frozenset(
    "one time data secure standard algorithm signature key single bit module with ctx bytes "
    "extended certificate based password half and".split()
)
_NOISE = frozenset(
    "with and mgf 1 padding id bit bits key tls ssl openssh com libssh org cert v 01 etm 96 "
    "encryption oaepwith mgf1padding public alg pkcs x anon export exp null prf ke1 esn "
    "simple robust padded ipd draft 00".split()
)
_FOLLOWS = frozenset(("", "-", "_", "/", " ", ":"))
_CHUNK = 1024


class Atom(NamedTuple):
    """A piece of text in lower case, with its position."""

    text: str
    start: int
    end: int


class Names:
    """Reads algorithm names against a vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Index the vocabulary."""
        self._v = vocabulary
        self._prefixes = frozenset(
            key[:length] for key in vocabulary.names for length in range(1, len(key) + 1)
        )
        rare: set[str] = set()
        for name in vocabulary.spelled:
            for spelling in {name, name.lower(), name.upper(), name.title(), name.capitalize()}:
                atoms = [a for a in _ATOM.findall(spelling) if len(a) > 1 and not a.isdigit()]
                if atoms:
                    rare.add(max(atoms, key=lambda a: (a.lower() not in _COMMON, len(a))))
        self._rare = frozenset(rare)
        self._silent: set[str] = set()

    def read(self, name: str) -> Entry:
        """The algorithms that a single name refers to."""
        name = name.strip()
        if not name or len(name) > LONGEST_NAME:
            return ()
        if name in self._v.oids:
            return self._v.oids[name]
        atoms = _atoms(name)
        if any(_denies(atoms, place) for place in range(len(atoms))):
            return ()
        return _merged([part for entry, _, _ in self._walk(name, atoms, True) for part in entry])

    def covers(self, name: str) -> bool:
        """Whether a name consists only of known names, parameters and filler words."""
        if name in self._v.oids:
            return True
        if len(name) > LONGEST_NAME:
            return False
        atoms = _atoms(name)
        spans = [(start, end) for _, start, end in self._walk(name, atoms, True)]
        return bool(spans) and all(
            atom.text in _NOISE or any(s <= atom.start and atom.end <= e for s, e in spans)
            for atom in atoms
        )

    def scan(self, text: str) -> Iterator[tuple[Entry, int, int]]:
        """Names in free text with positions. Most text has none: check chunks, then lines."""
        start, size = 0, len(text)
        if size > _CHUNK and not self._may_hold(text):
            return
        while start < size:
            end = text.find("\n", start + _CHUNK)
            end = size if end < 0 else end
            chunk = text[start:end]
            if self._may_hold(chunk):
                at = start
                for line in chunk.splitlines(keepends=True):
                    if self._may_hold(line):
                        for entry, first, last in self._line(line):
                            yield entry, at + first, at + last
                    at += len(line)
            start = end

    def _may_hold(self, text: str) -> bool:
        """Whether names are possible: most words were seen before and said nothing."""
        if len(self._silent) > _MOST:
            self._silent.clear()
        for word in set(_RUN.findall(text)) - self._silent:
            if not self._rare.isdisjoint(_ATOM.findall(word)) or (
                _SHORT.match(word) and self._begins(word)
            ):
                return True
            self._silent.add(word)
        return _WEAK.search(text) is not None

    def _begins(self, word: str) -> bool:
        """Whether a name is in a word, or begins in it and may go on behind it."""
        atoms = [atom.text for atom in _atoms(word)]
        for start in range(len(atoms)):
            joined = ""
            for atom in atoms[start:]:
                joined += atom
                if joined in self._v.names or joined not in self._prefixes:
                    break
            if joined in self._prefixes:
                return True
        return False

    def _line(self, line: str) -> list[tuple[Entry, int, int]]:
        line = _BLOB.sub(_blank, line)
        hits = list(self._walk(line, _atoms(line), False))
        for match in _OID.finditer(line):
            if match[0] in self._v.oids:
                hits.append((self._v.oids[match[0]], match.start(), match.end()))
        return sorted(hits, key=lambda item: item[1])

    def _walk(
        self, text: str, atoms: Sequence[Atom], lenient: bool
    ) -> Iterator[tuple[Entry, int, int]]:
        place = 0
        word_end = -1  # where the last name ended, to tell whether two names share a word
        while place < len(atoms):
            if not lenient and atoms[place].text not in self._prefixes:
                place += 1
                continue
            known, after, plus = self._longest(text, atoms, place)
            if known is None:
                if lenient:
                    for part in self._segments(atoms[place].text):
                        yield (part,), atoms[place].start, atoms[place].end
                place += 1
                continue
            first = place
            given, place = self._parameters(text, atoms, known.entry[-1], after, lenient)
            end = atoms[place - 1].end + (1 if plus and place == after else 0)
            entry = _with(known.entry, given)
            start = atoms[first].start
            if "bits" not in given and first > 1 and atoms[first - 1].text in ("bit", "bits"):
                entry = _with(entry, self._number(known.entry[-1], atoms[first - 2].text))
            if not lenient:
                beside = word_end >= 0 and text[word_end:start] in ("-", "_", "/", "+", "")
                if not self._stands(text, atoms, first, after, place, known, given, beside):
                    continue
            word_end = end
            yield entry, start, end

    def _longest(
        self, text: str, atoms: Sequence[Atom], place: int
    ) -> tuple[Known | None, int, bool]:
        joined, gaps = "", set[str]()
        best: Known | None = None
        after, plus = place, False
        for at in range(place, len(atoms)):
            if at > place:
                gap = text[atoms[at - 1].end : atoms[at].start]
                if len(gap) > 3:
                    break
                if gap != " " or not atoms[at].text.isdigit() or len(joined) < 2:
                    gaps.add(gap)
            joined += atoms[at].text
            if joined not in self._prefixes:
                break
            end = atoms[at].end
            known = self._v.names.get(joined + "+") if text[end : end + 1] == "+" else None
            if known is not None and gaps <= known.gaps:
                best, after, plus = known, at + 1, True
                continue
            known = self._v.names.get(joined)
            if known is not None and gaps <= known.gaps:
                best, after, plus = known, at + 1, False
        return best, after, plus

    def _parameters(
        self, text: str, atoms: Sequence[Atom], part: Part, place: int, lenient: bool
    ) -> tuple[dict[str, str | int], int]:
        """Sizes, modes, curves and paddings right after a name."""
        given: dict[str, str | int] = {}
        while place < len(atoms):
            gap = text[atoms[place - 1].end : atoms[place].start]
            if gap not in _FOLLOWS:
                break
            atom = atoms[place].text
            number = self._number(part, atom) if atom.isdigit() else {}
            if number and not number.keys() & given.keys():
                given |= number
                place += 1
                if place < len(atoms) and atoms[place].text in ("bit", "bits"):
                    place += 1
                continue
            step = self._follower(text, atoms, part, place, given)
            if step is None:
                break
            place = step
        return given, place

    def _follower(
        self,
        text: str,
        atoms: Sequence[Atom],
        part: Part,
        place: int,
        given: dict[str, str | int],
    ) -> int | None:
        """Add a mode, padding or curve to `given` and return the place after it; None if none."""
        for length in (6, 5, 4, 3, 2, 1):
            run = atoms[place : place + length]
            if len(run) < length or run[-1].end - run[0].start > 40:
                continue
            joined = "".join(atom.text for atom in run)
            if joined in self._v.follow:
                kind, name = self._v.follow[joined]
                if kind == "mode" and part.id in self._v.modes:
                    given.setdefault("mode", name)
                elif kind == "padding" and part.id == "rsa" and name != "PKCS7":
                    given.setdefault("padding", name)
                elif part.id != "rsa" and part.id not in self._v.modes:
                    continue
                return place + length
            known = self._v.names.get(joined)
            if known is not None and known.entry[0].id == "ecc" and known.entry[0].parameters:
                sizes = self._v.takes[part.id][1]
                if 521 in sizes and "curve" not in given and part.id != "ecc":
                    given["curve"] = known.entry[0].parameters[0][1]
                    return place + length
        return None

    def _number(self, part: Part, text: str) -> dict[str, str | int]:
        kind, sizes = self._v.takes[part.id]
        if any(key == kind for key, _ in part.parameters):
            return {}
        if len(text) > 5 or not text.isdigit() or int(text) not in sizes:
            return {}
        return {kind: int(text) if kind == "bits" else text}

    def _stands(
        self,
        text: str,
        atoms: Sequence[Atom],
        first: int,
        after: int,
        last: int,
        known: Known,
        given: Mapping[str, str | int],
        beside: bool,
    ) -> bool:
        """Whether a name counts in free text: an ordinary word needs supporting context."""
        following = atoms[last].text if last < len(atoms) else ""
        spaced = last < len(atoms) and text[atoms[last - 1].end : atoms[last].start].isspace()
        if spaced and following in self._v.exceptions.get(known.entry[0].id, ()):
            return False
        if known.kind == "name":
            return True
        exact = text[atoms[first].start : atoms[after - 1].end] in known.exact
        tight = last > after and text[atoms[after - 1].end : atoms[after].start] != " "
        if given and (exact or tight):
            return True
        if beside and (exact or known.kind == "caps"):
            return True
        if known.kind == "caps":
            return exact
        before = atoms[first - 1].text if first else ""
        near = following in _CONTEXT or before in _CONTEXT
        if exact and near:
            return True
        # The next name in the same word can confirm it: SEED-SHA.
        if exact and last < len(atoms) and text[atoms[last - 1].end : atoms[last].start] in "-_/":
            other, _, _ = self._longest(text, atoms, last)
            return other is not None and other.kind != "words"
        return False

    def _segments(self, atom: str) -> Entry:
        """Names run together without a separator ("rsaoaep"), if they fill the atom."""
        if not 4 <= len(atom) <= 40:
            return ()
        parts: list[Part] = []
        at = 0
        while at < len(atom):
            for end in range(len(atom), at + 2, -1):
                piece = atom[at:end]
                known = self._v.names.get(piece)
                if known is not None and known.kind != "words":
                    parts.extend(known.entry)
                elif parts and piece in self._v.follow:
                    kind, name = self._v.follow[piece]
                    parts[-1] = parts[-1]._replace(parameters=((kind, name),))
                elif not (parts and piece in ("with", "and")):
                    continue
                at = end
                break
            else:
                return ()
        return tuple(parts)


def _atoms(text: str) -> list[Atom]:
    return [Atom(m[0].lower(), m.start(), m.end()) for m in _ATOM.finditer(text)]


def _denies(atoms: Sequence[Atom], place: int) -> bool:
    """Whether an atom is a negation, as in "no RSA"; "NoPadding" is not."""
    after = atoms[place + 1].text if place + 1 < len(atoms) else ""
    return atoms[place].text in _DENIES and after != "padding"


def _blank(match: re.Match[str]) -> str:
    """Replace encoded bytes with spaces: they contain any short name by chance."""
    blob = match[0]
    longest = max(len(piece) for piece in blob.split("/"))
    mixed = any(c.isdigit() for c in blob) and blob.lower() != blob != blob.upper()
    return " " * len(blob) if mixed and longest > 20 else blob


def _with(entry: Entry, given: Mapping[str, str | int]) -> Entry:
    if not given:
        return entry
    last = entry[-1]
    return (*entry[:-1], last._replace(parameters=(*last.parameters, *given.items())))


def _merged(parts: list[Part]) -> Entry:
    """Attach a separately named curve to the elliptic-curve algorithm; drop duplicates."""
    takes = ("ecdsa", "ecdh", "ecies", "ecmqv", "ec-kcdsa", "ecgdsa")
    curves = [p for p in parts if p.id == "ecc" and p.parameters]
    if curves and any(p.id in takes for p in parts):
        parts = [
            p._replace(parameters=curves[0].parameters) if p.id in takes and not p.parameters else p
            for p in parts
            if p.id != "ecc"
        ]
    if any(p.id != "ecc" and p.id in takes for p in parts):
        parts = [p for p in parts if p.id != "ecc" or p.parameters]
    return tuple(dict.fromkeys(parts))
