"""Findings as analysers write them: gcc -fanalyzer JSON, cppcheck XML, csdiff JSON.

Every reader turns a report into findings whose trace has the known-issues form, so that one
filter can read them all. SARIF is read by `sarif`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json_at, whole_number, without_surrogates
from acidtest.suites.sast_triage.identity import package_of
from acidtest.suites.sast_triage.record import Finding
from acidtest.suites.sast_triage.reported import AnalyserReport, Reported
from acidtest.suites.sast_triage.words import (
    UNKNOWN,
)

LEVELS = {"error": "high", "warning": "medium", "note": "low", "none": "low"}
"""Severities by the levels of SARIF and gcc."""

_GCC = re.compile(r"\s*\[\s*\{\s*\"")


def gcc_lines(text: str) -> tuple[list[Json], int, int]:
    """The diagnostics among the lines of a build's output; how many lines are none, or cut off.

    gcc writes one list for each file that it compiles; make, the linker and gcc itself write
    around them.
    """
    diagnostics: list[Json] = []
    others = broken = 0
    for line in text.split("\n"):
        try:
            rows, end = load_json_at(line.strip()) if line.lstrip().startswith("[") else (None, 0)
        except ValueError:
            rows = None
        if isinstance(rows, list) and all(isinstance(r, dict) and "kind" in r for r in rows):
            diagnostics += rows
            others += bool(line.strip()[end:].strip())
        elif rows is None and _GCC.match(line):
            broken += 1
        else:
            others += bool(line.strip())
    return diagnostics, others, broken


def is_gcc(rows: Sequence[Json]) -> bool:
    """Whether these are diagnostics of gcc."""
    return any(isinstance(r, dict) and "kind" in r and "locations" in r for r in rows)


def read_gcc(diagnostics: Sequence[Json], where: str, notes: Sequence[str] = ()) -> AnalyserReport:
    """Findings of gcc -fanalyzer -fdiagnostics-format=json; other diagnostics are left out."""
    results: list[Reported] = []
    left_out: Counter[str] = Counter()
    for index, said in enumerate(diagnostics):
        if not isinstance(said, dict):
            raise InputError(f"{where}: diagnostic {index} is not an object")
        option = str(said.get("option", ""))
        if not option.startswith("-Wanalyzer-"):
            left_out["a diagnostic of gcc that is not from -fanalyzer"] += 1
            continue
        spots = [as_dict(as_dict(spot).get("caret")) for spot in as_list(said.get("locations"))]
        if not spots:
            raise InputError(f"{where}: diagnostic {index} has no location")
        steps = [
            (
                *_spot(as_dict(as_dict(step).get("location"))),
                "step",
                str(as_dict(step).get("description")),
            )
            for step in as_list(said.get("path"))
        ]
        path, line = _spot(spots[0])
        name = option.removeprefix("-W")
        steps.append((path, line, event_name(name), str(said.get("message"))))
        cwe = as_dict(said.get("metadata")).get("cwe")
        results.append(
            Reported(
                made_finding(
                    issue_type=name.removeprefix("analyzer-").replace("-", "_").upper(),
                    trace=trace_of(steps),
                    path=path,
                    line=line,
                    cwe=f"CWE-{cwe}" if cwe else UNKNOWN,
                    severity=LEVELS.get(str(said.get("kind")), UNKNOWN),
                    tool="gcc",
                )
            )
        )
    return AnalyserReport(where, results, notes, left_out)


def _spot(spot: Mapping[str, Json]) -> tuple[str, int]:
    line = spot.get("line")
    return str(spot.get("file", UNKNOWN)), line if isinstance(line, int) else 0


def read_cppcheck(text: str, where: str) -> AnalyserReport:
    """Findings of cppcheck --xml; entries without a location (`information`) are left out."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError(f"{where}: declares XML entities, which cppcheck reports never do")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise InputError(f"{where}: is not XML: {error}") from error
    if root.tag != "results":
        raise InputError(f"{where}: is not a cppcheck report; its root element is <{root.tag}>")
    results: list[Reported] = []
    left_out: Counter[str] = Counter()
    for entry in root.iter("error"):
        spots = entry.findall("location")
        name, message = entry.get("id", UNKNOWN), entry.get("msg", "")
        if not spots:
            left_out[f"cppcheck's '{name}' has no location"] += 1
            continue
        # cppcheck lists the end of the path first and its start last
        steps = [
            (*_place(spot), "step", spot.get("info") or "passes here") for spot in spots[:0:-1]
        ]
        path, line = _place(spots[0])
        steps.append((path, line, event_name(name), message))
        results.append(
            Reported(
                made_finding(
                    issue_type=name,
                    trace=trace_of(steps),
                    path=path,
                    line=line,
                    cwe=f"CWE-{entry.get('cwe')}" if entry.get("cwe") else UNKNOWN,
                    severity={"error": "high", "warning": "medium"}.get(
                        entry.get("severity", ""), "low"
                    ),
                    tool="cppcheck",
                ),
                fingerprints=frozenset(filter(None, [entry.get("hash")])),
            )
        )
    return AnalyserReport(where, results, left_out=left_out)


