"""Findings of SARIF 2.1.0 logs, and what the logs say about them: suppressed, new, gone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeGuard
from urllib.parse import unquote

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.text import counted
from acidtest.core.untrusted import whole_number
from acidtest.suites.sast_triage.analysers import (
    LEVELS,
    as_dict,
    as_list,
    event_name,
    made_finding,
    trace_of,
)
from acidtest.suites.sast_triage.record import Finding
from acidtest.suites.sast_triage.reported import AnalyserReport, Reported
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG, UNKNOWN

_CWE = re.compile(r"cwe[-_/ ]?0*(\d+)", re.IGNORECASE)
_NO_FINDING = ("pass", "notApplicable", "informational")
_OPEN = "its suppressions and baselineState do not decide it"
_NEW = "baselineState 'new': nobody has judged it yet"
_REVIEW = "its suppression is still under review"
_GONE = "baselineState 'absent': the analyser no longer reports it"


def read_sarif(log: Mapping[str, Json], where: str, path: Path) -> AnalyserReport:
    """The results of a log in order; `path` is noted with each, so that a verdict finds its way."""
    runs = log.get("runs")
    if not isinstance(runs, list):
        raise InputError(f"{where}: has no 'runs'; it is not a SARIF 2.1.0 log")
    results, notes = [], []
    for number, run in enumerate(runs):
        if not isinstance(run, dict):
            raise InputError(f"{where}: run {number} is not an object")
        notes += [f"{where}: {note}" for note in _troubles(run)]
        of_run = as_list(given := run.get("results"))
        if given is not None and not isinstance(given, list):
            notes.append(
                f"{where}: run {number}: expected a list in 'results', got "
                f"{type(given).__name__}: nothing is read from it"
            )
        decided = any(_decision(_external(as_dict(result))) for result in of_run)
        inferred = 0
        for place, result in enumerate(of_run):
            at = f"{where}: run {number}, result {place}"
            if not isinstance(result, dict):
                raise InputError(f"{at}: is not an object")
            label, unjudged = _judgement(result, decided)
            inferred += label is not None and not _decision(_theirs(result))
            results.append(
                Reported(
                    _finding(result, run, at),
                    {"sarif": str(path.resolve()), "run": number, "result": place},
                    _fingerprints(result),
                    label,
                    unjudged,
                    _no_case(result),
                )
            )
        if inferred:
            notes.append(
                f"{where}: run {number}: {counted(inferred, 'result')} taken as real bugs: they "
                "were kept where others were suppressed"
            )
    return AnalyserReport(where, results, notes)


def _troubles(run: Mapping[str, Json]) -> Iterator[str]:
    """What the analyser says went wrong while it ran, counted by kind."""
    tool = as_dict(as_dict(run.get("tool")).get("driver")).get("name")
    kinds: Counter[str] = Counter()
    first: dict[str, str] = {}
    for invocation in map(as_dict, as_list(run.get("invocations"))):
        for name in ("toolExecutionNotifications", "toolConfigurationNotifications"):
            for said in map(as_dict, as_list(invocation.get(name))):
                if said.get("level", "warning") in ("error", "warning"):
                    kind = str(as_dict(said.get("descriptor")).get("id") or "problem")
                    kinds[kind] += 1
                    text = as_dict(said.get("message")).get("text") or ""
                    first.setdefault(kind, " ".join(str(text).split())[:120])
        if invocation.get("executionSuccessful") is False:
            yield f"{tool} says that it did not run to its end: findings may be missing"
    for kind, count in kinds.items():
        yield (
            f"{tool} reports {count} notifications ({kind}), such as '{first[kind]}': what it "
            "could not read has no findings here"
        )


def _no_case(result: Mapping[str, Json]) -> str | None:
    if result.get("kind") in _NO_FINDING:
        return f"its kind is '{result['kind']}': the analyser reports no problem"
    return _GONE if result.get("baselineState") == "absent" else None


def _judgement(result: Mapping[str, Json], decided: bool) -> tuple[str | None, str | None]:
    """A person's decision, or why there is none.

    A suppression is a false alarm, a rejected one a real bug. Where others of its run were judged
    outside the source (`decided`), a result that is not suppressed was judged and kept if it has an
    empty list of suppressions, or is no newer than them. A comment in the source judges only what
    it stands at. A result that is gone may be fixed or rewritten.
    """
    state, given = result.get("baselineState"), result.get("suppressions")
    if label := _decision(theirs := _theirs(result)):
        return label, None
    if theirs:
        return None, _REVIEW
    if state == "new":
        return None, _NEW
    kept = isinstance(given, list) or state in ("unchanged", "updated")
    return (REAL_BUG, None) if decided and kept and not given else (None, _OPEN)


def _decision(suppressions: Sequence[Mapping[str, Json]]) -> str | None:
    """What suppressions decide; one accepted is enough, for each stands on its own."""
    states = {suppression.get("status", "accepted") for suppression in suppressions}
    if "accepted" in states:
        return FALSE_ALARM
    return REAL_BUG if states == {"rejected"} else None


def _theirs(result: Mapping[str, Json]) -> list[dict[str, Json]]:
    """The suppressions of people: those that `acidtest export` wrote are a filter's verdicts."""
    given = [s for s in as_list(result.get("suppressions")) if isinstance(s, dict)]
    return [s for s in given if "acidtest" not in as_dict(s.get("properties"))]


