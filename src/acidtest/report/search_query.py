"""What a query of answers.js selects from the index of answers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from acidtest.core.errors import InputError
from acidtest.core.records import Json

PAGE = 20
_WORDS, _LAST = 32, 2**40
_CHOICES = 300
_EXCERPT = 32
_COUNTED = ("verdict", "cause", "suite", "run")
_FIELDS = ("suite", "run", "verdict", "cause", "id")
_ANSWER = (
    "nth IN (SELECT rowid FROM answer_texts WHERE answer_texts MATCH ?) "
    "OR question IN (SELECT rowid FROM question_texts WHERE question_texts MATCH ?)"
)


def run_query(base: sqlite3.Connection, query: Mapping[str, Json]) -> dict[str, Json]:
    """One page of answers, and the counts by verdict, cause, suite and run among all that fit.

    Each of the counts ignores its own filter, so that another value can be chosen. Raises
    `InputError` for an invalid query.
    """
    try:
        words = _words(str(query.get("search", "")))
        start = min(max(int(query.get("from", 0)), 0), _LAST)
        chosen = {name: str(query[name]) for name in _FIELDS if query.get(name)}
        for text in chosen.values():
            text.encode()
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"invalid query: {error!r:.300}") from error
    with _hits(base, words, controls=bool(query.get("controls"))):
        return _page(base, words, chosen, start)


@contextmanager
def _hits(base: sqlite3.Connection, words: list[str], *, controls: bool) -> Iterator[None]:
    """The answers with these words, as the table `hits`: the texts are searched only once."""
    parts = ["1" if controls else "NOT control", *[f"({_ANSWER})"] * len(words)]
    values = [word for word in words for _ in range(2)]
    sql = f"CREATE TEMP TABLE hits AS SELECT * FROM answers WHERE {' AND '.join(parts)}"
    base.execute(sql, values)
    try:
        yield
    finally:
        base.execute("DROP TABLE temp.hits")


def _page(
    base: sqlite3.Connection, words: list[str], chosen: Mapping[str, str], start: int
) -> dict[str, Json]:
    where, values = _where(chosen)
    total = base.execute(f"SELECT count(*) FROM hits WHERE {where}", values).fetchone()[0]
    rows = base.execute(
        "SELECT nth, question, run, suite, system, control, id, attempt, verdict, cause FROM hits "
        f"WHERE {where} ORDER BY nth LIMIT ? OFFSET ?",
        (*values, PAGE, start),
    ).fetchall()
    answers = _excerpts(base, "answer_texts", 1, [row[0] for row in rows], words)
    questions = _excerpts(base, "question_texts", 0, [row[1] for row in rows], words)
    begins = _beginnings(base, [row[0] for row in rows if row[0] not in answers])
    names = ("run", "suite", "system", "control", "id", "attempt", "verdict", "cause")
    counts = {f"{name}s": _counted(base, name, chosen) for name in _COUNTED}
    return {
        "total": total,
        "rows": [
            {
                **dict(zip(names, values, strict=True)),
                "control": bool(values[3]),
                "answer": answers.get(nth, begins.get(nth, "")),
                "question": questions.get(question, ""),
            }
            for nth, question, *values in rows
        ],
        **counts,
    }


def _words(search: str) -> list[str]:
    """The words as terms of FTS5: quoted, so that none is an operator, each the start of a word."""
    words = search.encode().decode().split()
    if len(words) > _WORDS:
        raise ValueError(f"more than {_WORDS} search words")
    terms = ['"' + word.replace('"', '""').replace("\0", "") + '" *' for word in words]
    return [term for term in terms if any(c.isalnum() for c in term)]


def _where(chosen: Mapping[str, str]) -> tuple[str, list[str]]:
    return " AND ".join(["1", *(f"{name} = ?" for name in chosen)]), list(chosen.values())


def _counted(base: sqlite3.Connection, name: str, chosen: Mapping[str, str]) -> list[list[Json]]:
    """The values of a column with how many answers have each, the commonest first."""
    where, values = _where({field: text for field, text in chosen.items() if field != name})
    rows = base.execute(
        f"SELECT {name}, count(*) AS n FROM hits WHERE {where} AND {name} IS NOT NULL "
        f"GROUP BY {name} ORDER BY n DESC, {name} LIMIT ?",
        (*values, _CHOICES),
    )
    return [list(row) for row in rows]


def _excerpts(
    base: sqlite3.Connection, table: str, column: int, places: Sequence[int], words: list[str]
) -> dict[int, str]:
    """The parts of these texts with the words, marked; texts without them are left out."""
    if not words or not places:
        return {}
    marks = ", ".join("?" * len(places))
    rows = base.execute(
        f"SELECT rowid, snippet({table}, {column}, char(2), char(3), '…', {_EXCERPT}) FROM {table} "
        f"WHERE {table} MATCH ? AND rowid IN ({marks})",
        (" OR ".join(words), *places),
    )
    return {place: text for place, text in rows if "\x02" in text}


def _beginnings(base: sqlite3.Connection, places: Sequence[int]) -> dict[int, str]:
    marks = ", ".join("?" * len(places))
    sql = f"SELECT rowid, substr(answer, 1, 240) FROM answer_texts WHERE rowid IN ({marks})"
    return dict(base.execute(sql, places))