def _place(spot: ElementTree.Element) -> tuple[str, int]:
    line = spot.get("line", "")
    return spot.get("file", UNKNOWN), whole_number(line, 9) or 0


def read_csdiff(report: Mapping[str, Json], where: str) -> AnalyserReport:
    """Defects of csgrep --mode=json: the steps up to the key event, and the code around it."""
    results = []
    for index, defect in enumerate(as_list(report.get("defects"))):
        at = f"{where}: defect {index}"
        events = [as_dict(event) for event in as_list(as_dict(defect).get("events"))]
        steps = [event for event in events if event.get("event") != "#"]
        key = as_dict(defect).get("key_event_idx", 0)
        if not isinstance(defect, dict) or not isinstance(defect.get("checker"), str):
            raise InputError(f"{at}: does not name its checker")
        if not isinstance(key, int) or not 0 <= key < len(events) or events[key] not in steps:
            raise InputError(f"{at}: 'key_event_idx' names none of its events")
        last = events[key]
        cwe, severity = defect.get("cwe"), defect.get("severity")
        code = [f"#{event.get('message')}" for event in events if event.get("event") == "#"]
        path, line = str(last.get("file_name") or UNKNOWN), last.get("line")
        results.append(
            Reported(
                made_finding(
                    issue_type=defect["checker"],
                    trace="\n".join(
                        [
                            trace_of([_step(e) for e in steps if e is not last] + [_step(last)]),
                            *code,
                        ]
                    ),
                    path=path,
                    line=line if isinstance(line, int) else None,
                    cwe=f"CWE-{cwe}" if cwe else UNKNOWN,
                    severity=severity.lower() if isinstance(severity, str) else UNKNOWN,
                    tool=str(defect.get("tool") or UNKNOWN),
                ),
                fingerprints=frozenset(
                    value
                    for name in ("hash_v1", "hash")
                    if isinstance(value := defect.get(name), str) and value
                ),
            )
        )
    return AnalyserReport(where, results)


def _step(event: Mapping[str, Json]) -> tuple[str, Json, str, str]:
    path = str(event.get("file_name") or UNKNOWN)
    return path, event.get("line"), event_name(str(event.get("event"))), str(event.get("message"))


def event_name(name: str) -> str:
    """A rule's name as an event of a trace has it."""
    return re.sub(r"[^\w-]+", "_", name)


def trace_of(steps: Sequence[tuple[str, Json, str, str]]) -> str:
    """Steps of path, line, event and message as a trace."""
    return "\n".join(
        f"{path}:{line if isinstance(line, int) else 0}: {event}: {' '.join(message.split())}"
        for path, line, event, message in steps
    )


def made_finding(
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
    issue_type, trace, path, cwe, severity, tool = map(
        without_surrogates, (issue_type, trace, path, cwe, severity, tool)
    )
    package, version = package_of(path)
    return Finding(
        id=f"{path}:{line or 0}:{issue_type}",
        issue_id=issue_type,
        issue_type=issue_type,
        trace=trace,
        path=path,
        line=line,
        cwe=cwe,
        severity=severity,
        package=package,
        version=version,
        tool=tool,
    )


def as_dict(value: Json) -> dict[str, Json]:
    """The value, or an empty object where a report has something else."""
    return value if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Json]:
    """The value, or an empty list where a report has something else."""
    return value if isinstance(value, list) else []
