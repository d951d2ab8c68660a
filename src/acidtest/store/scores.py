"""scores.sqlite: one row per answer; metrics and groups as columns, evidence as JSON."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from acidtest.core.errors import InputError
from acidtest.core.records import Json, Sample, Score
from acidtest.core.redact import redact_message, redacted, touches
from acidtest.core.untrusted import load_json
from acidtest.store.columns import Counts
from acidtest.store.sums import blank_seal, damaged, read_seal, seal, warn_without_sum

SCORES = "scores.sqlite"
REPAIRED = "repaired.sqlite"
UNSCORED = "unscored.sqlite"
"""The guesses about unscored answers, in the form of scores; only if there are any."""
METRIC = "metric:"
GROUP = "group:"
COUNTS = "counts:"
_FIXED = {
    "id": "TEXT",
    "attempt": "INTEGER",
    "cluster": "TEXT",
    "reasons": "TEXT",
    "cause": "TEXT",
    "error": "TEXT",
}
_NAMED = {METRIC: "REAL", GROUP: "TEXT", COUNTS: "TEXT"}
_REQUIRED = ("id", "attempt", "cluster", "reasons")
_VARIES = frozenset({"time_s"})
"""Evidence for tables only: with it, equal scores would not be equal files. It is in the answer."""
_OLD = "scores.parquet"
_MOST = sys.float_info.max
_AGAIN = "\1"
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
            self._columns = {column.rstrip(_AGAIN): column for column in kinds}
            self._check(base, kinds)
            self._count = self._counted(base)

    def _check(self, base: sqlite3.Connection, kinds: Mapping[str, str]) -> None:
        """Check that columns and values have the right types, and that numbers are finite."""
        odd = [name for name, kind in _FIXED.items() if kinds.get(name) != kind]
        if odd:
            problem = f"columns missing or of the wrong type: {', '.join(odd)}"
            raise damaged(self.path, problem)
        wrong = {}
        for name in kinds:
            start = next((start for start in _NAMED if name.startswith(start)), "")
            kind = _FIXED.get(name) or _NAMED.get(start)
            if kind is None:
                continue
            column = _quoted(name)
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
            column = _quoted(self._columns[name])
            rows = base.execute(f"SELECT {column} FROM scores ORDER BY nth")
            return [value for (value,) in rows]

    def rows(self, places: Iterable[int] | None = None) -> list[dict[str, Json]]:
        """All rows or some, with reasons and evidence parsed, without the counts."""
        names = [name for name in self.names if not name.startswith(COUNTS)]
        names.insert(-1, "evidence")
        chosen = ", ".join(_quoted(self._columns.get(name, name)) for name in names)
        sql = f"SELECT {chosen} FROM scores JOIN evidence USING (nth)"
        with self._opened() as base:
            if places is None:
                values = base.execute(f"{sql} ORDER BY nth").fetchall()
            else:
                one = f"{sql} WHERE nth = ?"
                values = [row for place in places for row in base.execute(one, (place,))]
        rows = [dict(zip(names, row, strict=True)) for row in values]
        reasons: dict[str, Mapping[str, Json]] = {}  # few distinct values
        for row in rows:
            why = row["reasons"]
            if why not in reasons:
                reasons[why] = self._parsed(why)
            row["reasons"], row["evidence"] = reasons[why], self._parsed(row["evidence"])
        return rows

    def evidence(self) -> list[str]:
        """The evidence of each row, as JSON."""
        with self._opened() as base:
            return [text for (text,) in base.execute("SELECT evidence FROM evidence ORDER BY nth")]

    def counts(self, name: str) -> list[list[float] | None]:
        """The column of counts of a pooled metric."""
        whole = ",".join("null" if text is None else text for text in self.column(COUNTS + name))
        try:
            rows: list[list[float] | None] = load_json(f"[{whole}]")
        except (TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, repr(error)) from error
        for row in rows:
            if row is not None and not (
                isinstance(row, list)
                and all(type(number) in (int, float) and abs(number) <= _MOST for number in row)
            ):
                raise damaged(self.path, f"column '{COUNTS}{name}' has values that are not numbers")
        if len({len(row) for row in rows if row is not None}) > 1 or len(rows) != len(self):
            raise damaged(self.path, f"{COUNTS}{name} has rows of different lengths")
        return rows

    def _parsed(self, text: str) -> Mapping[str, Json]:
        try:
            parsed: Mapping[str, Json] = load_json(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, repr(error)) from error
        if not isinstance(parsed, dict):
            raise damaged(self.path, "reasons or evidence are not JSON objects")
        return parsed


def write_scores(
    path: Path,
    scores: Sequence[Score],
    samples: Mapping[str, Sample],
    metrics: Iterable[str],
    counts: Mapping[str, Counts] = MappingProxyType({}),
) -> None:
    """Write all scores atomically, with a checksum: a reader never sees half a file."""
    temporary = path.with_suffix(".tmp")
    temporary.write_bytes(seal(_as_bytes(scores, samples, metrics, counts)))
    temporary.replace(path)


def as_table(
    scores: Sequence[Score],
    samples: Mapping[str, Sample],
    metrics: Iterable[str],
    counts: Mapping[str, Counts] = MappingProxyType({}),
) -> ScoreTable:
    """The table that `write_scores` writes."""
    return ScoreTable(_as_bytes(scores, samples, metrics, counts), Path(SCORES))


def _as_bytes(
    scores: Sequence[Score],
    samples: Mapping[str, Sample],
    metrics: Iterable[str],
    counts: Mapping[str, Counts],
) -> bytes:
    """The file. `counts` are the counts of pooled metrics, by metric: with them, pooled figures
    can be recomputed without reading evidence.
    """
    groups = sorted({name for sample in samples.values() for name in sample.groups})
    metrics = list(metrics)
    encode = json.JSONEncoder(sort_keys=True).encode  # `json.dumps` would create one per call

    def clean(data: Mapping[str, Json]) -> str:
        text = encode(dict(data))
        return encode(redacted(data)) if touches(text) else text

    def row(place: int, score: Score) -> Iterator[Json]:
        sample = samples[score.id]
        yield from (place, _text(score.id), score.attempt, _text(sample.cluster))
        yield from (_text(sample.groups.get(name)) for name in groups)
        yield from (score.metrics.get(name) for name in metrics)
        for part in counts.values():
            own = None if score.error is not None else part(score)
            yield None if own is None else encode([float(number) for number in own])
        yield clean(score.reasons)
        yield _text(score.cause and redact_message(score.cause))
        yield _text(score.error and redact_message(score.error))

    names = {
        **{name: _FIXED[name] + " NOT NULL" for name in ("id", "attempt", "cluster")},
        **{GROUP + _as_name(name): "TEXT" for name in groups},
        **{METRIC + name: "REAL" for name in metrics},
        **{COUNTS + name: "TEXT" for name in counts},
        **{"reasons": "TEXT NOT NULL", "cause": "TEXT", "error": "TEXT"},
    }
    columns = ", ".join(f"{_quoted(name)} {kind}" for name, kind in _distinct(names).items())
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.execute(f"CREATE TABLE scores (nth INTEGER PRIMARY KEY, {columns})")
        base.execute("CREATE TABLE evidence (nth INTEGER PRIMARY KEY, evidence TEXT NOT NULL)")
        marks = ", ".join("?" * (1 + len(names)))
        rows = (tuple(row(place, score)) for place, score in enumerate(scores))
        base.executemany(f"INSERT INTO scores VALUES ({marks})", rows)
        steady = ({k: v for k, v in s.evidence.items() if k not in _VARIES} for s in scores)
        base.executemany("INSERT INTO evidence VALUES (?, ?)", enumerate(map(clean, steady)))
        # Made last, it lies behind all that an answer could have put into the file.
        base.execute("CREATE TABLE seal (sha256 TEXT)")
        base.execute("INSERT INTO seal VALUES (?)", (blank_seal().decode(),))
        base.commit()
        return base.serialize()


def _text(value: str | None) -> str | None:
    """Text as a file can hold it: lone surrogates are escaped."""
    return None if value is None else value.encode("utf-8", "backslashreplace").decode()


def _as_name(name: str) -> str:
    """The name of a column, without what SQLite cannot hold in one."""
    return str(_text(name)).replace("\0", "\\0").replace(_AGAIN, "\\1")


def _distinct(names: Mapping[str, str]) -> dict[str, str]:
    """The same columns with names that SQLite distinguishes."""
    distinct: dict[str, str] = {}
    taken: set[str] = set()
    for name, kind in names.items():
        while name.lower() in taken:
            name += _AGAIN
        taken.add(name.lower())
        distinct[name] = kind
    return distinct


def _quoted(name: str) -> str:
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
