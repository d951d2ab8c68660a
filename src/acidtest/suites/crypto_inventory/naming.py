"""The algorithms that an answer or a label names, looked up in the taxonomy."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from acidtest.core.records import Json
from acidtest.crypto import taxonomy
from acidtest.suites.crypto_inventory.answers import Claim

_KEPT_NAME = 80
_PARTS_MAX = 20
_BRACKETS = re.compile(r"\([^()]*\)?")
_PARTS = re.compile(r"[,;]| and ")


@dataclass(frozen=True, slots=True)
class Named:
    """A name looked up: the taxonomy's id, or `?name` if the taxonomy does not know it.

    `component` is a hash or MAC that is there as a part of something else (`SHA256withRSA`,
    `ChaCha20-Poly1305`); `parts` are the ids of what a hybrid is made of.
    """

    id: str
    name: str
    threat: str | None
    korean: bool = False
    known: bool = True
    component: bool = False
    parts: tuple[str, ...] = ()


def unknown(name: str) -> Named:
    """A name the taxonomy does not know, kept as it was written."""
    plain = re.sub(r"[\W_]+", "", name.lower()) or "nothing"
    return Named(f"?{plain[:_KEPT_NAME]}", name.strip()[:_KEPT_NAME], None, known=False)


@lru_cache(maxsize=100_000)
def named(name: str, parameters: tuple[tuple[str, Any], ...] = ()) -> tuple[Named, ...]:
    """All algorithms a name refers to (`SHA256withECDSA`: two); an unknown one is kept."""
    matches = taxonomy.load().find_all(name)
    main = {m.algorithm.id for m in matches if m.function not in ("hash", "mac")}
    if not main and (chief := taxonomy.load().find(name)):
        main = {chief.algorithm.id}
    return tuple(_named(match, parameters, main) for match in matches) or (unknown(name),)


@lru_cache(maxsize=100_000)
def named_within(text: str) -> tuple[Named, ...]:
    """The algorithms named in a text, in its order."""
    return tuple(_named(match) for match, _, _ in taxonomy.load().names_in(text))


_PARAMETERS = {"key_bits": "bits", "key_size": "bits", "size": "bits", "set": "variant"}
"""Parameter names in answers, and their names in the taxonomy; any other name is the same."""


def _named(
    match: taxonomy.Match,
    parameters: tuple[tuple[str, Any], ...] = (),
    main: Collection[str] | None = None,
) -> Named:
    algorithm = match.algorithm
    given: dict[str, str | int] = {}
    for key, value in parameters:
        name = _PARAMETERS.get(key, key)
        if name != "bits":
            given[name] = str(value)
        elif str(value).isdecimal() and len(str(value)) < 7:
            given[name] = int(value)
    threat = replace(match, parameters={**match.parameters, **given}).threat()
    return Named(
        algorithm.id,
        algorithm.name,
        threat,
        algorithm.korean,
        component=main is not None and algorithm.id not in main,
        parts=tuple(part.id for part in algorithm.parts),
    )


def is_korean(identity: str) -> bool:
    """Whether the algorithm of an id is of Korean origin; an unknown one is not."""
    algorithm = taxonomy.load().algorithms.get(identity)
    return algorithm is not None and algorithm.korean


_SHA2 = frozenset("sha-224 sha-256 sha-384 sha-512 sha-512-224 sha-512-256".split())


def general_names(identity: str) -> tuple[str, ...]:
    """The ids of more general names than this algorithm's: neither right nor wrong."""
    algorithm = taxonomy.load().algorithms.get(identity)
    if algorithm is None:
        return ()
    names = []
    if algorithm.family == "elliptic-curve":
        names.append("ecc")
    if identity in _SHA2:
        names.append("sha-2")
    if identity.startswith(("sha3-", "shake")):
        names.append("sha-3")
    return tuple(name for name in names if name != identity)


def _hashable(parameters: Mapping[str, Json]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted((k, v) for k, v in parameters.items() if isinstance(v, str | int | float)))


def resolve(claims: Iterable[Claim]) -> Iterator[tuple[Named, Claim]]:
    """Each claim with every algorithm it names.

    In free text only names in the taxonomy count; a text without any is kept as unknown, under
    its first words.
    """
    for claim in claims:
        if not claim.free:
            for one in named(claim.name, _hashable(claim.parameters)):
                yield one, claim
            continue
        for one in _free_names(claim.name):
            yield one, claim


def _free_names(text: str) -> list[Named]:
    """What free text names: the names of its first line that has any.

    The parts outside brackets are read as names, the whole as prose. After the first line come
    messages, which often recommend a replacement: there only the first name counts.
    """
    for number, line in enumerate(text.split("\n")):
        message = number > 0 and " " in line
        names: dict[str, Named] = {}
        for part in () if message else _PARTS.split(_BRACKETS.sub(" ", line))[:_PARTS_MAX]:
            if len(part) <= _KEPT_NAME:
                names.update((one.id, one) for one in named(part.strip()) if one.known)
        for one in named_within(line):
            names.setdefault(one.id, one)
        if names:
            return list(names.values())[: 1 if message else None]
    return [unknown(re.split(r"[(\n]", text)[0])]
