"""Findings as analysers write them: SARIF 2.1.0, gcc -fanalyzer JSON, cppcheck XML.

Every reader turns a report into findings whose trace has the known-issues form, so that one
filter can read them all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from xml.etree import ElementTree

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.untrusted import whole_number
from acidtest.suites.sast_triage.record import Finding
from acidtest.suites.sast_triage.words import (
    UNKNOWN,
)

_CWE = re.compile(r"cwe[-_/ ]?0*(\d+)", re.IGNORECASE)
_PACKAGE = re.compile(r"(?P<package>[A-Za-z][\w.+-]*?)-(?P<version>\d[\w.]*)")
_LEVELS = {"error": "high", "warning": "medium", "note": "low", "none": "low"}


def sarif_findings(report: Mapping[str, Json], where: str) -> Iterator[tuple[int, int, Finding]]:
    """Findings of a SARIF log with the numbers of their run and result, in order."""
    runs = report.get("runs")
    if not isinstance(runs, list):
        raise InputError(f"{where}: has no 'runs'; it is not a SARIF 2.1.0 log")
    for number, run in enumerate(runs):
        if not isinstance(run, dict):
            raise InputError(f"{where}: run {number} is not an object")
        driver = _dict(_dict(run.get("tool")).get("driver"))
        rules = [_dict(rule) for rule in _list(driver.get("rules"))]
        for place, result in enumerate(_list(run.get("results"))):
            at = f"{where}: run {number}, result {place}"
            if not isinstance(result, dict):
                raise InputError(f"{at}: is not an object")
            yield number, place, _sarif_finding(result, rules, run, str(driver.get("name")), at)


def _sarif_finding(
    result: Mapping[str, Json],
    rules: Sequence[Mapping[str, Json]],
    run: Mapping[str, Json],
    tool: str,
    where: str,
) -> Finding:
    index = result.get("ruleIndex", _dict(result.get("rule")).get("index", -1))
    rule = rules[index] if isinstance(index, int) and 0 <= index < len(rules) else {}
    name = result.get("ruleId") or _dict(result.get("rule")).get("id") or rule.get("id")
    if not isinstance(name, str) or not name:
        raise InputError(f"{where}: does not name its rule")
    rule = rule or next((r for r in rules if r.get("id") == name), {})
    places = _list(result.get("locations"))
    place = _dict(_dict(places[0]).get("physicalLocation")) if places else {}
    path, line = _uri(place, run), _dict(place.get("region")).get("startLine")
    message = _sarif_message(result, rule)
    steps = [
        (_uri(at, run), _dict(at.get("region")).get("startLine"), "step", text)
        for at, text in _flow(result)
    ]
    steps.append((path, line, _event(name), message))
    properties = {**_dict(rule.get("properties")), **_dict(result.get("properties"))}
    return _finding(
        issue_type=name,
        trace="\n".join([_trace(steps), *_code(place)]),
        path=path,
        line=line if isinstance(line, int) else None,
        cwe=_cwe(rule, result),
        severity=_severity(result, rule, properties),
        tool=tool,
    )


def _sarif_message(result: Mapping[str, Json], rule: Mapping[str, Json]) -> str:
    message = _dict(result.get("message"))
    text = message.get("text") or message.get("markdown")
    if not text:
        strings = _dict(rule.get("messageStrings"))
        text = _dict(strings.get(str(message.get("id")))).get("text")
    text = text or _dict(rule.get("shortDescription")).get("text") or "no message"
    given = [str(part) for part in _list(message.get("arguments"))]
    for number, part in enumerate(given):
        text = str(text).replace("{" + str(number) + "}", part)
    return str(text)


def _flow(result: Mapping[str, Json]) -> Iterator[tuple[Mapping[str, Json], str]]:
    for flow in _list(result.get("codeFlows"))[:1]:
        for thread in _list(_dict(flow).get("threadFlows"))[:1]:
            for step in _list(_dict(thread).get("locations")):
                location = _dict(_dict(step).get("location"))
                text = _dict(location.get("message")).get("text") or "passes here"
                yield _dict(location.get("physicalLocation")), str(text)


def _uri(place: Mapping[str, Json], run: Mapping[str, Json]) -> str:
    artifact = _dict(place.get("artifactLocation"))
    uri, index = artifact.get("uri"), artifact.get("index")
    known = _list(run.get("artifacts"))
    if uri is None and isinstance(index, int) and 0 <= index < len(known):
        uri = _dict(_dict(known[index]).get("location")).get("uri")
    return str(uri).removeprefix("file://") if uri else UNKNOWN


def _code(place: Mapping[str, Json]) -> list[str]:
    region, around = _dict(place.get("region")), _dict(place.get("contextRegion"))
    flagged = region.get("startLine")
    shown = around if _dict(around.get("snippet")).get("text") else region
    text, first = _dict(shown.get("snippet")).get("text"), shown.get("startLine")
    if not isinstance(text, str) or not isinstance(first, int):
        return []
    return [
        f"# {number:4}|{'->' if number == flagged else '  '} {line}"
        for number, line in enumerate(text.rstrip("\n").split("\n"), first)
    ]


def _cwe(*sources: Mapping[str, Json]) -> str:
    for source in sources:
        properties = _dict(source.get("properties"))
        texts = [*_list(properties.get("tags")), *_list(properties.get("cwe"))]
        texts += [properties.get("cwe"), *_list(source.get("taxa"))]
        texts += _list(source.get("relationships"))
        for text in texts:
            match = _CWE.search(text if isinstance(text, str) else json.dumps(text))
            if match:
                return f"CWE-{match[1]}"
    return UNKNOWN


def _severity(
    result: Mapping[str, Json], rule: Mapping[str, Json], properties: Mapping[str, Json]
) -> str:
    if isinstance(said := properties.get("issue_severity"), str):
        return said.lower()
    try:
        points = float(properties.get("security-severity", ""))
    except (TypeError, ValueError):
        level = result.get("level") or _dict(rule.get("defaultConfiguration")).get("level")
        return _LEVELS.get(str(level), UNKNOWN)
    return "high" if points >= 7 else "medium" if points >= 4 else "low"


def gcc_findings(diagnostics: Sequence[Json], where: str) -> Iterator[Finding]:
    """Findings of gcc -fanalyzer -fdiagnostics-format=json; other diagnostics are skipped."""
    for index, said in enumerate(diagnostics):
        if not isinstance(said, dict):
            raise InputError(f"{where}: diagnostic {index} is not an object")
        option = str(said.get("option", ""))
        if not option.startswith("-Wanalyzer-"):
            continue
        spots = [_dict(_dict(spot).get("caret")) for spot in _list(said.get("locations"))]
        if not spots:
            raise InputError(f"{where}: diagnostic {index} has no location")
        steps = [
            (
                *_spot(_dict(_dict(step).get("location"))),
                "step",
                str(_dict(step).get("description")),
            )
            for step in _list(said.get("path"))
        ]
        path, line = _spot(spots[0])
        name = option.removeprefix("-W")
        steps.append((path, line, _event(name), str(said.get("message"))))
        cwe = _dict(said.get("metadata")).get("cwe")
        yield _finding(
            issue_type=name.removeprefix("analyzer-").replace("-", "_").upper(),
            trace=_trace(steps),
            path=path,
            line=line,
            cwe=f"CWE-{cwe}" if cwe else UNKNOWN,
            severity=_LEVELS.get(str(said.get("kind")), UNKNOWN),
            tool="gcc",
        )


def _spot(spot: Mapping[str, Json]) -> tuple[str, int]:
    line = spot.get("line")
    return str(spot.get("file", UNKNOWN)), line if isinstance(line, int) else 0


def cppcheck_findings(text: str, where: str) -> Iterator[Finding]:
    """Findings of cppcheck --xml; entries without a location (`information`) are skipped."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError(f"{where}: declares XML entities, which cppcheck reports never do")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise InputError(f"{where}: is not XML: {error}") from error
    if root.tag != "results":
        raise InputError(f"{where}: is not a cppcheck report; its root element is <{root.tag}>")
    for entry in root.iter("error"):
        spots = entry.findall("location")
        if not spots:
            continue
        name, message = entry.get("id", UNKNOWN), entry.get("msg", "")
        # cppcheck lists the end of the path first and its start last
        steps = [
            (*_place(spot), "step", spot.get("info") or "passes here") for spot in spots[:0:-1]
        ]
        path, line = _place(spots[0])
        steps.append((path, line, _event(name), message))
        yield _finding(
            issue_type=name,
            trace=_trace(steps),
            path=path,
            line=line,
            cwe=f"CWE-{entry.get('cwe')}" if entry.get("cwe") else UNKNOWN,
            severity={"error": "high", "warning": "medium"}.get(entry.get("severity", ""), "low"),
            tool="cppcheck",
        )


