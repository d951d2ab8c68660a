"""scores.sqlite: one row per answer; metrics and groups as columns, evidence as JSON."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.store.sums import damaged, read_seal, warn_without_sum

SCORES = "scores.sqlite"
REPAIRED = "repaired.sqlite"
UNSCORED = "unscored.sqlite"
"""The guesses about unscored answers, in the form of scores; only if there are any."""
METRIC = "metric:"
GROUP = "group:"
COUNTS = "counts:"
FIXED = {
    "id": "TEXT",
    "attempt": "INTEGER",
    "cluster": "TEXT",
    "reasons": "TEXT",
    "cause": "TEXT",
    "error": "TEXT",
}
_NAMED = {METRIC: "REAL", GROUP: "TEXT", COUNTS: "TEXT"}
_REQUIRED = ("id", "attempt", "cluster", "reasons")
_OLD = "scores.parquet"
_MOST = sys.float_info.max
_REASONS = 1000
AGAIN = "\1"
"""Ends the name of a column that differs from an earlier one only in upper and lower case, which
SQLite does not distinguish.
"""


class ScoreTable:
    """The rows of scores.sqlite, read by column."""

    def __init__(self, source: Path | bytes, path: Path) -> None:
        """`source` is a file, or the bytes of one; `path` is used in error messages."""
        self._source, self.path = source, path
        with self._opened() as base:
            objects = set(base.execute("SELECT type, name FROM sqlite_schema"))
            self.sealed = ("table", "seal") in objects
            if objects - {("table", "seal")} != {("table", "scores"), ("table", "evidence")}:
                raise damaged(self.path, "it does not have the tables scores and evidence alone")
            kinds = {row[1]: row[2] for row in base.execute("PRAGMA table_info(scores)")}
            kinds.pop("nth", None)
            self._columns = {column.rstrip(AGAIN): column for column in kinds}
            self._check(base, kinds)
            self._count = self._counted(base)

    def _check(self, base: sqlite3.Connection, kinds: Mapping[str, str]) -> None:
        """Check that columns and values have the right types, and that numbers are finite."""
        odd = [name for name, kind in FIXED.items() if kinds.get(name) != kind]
        if odd:
            problem = f"columns missing or of the wrong type: {', '.join(odd)}"
            raise damaged(self.path, problem)
        wrong = {}
        for name in kinds:
            start = next((start for start in _NAMED if name.startswith(start)), "")
            kind = FIXED.get(name) or _NAMED.get(start)
            if kind is None:
                continue
            column = quoted(name)
            known = f"'{kind.lower()}'" + ("" if name in _REQUIRED else ", 'null'")
            wrong[name] = f"typeof({column}) NOT IN ({known})"
            if kind == "REAL":
                wrong[name] += f" OR abs({column}) > {_MOST!r}"
        flags = ", ".join(f"max({test})" for test in wrong.values())
        for name, flag in zip(
            wrong, base.execute(f"SELECT {flags} FROM scores").fetchone(), strict=True
        ):
            if flag:
                kind = "finite numbers" if kinds[name] == "REAL" else kinds[name]
                raise damaged(self.path, f"column '{name}' has values that are not {kind}")

    @property
    def names(self) -> list[str]:
        """The columns."""
        return list(self._columns)

    def _counted(self, base: sqlite3.Connection) -> int:
        """The number of rows; each has its evidence."""
        ends = "coalesce(min(nth), 0), coalesce(max(nth) + 1, 0), count(*)"
        first = base.execute(f"SELECT {ends} FROM scores").fetchone()
        if first != base.execute(f"SELECT {ends} FROM evidence").fetchone():
            raise damaged(self.path, "not every row has its evidence")
        if first[0] or first[1] != first[2]:
            raise damaged(self.path, "its rows are not numbered from 0")
        return int(first[2])

    def __len__(self) -> int:
        return self._count

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """A connection for one question: threads share no connection."""
        memory = isinstance(self._source, bytes)
        where = ":memory:" if memory else f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        try:
            with contextlib.closing(sqlite3.connect(where, uri=not memory)) as base:
                if isinstance(self._source, bytes):
                    base.deserialize(self._source)
                base.execute("PRAGMA trusted_schema = OFF")
                yield base
        except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
            raise damaged(self.path, str(error)) from error

    def column(self, name: str) -> list[Json]:
        """One column, in the order of the rows."""
        with self._opened() as base:
            column = quoted(self._columns[name])
            rows = base.execute(f"SELECT {column} FROM scores ORDER BY nth")
            return [value for (value,) in rows]

    def rows(self, places: Iterable[int] | None = None) -> list[dict[str, Json]]:
        """All rows or some, with reasons and evidence parsed, without the counts."""
        return list(self.each_row(places))

    def each_row(self, places: Iterable[int] | None = None) -> Iterator[dict[str, Json]]:
        """The same, one at a time."""
        names = [name for name in self.names if not name.startswith(COUNTS)]
        names.insert(-1, "evidence")
        sql = self._select(names)
        reasons: dict[str, Mapping[str, Json]] = {}  # few distinct values
        with self._opened() as base:
            if places is None:
                values: Iterable[Sequence[Json]] = base.execute(f"{sql} ORDER BY nth")
            else:
                one = f"{sql} WHERE nth = ?"
                values = (row for place in places for row in base.execute(one, (place,)))
            for value in values:
                row = dict(zip(names, value, strict=True))
                why = row["reasons"]
                if why not in reasons:
                    if len(reasons) >= _REASONS:
                        reasons.clear()
                    reasons[why] = self._parsed(why)
                row["reasons"], row["evidence"] = reasons[why], self._parsed(row["evidence"])
                yield row

    def blocks(self, size: int) -> Iterator[dict[str, list[Json]]]:
        """Some rows at a time, by column; reasons and evidence as JSON, counts as lists."""
        names = [*(name for name in self.names if name != "error"), "evidence", "error"]
        with self._opened() as base:
            cursor = base.execute(f"{self._select(names)} ORDER BY nth")
            while rows := cursor.fetchmany(size):
                block = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
                counted = [name for name in names if name.startswith(COUNTS)]
                yield block | {name: self._lists(name, block[name]) for name in counted}

    def _select(self, names: Iterable[str]) -> str:
        chosen = ", ".join(quoted(self._columns.get(name, name)) for name in names)
        return f"SELECT {chosen} FROM scores JOIN evidence USING (nth)"

    def counts(self, name: str) -> list[list[float] | None]:
        """The column of counts of a pooled metric."""
        return self._lists(COUNTS + name, self.column(COUNTS + name))

    def _lists(self, name: str, texts: Sequence[Json]) -> list[list[float] | None]:
        whole = ",".join("null" if text is None else text for text in texts)
        try:
            rows: list[list[float] | None] = load_json(f"[{whole}]")
        except (TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, repr(error)) from error
        for row in rows:
            if row is not None and not (
                isinstance(row, list)
                and all(type(number) in (int, float) and abs(number) <= _MOST for number in row)
            ):
                raise damaged(self.path, f"column '{name}' has values that are not numbers")
        if len({len(row) for row in rows if row is not None}) > 1 or len(rows) != len(texts):
            raise damaged(self.path, f"{name} has rows of different lengths")
        return rows

    def _parsed(self, text: str) -> Mapping[str, Json]:
        try:
            parsed: Mapping[str, Json] = load_json(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, repr(error)) from error
        if not isinstance(parsed, dict):
            raise damaged(self.path, "reasons or evidence are not JSON objects")
        return parsed


def quoted(name: str) -> str:
    """A name as SQL has it."""
    return '"' + name.replace('"', '""') + '"'


def read_scores(path: Path) -> list[dict[str, Json]]:
    """Rows as written, with reasons and evidence parsed; without the counts of pooled metrics."""
    return read_table(path).rows()


def read_table(path: Path) -> ScoreTable:
    """The file as a table; raises `InputError` if it cannot be read as scores."""
    return read_sealed_table(path)[0]


def read_sealed_table(path: Path) -> tuple[ScoreTable, str | None]:
    """The file as a table, and its checksum, if it has one."""
    try:
        stated = read_seal(path)
    except FileNotFoundError:
        if path.with_name(_OLD).exists():
            raise InputError(
                f"{path.parent}: its scores were written by an older acidtest, as {_OLD}; "
                f"`acidtest score {path.parent}` makes them again from the answers"
            ) from None
        raise InputError(f"{path}: not found; the run has not been scored yet") from None
    except (OSError, ValueError) as error:
        raise damaged(path, str(error)) from error
    table = ScoreTable(path, path)
    if stated is None:
        if table.sealed:
            raise damaged(path, "its checksum is missing")
        warn_without_sum(path)
    return table, stated
