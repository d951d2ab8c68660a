"""The scores of a finished run by columns: a hundred thousand samples without a loop over them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from acidtest.errors import InputError
from acidtest.model import Json, Score
from acidtest.store.columns import (
    Bools,
    Counts,
    Floats,
    attempts_of,
    has,
    mean_by_sample,
    parts_of,
    passes_at,
)
from acidtest.store.scores import COUNTS, GROUP, METRIC, parsed_rows, read_table

_ROUNDING = 1e-6


class ScoreTable:
    """What is by sample follows `ids`: nan, or None, where a sample has nothing."""

    def __init__(self, table: pa.Table, path: Path) -> None:
        """`table` is as `write_scores` writes it; `path` is where it is from, for errors."""
        self._table, self._path = table, path
        names = table["id"].combine_chunks().dictionary_encode()
        if any(table[name].null_count for name in ("id", "attempt", "cluster")):
            told = "a row without id, attempt or cluster"
            raise InputError(f"{path}: cannot be read as scores: {told}")
        self.ids: list[str] = names.dictionary.to_pylist()
        self._place = names.indices.to_numpy().astype(np.intp)
        self._first = np.unique(self._place, return_index=True)[1]
        self._kept: dict[str, Floats] = {}

    @classmethod
    def read(cls, path: Path) -> ScoreTable:
        """Raises `InputError` if it cannot be read."""
        return cls(read_table(path), path)

    def check(self, summary: Mapping[str, Json], metrics: Iterable[str]) -> None:
        """Raise `InputError` unless a run's summary is of these scores.

        `metrics` are those whose figures are means over samples.
        """
        if summary["n"] != len(self.ids):
            self._differs("samples", len(self.ids), summary["n"])
        for name in metrics:
            figure = summary["metrics"].get(name)
            if figure is None:
                continue
            column = self.values(name)
            known = column[has(column)]
            if len(known) != figure["n"]:
                self._differs(f"samples with {name}", len(known), figure["n"])
            if len(known) and abs(float(known.mean()) - (figure["value"] or 0.0)) > _ROUNDING:
                self._differs(f"mean {name}", f"{known.mean():.6g}", figure["value"])

    def _differs(self, what: str, here: object, there: object) -> NoReturn:
        raise InputError(
            f"{self._path}: {what}: {here} here, {there} in the summary; one of the two files is "
            "of another time or damaged: "
            f"`acidtest score {self._path.parent}` writes both anew"
        )

    @cached_property
    def _fine(self) -> Bools:
        fine: Bools = pc.is_null(self._table["error"]).to_numpy()
        return fine

    @cached_property
    def scored(self) -> Bools:
        """Which samples have a score."""
        return np.bincount(self._place[self._fine], minlength=len(self.ids)) > 0

    @cached_property
    def scored_ids(self) -> frozenset[str]:
        """The names of those."""
        return frozenset(i for i, scored in zip(self.ids, self.scored, strict=True) if scored)

    @cached_property
    def errors(self) -> Mapping[str, str]:
        """By sample: what went wrong on our side."""
        failed = self._table.filter(pa.array(~self._fine)).select(["id", "error"])
        return dict(zip(failed["id"].to_pylist(), failed["error"].to_pylist(), strict=True))

    @cached_property
    def clusters(self) -> list[str]:
        """What each sample moves together with."""
        return [str(name) for name in self._by_sample("cluster")]

    @cached_property
    def groups(self) -> Mapping[str, list[str | None]]:
        """By group: its value for each sample."""
        names = [name for name in self._table.column_names if name.startswith(GROUP)]
        return {name.removeprefix(GROUP): self._by_sample(name) for name in names}

    def _by_sample(self, column: str) -> list[str | None]:
        found: list[str | None] = self._table[column].take(pa.array(self._first)).to_pylist()
        return found

    def values(self, metric: str) -> Floats:
        """The mean over attempts; of `NAME@k` the chance that one of k attempts is right."""
        name = METRIC + metric
        if name not in self._kept:
            self._kept[name] = self._means(name)
        return self._kept[name]

    def _means(self, name: str) -> Floats:
        if name in self._table.column_names:
            return mean_by_sample(self._rows(name), self._place[self._fine], len(self.ids))
        base, _, k = name.rpartition("@")
        if base in self._table.column_names and k.isdecimal():
            place = self._place[self._fine]
            return passes_at(int(k), *attempts_of(self._rows(base), place, len(self.ids)))
        return np.full(len(self.ids), np.nan)

    def _rows(self, name: str) -> Floats:
        rows: Floats = self._table[name].to_numpy().astype(np.float64)[self._fine]
        return rows

    def counts(self, metric: str, counts: Counts) -> Floats:
        """A sample's part of the sums, a row each; from its evidence where it was not kept."""
        name = COUNTS + metric
        if name not in self._kept:
            if name in self._table.column_names:
                rows = self._parts(name)
            else:
                rows = parts_of(self._all, counts)
            self._kept[name] = mean_by_sample(rows, self._place[self._fine], len(self.ids))
        return self._kept[name]

    def _parts(self, name: str) -> Floats:
        column = self._table[name].combine_chunks().filter(pa.array(self._fine))
        known = column.is_valid().to_numpy(zero_copy_only=False)
        flat = column.flatten().to_numpy(zero_copy_only=False)
        count = int(known.sum())
        wide = len(flat) // max(count, 1)
        lengths = pc.list_value_length(column).drop_null().to_numpy()
        if (lengths != wide).any():
            raise InputError(f"{self._path}: cannot be read as scores: {name} is not of one length")
        rows = np.full((len(known), wide), np.nan)
        rows[known] = flat.reshape(count, wide)
        return rows

    @cached_property
    def _all(self) -> list[Score]:
        return [score for score in self.scores() if score.error is None]

    def scores(self, ids: Collection[str] | None = None) -> list[Score]:
        """All of them, or those of some samples, with reasons and evidence."""
        table = self._table
        if ids is not None:
            table = table.filter(pc.is_in(table["id"], pa.array(list(ids), pa.string())))
        named = [(n, n.removeprefix(METRIC)) for n in table.column_names if n.startswith(METRIC)]
        return [
            Score(
                row["id"],
                row["attempt"],
                {name: row[column] for column, name in named},
                row["reasons"],
                row["evidence"],
                row["error"],
            )
            for row in parsed_rows(table, self._path)
        ]
