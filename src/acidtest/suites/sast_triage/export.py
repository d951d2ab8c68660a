"""Verdicts back into the SARIF they came from: `suppressions[]`, nothing deleted.

Findings of other reports (gcc, cppcheck, csdiff …) become a log of their own.

A finding the filter calls a false alarm is suppressed (`external`, `accepted`); one it leaves to
a person carries a suppression `underReview`, which SARIF viewers still show. The verdict and its
confidence are in the result's properties, under `acidtest`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from acidtest.core.errors import InputError
from acidtest.core.places import brought
from acidtest.core.records import Answer, Json, Sample
from acidtest.core.registry import find_suite
from acidtest.core.untrusted import load_json, without_surrogates
from acidtest.store import find_answers, read_manifest
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.decoding import text_of
from acidtest.suites.sast_triage.identity import Event, events
from acidtest.suites.sast_triage.record import Finding
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    UNKNOWN,
    WRITTEN,
)

_MADE = Path("findings.sarif")
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "note"}


def suppressed_reports(folder: Path) -> dict[Path, dict[str, Json]]:
    """The SARIF logs behind a run, each with the run's verdicts in it."""
    manifest = read_manifest(folder)
    suite = find_suite(str(manifest["suite"]))
    dataset = suite.read([brought(Path(path)) for path in manifest["data"]["paths"]])
    if dataset.sha256 != manifest["data"]["sha256"]:
        raise InputError(f"{folder}: the data has changed since the run; run it again first")
    given: dict[str, list[Answer]] = {}
    for answer in find_answers(folder / "answers.jsonl").values():
        given.setdefault(answer.id, []).append(answer)
    reports: dict[Path, dict[str, Json]] = {}
    for sample in dataset.samples:
        if "sarif" in sample.record:
            path = Path(str(sample.record["sarif"]))
            if path not in reports:
                reports[path] = load_json(text_of(path))
            result = _result(reports[path], sample)
        else:
            log = reports.setdefault(_MADE, {"$schema": _SCHEMA, "version": "2.1.0", "runs": []})
            result = _add(log, sample.truth.finding)
        if sample.id in given:
            _suppress(result, given[sample.id], str(manifest["system"]["name"]), sample)
    return reports


def _add(log: dict[str, Json], finding: Finding) -> dict[str, Json]:
    """The result of a finding that was not read from SARIF, put into the run of its tool."""
    runs = log["runs"]
    run = next((r for r in runs if r["tool"]["driver"]["name"] == finding.tool), None)
    if run is None:
        run = {"tool": {"driver": {"name": finding.tool, "rules": []}}, "results": []}
        runs.append(run)
    rules = run["tool"]["driver"]["rules"]
    if not any(rule["id"] == finding.issue_type for rule in rules):
        tags = [] if finding.cwe == UNKNOWN else [f"external/cwe/{finding.cwe.lower()}"]
        rules.append({"id": finding.issue_type, "properties": {"tags": tags}})
    steps = events(finding.trace)
    last = steps[-1] if steps else Event(finding.path, finding.line or 0, "", finding.trace)
    result: dict[str, Json] = {
        "ruleId": finding.issue_type,
        "level": _LEVELS.get(finding.severity, "warning"),
        "message": {"text": last.message},
        "locations": [_place(finding.path, finding.line)],
    }
    if len(steps) > 1:
        way = [{**_place(s.path, s.line), "message": {"text": s.message}} for s in steps[:-1]]
        locations = [{"location": each} for each in way]
        result["codeFlows"] = [{"threadFlows": [{"locations": locations}]}]
    run["results"].append(result)
    return result


def _place(path: str, line: int | None) -> dict[str, Json]:
    place: dict[str, Json] = {"artifactLocation": {"uri": quote(path)}}
    if line:
        place["region"] = {"startLine": line}
    return {"physicalLocation": place}


def _result(report: Mapping[str, Json], sample: Sample) -> dict[str, Json]:
    result: dict[str, Json] = report["runs"][sample.record["run"]]["results"][
        sample.record["result"]
    ]
    return result


def _suppress(
    result: dict[str, Json], answers: Sequence[Answer], system: str, sample: Sample
) -> None:
    """Write the majority verdict; without a majority nothing is suppressed."""
    readings = [read_answer(answer.text) for answer in answers if answer.text is not None]
    if not readings:
        return
    verdict, times = Counter(each["verdict"] for each in readings).most_common(1)[0]
    if verdict is None or 2 * times <= len(readings):
        return
    said = next(each for each in readings if each["verdict"] == verdict)
    _part(result, "properties", dict, sample)["acidtest"] = {
        "system": system,
        "filter_result": WRITTEN[verdict],
        "confidence": said["confidence"],
        "similar_known_issues": said["similar"],
    }
    status = {FALSE_ALARM: "accepted", NEEDS_REVIEW: "underReview"}.get(verdict)
    if status is not None:
        # the mark tells our suppression from a person's when the log is read again
        _part(result, "suppressions", list, sample).append({
            "kind": "external", "status": status, "justification": said["justification"],
            "properties": {"acidtest": {"system": system}},
        })  # fmt: skip


def export_sarif(folder: Path, out: Path | None) -> str | None:
    """Write to `out`, a file or, for several logs, a folder; without it return the one log."""
    texts = {
        path: without_surrogates(json.dumps(report, indent=2, ensure_ascii=False)) + "\n"
        for path, report in suppressed_reports(folder).items()
    }
    if len(texts) == 1 and (out is None or not out.is_dir()):
        (text,) = texts.values()
        if out is None:
            return text
        out.write_text(text, encoding="utf-8")
        return None
    if out is None or out.is_file():
        raise InputError(f"export --format sarif: {len(texts)} logs need --out FOLDER")
    out.mkdir(parents=True, exist_ok=True)
    names = Counter(path.name for path in texts)
    for number, (path, text) in enumerate(texts.items()):
        name = path.name if names[path.name] == 1 else f"{number}-{path.name}"
        (out / name).write_text(text, encoding="utf-8")
    return None


def _part(result: dict[str, Json], name: str, kind: type, sample: Sample) -> Json:
    """A part of a result to write into, made if there is none; raises `InputError`."""
    if result.get(name) is None:
        result[name] = kind()
    if not isinstance(result[name], kind):
        expected = "an object" if kind is dict else "a list"
        log = sample.record.get("sarif", _MADE)
        raise InputError(
            f"{log}: the result of '{sample.id}': expected {expected} in '{name}', got "
            f"{type(result[name]).__name__}"
        )
    return result[name]
