"""Reads findings: the shipped corpus, published cases, judge sets, reports of analysers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from acidtest.errors import InputError
from acidtest.model import Json, Sample
from acidtest.paths import read_text
from acidtest.suites._base import Dataset, sha256_of
from acidtest.suites.sast_triage import analysers, cases, expected
from acidtest.suites.sast_triage.known import KnownIssue, Store, read_known
from acidtest.suites.sast_triage.record import Case, Finding

SHIPPED_STORE = Path(__file__).parent / "data" / "known_issues.err"
CORPUS = (SHIPPED_STORE.with_name("findings.jsonl"), SHIPPED_STORE)
_READ = {".json", ".jsonl", ".sarif", ".xml", ".csv", ".err"}


@dataclass
class _Gathered:
    """What the files of one `--data` hold, before samples are made of it."""

    samples: list[Sample] = field(default_factory=list)
    reports: list[tuple[str, Sequence[tuple[Finding, Mapping[str, Json]]]]] = field(
        default_factory=list
    )
    truth: dict[str, expected.TestCase] = field(default_factory=dict)
    rules: dict[str, Mapping[str, str]] = field(default_factory=dict)
    known: list[KnownIssue] = field(default_factory=list)


def read(paths: Sequence[Path]) -> Dataset:
    """Samples of the given files or folders, or of the shipped corpus.

    A CSV among them is the truth for the reports beside it, a store of known issues (`.err`) is
    what filters may search.
    """
    gathered = _Gathered()
    for path in paths or CORPUS:
        for file in _files(path):
            _gather(file, gathered)
    samples = gathered.samples + list(_judged(gathered))
    if not samples:
        raise InputError(f"{', '.join(map(str, paths))}: there is no finding in it")
    store = Store(gathered.known) if gathered.known else None
    seen: set[str] = set()
    for sample in samples:
        if sample.id in seen:
            raise InputError(
                f"the id {sample.id} occurs twice; ids must be unique over all --data files"
            )
        seen.add(sample.id)
    whole = cases.together(samples, store)
    material = [part for s in whole for part in cases.scored_material(s)]
    name = "shipped corpus" if not paths else ", ".join(path.name for path in paths)
    digest = sha256_of(*material, store.sha256 if store else "no store")
    return Dataset(name, tuple(whole), digest)


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return [f for f in sorted(path.iterdir()) if f.is_file() and f.suffix in _READ]
    if path.suffix not in _READ:
        raise InputError(f"{path}: is none of {', '.join(sorted(_READ))}")
    return [path]


def _gather(path: Path, into: _Gathered) -> None:
    if path.suffix == ".err":
        into.known += read_known(path)
        return
    text = read_text(path, "utf-8-sig")
    if path.suffix == ".csv":
        into.truth.update(expected.parse_expected(text, str(path)))
    elif path.suffix == ".xml":
        found = analysers.cppcheck_findings(text, str(path))
        into.reports.append((str(path), [(finding, {}) for finding in found]))
    else:
        _gather_json(path, _records(text, path), into)


def _gather_json(path: Path, data: Json, into: _Gathered) -> None:
    """What a JSON file holds shows in its fields, not in its name."""
    where = str(path)
    if isinstance(data, dict) and "runs" in data:
        into.reports.append((where, list(_sarif(data, path))))
    elif isinstance(data, dict):
        into.rules.update(expected.parse_rules(data, where))
    elif not isinstance(data, list):
        raise InputError(f"{where}: is not a list of records but a {type(data).__name__}")
    elif any(isinstance(row, dict) and "option" in row and "locations" in row for row in data):
        found = analysers.gcc_findings(data, where)
        into.reports.append((where, [(finding, {}) for finding in found]))
    elif path.suffix == ".jsonl" and data and isinstance(data[0], dict) and "id" not in data[0]:
        into.known += read_known(path)
    else:
        into.samples += cases.read_records(data, where)


def _sarif(data: Mapping[str, Json], path: Path) -> Iterator[tuple[Finding, Mapping[str, Json]]]:
    for run, result, finding in analysers.sarif_findings(data, str(path)):
        yield finding, {"sarif": str(path.resolve()), "run": run, "result": result}


def _judged(gathered: _Gathered) -> Iterator[Sample]:
    """One sample a finding of a report; with a truth, only findings it says something of."""
    for where, found in gathered.reports:
        unique = analysers.numbered([finding for finding, _ in found])
        rules = {**expected.shipped_rules(), **gathered.rules}
        samples = []
        for finding, (_, record) in zip(unique, found, strict=True):
            if not gathered.truth:
                samples.append(cases.make_sample(Case(finding, None, None), finding.path, record))
                continue
            case = expected.case_of(finding, gathered.truth, rules)
            if case is not None:
                truth = Case(finding, expected.label_of(case), None)
                groups = {"category": case.category, "split": expected.split_of(case.name)}
                samples.append(cases.make_sample(truth, case.name, record, groups))
        if found and not samples:
            tools = sorted({finding.tool for finding in unique})
            raise InputError(
                f"{where}: the truth says nothing of any finding of {', '.join(tools)}; is there a "
                'map from rules to categories? Give one: a file {"rule": "category"} as --data'
            )
        yield from samples


def _records(text: str, path: Path) -> Json:
    """One JSON value; else a value a line, lists joined, as gcc writes for several files."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as whole_error:
        try:
            # not splitlines(): U+2028 and the like may stand inside a string
            rows = [json.loads(line) for line in text.split("\n") if line.strip()]
        except (ValueError, RecursionError):
            raise InputError(f"{path}: is not JSON: {whole_error}") from whole_error
        return _flat(rows)
    return [whole] if isinstance(whole, dict) and path.suffix == ".jsonl" else whole


def _flat(rows: Iterable[Any]) -> list[Any]:
    return [x for row in rows for x in (row if isinstance(row, list) else [row])]
