"""scores.parquet: one row per answer; metrics and groups as columns, evidence as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from acidtest.core.errors import InputError
from acidtest.core.records import Json, Sample, Score
from acidtest.core.redact import redact_message, redacted, touches
from acidtest.core.untrusted import load_json
from acidtest.store.columns import Counts
from acidtest.store.sums import blank_seal, damaged, read_seal, seal, warn_without_sum

SCORES = "scores.parquet"
REPAIRED = "repaired.parquet"
UNSCORED = "unscored.parquet"
"""The guesses about unscored answers, in the form of scores; only if there are any."""
METRIC = "metric:"
GROUP = "group:"
COUNTS = "counts:"
_FIXED = {
    "id": pa.string(),
    "attempt": pa.int32(),
    "cluster": pa.string(),
    "reasons": pa.string(),
    "evidence": pa.string(),
    "error": pa.string(),
}
_VARIES = frozenset({"time_s"})
"""Evidence for tables only: with it, equal scores would not be equal files. It is in the answer."""
_NAMED = {METRIC: pa.float64(), GROUP: pa.string(), COUNTS: pa.list_(pa.float64())}


def write_scores(
    path: Path,
    scores: Sequence[Score],
    samples: Mapping[str, Sample],
    metrics: Iterable[str],
    counts: Mapping[str, Counts] = MappingProxyType({}),
) -> None:
    """Write all scores atomically, with a checksum: a reader never sees half a file."""
    table = as_table(scores, samples, metrics, counts)
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, table.schema, compression="zstd") as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"seal": blank_seal().decode()})
    temporary = path.with_suffix(".tmp")
    temporary.write_bytes(seal(sink.getvalue().to_pybytes()))
    temporary.replace(path)


def as_table(
    scores: Sequence[Score],
    samples: Mapping[str, Sample],
    metrics: Iterable[str],
    counts: Mapping[str, Counts] = MappingProxyType({}),
) -> pa.Table:
    """The table that `write_scores` writes. `counts` are the counts of pooled metrics, by metric:
    with them, pooled figures can be recomputed without reading evidence.
    """
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
    for name, part in counts.items():
        parts = [None if s.error is not None else part(s) for s in scores]
        columns[COUNTS + name] = pa.array(parts, pa.list_(pa.float64()))
    encode = json.JSONEncoder(sort_keys=True).encode  # `json.dumps` would create one per call

    def clean(data: Mapping[str, Json]) -> str:
        text = encode(dict(data))
        return encode(redacted(data)) if touches(text) else text

    columns["reasons"] = pa.array([clean(s.reasons) for s in scores], pa.string())
    evidence = ({k: v for k, v in s.evidence.items() if k not in _VARIES} for s in scores)
    columns["evidence"] = pa.array([clean(each) for each in evidence], pa.string())
    columns["error"] = _texts(s.error and redact_message(s.error) for s in scores)
    return pa.table(columns)


def _texts(values: Iterable[str | None]) -> pa.Array:
    """A text column; lone surrogates, which UTF-8 cannot encode, are escaped."""
    whole = [v if v is None else v.encode("utf-8", "backslashreplace").decode() for v in values]
    return pa.array(whole, pa.string())


def _parsed(text: str, path: Path) -> Mapping[str, Json]:
    try:
        parsed: Mapping[str, Json] = load_json(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: cannot be read as scores: {error!r}") from error
    if not isinstance(parsed, dict):
        raise InputError(
            f"{path}: cannot be read as scores: reasons or evidence are not JSON objects"
        )
    return parsed


def read_scores(path: Path) -> list[dict[str, Json]]:
    """Rows as written, with reasons and evidence parsed; without the counts of pooled metrics."""
    table = read_table(path)
    return parsed_rows(
        table.select([n for n in table.column_names if not n.startswith(COUNTS)]), path
    )


def read_table(path: Path) -> pa.Table:
    """The file as a table; raises `InputError` if it cannot be read as scores."""
    return read_sealed_table(path)[0]


def read_sealed_table(path: Path) -> tuple[pa.Table, str | None]:
    """The file as a table, and its checksum, if it has one."""
    try:
        data = path.read_bytes()
        stated = read_seal(data, path)
        table = pq.read_table(pa.BufferReader(data))
    except FileNotFoundError:
        raise InputError(f"{path}: not found; the run has not been scored yet") from None
    except (pa.ArrowException, OSError, ValueError) as error:
        raise damaged(path, str(error)) from error
    if stated is None:
        warn_without_sum(path)
    odd = [
        name
        for name, kind in _FIXED.items()
        if name not in table.column_names or table[name].type not in (kind, pa.null())
    ]
    if odd:
        problem = f"missing or of the wrong type: {', '.join(odd)}"
        raise InputError(f"{path}: cannot be read as scores: columns {problem}")
    for name in table.column_names:
        _check_column(name, table[name], path)
    return table, stated


def _check_column(name: str, column: pa.ChunkedArray, path: Path) -> None:
    """Check that a column has the right type, and that its numbers are finite."""
    kind = next((kind for start, kind in _NAMED.items() if name.startswith(start)), None)
    if kind is None or column.type == pa.null():
        return
    if column.type != kind:
        problem = f"column '{name}' is {column.type}, not {kind}"
        raise InputError(f"{path}: cannot be read as scores: {problem}")
    numbers = pc.list_flatten(column) if name.startswith(COUNTS) else column
    if name.startswith((METRIC, COUNTS)) and pc.all(pc.is_finite(numbers)).as_py() is False:
        problem = f"column '{name}' contains values that are not finite numbers"
        raise InputError(f"{path}: cannot be read as scores: {problem}")


def parsed_rows(table: pa.Table, path: Path) -> list[dict[str, Json]]:
    """Rows of a table with reasons and evidence parsed; `path` is used in error messages."""
    rows: list[dict[str, Json]] = table.to_pylist()
    reasons: dict[str, Mapping[str, Json]] = {}  # few distinct values
    for row in rows:
        why = row["reasons"]
        if why not in reasons:
            reasons[why] = _parsed(why, path)
        row["reasons"], row["evidence"] = reasons[why], _parsed(row["evidence"], path)
    return rows
