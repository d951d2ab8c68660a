"""The JSON files of a run folder: manifest, summary and the suite's tables, read and checked."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.redact import redacted, touches
from acidtest.core.untrusted import load_json
from acidtest.core.version import __version__
from acidtest.store.sums import (
    FIELD,
    DamageError,
    damaged,
    is_intact,
    read_seal,
    remedy,
    warn_without_sum,
    with_sum,
    without_sum,
)

FORMAT = 1
"""Version of the run folder's layout. Readers reject any other."""


_MANIFEST: dict[str, type] = {
    **dict.fromkeys(("suite", "suite_version", "signature", "question_form"), str),
    **dict.fromkeys(("system", "asked", "data", "options", "options/groups"), dict),
    **{"system/name": str, "system/identity": dict, "data/sha256": str, "data/paths": list},
    **{"options/attempts": int, "options/limit": object, "seed": int},
}
_SUMMARY: dict[str, type] = {
    **dict.fromkeys(("suite", "system", "signature", "question_form"), str),
    **{"n": int, "errors": int, "metrics": dict, "groups": dict, "controls": dict},
}


FILES = "files"
"""The field of a summary with the checksums of the files that belong to it."""


def read_json(path: Path) -> dict[str, Json]:
    """A JSON file with its checksum, which must be right if there is one."""
    try:
        data = load_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path.parent}: not a run folder: {path.name} is missing") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise damaged(path, f"cannot be read as JSON: {error}") from error
    if not isinstance(data, dict):
        raise damaged(path, f"expected an object, got {type(data).__name__}")
    if FIELD not in data:
        last = next(reversed(data.values()), None)
        if isinstance(last, str) and re.fullmatch("[0-9a-f]{64}", last):
            raise damaged(path, f"the checksum is not called '{FIELD}'")
        warn_without_sum(path)
    elif not is_intact(data):
        raise damaged(path, "its checksum differs")
    return data


def sum_of(path: Path) -> str | None:
    """The checksum in a file, after checking it; None if it has none."""
    if path.suffix == ".json":
        return read_json(path).get(FIELD)
    try:
        return read_seal(path)
    except (OSError, ValueError) as error:
        raise damaged(path, str(error)) from error


def check_together(folder: Path, files: Mapping[str, str], known: Mapping[str, str | None]) -> None:
    """Raise `InputError` unless scores and tables are those of the summary.

    `files` are the checksums in the summary, `known` those of files that were already read. The
    answers are not read for this: only `acidtest verify` does that.
    """
    for name, stated in files.items():
        path = folder / name
        if path.suffix == ".jsonl":
            continue
        if not path.exists():
            raise DamageError(f"{path}: is missing; {remedy(path)}")
        if (known[name] if name in known else sum_of(path)) != stated:
            raise InputError(
                f"{path}: is not of the same scoring as summary.json, as after a command that was "
                f"stopped while writing; `acidtest score {folder}` writes both again"
            )


def _read_json(path: Path) -> dict[str, Json]:
    return without_sum(read_json(path))


def read_manifest(folder: Path) -> dict[str, Json]:
    """The manifest, after checking that this acidtest can read the folder."""
    manifest = _read_json(folder / "manifest.json")
    written = manifest.get("format")
    if not isinstance(written, int) or isinstance(written, bool):
        raise InputError(f"{folder}/manifest.json: has no 'format'; it was not written by acidtest")
    if written > FORMAT:
        raise InputError(
            f"{folder}: was written by a newer acidtest (folder format {written}, by "
            f"{_writer(manifest)}; this is {__version__}, which reads up to {FORMAT}); upgrade "
            "acidtest to read it"
        )
    if written != FORMAT:
        raise InputError(
            f"{folder}: has folder format {written}, and this acidtest reads {FORMAT}; "
            f"{_ways_on(folder, manifest)}"
        )
    try:
        _check_fields(manifest, _MANIFEST, f"{folder}/manifest.json")
    except InputError as error:
        raise InputError(f"{error}; {_ways_on(folder, manifest)}") from None
    for path in manifest["data"]["paths"]:
        if not isinstance(path, str):
            raise InputError(
                f"{folder}/manifest.json: expected paths in 'data/paths', got {type(path).__name__}"
            )
    return manifest


def _writer(manifest: Mapping[str, Json]) -> str:
    """The acidtest that wrote a folder."""
    version = manifest.get("acidtest")
    return f"acidtest {version}" if isinstance(version, str) else "an unknown acidtest"


def _ways_on(folder: Path, manifest: Mapping[str, Json]) -> str:
    """What to do about a folder that this version cannot read."""
    suite = manifest.get("suite")
    return (
        f"it was written by {_writer(manifest)}, and this is {__version__}: read it with that "
        f"version, or score its answers again with `acidtest score "
        f"{suite if isinstance(suite, str) else 'SUITE'} --answers {folder / 'answers.jsonl'}`"
    )