def _external(result: Mapping[str, Json]) -> list[dict[str, Json]]:
    """Those of them that were given outside the source, in a review of the findings."""
    return [s for s in _theirs(result) if s.get("kind") == "external"]


def _fingerprints(result: Mapping[str, Json]) -> frozenset[str]:
    names = ("fingerprints", "partialFingerprints")
    values = [v for name in names for v in as_dict(result.get(name)).values()]
    values += [result.get("guid"), result.get("correlationGuid")]
    return frozenset(value for value in values if isinstance(value, str) and value)


def _finding(result: Mapping[str, Json], run: Mapping[str, Json], where: str) -> Finding:
    rule = _rule(result, as_dict(run.get("tool")))
    name = result.get("ruleId") or as_dict(result.get("rule")).get("id") or rule.get("id")
    if not isinstance(name, str) or not name:
        raise InputError(f"{where}: does not name its rule")
    places = as_list(result.get("locations"))
    place = as_dict(as_dict(places[0]).get("physicalLocation")) if places else {}
    path, line = _uri(place, run), _line(place)
    steps = [(_uri(at, run), _line(at), "step", text) for at, text in _flow(result)]
    steps.append((path, line, event_name(name), _message(result, rule)))
    properties = {**as_dict(rule.get("properties")), **as_dict(result.get("properties"))}
    return made_finding(
        issue_type=name,
        trace="\n".join([trace_of(steps), *_code(place)]),
        path=path,
        line=line,
        cwe=_cwe(rule, result),
        severity=_severity(result, rule, properties),
        tool=str(as_dict(as_dict(run.get("tool")).get("driver")).get("name")),
    )


def _line(place: Mapping[str, Json]) -> int | None:
    line = as_dict(place.get("region")).get("startLine")
    if isinstance(line, str):
        return whole_number(line, 9)
    return line if isinstance(line, int) and not isinstance(line, bool) else None


def _rule(result: Mapping[str, Json], tool: Mapping[str, Json]) -> Mapping[str, Json]:
    """The result's rule: by its index in the component that it names, or else by its id.

    An index is believed only where the rule there has the result's id.
    """
    driver, extensions = as_dict(tool.get("driver")), as_list(tool.get("extensions"))
    components = [driver, *map(as_dict, extensions)]
    named = as_dict(result.get("rule"))
    where = as_dict(named.get("toolComponent"))
    index = result.get("ruleIndex", named.get("index"))
    own, place = driver, where.get("index")
    if _is_index(place, extensions):
        own = as_dict(extensions[place])
    elif where:
        keys = [key for key in ("guid", "name") if where.get(key)]
        own = next((c for k in keys for c in components if c.get(k) == where[k]), driver)
    rules = as_list(own.get("rules"))
    name = result.get("ruleId") or named.get("id")
    at = as_dict(rules[index]) if _is_index(index, rules) else {}
    if at and (not name or _is_rule(at, str(name))):
        return at
    every = [rules, *(as_list(component.get("rules")) for component in components)]
    fitting = [as_dict(r) for rules in every for r in rules if _is_rule(as_dict(r), str(name))]
    return max(fitting, key=lambda rule: len(str(rule.get("id"))), default={})


