"""What a query of answers.js selects from the index of answers."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from acidtest.core.errors import InputError
from acidtest.core.records import Json

PAGE = 50
_WORDS, _LAST = 32, 2**40
_CHOICES = 300
_EXCERPT = 32
_FIELDS = ("suite", "run", "verdict", "cause", "id")
_ANSWER = (
    "nth IN (SELECT rowid FROM answer_texts WHERE answer_texts MATCH ?) "
    "OR question IN (SELECT rowid FROM question_texts WHERE question_texts MATCH ?)"
)


def searched(base: sqlite3.Connection, query: Mapping[str, Json]) -> dict[str, Json]:
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
    controls = bool(query.get("controls"))
    where, values = _where(words, chosen, controls)
    total = base.execute(f"SELECT count(*) FROM answers WHERE {where}", values).fetchone()[0]
    rows = base.execute(
        "SELECT nth, run, suite, system, control, id, attempt, verdict, cause, question "
        f"FROM answers WHERE {where} ORDER BY nth LIMIT ? OFFSET ?",
        (*values, PAGE, start),
    ).fetchall()
    counts = {
        f"{name}s": _counted(base, name, words, chosen, controls)
        for name in ("verdict", "cause", "suite", "run")
    }
    return {"total": total, "rows": [_row(base, row, words) for row in rows], **counts}


def _words(search: str) -> list[str]:
    """The words as terms of FTS5: quoted, so that none is an operator, each the start of a word."""
    words = search.encode().decode().split()
    if len(words) > _WORDS:
        raise ValueError(f"more than {_WORDS} search words")
    terms = ['"' + word.replace('"', '""').replace("\0", "") + '" *' for word in words]
    return [term for term in terms if any(c.isalnum() for c in term)]


def _where(
    words: list[str], chosen: Mapping[str, str], controls: bool
) -> tuple[str, tuple[str, ...]]:
    parts, values = ["1"], []
    if not controls:
        parts.append("NOT control")
    for word in words:
        parts.append(f"({_ANSWER})")
        values += [word, word]
    for name, value in chosen.items():
        parts.append(f"{name} = ?")
        values.append(value)
    return " AND ".join(parts), tuple(values)


def _counted(
    base: sqlite3.Connection,
    name: str,
    words: list[str],
    chosen: Mapping[str, str],
    controls: bool,
) -> list[list[Json]]:
    """The values of a column with how many answers have each, the commonest first."""
    others = {field: value for field, value in chosen.items() if field != name}
    where, values = _where(words, others, controls)
    rows = base.execute(
        f"SELECT {name}, count(*) AS n FROM answers WHERE {where} AND {name} IS NOT NULL "
        f"GROUP BY {name} ORDER BY n DESC, {name} LIMIT ?",
        (*values, _CHOICES),
    )
    return [list(row) for row in rows]


def _row(base: sqlite3.Connection, row: tuple[Json, ...], words: list[str]) -> dict[str, Json]:
    nth, run, suite, system, control, identity, attempt, verdict, cause, question = row
    return {
        "run": run,
        "suite": suite,
        "system": system,
        "control": bool(control),
        "id": identity,
        "attempt": attempt,
        "verdict": verdict,
        "cause": cause,
        "answer": _excerpt(base, "answer_texts", 1, nth, words),
        "question": _excerpt(base, "question_texts", 0, question, words) if words else "",
    }


def _excerpt(base: sqlite3.Connection, table: str, column: int, nth: int, words: list[str]) -> str:
    """The part of a text with the words, marked; without words, how it begins."""
    if words:
        marked = base.execute(
            f"SELECT snippet({table}, {column}, char(2), char(3), '…', {_EXCERPT}) FROM {table} "
            f"WHERE rowid = ? AND {table} MATCH ?",
            (nth, " OR ".join(words)),
        ).fetchone()
        if marked:
            return str(marked[0])
    if table != "answer_texts":
        return ""
    sql = "SELECT substr(answer, 1, 240) FROM answer_texts WHERE rowid = ?"
    text = base.execute(sql, (nth,)).fetchone()
    return str(text[0]) if text else ""
