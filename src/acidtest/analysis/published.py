"""Published facts about a suite's metrics: bands, targets, and other people's results.

They are in tables of a run: `bands`, `targets` and `published_figures` (docs/reports.md).
"""

from __future__ import annotations

import contextlib
import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import TypeVar

from acidtest.core.records import Json

TARGET = "target"


@dataclass(frozen=True)
class PublishedBand:
    """A published range of a metric, and the name the document gives it."""

    low: float
    high: float
    label: str


@dataclass(frozen=True)
class Mark:
    """A published figure or range; for one value of a group if `group` is set."""

    label: str
    low: float
    high: float
    group: str = ""
    value: str = ""

    def amount(self, shown: Callable[[float], str]) -> str:
        """As `20.1` or `30.0 to 40.0`."""
        low, high = shown(self.low), shown(self.high)
        return low if low == high else f"{low} to {high}"


class Published:
    """The published facts about the metrics of one section."""

    def __init__(self, tables: Mapping[str, Mapping[str, Json]], metrics: Iterable[str]) -> None:
        self._tables = tables
        self._metrics = set(metrics)

    def bands(self, metric: str) -> list[PublishedBand]:
        """The published ranges of a metric."""
        return _read(_band, self._rows("bands", metric))

    def target(self, metric: str) -> float | None:
        """The published target for a metric."""
        numbers = _read(lambda row: _number(row[1]), self._rows("targets", metric))
        return (numbers[0] / 100 if numbers[0] > 1 else numbers[0]) if numbers else None

    def marks(self, metric: str, group: str = "") -> list[Mark]:
        """Published figures: over all samples, or for the values of a group."""
        marks = _read(_mark, self._rows("published_figures", metric))
        return [mark for mark in marks if mark.group == group]

    def named(self, metric: str) -> bool:
        """Whether anything was published about a metric."""
        return bool(self.bands(metric) or self.marks(metric)) or self.target(metric) is not None

    def others(self, metrics: Sequence[str]) -> dict[str, dict[str, Mark]]:
        """Published figures by name, then by metric. The target is listed like any other name."""
        marks: dict[str, dict[str, Mark]] = {}
        for metric in metrics:
            for mark in self.marks(metric):
                marks.setdefault(mark.label, {})[metric] = mark
        for metric in metrics:
            if (aim := self.target(metric)) is not None:
                marks.setdefault(TARGET, {})[metric] = Mark(TARGET, aim, aim)
        return marks

    def _rows(self, table: str, metric: str) -> list[Sequence[Json]]:
        rows = self._tables.get(table, {}).get("rows", [])
        return [
            row
            for row in rows
            if isinstance(row, list) and len(row) > 2 and self._means(str(row[0]), metric)
        ]

    def _means(self, written: str, metric: str) -> bool:
        """Whether a name written in a document (`Edit Similarity`, `avg_bleu_pct`) means a metric.

        If a metric has two versions, a document means the published one.
        """
        if written == metric:
            return True
        if written in self._metrics or f"published.{metric}" in self._metrics:
            return False
        name = _letters(metric.removeprefix("published."))
        short = re.sub(r"^(avg|average|mean)", "", _letters(written))
        return bool(name) and name in (
            short,
            short.removesuffix("pct"),
            short.removesuffix("score"),
        )


T = TypeVar("T")


def _read(make: Callable[[Sequence[Json]], T], rows: Iterable[Sequence[Json]]) -> list[T]:
    """The rows that can be read; `row_problems` reports the others."""
    values = []
    for row in rows:
        with contextlib.suppress(TypeError, ValueError, IndexError):
            values.append(make(row))
    return values


def row_problems(tables: Mapping[str, Mapping[str, Json]]) -> list[str]:
    """Rows of a suite's tables that a report cannot show completely, and why."""
    problems = []
    for name, table in tables.items():
        for number, row in enumerate(table["rows"], 1):
            where, wide = f"table '{name}', row {number}", len(table["columns"])
            if len(row) != wide:
                problems.append(f"{where}: has {len(row)} cells for {wide} columns")
            elif name in _READERS:
                try:
                    _READERS[name](row)
                except (TypeError, ValueError, IndexError) as error:
                    problems.append(f"{where}: not drawn: {error}")
    return problems


def _number(value: Json) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"expected a number, got {value!r}")
    return float(value)


def _band(row: Sequence[Json]) -> PublishedBand:
    span = re.fullmatch(r"(-?[\d.]+) to (-?[\d.]+)", str(row[1]))
    if span:
        return PublishedBand(float(span[1]), float(span[2]), str(row[2]))
    return PublishedBand(_number(row[1]), _number(row[2]), str(row[3]))


def _mark(row: Sequence[Json]) -> Mark:
    return Mark(str(row[1]), _number(row[2]), _number(row[3]), *map(str, row[4:6]))


_READERS: Mapping[str, Callable[[Sequence[Json]], object]] = {
    "bands": _band,
    "targets": lambda row: _number(row[1]),
    "published_figures": _mark,
}


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def lettered(marks: Sequence[Mark]) -> dict[str, str]:
    """A letter for each name, used to mark it in a picture."""
    names = dict.fromkeys(mark.label for mark in marks)
    return dict(zip(names, itertools.chain(ascii_lowercase, itertools.repeat("*")), strict=False))
