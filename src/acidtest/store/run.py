"""A finished run, read from its folder.

Scores are read by column, to handle a hundred thousand samples without a Python loop.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NoReturn

import numpy as np

from acidtest.core.errors import InputError
from acidtest.core.metric import Metric, mean_metrics, pooled_counts
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Score
from acidtest.core.registry import find_suite
from acidtest.core.text import as_cause
from acidtest.store.answers import find_answers
from acidtest.store.columns import Bools, Counts, Floats, Sums, has, parts_of
from acidtest.store.files import (
    check_together,
    read_manifest,
    read_summary_and_files,
    read_tables,
)
from acidtest.store.scores import (
    COUNTS,
    GROUP,
    METRIC,
    REPAIRED,
    SCORES,
    UNSCORED,
    ScoreTable,
    read_sealed_table,
    read_table,
)
from acidtest.store.worst import Unscored

_ROUNDING = 1e-6
UNJUDGED = "not scored"


class Run:
    """The answers and scores of one run. `label` is its name in a report.

    Per-sample values are in the order of `ids`: nan, or None, if a sample has no value.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Mapping[str, Json],
        summary: Mapping[str, Json],
        table: ScoreTable,
    ) -> None:
        self.folder, self.manifest, self.summary = folder, manifest, summary
        self._table = table
        names = table.column("id")
        places: dict[str, int] = {}
        self._place = np.array([places.setdefault(n, len(places)) for n in names], dtype=np.intp)
        self.ids = list(places)
        self._first = np.unique(self._place, return_index=True)[1]
        self._kept: dict[str, Floats] = {}
        self.label = self.system

    @classmethod
    def open(cls, folder: Path, *, check: bool = True) -> Run:
        """Read a run that has a summary; raises `InputError` if it has none, or is damaged.

        Unless `check` is off, summary and scores are checked against each other.
        """
        summary, files = read_summary_and_files(folder)
        table, stated = read_sealed_table(folder / SCORES)
        run = cls(folder, read_manifest(folder), summary, table)
        if check:
            check_together(folder, files, {SCORES: stated})
            run.check()
        return run

    def repaired(self) -> Run:
        """The run with what came of its repairs in place of the first answers, as a run that may
        be compared with others; the run itself if it has none.
        """
        if not (self.folder / REPAIRED).exists():
            return self
        asked = {k: v for k, v in self.manifest["asked"].items() if k != "repair"}
        summary = {**self.summary, "system": f"{self.system} (repaired)"}
        table, _ = read_sealed_table(self.folder / REPAIRED)
        return Run(self.folder, {**self.manifest, "asked": asked}, summary, table)

    def labelled(self, label: str) -> Run:
        """The same run under another name; shares the data already read."""
        same = copy.copy(self)
        same.label = label
        return same

    @property
    def system(self) -> str:
        """The system's name, as the user typed it."""
        return str(self.summary["system"])

    @property
    def n(self) -> int:
        """The number of samples."""
        return int(self.summary["n"])

    @property
    def control(self) -> bool:
        """Whether its result is known in advance."""
        return "control" in self.manifest["system"]["identity"]

    @property
    def figures(self) -> Mapping[str, Mapping[str, Json]]:
        """By metric: value, low, high, n."""
        figures: Mapping[str, Mapping[str, Json]] = self.summary["metrics"]
        return figures

    @cached_property
    def suite(self) -> Suite:
        """The suite."""
        return find_suite(str(self.summary["suite"]))

    @cached_property
    def tables(self) -> Mapping[str, Mapping[str, Json]]:
        """The suite's own tables by name."""
        return {table["name"]: table for table in read_tables(self.folder)}

    def answers(self, ids: Collection[str] | None = None) -> Mapping[tuple[str, int], Answer]:
        """Answers by sample and attempt, of some samples or all; empty if the file is gone."""
        return find_answers(self.folder / "answers.jsonl", ids)

    @property
    def asked(self) -> int:
        """The number of answers, scored or not."""
        return len(self._place)

    @property
    def scored_answers(self) -> int:
        """The number of answers with a score."""
        return int(self._fine.sum())

    def column(self, metric: Metric, *, worst: bool = False) -> Floats:
        """Values by sample: the mean over attempts, or the counts of a pooled metric.

        With `worst`, unscored answers count as badly as they could have been.
        """
        if worst and len(self.unscored):
            return self._worst(metric)
        if metric.pooled is None:
            return self.means(metric.name)
        return self.counts(self._counts_name(metric), metric.pooled.counts)

    def _counts_name(self, metric: Metric) -> str:
        """The metric under whose name the counts of a pooled one are stored."""
        mine = metric.pooled and metric.pooled.counts
        named = (n for n, counts in pooled_counts(self.suite.metrics).items() if counts == mine)
        return next(named, metric.name)

    @cached_property
    def unscored(self) -> Unscored:
        """The answers without a score, with the guesses about them."""
        attempts = self._table.column("attempt")
        lost = [(int(self._place[row]), attempts[row]) for row in np.flatnonzero(~self._fine)]
        keys = {(self.ids[place], attempt): place for place, attempt in lost}
        path = self.folder / UNSCORED
        guesses = _as_scores(read_table(path).each_row()) if keys and path.exists() else []
        return Unscored(keys, guesses)

    def _worst(self, metric: Metric) -> Floats:
        own = {m.name: m for m in self.suite.metrics}
        if metric.pooled is not None:
            rows = self._parts(self._counts_name(metric), metric.pooled.counts)
            return self.unscored.column(metric, self._sums(rows))
        if METRIC + metric.name in self._table.names:
            return self.unscored.column(metric, self._sums(self._rows(METRIC + metric.name)))
        base, _, k = metric.name.rpartition("@")
        if base in own and METRIC + base in self._table.names and k.isdecimal():
            sums = self._sums(self._rows(METRIC + base))
            return self.unscored.passes_at(int(k), own[base], sums)
        return self.means(metric.name)

    def values(self, metric: Metric) -> Floats:
        """The values of samples that have one, for metrics that are means."""
        column = self.column(metric)
        return column[has(column)]

    def check(self) -> None:
        """Raise `InputError` unless the summary matches these scores."""
        if self.n != len(self.ids):
            self._differs("samples", len(self.ids), self.n)
        for what, here in (("asked", self.asked), ("scored", self.scored_answers)):
            if self.summary.get(what, here) != here:
                self._differs(f"answers {what}", here, self.summary[what])
        failed = self.summary.get("errors", len(self.errors))  # repaired answers count as well
        if failed < len(self.errors):
            self._differs("samples not scored", len(self.errors), failed)
        for name in mean_metrics(self.suite.metrics):
            figure = self.figures.get(name)
            if figure is None:
                continue
            column = self.means(name)
            known = column[has(column)]
            if len(known) != figure["n"]:
                self._differs(f"samples with {name}", len(known), figure["n"])
            if len(known) and abs(float(known.mean()) - (figure["value"] or 0.0)) > _ROUNDING:
                self._differs(f"mean {name}", f"{known.mean():.6g}", figure["value"])

    def _differs(self, what: str, here: object, there: object) -> NoReturn:
        raise InputError(
            f"{self.folder / SCORES}: {what}: {here} here, {there} in the summary; one of the two "
            f"files is outdated or damaged; `acidtest score {self.folder}` rewrites both"
        )

    @cached_property
    def _fine(self) -> Bools:
        return np.array([error is None for error in self._table.column("error")], dtype=bool)

    @cached_property
    def scored(self) -> Bools:
        """Which samples have a score, as a mask."""
        return np.bincount(self._place[self._fine], minlength=len(self.ids)) > 0

    @cached_property
    def scored_ids(self) -> frozenset[str]:
        """The ids of the samples with a score."""
        return frozenset(i for i, scored in zip(self.ids, self.scored, strict=True) if scored)

    @cached_property
    def errors(self) -> Mapping[str, str]:
        """By sample id: why it was not scored."""
        errors = self._table.column("error")
        return {self.ids[self._place[row]]: errors[row] for row in np.flatnonzero(~self._fine)}

    @property
    def keys(self) -> list[tuple[str, int]]:
        """Sample and attempt of each answer."""
        attempts = self._table.column("attempt")
        return [(self.ids[p], a) for p, a in zip(self._place, attempts, strict=True)]

    def scored_keys(self) -> Iterator[tuple[str, int]]:
        """Sample and attempt of each answer with a score."""
        return (key for key, fine in zip(self.keys, self._fine, strict=True) if fine)

    @property
    def verdicts(self) -> list[str]:
        """For each answer: right, wrong, not scored, or scored if the suite says no more."""
        name = METRIC + (self.suite.pass_metric or "")
        known = name in self._table.names
        passed = self._table.column(name) if known else [None] * self.asked
        rows = zip(passed, self.causes, self._fine, strict=True)
        return [_verdict(value, cause) if fine else UNJUDGED for value, cause, fine in rows]

    @cached_property
    def causes(self) -> list[str | None]:
        """For each answer, why it is wrong or has no score, or what it needs to be right."""
        rows = zip(self._table.column("cause"), self._table.column("error"), strict=True)
        texts = [cause or error for cause, error in rows]
        brief = {text: as_cause(text) for text in set(texts) if text}
        return [brief.get(text or "") for text in texts]

    @cached_property
    def clusters(self) -> list[str]:
        """The cluster of each sample."""
        return [str(name) for name in self._by_sample("cluster")]

    @cached_property
    def groups(self) -> Mapping[str, list[str | None]]:
        """For each group, the value of every sample."""
        names = [name for name in self._table.names if name.startswith(GROUP)]
        return {name.removeprefix(GROUP): self._by_sample(name) for name in names}

    def _by_sample(self, column: str) -> list[str | None]:
        values = self._table.column(column)
        return [values[row] for row in self._first]

    def means(self, metric: str) -> Floats:
        """The mean over attempts; for `NAME@k`, the chance that one of k attempts is right."""
        name = METRIC + metric
        if name not in self._kept:
            self._kept[name] = self._means(name)
        return self._kept[name]

    def _means(self, name: str) -> Floats:
        if name in self._table.names:
            return self._sums(self._rows(name)).means()
        base, _, k = name.rpartition("@")
        if base in self._table.names and k.isdecimal():
            return self._sums(self._rows(base)).passes_at(int(k))
        return np.full(len(self.ids), np.nan)

    def _sums(self, rows: Floats) -> Sums:
        """The rows of the scored answers, by sample."""
        return Sums.of(rows, self._place[self._fine], len(self.ids))

    def _rows(self, name: str) -> Floats:
        rows: Floats = np.array(self._table.column(name), dtype=np.float64)[self._fine]
        return rows

    def counts(self, metric: str, counts: Counts) -> Floats:
        """The counts of each sample, one row each; from the evidence if they were not stored."""
        name = COUNTS + metric
        if name not in self._kept:
            self._kept[name] = self._sums(self._parts(metric, counts)).means()
        return self._kept[name]

    def _parts(self, metric: str, counts: Counts) -> Floats:
        """The counts of each scored answer."""
        if COUNTS + metric not in self._table.names:
            return parts_of([s for s in self.scores() if s.error is None], counts)
        rows = self._table.counts(metric)
        wide = next((len(row) for row in rows if row is not None), 0)
        known = [[np.nan] * wide if row is None else row for row in rows]
        parts: Floats = np.array(known, dtype=np.float64).reshape(len(rows), wide)[self._fine]
        return parts

    def scores(self, ids: Collection[str] | None = None) -> list[Score]:
        """All scores, or those of some samples, with reasons and evidence."""
        if ids is None:
            return _as_scores(self._table.each_row())
        ids = frozenset(ids)
        chosen = [identity in ids for identity in self.ids]
        places = np.flatnonzero(np.array(chosen, dtype=bool)[self._place])
        return _as_scores(self._table.each_row(places.tolist()))


def _verdict(passed: float | None, cause: str | None) -> str:
    if passed is None:
        return "wrong" if cause else "scored"
    return "right" if passed == 1 else "wrong"


def _as_scores(rows: Iterable[Mapping[str, Json]]) -> list[Score]:
    return [
        Score(
            row["id"],
            row["attempt"],
            {n.removeprefix(METRIC): value for n, value in row.items() if n.startswith(METRIC)},
            row["reasons"],
            row["evidence"],
            row["error"],
            row["cause"],
        )
        for row in rows
    ]
