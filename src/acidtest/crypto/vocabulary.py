"""Known names of algorithms: every spelling of the taxonomy, and what may follow it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

_ALWAYS = frozenset(("", "-", "_"))


class Part(NamedTuple):
    """One algorithm of a name: id, function if the name implies one, parameters."""

    id: str
    function: str | None = None
    parameters: tuple[tuple[str, str | int], ...] = ()


Entry = tuple[Part, ...]


class Known(NamedTuple):
    """What a run of atoms means. In free text, `exact` spellings are required for a `word` (also
    an ordinary word) and for `caps` (an algorithm only when in capitals).
    """

    entry: Entry
    gaps: frozenset[str]
    kind: str
    exact: frozenset[str]


def parse_spec(text: str) -> Entry:
    """Parse "id/function key=value; id", the data file's notation."""
    parts = []
    for piece in text.split(";"):
        head, *pairs = piece.split()
        key, _, function = head.partition("/")
        given = (pair.partition("=") for pair in pairs)
        parameters = tuple((k, int(v) if k == "bits" else v) for k, _, v in given)
        parts.append(Part(key, function or None, parameters))
    return tuple(parts)


def compact(name: str) -> str:
    """A name without case and separators; a plus sign at the end stays."""
    bare = re.sub(r"[^a-z0-9]", "", name.lower())
    return bare + "+" if name.endswith("+") else bare


@dataclass(frozen=True)
class Vocabulary:
    """Known names by compact form, and what may follow them."""

    names: Mapping[str, Known]
    follow: Mapping[str, tuple[str, str]]
    takes: Mapping[str, tuple[str, frozenset[int]]]
    modes: frozenset[str]
    exceptions: Mapping[str, frozenset[str]]
    oids: Mapping[str, Entry]
    spelled: Sequence[str]

    @classmethod
    def of(cls, data: Mapping[str, Any], oids: Mapping[str, Entry]) -> Vocabulary:
        """Collect all spellings in the data file."""
        names: dict[str, Known] = {}
        spelled: list[str] = []

        def add(name: str, entry: Entry, kind: str = "name") -> None:
            key = compact(name)
            gaps = frozenset(re.findall(r"[^A-Za-z0-9]+", name)) | _ALWAYS
            old = names.get(key)
            if old is not None and (old.kind == "name" or kind == "name"):
                gaps |= old.gaps
                kind = "name"
                entry = old.entry if len(old.entry) > len(entry) else entry
            exact = frozenset([name]) | (old.exact if old else frozenset())
            names[key] = Known(entry, gaps, kind, exact)
            spelled.append(name)

        for key, record in data["algorithms"].items():
            alone = {compact(w) for w in (*record.get("words", ()), *record.get("caps", ()))}
            for name in (record["name"], *record["aliases"]):
                if compact(name) not in alone:
                    add(name, (Part(key),))
            for kind in ("words", "caps"):
                for name in record.get(kind, ()):
                    add(name, (Part(key),), kind)
        for name, curve in data["curves"].items():
            for alias in (name, *curve["aliases"]):
                add(alias, (Part("ecc", None, (("curve", name),)),))
        for name, spec in data["names"].items():
            entry = parse_spec(spec)
            names.pop(compact(name), None)
            add(name, entry)
        follow = {
            compact(alias): (kind, name)
            for kind, values in data["parameters"].items()
            for name, more in values.items()
            for alias in (name, *more)
        }
        exceptions = {
            key: frozenset(word.lower() for word in words)
            for key, words in data["exceptions"].items()
        }
        takes = {key: _takes(record) for key, record in data["algorithms"].items()}
        modes = frozenset(
            key for key, r in data["algorithms"].items() if r["family"] == "block-cipher"
        )
        return cls(names, follow, takes, modes, exceptions, oids, spelled)


def _takes(record: Mapping[str, Any]) -> tuple[str, frozenset[int]]:
    """Which numbers may follow an algorithm's name, and what they mean."""
    strength = record.get("strength")
    if isinstance(strength, Mapping):
        sizes = frozenset(int(size) for size in strength)
        return ("bits" if record["family"] == "hash" else "variant"), sizes
    if strength == "modulus":
        return "bits", frozenset(range(384, 16385, 64))
    if strength == "curve":
        return "bits", frozenset((160, 163, 192, 224, 233, 239, 256, 283, 384, 409, 512, 521, 571))
    return "bits", frozenset(record.get("sizes", ()))