def _is_index(index: Json, rows: Sequence[Json]) -> TypeGuard[int]:
    return isinstance(index, int) and not isinstance(index, bool) and 0 <= index < len(rows)


def _is_rule(rule: Mapping[str, Json], name: str) -> bool:
    """A result may name a part of a rule, as in `CA1000/1`."""
    identity = rule.get("id")
    return isinstance(identity, str) and (name == identity or name.startswith(f"{identity}/"))


def _message(result: Mapping[str, Json], rule: Mapping[str, Json]) -> str:
    message = as_dict(result.get("message"))
    text = message.get("text") or message.get("markdown")
    if not text:
        strings = as_dict(rule.get("messageStrings"))
        text = as_dict(strings.get(str(message.get("id")))).get("text")
    text = text or as_dict(rule.get("shortDescription")).get("text") or "no message"
    given = [str(part) for part in as_list(message.get("arguments"))]
    for number, part in enumerate(given):
        text = str(text).replace("{" + str(number) + "}", part)
    return str(text)


def _flow(result: Mapping[str, Json]) -> Iterator[tuple[Mapping[str, Json], str]]:
    for flow in as_list(result.get("codeFlows"))[:1]:
        for thread in as_list(as_dict(flow).get("threadFlows"))[:1]:
            for step in as_list(as_dict(thread).get("locations")):
                location = as_dict(as_dict(step).get("location"))
                text = as_dict(location.get("message")).get("text") or "passes here"
                yield as_dict(location.get("physicalLocation")), str(text)


def _uri(place: Mapping[str, Json], run: Mapping[str, Json]) -> str:
    artifact = as_dict(place.get("artifactLocation"))
    uri, index = artifact.get("uri"), artifact.get("index")
    known = as_list(run.get("artifacts"))
    if uri is None and _is_index(index, known):
        uri = as_dict(as_dict(known[index]).get("location")).get("uri")
    return unquote(str(uri).removeprefix("file://")) if uri else UNKNOWN


def _code(place: Mapping[str, Json]) -> list[str]:
    region, around = as_dict(place.get("region")), as_dict(place.get("contextRegion"))
    flagged = region.get("startLine")
    shown = around if as_dict(around.get("snippet")).get("text") else region
    text, first = as_dict(shown.get("snippet")).get("text"), shown.get("startLine")
    if not isinstance(text, str) or not isinstance(first, int) or isinstance(first, bool):
        return []
    return [
        f"# {number:4}|{'->' if number == flagged else '  '} {line}"
        for number, line in enumerate(text.rstrip("\n").split("\n"), first)
    ]


def _cwe(*sources: Mapping[str, Json]) -> str:
    for source in sources:
        properties = as_dict(source.get("properties"))
        texts = [*as_list(properties.get("tags")), *as_list(properties.get("cwe"))]
        texts += [properties.get("cwe")]
        references = [*as_list(source.get("taxa")), *as_list(source.get("relationships"))]
        for text in [*texts, *map(_taxon, references), *references]:
            match = _CWE.search(text if isinstance(text, str) else json.dumps(text))
            if match:
                return f"CWE-{match[1]}"
    return UNKNOWN


def _taxon(reference: Json) -> str:
    """An entry of a taxonomy in words: `{"id": "89", "toolComponent": {"name": "CWE"}}`."""
    target = as_dict(as_dict(reference).get("target")) or as_dict(reference)
    return f"{as_dict(target.get('toolComponent')).get('name')}-{target.get('id')}"


def _severity(
    result: Mapping[str, Json], rule: Mapping[str, Json], properties: Mapping[str, Json]
) -> str:
    if isinstance(said := properties.get("issue_severity"), str):
        return said.lower()
    try:
        points = float(properties.get("security-severity", ""))
    except (TypeError, ValueError):
        level = result.get("level") or as_dict(rule.get("defaultConfiguration")).get("level")
        return LEVELS.get(str(level), UNKNOWN)
    return "high" if points >= 7 else "medium" if points >= 4 else "low"