def _place(spot: ElementTree.Element) -> tuple[str, int]:
    line = spot.get("line", "")
    return spot.get("file", UNKNOWN), whole_number(line, 9) or 0


def _event(name: str) -> str:
    return re.sub(r"[^\w-]+", "_", name)


def _trace(steps: Sequence[tuple[str, Json, str, str]]) -> str:
    return "\n".join(
        f"{path}:{line if isinstance(line, int) else 0}: {event}: {' '.join(message.split())}"
        for path, line, event, message in steps
    )


def _finding(
    *,
    issue_type: str,
    trace: str,
    path: str,
    line: int | None,
    cwe: str,
    severity: str,
    tool: str,
) -> Finding:
    """The finding under an id that is unique once `numbered` has seen all of them."""
    first = PurePosixPath(path).parts[:1]
    versioned = _PACKAGE.fullmatch(first[0]) if first else None
    return Finding(
        id=f"{path}:{line or 0}:{issue_type}",
        issue_id=issue_type,
        issue_type=issue_type,
        trace=trace,
        path=path,
        line=line,
        cwe=cwe,
        severity=severity,
        package=versioned["package"] if versioned else UNKNOWN,
        version=versioned["version"] if versioned else UNKNOWN,
        tool=tool,
    )


def numbered(findings: Sequence[Finding]) -> list[Finding]:
    """The same findings; where several have one id, the later ones are numbered."""
    counts: dict[str, int] = {}
    unique = []
    for finding in findings:
        counts[finding.id] = times = counts.get(finding.id, 0) + 1
        unique.append(finding if times == 1 else replace(finding, id=f"{finding.id}~{times}"))
    return unique


def _dict(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
