"""What a suite says was published about its metrics: bands, targets, figures of others.

It says so in tables of a run: `bands`, `targets` and `published_figures` (docs/reports.md).
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

from acidtest.model import Json

TARGET = "target"


@dataclass(frozen=True)
class Band:
    """A published range of a metric and what its document calls it."""

    low: float
    high: float
    label: str


@dataclass(frozen=True)
class Mark:
    """A published figure, or a range of them; of one value of a group if `group` is set."""

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

    def bands(self, metric: str) -> list[Band]:
        """The ranges of a metric."""
        return _read(_band, self._rows("bands", metric))

    def target(self, metric: str) -> float | None:
        """What its document wants it to reach."""
        found = _read(lambda row: _number(row[1]), self._rows("targets", metric))
        return (found[0] / 100 if found[0] > 1 else found[0]) if found else None

    def marks(self, metric: str, group: str = "") -> list[Mark]:
        """Figures of others: over all samples, or of the values of a group."""
        marks = _read(_mark, self._rows("published_figures", metric))
        return [mark for mark in marks if mark.group == group]

    def named(self, metric: str) -> bool:
        """Whether anything was published about it."""
        return bool(self.bands(metric) or self.marks(metric)) or self.target(metric) is not None

    def others(self, metrics: Sequence[str]) -> dict[str, dict[str, Mark]]:
        """Whose figures were published: by name, by metric. What they aim at counts as one."""
        found: dict[str, dict[str, Mark]] = {}
        for metric in metrics:
            for mark in self.marks(metric):
                found.setdefault(mark.label, {})[metric] = mark
        for metric in metrics:
            if (aim := self.target(metric)) is not None:
                found.setdefault(TARGET, {})[metric] = Mark(TARGET, aim, aim)
        return found

    def _rows(self, table: str, metric: str) -> list[Sequence[Json]]:
        rows = self._tables.get(table, {}).get("rows", [])
        return [
            row
            for row in rows
            if isinstance(row, list) and len(row) > 2 and self._means(str(row[0]), metric)
        ]

    def _means(self, told: str, metric: str) -> bool:
        """Whether a name in a document means a metric: `Edit Similarity`, `avg_bleu_pct`.

        Where there are two readings, a document means the published one.
        """
        if told == metric:
            return True
        if told in self._metrics or f"published.{metric}" in self._metrics:
            return False
        name = _letters(metric.removeprefix("published."))
        short = re.sub(r"^(avg|average|mean)", "", _letters(told))
        return bool(name) and name in (
            short,
            short.removesuffix("pct"),
            short.removesuffix("score"),
        )


T = TypeVar("T")


def _read(make: Callable[[Sequence[Json]], T], rows: Iterable[Sequence[Json]]) -> list[T]:
    """What can be read; a plug-in's table may only look like one of ours."""
    found = []
    for row in rows:
        with contextlib.suppress(TypeError, ValueError, IndexError):
            found.append(make(row))
    return found


def _number(value: Json) -> float:
    if not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _band(row: Sequence[Json]) -> Band:
    span = re.fullmatch(r"(-?[\d.]+) to (-?[\d.]+)", str(row[1]))
    if span:
        return Band(float(span[1]), float(span[2]), str(row[2]))
    return Band(_number(row[1]), _number(row[2]), str(row[3]))


def _mark(row: Sequence[Json]) -> Mark:
    return Mark(str(row[1]), _number(row[2]), _number(row[3]), *map(str, row[4:6]))


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def lettered(marks: Sequence[Mark]) -> dict[str, str]:
    """A letter for each name, to stand in a picture."""
    names = dict.fromkeys(mark.label for mark in marks)
    return dict(zip(names, itertools.chain(ascii_lowercase, itertools.repeat("*")), strict=False))
