"""Writes scores.sqlite score by score: memory does not grow with their number."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Self

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json, Sample, Score
from acidtest.core.redact import redact_message, redacted, touches
from acidtest.store.columns import Counts
from acidtest.store.scores import AGAIN, COUNTS, FIXED, GROUP, METRIC, SCORES, ScoreTable, quoted
from acidtest.store.sums import blank_seal, seal_file

_VARIES = frozenset({"time_s"})
"""Evidence for tables only: with it, equal scores would not be equal files. It is in the answer."""
_AT_ONCE = 64
_STAMPS = ((24, 4), (92, 8))
"""Where SQLite says in a file how often it was written, and by which version."""

_encode = json.JSONEncoder(sort_keys=True).encode  # `json.dumps` would create one per call


class ScoreWriter:
    """Scores in a temporary file, until `keep` gives it its name: a reader never sees half a file.

    Equal scores make equal files. So evidence, which comes with each score, is put aside and
    follows when all scores are there, as if one table had been written after the other.
    """

    def __init__(
        self,
        path: Path | None,
        groups: Iterable[str],
        metrics: Iterable[str],
        counts: Mapping[str, Counts] = MappingProxyType({}),
    ) -> None:
        """Without a path, in memory. `counts` are the counts of pooled metrics, by metric: with
        them, pooled figures can be recomputed without reading evidence.
        """
        self._path = path
        self._groups, self._metrics = sorted(groups), list(metrics)
        self._counts = list(counts.values())
        self._count = 0
        self._rows: list[tuple[Json, ...]] = []
        self._evidence: list[tuple[int, str]] = []
        names = {
            **{name: FIXED[name] + " NOT NULL" for name in ("id", "attempt", "cluster")},
            **{GROUP + _as_name(name): "TEXT" for name in self._groups},
            **{METRIC + name: "REAL" for name in self._metrics},
            **{COUNTS + name: "TEXT" for name in counts},
            **{"reasons": "TEXT NOT NULL", "cause": "TEXT", "error": "TEXT"},
        }
        self._marks = ", ".join("?" * (1 + len(names)))
        if path is not None:
            self._temporary = path.with_suffix(".tmp")
            self._temporary.unlink(missing_ok=True)
        self._base = sqlite3.connect(
            ":memory:" if path is None else self._temporary, isolation_level=None
        )
        columns = ", ".join(f"{quoted(name)} {kind}" for name, kind in _distinct(names).items())
        for step in (
            "ATTACH '' AS aside",
            "PRAGMA main.journal_mode = OFF",  # a file that is not finished is thrown away
            "PRAGMA aside.journal_mode = OFF",
            "PRAGMA main.synchronous = OFF",
            "BEGIN",
            f"CREATE TABLE main.scores (nth INTEGER PRIMARY KEY, {columns})",
            "CREATE TABLE main.evidence (nth INTEGER PRIMARY KEY, evidence TEXT NOT NULL)",
            "CREATE TABLE aside.later (nth INTEGER PRIMARY KEY, evidence TEXT NOT NULL)",
        ):
            self._base.execute(step)

    def add(self, sample: Sample, score: Score) -> None:
        """Add the score of an answer to a sample."""
        steady = {k: v for k, v in score.evidence.items() if k not in _VARIES}
        self._rows.append(self._row(sample, score))
        self._evidence.append((self._count, _clean(steady)))
        self._count += 1
        if len(self._rows) >= _AT_ONCE:
            self._flush()

    def _row(self, sample: Sample, score: Score) -> tuple[Json, ...]:
        return (
            self._count,
            _text(score.id),
            score.attempt,
            _text(sample.cluster),
            *(_text(sample.groups.get(name)) for name in self._groups),
            *(score.metrics.get(name) for name in self._metrics),
            *(_counted(score, counts) for counts in self._counts),
            _clean(score.reasons),
            _text(score.cause and redact_message(score.cause)),
            _text(score.error and redact_message(score.error)),
        )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise InfrastructureError(
                f"{self._path}: cannot be written: {error}; "
                "fix that, then run the same command again to continue"
            ) from error

    def _flush(self) -> None:
        with self._writing():
            self._insert()

    def _insert(self) -> None:
        self._base.executemany(f"INSERT INTO main.scores VALUES ({self._marks})", self._rows)
        self._base.executemany("INSERT INTO aside.later VALUES (?, ?)", self._evidence)
        self._rows, self._evidence = [], []

    def _finish(self) -> None:
        with self._writing():
            self._insert()
            self._base.execute(
                "INSERT INTO main.evidence SELECT nth, evidence FROM aside.later ORDER BY nth"
            )
            # Made last, it lies behind all that an answer could have put into the file.
            self._base.execute("CREATE TABLE main.seal (sha256 TEXT)")
            self._base.execute("INSERT INTO main.seal VALUES (?)", (blank_seal().decode(),))
            self._base.execute("COMMIT")

    def keep(self) -> None:
        """Finish the file, with a checksum, and put it in its place."""
        assert self._path is not None
        self._finish()
        self._base.close()
        with self._temporary.open("r+b") as file:
            for start, size in _STAMPS:
                os.pwrite(file.fileno(), bytes(size), start)
        seal_file(self._temporary)
        self._temporary.replace(self._path)

    def data(self) -> bytes:
        """Finish the file in memory: its bytes, without a checksum."""
        self._finish()
        return self._base.serialize()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()
        if self._path is not None:
            self._temporary.unlink(missing_ok=True)


def write_scores(
    path: Path,
    scores: Iterable[Score],
    samples: Mapping[str, Sample],
    metrics: Iterable[str],
    counts: Mapping[str, Counts] = MappingProxyType({}),
) -> None:
    """Write all scores atomically, with a checksum: a reader never sees half a file."""
    with ScoreWriter(path, groups_of(samples.values()), metrics, counts) as file:
        for score in scores:
            file.add(samples[score.id], score)
        file.keep()


def as_table(
    scores: Sequence[Score],
    samples: Mapping[str, Sample],
    metrics: Iterable[str],
    counts: Mapping[str, Counts] = MappingProxyType({}),
) -> ScoreTable:
    """The table that `write_scores` writes."""
    with ScoreWriter(None, groups_of(samples.values()), metrics, counts) as file:
        for score in scores:
            file.add(samples[score.id], score)
        return ScoreTable(file.data(), Path(SCORES))


def groups_of(samples: Iterable[Sample]) -> set[str]:
    """The names of the groups that some samples are in."""
    return {name for sample in samples for name in sample.groups}


def _clean(data: Mapping[str, Json]) -> str:
    text = _encode(dict(data))
    return _encode(redacted(data)) if touches(text) else text


def _counted(score: Score, counts: Counts) -> str | None:
    own = None if score.error is not None else counts(score)
    return None if own is None else _encode([float(number) for number in own])


def _text(value: str | None) -> str | None:
    """Text as a file can hold it: lone surrogates are escaped."""
    return None if value is None else value.encode("utf-8", "backslashreplace").decode()


def _as_name(name: str) -> str:
    """The name of a column, without what SQLite cannot hold in one."""
    return str(_text(name)).replace("\0", "\\0").replace(AGAIN, "\\1")


def _distinct(names: Mapping[str, str]) -> dict[str, str]:
    """The same columns with names that SQLite distinguishes."""
    distinct: dict[str, str] = {}
    taken: set[str] = set()
    for name, kind in names.items():
        while name.lower() in taken:
            name += AGAIN
        taken.add(name.lower())
        distinct[name] = kind
    return distinct