def _check_fields(data: Mapping[str, Json], fields: Mapping[str, type], where: str) -> None:
    """Check that required fields exist and have the right type."""
    for path, kind in fields.items():
        value: Json = data
        for name in path.split("/"):
            if not isinstance(value, dict) or name not in value:
                raise InputError(f"{where}: field '{path}' is missing")
            value = value[name]
        if not isinstance(value, kind):
            raise InputError(
                f"{where}: field '{path}' is a {type(value).__name__}, not a {kind.__name__}"
            )


def read_summary(folder: Path) -> dict[str, Json]:
    """The summary; raises `InputError` if the run has none yet."""
    return read_summary_and_files(folder)[0]


def read_summary_and_files(folder: Path) -> tuple[dict[str, Json], dict[str, str]]:
    """The summary, and the checksums of the files that it was written with."""
    read_manifest(folder)
    if not (folder / "summary.json").exists():
        raise InputError(f"{folder}: has no summary yet; run the same command again to finish it")
    summary = _read_json(folder / "summary.json")
    files: dict[str, str] = _object(summary.pop(FILES, {}), f"{folder}/summary.json: field 'files'")
    where = f"{folder}/summary.json"
    try:
        _check_fields(summary, _SUMMARY, where)
    except InputError as error:
        raise InputError(f"{error}; `acidtest score {folder}` writes it again") from None
    _check_figures(summary["metrics"], where)
    for group, values in summary["groups"].items():
        for value, figures in _object(values, f"{where}: group '{group}'").items():
            _check_figures(figures, f"{where}: group '{group}', value '{value}'")
    for control, numbers in summary["controls"].items():
        for metric, number in _object(numbers, f"{where}: control '{control}'").items():
            if not _is_number(number):
                raise InputError(f"{where}: control '{control}': '{metric}' is {number!r}")
    for name in ("identity", "effort"):
        _object(summary.get(name, {}), f"{where}: field '{name}'")
    return summary, files


def _object(value: Json, where: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise InputError(f"{where}: expected an object, got {type(value).__name__}")
    return value


def _is_number(value: Json) -> bool:
    """Whether the value is a finite number or None."""
    if value is None:
        return True
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _check_figures(figures: Json, where: str) -> None:
    """Check that each figure has value, interval and n; with a value, n must not be 0."""
    for name, figure in _object(figures, where).items():
        for part in ("value", "low", "high", "n"):
            if not isinstance(figure, dict) or part not in figure:
                raise InputError(f"{where}: figure '{name}' has no '{part}'")
            if not _is_number(figure[part]):
                raise InputError(
                    f"{where}: figure '{name}': '{part}' is {figure[part]!r}, not a number"
                )
        n = figure["n"]
        if not isinstance(n, int) or n < (figure["value"] is not None):
            raise InputError(f"{where}: figure '{name}': 'n' is {n!r}")
        if (figure["low"] is None) != (figure["high"] is None):
            raise InputError(f"{where}: figure '{name}' has half an interval")
        if "worst" in figure:
            _check_figures({f"{name}, worst case": figure["worst"]}, where)


def read_tables(folder: Path) -> list[dict[str, Json]]:
    """The suite's own tables; empty if it has none."""
    read_manifest(folder)
    if not (folder / "tables.json").exists():
        return []
    tables: list[dict[str, Json]] = _read_json(folder / "tables.json").get("tables", [])
    try:
        whole = all(
            isinstance(table["name"], str)
            and isinstance(table["title"], str)
            and isinstance(table["columns"], list)
            and all(isinstance(name, str) for name in table["columns"])
            and isinstance(table.get("note", ""), str)
            and all(isinstance(row, list) for row in table["rows"])
            for table in tables
        )
    except (KeyError, TypeError) as error:
        raise InputError(f"{folder}/tables.json: cannot be read as tables: {error!r}") from error
    if not whole:
        raise InputError(f"{folder}/tables.json: cannot be read as tables")
    return tables


def write_json(path: Path, data: Mapping[str, Json]) -> None:
    """Write atomically, without secrets, with a checksum: a reader never sees half a file."""
    temporary = path.with_suffix(".tmp")
    if touches(_lines(data, ascii_only=False)):
        data = redacted(data)
    data = with_sum(data)
    text = _lines(data, ascii_only=False)
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        text = _lines(data, ascii_only=True)  # UTF-8 cannot encode lone surrogates
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def _lines(data: Mapping[str, Json], *, ascii_only: bool) -> str:
    """One line per field: json's own indenting takes ten times as long on a large summary."""
    fields = [
        f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=ascii_only)}"
        for name, value in data.items()
    ]
    return "{\n" + ",\n".join(fields) + "\n}\n"
