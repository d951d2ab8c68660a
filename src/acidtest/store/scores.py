"""scores.parquet: one row an answer; metrics and groups as columns, evidence as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from acidtest.errors import InputError
from acidtest.model import Json, Sample, Score

METRIC = "metric:"
GROUP = "group:"


def write_scores(
    path: Path, scores: Sequence[Score], samples: Mapping[str, Sample], metrics: Iterable[str]
) -> None:
    """Write all scores at once; a reader sees the old file or the new one, never half."""
    groups = sorted({name for sample in samples.values() for name in sample.groups})
    columns: dict[str, pa.Array] = {
        "id": _texts(s.id for s in scores),
        "attempt": pa.array([s.attempt for s in scores], pa.int32()),
        "cluster": _texts(samples[s.id].cluster for s in scores),
    }
    for name in groups:
        columns[GROUP + name] = _texts(samples[s.id].groups.get(name) for s in scores)
    for name in metrics:
        columns[METRIC + name] = pa.array([s.metrics.get(name) for s in scores], pa.float64())
    columns["reasons"] = pa.array([json.dumps(s.reasons, sort_keys=True) for s in scores])
    columns["evidence"] = pa.array([json.dumps(dict(s.evidence), sort_keys=True) for s in scores])
    columns["error"] = _texts(s.error for s in scores)
    temporary = path.with_suffix(".tmp")
    pq.write_table(pa.table(columns), temporary, compression="zstd")
    temporary.replace(path)


def _texts(values: Iterable[str | None]) -> pa.Array:
    """A column of text; a lone surrogate, which has no UTF-8, is written as an escape."""
    whole = [v if v is None else v.encode("utf-8", "backslashreplace").decode() for v in values]
    return pa.array(whole, pa.string())


class Unread(Mapping[str, Json]):
    """An object that is parsed when somebody looks into it: few of a large run's are."""

    __slots__ = ("_path", "_text", "_value")

    def __init__(self, text: str, path: Path) -> None:
        """`path` is where the text is from, for the error if it is no object."""
        self._text, self._path = text, path
        self._value: dict[str, Json] | None = None

    def _read(self) -> dict[str, Json]:
        if self._value is None:
            self._value = dict(_parsed(self._text, self._path))
        return self._value

    def __getitem__(self, name: str) -> Json:
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


def _parsed(text: str, path: Path) -> Mapping[str, Json]:
    try:
        found: Mapping[str, Json] = json.loads(text)
    except (TypeError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as scores: {error!r}") from error
    return found


def read_scores(path: Path, *, lazily: bool = False) -> list[dict[str, Json]]:
    """Rows as written, with reasons and evidence parsed and plain column names; `lazily` leaves
    evidence to whoever reads it.
    """
    try:
        rows: list[dict[str, Json]] = pq.read_table(path).to_pylist()
    except FileNotFoundError:
        raise InputError(f"{path}: not there; the run has not been scored yet") from None
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{path}: cannot be read as scores: {error}") from error
    reasons: dict[str, Mapping[str, Json]] = {}  # the same few again and again
    try:
        for row in rows:
            why, evidence = row["reasons"], row["evidence"]
            if why not in reasons:
                reasons[why] = _parsed(why, path)
            row["reasons"] = reasons[why]
            row["evidence"] = Unread(evidence, path) if lazily else _parsed(evidence, path)
    except KeyError as error:
        raise InputError(f"{path}: cannot be read as scores: {error!r}") from error
    return rows
