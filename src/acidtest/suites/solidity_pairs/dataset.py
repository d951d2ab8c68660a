"""Reads function pairs: three-address code and the Solidity it was compiled from, as JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.paths import check_there, read_text
from acidtest.core.protocols import Dataset
from acidtest.core.records import Json, Sample
from acidtest.core.untrusted import load_json, reading

LINE_MAX = 16 << 20
_TRIES = 50


@dataclass(frozen=True, slots=True)
class Pair:
    """One function: the question, its source, and the source of an unrelated function.

    `unrelated` is drawn once for the whole file; empty where there is no other function.
    """

    tac: str
    source: str
    unrelated: str = ""


def read(paths: Sequence[Path]) -> Dataset:
    """The pairs of all files, in order; a folder means its .jsonl files, or else its .json files.

    Raises `InputError` naming file, line and what is wrong.
    """
    if not paths:
        raise InputError(
            "solidity-pairs: ships without data; pass a file of function pairs with --data"
        )
    check_there(*paths)
    samples: dict[str, Sample] = {}
    for path in paths:
        files = _inside(path) if path.is_dir() else [path]
        before = len(samples)
        for file in files:
            with reading(file):
                given = [_sample(record, where) for where, record in _records(file)]
            for sample in given:
                twin, number = sample.id, 1
                while sample.id in samples:  # the same pair again counts again, as published
                    number += 1
                    sample = replace(sample, id=f"{twin}-{number}")
                samples[sample.id] = sample
        if len(samples) == before:
            raise InputError(
                f"{path}: contains no pairs; expected lines such as "
                '{"input": THREE-ADDRESS CODE, "output": SOLIDITY}'
            )
    whole = _with_unrelated(list(samples.values()))
    digest = sha256_of(*(json.dumps(sample.record, sort_keys=True) for sample in whole))
    return Dataset(", ".join(path.name for path in paths), tuple(whole), digest)


def _inside(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl")) or sorted(folder.glob("*.json"))


def _records(path: Path) -> Iterator[tuple[str, Any]]:
    """Each record of a JSON list, or of JSON lines, with its location."""
    try:
        with path.open("rb") as file:
            is_list = file.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["
        if is_list:
            listed = _parsed(read_text(path, "utf-8-sig"), str(path))
            yield from ((f"{path}: record {n}", record) for n, record in enumerate(listed, 1))
            return
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LINE_MAX + 1):
                number += 1
                where = f"{path}: line {number}"
                if len(line) > LINE_MAX:
                    raise InputError(f"{where}: is longer than {LINE_MAX >> 20} MiB")
                text = _decoded(line, where).removeprefix("\ufeff" if number == 1 else "").strip()
                if text:
                    yield where, _parsed(text, where)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error


def _decoded(line: bytes, where: str) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: is not UTF-8 text (byte {error.start})") from error


def _parsed(text: str, where: str) -> Any:
    try:
        return load_json(text)
    except ValueError as error:
        hint = " (it has a NUL byte)" if "\0" in text else ""
        raise InputError(f"{where}: is not JSON: {error}{hint}") from error


def _sample(record: Any, where: str) -> Sample:
    if not isinstance(record, dict):
        raise InputError(f"{where}: expected an object, got {type(record).__name__}")
    pair = Pair(_text(record, "input", where), _text(record, "output", where))
    about = record.get("metadata", {})
    if not isinstance(about, dict):
        raise InputError(f"{where}: field 'metadata' is a {type(about).__name__}, not an object")
    digest = sha256_of(pair.tac, pair.source)[:10]
    name = about.get("function_name")
    shown = name if isinstance(name, str) and name.isidentifier() else "pair"
    contract = about.get("contract_address")
    cluster = contract if isinstance(contract, str) and contract else f"{shown}-{digest}"
    return Sample(f"{shown}-{digest}", cluster, _groups(about), pair, record)


def _text(record: Mapping[str, Json], name: str, where: str) -> str:
    if name not in record:
        raise InputError(f"{where}: field '{name}' is missing; it has: {', '.join(record) or '-'}")
    value = record[name]
    if not isinstance(value, str):
        raise InputError(f"{where}: field '{name}' is a {type(value).__name__}, not a string")
    if not value.strip():
        raise InputError(f"{where}: field '{name}' is empty")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise InputError(f"{where}: field '{name}' holds half of a surrogate pair")
    return value


def _groups(about: Mapping[str, Json]) -> dict[str, str]:
    version, optimised = about.get("compiler_version"), about.get("optimizer_enabled")
    parts = version.lstrip("v").split(".") if isinstance(version, str) else []
    mutability = "other"
    if about.get("is_view") is True:
        mutability = "view or pure"
    elif about.get("is_payable") is True:
        mutability = "payable"
    visibility = about.get("visibility")
    return {
        "compiler": ".".join(parts[:2]) if len(parts) > 1 else "unknown",
        "optimizer": {True: "on", False: "off"}.get(optimised, "unknown")
        if isinstance(optimised, bool)
        else "unknown",
        "visibility": visibility if isinstance(visibility, str) and visibility else "unknown",
        "mutability": mutability if "is_view" in about or "is_payable" in about else "unknown",
    }


def _with_unrelated(samples: list[Sample]) -> list[Sample]:
    """Give each pair another contract's function of another name, by a fixed draw."""
    rng = random.Random(0)
    drawn = []
    for sample in samples:
        pair: Pair = sample.truth
        name = sample.id.partition("-")[0]
        other = ""
        for candidate in rng.choices(samples, k=_TRIES):
            if (
                candidate.cluster != sample.cluster
                and candidate.id.partition("-")[0] != name
                and candidate.truth.source != pair.source
            ):
                other = candidate.truth.source
                break
        drawn.append(replace(sample, truth=replace(pair, unrelated=other)))
    return drawn
