"""Reads findings: the shipped corpus, published cases, judge sets, reports of analysers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.paths import read_text
from acidtest.core.protocols import Dataset
from acidtest.core.records import Json, Sample
from acidtest.core.untrusted import load_json, load_json_at, reading
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
            if holds_justifications(file):
                raise InputError(
                    f"{file}: holds justifications, which are not scored together with findings; "
                    "use a separate run of sast-justify"
                )
            with reading(file):
                _gather(file, gathered)
    with reading(", ".join(map(str, paths or CORPUS))):
        samples = gathered.samples + list(_judged(gathered))
    if not samples:
        raise InputError(f"{', '.join(map(str, paths))}: contains no findings")
    store = Store(gathered.known) if gathered.known else None
    ids: set[str] = set()
    for sample in samples:
        if sample.id in ids:
            raise InputError(
                f"duplicate id {sample.id}; ids must be unique across all --data files"
            )
        ids.add(sample.id)
    whole = cases.together(samples, store)
    material = [part for s in whole for part in cases.scored_material(s)]
    name = "shipped corpus" if not paths else ", ".join(path.name for path in paths)
    digest = sha256_of(*material, store.sha256 if store else "no store")
    return Dataset(name, tuple(whole), digest)


def holds_justifications(path: Path) -> bool:
    """Whether its first record is a justification: data of the suite sast-justify."""
    if path.is_dir():
        files = [f for f in sorted(path.iterdir()) if f.suffix in (".json", ".jsonl")]
        return bool(files) and all(map(holds_justifications, files))
    if path.suffix not in (".json", ".jsonl"):
        return False
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            first = file.read(1 << 22).lstrip().removeprefix("[")
        record, _ = load_json_at(first.lstrip(), strict=False)
    except (OSError, ValueError):
        return False
    return isinstance(record, dict) and "full_justification" in record


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return [f for f in sorted(path.iterdir()) if f.is_file() and f.suffix in _READ]
    if path.suffix not in _READ:
        raise InputError(
            f"{path}: unsupported file type; expected one of {', '.join(sorted(_READ))}"
        )
    return [path]


def _gather(path: Path, into: _Gathered) -> None:
    if path.suffix == ".err":
        into.known += read_known(path)
        return
    text = read_text(path, "utf-8-sig")
    if path.suffix == ".csv":
        into.truth.update(expected.parse_expected(text, str(path)))
    elif path.suffix == ".xml":
        findings = analysers.cppcheck_findings(text, str(path))
        into.reports.append((str(path), [(finding, {}) for finding in findings]))
    else:
        _gather_json(path, _records(text, path), into)


def _gather_json(path: Path, data: Json, into: _Gathered) -> None:
    """The kind of a JSON file is recognised by its fields, not by its name."""
    where = str(path)
    if isinstance(data, dict) and "runs" in data:
        into.reports.append((where, list(_sarif(data, path))))
    elif isinstance(data, dict):
        into.rules.update(expected.parse_rules(data, where))
    elif not isinstance(data, list):
        raise InputError(f"{where}: expected a list of records, got {type(data).__name__}")
    elif any(isinstance(row, dict) and "option" in row and "locations" in row for row in data):
        findings = analysers.gcc_findings(data, where)
        into.reports.append((where, [(finding, {}) for finding in findings]))
    elif path.suffix == ".jsonl" and data and isinstance(data[0], dict) and "id" not in data[0]:
        into.known += read_known(path)
    else:
        into.samples += cases.read_records(data, where)


def _sarif(data: Mapping[str, Json], path: Path) -> Iterator[tuple[Finding, Mapping[str, Json]]]:
    for run, result, finding in analysers.sarif_findings(data, str(path)):
        yield finding, {"sarif": str(path.resolve()), "run": run, "result": result}


def _judged(gathered: _Gathered) -> Iterator[Sample]:
    """One sample per finding of a report; with a ground truth, only the findings that it covers."""
    for where, findings in gathered.reports:
        unique = analysers.numbered([finding for finding, _ in findings])
        rules = {**expected.shipped_rules(), **gathered.rules}
        samples = []
        for finding, (_, record) in zip(unique, findings, strict=True):
            if not gathered.truth:
                samples.append(cases.make_sample(Case(finding, None, None), finding.path, record))
                continue
            case = expected.case_of(finding, gathered.truth, rules)
            if case is not None:
                truth = Case(finding, expected.label_of(case), None)
                groups = {"category": case.category, "split": expected.split_of(case.name)}
                samples.append(cases.make_sample(truth, case.name, record, groups))
        if findings and not samples:
            tools = sorted({finding.tool for finding in unique})
            raise InputError(
                f"{where}: the ground truth covers no finding of {', '.join(tools)}: no file has "
                "the name of a test case and a rule of its CWE; for rules without a CWE, add a "
                'file {"rule": "category"} as --data'
            )
        yield from samples


def _records(text: str, path: Path) -> Json:
    """One JSON value, or one value per line with lists joined, as gcc writes for several files."""
    try:
        whole = load_json(text)
    except ValueError as whole_error:
        try:
            # not splitlines(): U+2028 and the like may occur inside a string
            rows = [load_json(line) for line in text.split("\n") if line.strip()]
        except ValueError:
            raise InputError(f"{path}: is not JSON: {whole_error}") from whole_error
        return _flat(rows)
    return [whole] if isinstance(whole, dict) and path.suffix == ".jsonl" else whole


def _flat(rows: Iterable[Any]) -> list[Any]:
    return [x for row in rows for x in (row if isinstance(row, list) else [row])]
