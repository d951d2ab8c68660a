"""Where the lines of answers.jsonl are, by sample and attempt, for any number of answers."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Iterator
from typing import Any

Key = tuple[str, int]
Place = tuple[int, int]
"""Where a line begins, and how long it is."""

_AT_ONCE = 1000
_OF_KEY = "FROM lines WHERE id = ? AND attempt = ?"
_COLUMNS = "id BLOB, attempt INTEGER, start INTEGER, size INTEGER, fine INTEGER"


class AnswerPlaces:
    """The place of the last line for each sample and attempt, in the order of the first ones.

    It is in a temporary file of SQLite, which vanishes with the process: it can be made again from
    the lines, and a million of them take no more memory than a thousand. All methods may be called
    from several threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._base = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        weakref.finalize(self, self._base.close)
        self._base.execute("PRAGMA journal_mode = OFF")
        self._base.execute(
            f"CREATE TABLE lines (nth INTEGER PRIMARY KEY, {_COLUMNS}, UNIQUE (id, attempt))"
        )
        self._base.execute("BEGIN")
        self._count = 0

    def put(self, key: Key, place: Place, *, fine: bool) -> None:
        """Add a line, or replace the earlier one; `fine` says that it is an answer, no error."""
        row = (*_stored(key), *place, fine)
        with self._lock:
            try:
                self._base.execute(
                    "INSERT INTO lines (id, attempt, start, size, fine) VALUES (?, ?, ?, ?, ?)", row
                )
                self._count += 1
            except sqlite3.IntegrityError:
                self._base.execute(
                    "UPDATE lines SET start = ?, size = ?, fine = ? WHERE id = ? AND attempt = ?",
                    (*row[2:], *row[:2]),
                )

    def place(self, key: Key) -> Place | None:
        """Where the line is, if there is one."""
        return next(iter(self._some(f"SELECT start, size {_OF_KEY}", *_stored(key))), None)

    def is_fine(self, key: Key) -> bool:
        """Whether there is an answer, not only an error."""
        return bool(self._some(f"SELECT 1 {_OF_KEY} AND fine", *_stored(key)))

    def places(self, name: str) -> dict[int, Place]:
        """Where the lines of a sample are, by attempt."""
        rows = self._some("SELECT attempt, start, size FROM lines WHERE id = ?", _bytes(name))
        return {attempt: (start, size) for attempt, start, size in rows}

    def fine(self, name: str) -> set[int]:
        """The attempts at a sample that have an answer, not only an error."""
        rows = self._some("SELECT attempt FROM lines WHERE id = ? AND fine", _bytes(name))
        return {attempt for (attempt,) in rows}

    def __len__(self) -> int:
        return self._count

    def keys(self) -> Iterator[Key]:
        """Samples and attempts, in the order of their first lines."""
        last = -1
        sql = "SELECT id, attempt, nth FROM lines WHERE nth > ? ORDER BY nth LIMIT ?"
        while rows := self._some(sql, last, _AT_ONCE):
            yield from ((_name(row[0]), row[1]) for row in rows)
            last = rows[-1][2]

    def count(self, name: str) -> int:
        """How many attempts at a sample there are."""
        count: int = self._some("SELECT count(*) FROM lines WHERE id = ?", _bytes(name))[0][0]
        return count

    def names(self) -> Iterator[str]:
        """The samples, in the order of their first lines."""
        last = -1
        first = "nth = (SELECT min(nth) FROM lines AS other WHERE other.id = lines.id)"
        sql = f"SELECT id, nth FROM lines WHERE nth > ? AND {first} ORDER BY nth LIMIT ?"
        while rows := self._some(sql, last, _AT_ONCE):
            yield from (_name(row[0]) for row in rows)
            last = rows[-1][1]

    def sorted_places(self) -> Iterator[Place]:
        """Where the lines are, in the order of sample and attempt."""
        last: tuple[bytes, int] = (b"", -(2**63))
        sql = (
            "SELECT id, attempt, start, size FROM lines WHERE (id, attempt) > (?, ?) "
            "ORDER BY id, attempt LIMIT ?"
        )
        while rows := self._some(sql, *last, _AT_ONCE):
            yield from ((start, size) for _, _, start, size in rows)
            last = rows[-1][:2]

    def _some(self, sql: str, *values: object) -> list[Any]:
        with self._lock:
            return self._base.execute(sql, values).fetchall()


def _stored(key: Key) -> tuple[bytes, int]:
    return _bytes(key[0]), key[1]


def _bytes(name: str) -> bytes:
    """The order of these bytes is that of the texts, and any text has some."""
    return name.encode("utf-8", "surrogatepass")


def _name(stored: bytes) -> str:
    return stored.decode("utf-8", "surrogatepass")
