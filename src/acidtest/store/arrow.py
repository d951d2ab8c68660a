"""Scores as an Arrow table, and as a Parquet file: for other programs, with the extra `parquet`."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from acidtest.core.extras import needed_by
from acidtest.store.scores import COUNTS, METRIC, ScoreTable


def _module(name: str) -> Any:
    with needed_by("an Arrow table or Parquet file"):
        return importlib.import_module(name)


_ROWS = 1 << 16
"""Rows in memory at a time, and in a row group of a file."""


def arrow_table(table: ScoreTable) -> Any:
    """One row per answer; reasons and evidence are JSON."""
    return _module("pyarrow").Table.from_batches(_batches(table), _schema(table))


def write_parquet(table: ScoreTable, path: Path) -> None:
    """The same as a Parquet file, some rows at a time."""
    pa, parquet = _module("pyarrow"), _module("pyarrow.parquet")
    schema = _schema(table)
    with parquet.ParquetWriter(path, schema, compression="zstd") as file:
        for batch in _batches(table):
            file.write_table(pa.Table.from_batches([batch], schema))


def _schema(table: ScoreTable) -> Any:
    pa = _module("pyarrow")

    def kind(name: str) -> Any:
        if name.startswith(COUNTS):
            return pa.list_(pa.float64())
        if name == "attempt":
            return pa.int32()
        return pa.float64() if name.startswith(METRIC) else pa.string()

    names = [*(name for name in table.names if name != "error"), "evidence", "error"]
    return pa.schema([(name, kind(name)) for name in names])


def _batches(table: ScoreTable) -> Iterator[Any]:
    pa, schema = _module("pyarrow"), _schema(table)
    for block in table.blocks(_ROWS):
        columns = [pa.array(block[name], schema.field(name).type) for name in schema.names]
        yield pa.record_batch(columns, schema=schema)
