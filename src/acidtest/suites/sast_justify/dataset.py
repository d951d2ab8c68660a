"""Reads long justifications with the short ones that people wrote for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.paths import check_there, read_text
from acidtest.core.protocols import Dataset
from acidtest.core.records import Json, Sample
from acidtest.core.untrusted import load_json, reading

FIELD = "full_justification"
_UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Justification:
    """A long justification and the short one a person would write for it."""

    full: str
    short: str


def read(paths: Sequence[Path]) -> Dataset:
    """The pairs of all files, in order. Raises `InputError` naming file, record and fault."""
    if not paths:
        raise InputError(
            "sast-justify: ships without data; pass a file of justifications with --data"
        )
    check_there(*paths)
    samples: dict[str, Sample] = {}
    for path in paths:
        with reading(path):
            given = [_sample(record, where) for where, record in _records(path)]
        for sample in given:
            if sample.id in samples:
                raise InputError(
                    f"duplicate id {sample.id}; ids must be unique across all --data files"
                )
            samples[sample.id] = sample
    if not samples:
        raise InputError(f"{', '.join(map(str, paths))}: contains no justifications")
    rows = [(s.id, s.truth.full, s.truth.short) for s in samples.values()]
    digest = sha256_of(*(part for parts in rows for part in parts))
    return Dataset(", ".join(path.name for path in paths), tuple(samples.values()), digest)


def _records(path: Path) -> Iterator[tuple[str, Mapping[str, Json]]]:
    if path.is_dir():
        for file in sorted([*path.glob("*.json"), *path.glob("*.jsonl")]):
            yield from _records(file)
        return
    text = read_text(path, "utf-8-sig")
    try:
        if path.suffix == ".jsonl":
            rows = [load_json(line) for line in text.split("\n") if line.strip()]
        else:
            rows = load_json(text)
    except ValueError as error:
        raise InputError(f"{path}: is not JSON: {error}") from error
    if not isinstance(rows, list):
        raise InputError(f"{path}: expected a list of records, got {type(rows).__name__}")
    for index, record in enumerate(rows):
        where = f"{path}: record {index}"
        if not isinstance(record, dict):
            raise InputError(f"{where}: expected an object, got {type(record).__name__}")
        yield where, record


def _sample(record: Mapping[str, Json], where: str) -> Sample:
    identity, full = _text(record, "id", where), _text(record, FIELD, where)
    short = record.get("expected_output_obj")
    if not isinstance(short, str):
        raise InputError(f"{where}: field 'expected_output_obj' is not a string")
    groups = {
        "issue_type": str(record.get("issue_type") or _UNKNOWN),
        "severity": str(record.get("severity") or _UNKNOWN).lower(),
    }
    return Sample(identity, identity, groups, Justification(full, short), record)


def _text(record: Mapping[str, Json], name: str, where: str) -> str:
    value = record.get(name)
    if not isinstance(value, str) or not value:
        raise InputError(f"{where}: field '{name}' is missing or not a string")
    return value
