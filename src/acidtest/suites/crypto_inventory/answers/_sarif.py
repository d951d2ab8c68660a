"""Reads SARIF 2.1.0: results that name an algorithm, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from acidtest.suites.crypto_inventory.answers._claim import (
    STATES,
    THREATS,
    Claim,
    Reading,
    confidence_of,
    one_of,
    spans_of,
    text_of,
)

_RESULTS_MAX = 100_000
_REPORTING = ("fail", "review", "open", "informational")


def is_sarif(document: Any) -> bool:
    """Whether a document looks like SARIF."""
    return (
        isinstance(document, dict)
        and isinstance(document.get("runs"), list)
        and ("version" in document or "sarif" in str(document.get("$schema", "")).lower())
    )


def read_sarif(document: Mapping[str, Any], reading: Reading) -> Iterator[Claim]:
    """One claim per location of each result; results that pass or are absent are skipped.

    A result names its algorithm in `properties.algorithm`, or in its rule's id or name. Otherwise
    the first name in its message counts: the rest is often advice on what to use instead.
    """
    if document.get("version") not in ("2.1.0", None):
        reading.repair("sarif-version")
    count = 0
    for run in document["runs"]:
        if not isinstance(run, dict):
            reading.repair("sarif-result")
            continue
        rules = _rules(run)
        for result in _listed(run.get("results"), reading):
            count += 1
            if count > _RESULTS_MAX:
                reading.repair("too-many")
                return
            if not isinstance(result, dict):
                reading.repair("sarif-result")
            elif (
                result.get("kind", "fail") in _REPORTING and result.get("baselineState") != "absent"
            ):
                yield from _claims(result, rules, run, reading)


def _listed(value: Any, reading: Reading) -> list[Any]:
    """A list; anything else in its place is counted, and holds nothing."""
    if value is not None and not isinstance(value, list):
        reading.repair("sarif-result")
    return value if isinstance(value, list) else []


def _rules(run: Mapping[str, Any]) -> dict[Any, Mapping[str, Any]]:
    """Rules by id and by place."""
    tool = run.get("tool")
    driver = tool.get("driver") if isinstance(tool, dict) else None
    listed = driver.get("rules") if isinstance(driver, dict) else None
    rules: dict[Any, Mapping[str, Any]] = {}
    for index, rule in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(rule, dict):
            rules[index] = rule
            if isinstance(rule.get("id"), str):
                rules[rule["id"]] = rule
    return rules


def _claims(
    result: Mapping[str, Any],
    rules: Mapping[Any, Mapping[str, Any]],
    run: Mapping[str, Any],
    reading: Reading,
) -> Iterator[Claim]:
    index = result.get("ruleIndex")
    identity = result.get("ruleId")
    rule = rules.get(identity if isinstance(identity, str) else None) or {}
    if not rule and isinstance(index, int):
        rule = rules.get(index, {})
    own = result.get("properties")
    own = own if isinstance(own, dict) else {}
    state = one_of(own.get("state"), STATES, reading, "state") or "active"
    if result.get("suppressions"):
        state = "disabled"
    parameters = own.get("parameters")
    for name, free in _named(result, rule, own):
        for file, lines in _places(result, run, reading) or [(None, ())]:
            yield Claim(
                name,
                parameters if isinstance(parameters, dict) else {},
                text_of(own.get("function")),
                lines,
                evidence=text_of(own.get("evidence")),
                state=state,
                threat=one_of(own.get("threat"), THREATS, reading, "threat"),
                confidence=_confidence(own.get("confidence"), reading),
                file=file,
                free=free,
            )


def _confidence(value: Any, reading: Reading) -> float | None:
    """A stated probability; the words that tools write there (`HIGH`) are not one."""
    words = isinstance(value, str) and not any(c.isdigit() for c in value)
    return None if words else confidence_of(value, reading)


def _named(
    result: Mapping[str, Any], rule: Mapping[str, Any], own: Mapping[str, Any]
) -> list[tuple[str, bool]]:
    stated = own.get("algorithm") or own.get("algorithms")
    if stated is None and isinstance(rule.get("properties"), dict):
        stated = rule["properties"].get("algorithm")
    names = [text_of(v) for v in (stated if isinstance(stated, list) else [stated])]
    if any(names):
        return [(name, False) for name in names if name]
    texts = [result.get("ruleId"), rule.get("id"), rule.get("name")]
    for part in (result.get("message"), rule.get("shortDescription")):
        texts.append(part.get("text") if isinstance(part, dict) else None)
    # one text holds them all, separated by newlines: the first line with a name counts
    return [("\n".join(dict.fromkeys(t for v in texts if (t := text_of(v)))), True)]


def _places(
    result: Mapping[str, Any], run: Mapping[str, Any], reading: Reading
) -> list[tuple[str | None, tuple[tuple[int, int], ...]]]:
    places = []
    for location in _listed(result.get("locations"), reading):
        physical = location.get("physicalLocation") if isinstance(location, dict) else None
        if not isinstance(physical, dict):
            reading.repair("sarif-result")
            continue
        region = physical.get("region")
        lines = None
        if isinstance(region, dict) and region.get("startLine") is not None:
            lines = [region["startLine"], region.get("endLine", region["startLine"])]
        places.append((_uri(physical.get("artifactLocation"), run), spans_of(lines, reading)))
    return places


def _uri(location: Any, run: Mapping[str, Any]) -> str | None:
    if not isinstance(location, dict):
        return None
    uri = location.get("uri")
    index = location.get("index")
    artifacts = run.get("artifacts")
    if uri is None and isinstance(index, int) and isinstance(artifacts, list):
        inside = artifacts[index] if 0 <= index < len(artifacts) else None
        named = inside.get("location") if isinstance(inside, dict) else None
        uri = named.get("uri") if isinstance(named, dict) else None
    if not isinstance(uri, str):
        return None
    return unquote(uri.removeprefix("file://"))
