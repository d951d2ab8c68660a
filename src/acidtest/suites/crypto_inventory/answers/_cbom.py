"""Reads CycloneDX CBOM 1.6 and 1.7: cryptographic assets and their locations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from acidtest.core.untrusted import whole_number
from acidtest.suites.crypto_inventory.answers._claim import (
    Claim,
    Reading,
    confidence_of,
    spans_of,
    text_of,
)

NEWEST = (1, 7)
_PLACE = re.compile(r"(.*?)(?::(\d{1,9}))(?::(\d{1,9}))?$", re.DOTALL)
_FILE_PROPERTIES = {"srcfile", "file", "filepath", "sourcefile", "location"}
_LINE_PROPERTIES = {"line", "linenumber", "srcline", "startline"}
_ASSETS_MAX = 100_000


def is_cbom(document: Any) -> bool:
    """Whether a document says it is CycloneDX."""
    return isinstance(document, dict) and document.get("bomFormat") == "CycloneDX"


def read_cbom(document: Mapping[str, Any], reading: Reading) -> Iterator[Claim]:
    """One claim per location of an asset; one claim without a location if none is given."""
    version = re.match(r"([0-9]{1,4})\.([0-9]{1,4})", str(document.get("specVersion", "")))
    if version is None or (int(version[1]), int(version[2])) > NEWEST:
        reading.repair("cbom-version")
    for asset in _assets(document.get("components"), reading):
        crypto = asset.get("cryptoProperties")
        if not isinstance(crypto, dict):
            reading.repair("cbom-asset")
            continue
        places = list(_places(asset, reading)) or [(None, ())]
        for name, parameters, function in _names(asset, crypto):
            for file, lines in places:
                yield Claim(
                    name,
                    parameters,
                    function,
                    lines,
                    evidence=None,
                    confidence=_confidence(asset, reading),
                    file=file,
                )


def _assets(components: Any, reading: Reading) -> Iterator[Mapping[str, Any]]:
    """All cryptographic assets, nested components included."""
    stack = [components]
    count = 0
    while stack:
        level = stack.pop()
        if level is None:
            continue
        if not isinstance(level, list):
            reading.repair("cbom-asset")
            continue
        for component in level:
            count += 1
            if count > _ASSETS_MAX:
                reading.repair("too-many")
                return
            if not isinstance(component, dict):
                reading.repair("cbom-asset")
                continue
            if component.get("components") is not None:
                stack.append(component["components"])
            if component.get("type") == "cryptographic-asset" or "cryptoProperties" in component:
                yield component


def _names(
    asset: Mapping[str, Any], crypto: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, Any], str | None]]:
    """The algorithms an asset represents.

    Certificates and keys refer to algorithms that are components of their own; only where a
    key or certificate names its algorithm in place does it count here.
    """
    kind = crypto.get("assetType")
    name = text_of(asset.get("name"))
    if kind == "algorithm" or (kind is None and name):
        details = crypto.get("algorithmProperties")
        details = details if isinstance(details, dict) else {}
        oid = text_of(crypto.get("oid"))
        if name or oid:
            yield name or str(oid), _parameters(details), text_of(details.get("primitive"))
    elif kind == "protocol":
        details = crypto.get("protocolProperties")
        suites = details.get("cipherSuites") if isinstance(details, dict) else None
        for suite in suites if isinstance(suites, list) else ():
            if isinstance(suite, dict) and not suite.get("algorithms"):
                suite_name = text_of(suite.get("name"))
                if suite_name:
                    yield suite_name, {}, None


def _parameters(details: Mapping[str, Any]) -> dict[str, Any]:
    named = {
        "curve": details.get("ellipticCurve") or details.get("curve"),
        "mode": details.get("mode"),
        "padding": details.get("padding"),
    }
    size = text_of(details.get("parameterSetIdentifier"))
    if size:
        bits = whole_number(size, 6)
        named["variant" if bits is None else "bits"] = size if bits is None else bits
    return {key: value for key, value in named.items() if isinstance(value, str | int) and value}


def _confidence(asset: Mapping[str, Any], reading: Reading) -> float | None:
    evidence = asset.get("evidence")
    identity = evidence.get("identity") if isinstance(evidence, dict) else None
    for part in identity if isinstance(identity, list) else [identity]:
        if isinstance(part, dict) and part.get("confidence") is not None:
            return confidence_of(part["confidence"], reading)
    return None


def _places(
    asset: Mapping[str, Any], reading: Reading
) -> Iterator[tuple[str | None, tuple[tuple[int, int], ...]]]:
    evidence = asset.get("evidence")
    occurrences = evidence.get("occurrences") if isinstance(evidence, dict) else None
    for place in occurrences if isinstance(occurrences, list) else ():
        if not isinstance(place, dict):
            reading.repair("cbom-asset")
            continue
        where = place.get("location")
        if isinstance(where, str) and where.strip():
            file, lines = split_place(where)
            if place.get("line") is not None:
                lines = spans_of(place["line"], reading)
            yield file, lines
    yield from _properties(asset.get("properties"), reading)


def _properties(
    properties: Any, reading: Reading
) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
    """`SrcFile` and similar properties, which tools write beside or instead of occurrences."""
    if not isinstance(properties, list):
        return
    pairs = [
        (re.sub(r"[^a-z]", "", str(p["name"]).rpartition(":")[2].lower()), str(p.get("value")))
        for p in properties
        if isinstance(p, dict) and p.get("name") is not None
    ]
    numbers = [n for name, v in pairs if name in _LINE_PROPERTIES and (n := whole_number(v, 9))]
    for name, value in pairs:
        if name in _FILE_PROPERTIES and value.strip():
            file, lines = split_place(value)
            if not lines and numbers:
                lines = spans_of(numbers[0], reading)
            yield file, lines


def split_place(place: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """`path:line` or `path:line:column` as path and lines; anything else is a path."""
    match = _PLACE.fullmatch(place.strip())
    if match is None or not match[1] or int(match[2]) < 1:
        return place.strip(), ()
    return match[1], ((int(match[2]), int(match[2])),)
