"""Records that carry their own truth: published cases, judge sets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from acidtest.core.errors import InputError
from acidtest.core.records import Json, Sample
from acidtest.core.untrusted import load_json
from acidtest.suites.sast_triage.blind import usual_labels
from acidtest.suites.sast_triage.identity import events, parse_id
from acidtest.suites.sast_triage.known import Store
from acidtest.suites.sast_triage.record import Case, Finding
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
    UNKNOWN,
    verdict_of,
)


def read_records(records: Sequence[Json], where: str) -> Iterator[Sample]:
    """One sample per record; the layout of a record is recognised by its fields."""
    for index, record in enumerate(records):
        at = f"{where}: record {index}"
        if not isinstance(record, dict):
            raise InputError(f"{at}: expected an object, got {type(record).__name__}")
        if "label" in record:
            yield _own(record, at)
        elif "expected_investigation_result" in record:
            yield _judge(record, at)
        elif "expected_output_obj" in record:
            yield _published(record, at)
        else:
            raise InputError(
                f"{at}: has none of the ground-truth fields: label, "
                "expected_output_obj, expected_investigation_result"
            )


def make_sample(
    case: Case,
    cluster: str,
    record: Mapping[str, Json],
    groups: Mapping[str, str] | None = None,
) -> Sample:
    """The sample of a case, in the groups every finding has and `groups`."""
    finding = case.finding
    release = UNKNOWN
    if UNKNOWN not in (finding.package, finding.version):
        release = f"{finding.package} {finding.version}"
    shared = {
        "issue_type": finding.issue_type,
        "cwe": finding.cwe,
        "package": finding.package,
        "version": finding.version,
        "release": release,
        "severity": finding.severity,
        "tool": finding.tool,
    }
    return Sample(finding.id, cluster, {**shared, **(groups or {})}, case, record)


def together(samples: Sequence[Sample], store: Store | None) -> list[Sample]:
    """The samples with shared data: the known issues, and the usual labels."""
    blind = usual_labels(samples)
    return [
        replace(s, truth=replace(s.truth, known=store, blind=usual))
        for s, usual in zip(samples, blind, strict=True)
    ]


def scored_material(sample: Sample) -> list[str]:
    """What scores of this sample depend on."""
    case: Case = sample.truth
    similar = json.dumps(case.similar)
    return [sample.id, json.dumps(case.finding.question()), case.label or "", similar]


def _own(record: Mapping[str, Json], where: str) -> Sample:
    """A record of the shipped corpus."""
    text = {
        name: _text(record, name, where)
        for name in ("id", "issue_id", "issue_type", "trace", "file_path", "cwe", "severity")
    }
    label = _text(record, "label", where)
    if label not in (REAL_BUG, FALSE_ALARM):
        raise InputError(f"{where}: label '{label}' is neither '{REAL_BUG}' nor '{FALSE_ALARM}'")
    finding = Finding(
        id=text["id"],
        issue_id=text["issue_id"],
        issue_type=text["issue_type"],
        trace=text["trace"],
        path=text["file_path"],
        line=_line(record),
        cwe=text["cwe"],
        severity=text["severity"].lower(),
        package=_text(record, "package", where),
        version=_text(record, "version", where),
        tool=str(record.get("tool") or UNKNOWN),
        context=str(record.get("context") or ""),
    )
    case = Case(finding, label, _paths(record, where), str(record.get("reason") or ""))
    groups = {"split": str(record["split"])} if record.get("split") else {}
    return make_sample(case, str(record.get("origin") or finding.id), record, groups)


def _published(record: Mapping[str, Json], where: str) -> Sample:
    """A case of the published format; `question` is JSON in a string."""
    asked = _question(record, where)
    truth = record["expected_output_obj"]
    if not isinstance(truth, dict):
        raise InputError(f"{where}: field 'expected_output_obj' is not an object")
    written = str(truth.get("filter_result"))
    verdict = verdict_of(written)
    if verdict is None:
        raise InputError(f"{where}: filter_result '{written}' is not a verdict")
    finding = _finding(record, asked, where)
    case = Case(
        finding,
        None if verdict == NEEDS_REVIEW else verdict,
        _paths(truth, where),
        str(truth.get("justification") or ""),
    )
    return make_sample(case, finding.id, record)


def _judge(record: Mapping[str, Json], where: str) -> Sample:
    """A case of the judge sets: the same finding may occur under several ids."""
    asked = _question(record, where)
    written = _text(record, "expected_investigation_result", where)
    verdict = verdict_of(written)
    if verdict not in (REAL_BUG, FALSE_ALARM):
        raise InputError(f"{where}: expected_investigation_result '{written}' is not a label")
    finding = _finding(record, asked, where)
    return make_sample(Case(finding, verdict, None), finding.trace, record)


def _finding(record: Mapping[str, Json], asked: Mapping[str, Json], where: str) -> Finding:
    identity = _text(record, "id", where)
    origin = parse_id(identity)
    trace = str(asked.get("trace") or asked.get("error_description") or "")
    steps = events(trace)
    path = str(asked.get("file_path") or (steps[-1].path if steps else UNKNOWN))
    return Finding(
        id=identity,
        issue_id=str(asked.get("issue_id") or origin.issue),
        issue_type=str(asked.get("issue_type") or asked.get("issue_name") or UNKNOWN),
        trace=trace,
        path=path,
        line=_line(asked) if "line_number" in asked or not steps else steps[-1].line,
        cwe=str(asked.get("cwe_id") or UNKNOWN),
        severity=str(asked.get("severity") or UNKNOWN).lower(),
        package=origin.package,
        version=origin.version,
        context=str(asked.get("source_code_context") or ""),
    )


def _question(record: Mapping[str, Json], where: str) -> dict[str, Any]:
    asked = record.get("question")
    if isinstance(asked, str):
        try:
            asked = load_json(asked)
        except ValueError as error:
            raise InputError(f"{where}: field 'question' is not JSON: {error}") from error
    if not isinstance(asked, dict):
        raise InputError(f"{where}: field 'question' is not a JSON object")
    return asked


def _text(record: Mapping[str, Json], name: str, where: str) -> str:
    value = record.get(name)
    if not isinstance(value, str) or not value:
        raise InputError(f"{where}: field '{name}' is missing or not a string")
    return value


def _line(record: Mapping[str, Json]) -> int | None:
    value = record.get("line_number")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _paths(record: Mapping[str, Json], where: str) -> tuple[str, ...] | None:
    value = record.get("similar_known_issues")
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(path, str) for path in value):
        raise InputError(f"{where}: field 'similar_known_issues' is not a list of strings")
    return tuple(value)
