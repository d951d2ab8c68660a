"""Reads findings: the shipped corpus, published cases, judge sets, reports of analysers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.paths import check_there
from acidtest.core.protocols import Dataset
from acidtest.core.records import Json, Sample
from acidtest.core.text import counted
from acidtest.core.untrusted import load_json, load_json_at, reading
from acidtest.suites.sast_triage import analysers, cases, expected, labels, marked, real
from acidtest.suites.sast_triage.decoding import text_of
from acidtest.suites.sast_triage.judged import Judgements, judged
from acidtest.suites.sast_triage.known import KnownIssue, Store, parse_known, read_known
from acidtest.suites.sast_triage.reported import AnalyserReport
from acidtest.suites.sast_triage.sarif import read_sarif
from acidtest.suites.sast_triage.sheet import Row, csv_rows, read_xlsx

SHIPPED_STORE = Path(__file__).parent / "data" / "known_issues.err"
CORPUS = (SHIPPED_STORE.with_name("findings.jsonl"), SHIPPED_STORE)
REAL_WHOLE = f"{real.NAME}-all"
"""Also the labelled findings that are not asked, as they would tell the label by their rule."""
_READ = {".json", ".jsonl", ".sarif", ".xml", ".csv", ".tsv", ".xlsx", ".err", ".c"}


@dataclass
class _Gathered:
    """What the files of one `--data` hold, before samples are made of it."""

    samples: list[Sample] = field(default_factory=list)
    reports: list[AnalyserReport] = field(default_factory=list)
    truth: Judgements = field(default_factory=Judgements)
    known: list[KnownIssue] = field(default_factory=list)


def read(paths: Sequence[Path]) -> Dataset:
    """Samples of the given files or folders, or of the shipped corpus.

    A table among them is the truth for the reports beside it, and so is a file `ignore.err`; any
    other store of known issues (`.err`) is what filters may search.
    """
    gathered = _Gathered()
    files = [path for path in paths if not _is_real(path)]
    check_there(*files)
    for path in paths:
        if _is_real(path):
            rows, left_out = real.read(whole=path.name == REAL_WHOLE)
            gathered.samples += cases.read_records(rows, path.name)
            gathered.truth.left_out.update(left_out)
    for path in files if paths else CORPUS:
        for file in _files(path):
            if holds_justifications(file):
                raise InputError(
                    f"{file}: holds justifications, which are not scored together with findings; "
                    "use a separate run of sast-justify"
                )
            with reading(file):
                _gather(file, gathered)
    with reading(", ".join(map(str, paths or CORPUS))):
        samples = gathered.samples + list(judged(gathered.reports, gathered.truth))
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
    truth = gathered.truth
    if all(sample.truth.label is None for sample in samples):
        truth.notes.append(
            f"{', '.join(map(str, paths))}: no finding has a label ({len(samples)} read), so there "
            "are verdicts but no figures; say which are real bugs with --data labels.csv, columns "
            "file, line, rule, label (real bug or false alarm); see docs/suites/sast-triage.md"
        )
    return Dataset(name, tuple(whole), digest, truth.left_out, truth.notes)


def _is_real(path: Path) -> bool:
    """Whether a name stands for the findings of the recipe; a file of that name comes first."""
    return path.name in (real.NAME, REAL_WHOLE) and not path.exists()


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
        files = [f for f in sorted(path.iterdir()) if f.is_file() and f.suffix in _READ]
        # sources beside a report are no data, unless they are those of the benchmark CASTLE
        return [f for f in files if f.suffix != ".c" or f.name.startswith("CASTLE-")]
    if path.suffix not in _READ:
        raise InputError(
            f"{path}: unsupported file type; expected one of {', '.join(sorted(_READ))}"
        )
    return [path]


def _gather(path: Path, into: _Gathered) -> None:
    where = str(path)
    if path.name == labels.IGNORE:
        into.truth.labels.ignored += parse_known(text_of(path), where)
    elif path.suffix == ".err":
        into.known += read_known(path)
    elif path.suffix == ".xlsx":
        rows, others = read_xlsx(path)
        if others:
            into.truth.notes.append(f"{where}: sheets that are not read: {', '.join(others)}")
        if not labels.is_label_table(rows):
            raise InputError(
                f"{where}: the first row must name the columns, such as file, line, rule, label"
            )
        _add_labels(rows, where, into)
    elif path.suffix in (".csv", ".tsv"):
        rows = csv_rows(text_of(path))
        if labels.is_label_table(rows):
            _add_labels(rows, where, into)
        else:
            test_cases = expected.parse_expected(rows, where)
            if not test_cases:
                into.truth.notes.append(f"{where}: has no rows; findings have no label from it")
            into.truth.cases.update(test_cases)
    elif path.suffix == ".c":
        into.truth.places.append(marked.read_castle(text_of(path), path.name, where))
    elif path.suffix == ".xml":
        into.reports.append(analysers.read_cppcheck(text_of(path), where))
    else:
        _gather_json(path, text_of(path), into)


def _add_labels(rows: Sequence[Row], where: str, into: _Gathered) -> None:
    given = list(labels.read_labels(rows, where))
    if not given:
        into.truth.notes.append(f"{where}: has no rows; findings have no label from it")
    into.truth.labels.rows += given


def _gather_json(path: Path, text: str, into: _Gathered) -> None:
    """The kind of a JSON file is recognised by its fields, not by its name."""
    where = str(path)
    data, others, broken = _records(text, path)
    if isinstance(data, dict) and "runs" in data:
        into.reports.append(read_sarif(data, where, path))
    elif isinstance(data, dict) and isinstance(data.get("defects"), list):
        into.reports.append(analysers.read_csdiff(data, where))
    elif isinstance(data, dict) and marked.is_realvuln(data):
        into.truth.places += marked.read_realvuln(data, where)
    elif isinstance(data, dict):
        into.truth.rules.update(expected.parse_rules(data, where))
    elif not isinstance(data, list):
        raise InputError(f"{where}: expected a list of records, got {type(data).__name__}")
    elif analysers.is_gcc(data):
        notes = [f"{where}: {counted(others, 'line')} that gcc did not write"] if others else []
        if broken:
            notes.append(f"{where}: {counted(broken, 'line')} of gcc cut off: findings are missing")
        into.reports.append(analysers.read_gcc(data, where, notes))
    elif path.suffix == ".jsonl" and data and isinstance(data[0], dict) and "id" not in data[0]:
        into.known += read_known(path)
    else:
        into.samples += cases.read_records(data, where)


def _records(text: str, path: Path) -> tuple[Json, int, int]:
    """One JSON value; or one value per line with lists joined, as gcc writes for several files.

    The numbers are how many lines of a build's output stand around gcc's, and how many of gcc's
    are cut off.
    """
    try:
        whole = load_json(text)
    except ValueError as whole_error:
        try:
            # not splitlines(): U+2028 and the like may occur inside a string
            rows = [load_json(line) for line in text.split("\n") if line.strip()]
        except ValueError:
            diagnostics, others, broken = analysers.gcc_lines(text)
            if analysers.is_gcc(diagnostics):
                return diagnostics, others, broken
            raise InputError(f"{path}: is not JSON: {whole_error}") from whole_error
        return _flat(rows), 0, 0
    return [whole] if isinstance(whole, dict) and path.suffix == ".jsonl" else whole, 0, 0


def _flat(rows: Iterable[Any]) -> list[Any]:
    return [x for row in rows for x in (row if isinstance(row, list) else [row])]
