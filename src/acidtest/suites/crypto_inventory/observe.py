"""Reads an answer into findings with canonical names: what is observed before it is scored."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from acidtest.model import Json, Observation, Sample
from acidtest.suites._base import sha256_of
from acidtest.suites.crypto_inventory import taxonomy
from acidtest.suites.crypto_inventory.answers import Claim, Reading, read_answer
from acidtest.suites.crypto_inventory.published import formulas
from acidtest.suites.crypto_inventory.published.keywords import MISSED_UNLESS
from acidtest.suites.crypto_inventory.question import question
from acidtest.suites.crypto_inventory.truth import Truth

_KEPT_NAME = 80
_PARTS_MAX = 20
_BRACKETS = re.compile(r"\([^()]*\)?")
_PARTS = re.compile(r"[,;]| and ")


@dataclass(frozen=True, slots=True)
class Named:
    """A name looked up: the taxonomy's id, or `?name` where it knows none.

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
    """A name the taxonomy does not know, kept as it was said."""
    plain = re.sub(r"[\W_]+", "", name.lower()) or "nothing"
    return Named(f"?{plain[:_KEPT_NAME]}", name.strip()[:_KEPT_NAME], None, known=False)


@lru_cache(maxsize=100_000)
def named(name: str, parameters: tuple[tuple[str, Any], ...] = ()) -> tuple[Named, ...]:
    """All algorithms a name stands for (`SHA256withECDSA`: two); an unknown one is kept."""
    found = taxonomy.load().find_all(name)
    main = {m.algorithm.id for m in found if m.function not in ("hash", "mac")}
    if not main and (chief := taxonomy.load().find(name)):
        main = {chief.algorithm.id}
    return tuple(_named(match, parameters, main) for match in found) or (unknown(name),)


@lru_cache(maxsize=100_000)
def named_within(text: str) -> tuple[Named, ...]:
    """The algorithms named in a text, in its order."""
    return tuple(_named(match) for match, _, _ in taxonomy.load().names_in(text))


_PARAMETERS = {"key_bits": "bits", "key_size": "bits", "size": "bits", "set": "variant"}
"""How answers call what the taxonomy goes by; what is not here is called the same."""


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


_SHA2 = frozenset("sha-224 sha-256 sha-384 sha-512 sha-512-224 sha-512-256".split())


def general_names(identity: str) -> tuple[str, ...]:
    """The ids of the names that say less than this algorithm's: neither right nor wrong."""
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

    In free text only what the taxonomy knows is a name; such a text without any is kept as
    unknown, under its first words.
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

    Its parts outside brackets are read as names, the whole as prose. Of several lines the later
    ones are messages, which often go on to say what to use instead: there the first name counts.
    """
    for number, line in enumerate(text.split("\n")):
        message = number > 0 and " " in line
        found: dict[str, Named] = {}
        for part in () if message else _PARTS.split(_BRACKETS.sub(" ", line))[:_PARTS_MAX]:
            if len(part) <= _KEPT_NAME:
                found.update((one.id, one) for one in named(part.strip()) if one.known)
        for one in named_within(line):
            found.setdefault(one.id, one)
        if found:
            return list(found.values())[: 1 if message else None]
    return [unknown(re.split(r"[(\n]", text)[0])]


def findings(reading: Reading, line_count: int | None) -> list[dict[str, Json]]:
    """Distinct findings by algorithm and state, in the order they are first claimed."""
    merged: dict[tuple[str, str], dict[str, Json]] = {}
    for one, claim in resolve(reading.claims):
        lines = [list(span) for span in claim.lines]
        if line_count is not None:
            kept = [[a, min(b, line_count)] for a, b in lines if a <= line_count]
            if kept != lines:
                reading.repair("lines-beyond-the-file")
            lines = kept
        before = merged.get((one.id, claim.state))
        if before is None:
            merged[one.id, claim.state] = {
                "id": one.id,
                "name": one.name,
                "known": one.known,
                "free": claim.free,
                "component": one.component,
                "state": claim.state,
                "implied": one.threat,
                "threat": claim.threat,
                "lines": lines,
                "confidence": claim.confidence,
                "said": 1,
            }
            continue
        before["said"] += 1
        before["free"] = before["free"] and claim.free
        before["component"] = before["component"] and one.component
        before["lines"] += [span for span in lines if span not in before["lines"]]
        if claim.confidence is not None:
            before["confidence"] = max(before["confidence"] or 0.0, claim.confidence)
        before["threat"] = before["threat"] or claim.threat
    return list(merged.values())


def published(document: Any, expected: formulas.Expected) -> dict[str, Json]:
    """What the published figures of an answer are made of."""
    response = formulas.read_response(document)
    if not response.valid:
        return {"valid": False}
    text = response.text
    counts = formulas.counts(response, expected.algorithms) if expected.given else (0, 0, 0)
    return {
        "valid": True,
        "analysis": bool(response.analysis),
        "confidence": response.confidence,
        "summary": response.summary,
        "algorithms": formulas.found(text, expected.algorithms),
        "not_missed": formulas.found(text, expected.algorithms, MISSED_UNLESS),
        "categories": formulas.categories_found(response, expected.categories),
        "korean": formulas.korean_found(text, expected.korean),
        "false_positive_rate": formulas.false_positive_rate(text, expected.algorithms),
        "counts": list(counts),
    }


class InventoryObserver:
    """Reads answers by the taxonomy. Needs no tool and no sandbox."""

    def __init__(self) -> None:
        self.toolchain: Mapping[str, str] = {"taxonomy": taxonomy.load().sha256[:16]}

    def key(self, sample: Sample, text: str) -> str:
        """The file's lines and what is expected count, the labels do not."""
        truth: Truth = sample.truth
        size = "none" if truth.data is None else str(truth.line_count)
        return sha256_of(size, repr(truth.expected), text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """Findings, repairs, and the parts of the published figures."""
        truth: Truth = sample.truth
        reading = read_answer(text)
        found = findings(reading, None if truth.data is None else truth.line_count)
        return {
            "form": reading.form,
            "why": reading.why,
            "findings": found,
            "repairs": dict(sorted(reading.repairs.items())),
            "published": published(reading.document, truth.expected),
        }

    def question(self, sample: Sample, form: str) -> str:
        """The question in one of the suite's forms."""
        return question(sample.truth, form)

    def binary(self, sample: Sample) -> bytes | None:
        """The file itself."""
        truth: Truth = sample.truth
        return truth.data
