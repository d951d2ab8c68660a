"""Scores as an Arrow table, and as a Parquet file: for other programs, with the extra `parquet`."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from acidtest.core.extras import needed_by
from acidtest.store.scores import COUNTS, METRIC, ScoreTable


def _module(name: str) -> Any:
    with needed_by("an Arrow table or Parquet file"):
        return importlib.import_module(name)


def arrow_table(table: ScoreTable) -> Any:
    """One row per answer; reasons and evidence are JSON."""
    pa = _module("pyarrow")
    columns = {}
    for name in table.names:
        if name.startswith(COUNTS):
            counts = table.counts(name.removeprefix(COUNTS))
            columns[name] = pa.array(counts, pa.list_(pa.float64()))
        else:
            number = pa.float64() if name.startswith(METRIC) else pa.string()
            kind = pa.int32() if name == "attempt" else number
            columns[name] = pa.array(table.column(name), kind)
    error = columns.pop("error")
    columns |= {"evidence": pa.array(table.evidence(), pa.string()), "error": error}
    return pa.table(columns)


def write_parquet(table: ScoreTable, path: Path) -> None:
    """The same as a Parquet file."""
    _module("pyarrow.parquet").write_table(arrow_table(table), path, compression="zstd")
