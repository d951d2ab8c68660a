"""Verdicts back into the SARIF they came from: `suppressions[]`, nothing deleted.

A finding the filter calls a false alarm is suppressed (`external`, `accepted`); one it leaves to
a person carries a suppression `underReview`, which SARIF viewers still show. The verdict and its
confidence are in the result's properties, under `acidtest`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.places import brought
from acidtest.core.records import Answer, Json, Sample
from acidtest.core.registry import find_suite
from acidtest.core.untrusted import load_json
from acidtest.store import find_answers, read_manifest
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    WRITTEN,
)


def suppressed_reports(folder: Path) -> dict[Path, dict[str, Json]]:
    """The SARIF logs behind a run, each with the run's verdicts in it."""
    manifest = read_manifest(folder)
    suite = find_suite(str(manifest["suite"]))
    dataset = suite.read([brought(Path(path)) for path in manifest["data"]["paths"]])
    if dataset.sha256 != manifest["data"]["sha256"]:
        raise InputError(f"{folder}: the data has changed since the run; run it again first")
    samples = [s for s in dataset.samples if "sarif" in s.record]
    if not samples:
        raise InputError(
            f"{folder}: its findings were not read from SARIF, so there is no SARIF log to export"
        )
    given: dict[str, list[Answer]] = {}
    for answer in find_answers(folder / "answers.jsonl").values():
        given.setdefault(answer.id, []).append(answer)
    reports: dict[Path, dict[str, Json]] = {}
    for sample in samples:
        path = Path(str(sample.record["sarif"]))
        if path not in reports:
            reports[path] = load_json(path.read_text(encoding="utf-8-sig"))
        if sample.id in given:
            result = _result(reports[path], sample)
            _suppress(result, given[sample.id], str(manifest["system"]["name"]), sample)
    return reports


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
        _part(result, "suppressions", list, sample).append(
            {"kind": "external", "status": status, "justification": said["justification"]}
        )


def export_sarif(folder: Path, out: Path | None) -> str | None:
    """Write to `out`, a file or, for several logs, a folder; without it return the one log."""
    texts = {
        path: json.dumps(report, indent=2, ensure_ascii=False) + "\n"
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
        raise InputError(
            f"{sample.record['sarif']}: the result of '{sample.id}': expected {expected} in "
            f"'{name}', got {type(result[name]).__name__}"
        )
    return result[name]
