"""Full-text search over the answers of a folder of runs, and over their questions.

The index is SQLite's FTS5 in a temporary database that is gone with the process. A thread fills
it, answers first: questions take longer, because some have to be compiled.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TypeVar

from acidtest.analysis.questions import asked, cut
from acidtest.core.errors import AcidtestError, InputError
from acidtest.core.records import Json
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.search_query import run_query
from acidtest.store import Run, read_manifest

_AT_ONCE = 200
_SCHEMA = """
CREATE TABLE answers (
  nth INTEGER PRIMARY KEY, run TEXT, suite TEXT, system TEXT, control INTEGER, question INTEGER,
  id TEXT, attempt INTEGER, verdict TEXT, cause TEXT);
CREATE INDEX by_run ON answers (run);
CREATE INDEX by_question ON answers (question);
CREATE TABLE questions (nth INTEGER PRIMARY KEY, asked TEXT, id TEXT, UNIQUE (asked, id));
CREATE VIRTUAL TABLE answer_texts USING fts5 (id, answer, prefix = '1 2 3');
CREATE VIRTUAL TABLE question_texts USING fts5 (question, prefix = '1 2 3');
"""
T = TypeVar("T")


class AnswerIndex:
    """The answers of all finished runs of a folder; thread-safe."""

    def __init__(self, folder: RunsFolder) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._runs: dict[str, object] = {}
        self._skipped: dict[str, str] = {}
        self._left = 0
        self._thread: threading.Thread | None = None
        self._closed = False
        self._base = sqlite3.connect("", check_same_thread=False)
        try:
            self._base.executescript(_SCHEMA)
        except sqlite3.OperationalError as error:
            raise InputError(f"this Python's SQLite has no full-text search: {error}") from error

    def close(self) -> None:
        """Stop filling the index, and drop it."""
        with self._lock:
            self._closed = True
            self._base.close()

    def search(self, query: Mapping[str, Json]) -> dict[str, Json]:
        """A page of answers and what there is to filter by; says if the index is not complete."""
        self._refresh()
        with self._using() as base:
            page = run_query(base, query)
        going = self._thread is not None and self._thread.is_alive()
        return {**page, "indexing": going, "left": self._left, "skipped": dict(self._skipped)}

    def wait(self) -> None:
        """Wait until all is indexed."""
        if self._thread is not None:
            self._thread.join()

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if self._closed:
                raise InputError("the server is stopping")
            with self._base:
                yield self._base

    def _refresh(self) -> None:
        """Start to index what has changed since the last time."""
        now = self._folder.finished()
        with self._lock:
            if self._closed or (self._thread is not None and self._thread.is_alive()):
                return
            if {name: stamp for name, (_, stamp) in now.items()} == self._runs:
                return
            fill = threading.Thread(target=self._fill, args=(now,), name="index", daemon=True)
            self._thread = fill
            fill.start()

    def _fill(self, now: Mapping[str, tuple[Path, object]]) -> None:
        try:
            for name in [n for n in self._runs if n not in now or self._runs[n] != now[n][1]]:
                self._drop(name)
            fresh = {name: at for name, at in now.items() if name not in self._runs}
            for name, (path, stamp) in fresh.items():
                try:
                    self._add(name, Run.open(path))
                    self._skipped.pop(name, None)
                except (AcidtestError, OSError, LookupError, TypeError, ValueError) as error:
                    if self._closed:
                        return
                    root = str(self._folder.root.resolve())
                    self._skipped[name] = str(error).replace(root, "")
                self._runs[name] = stamp
            for name, (path, _) in fresh.items():
                if name not in self._skipped:
                    self._ask(name, path)
        except InputError:
            if not self._closed:
                raise

    def _drop(self, name: str) -> None:
        with self._using() as base:
            mine = "SELECT nth FROM answers WHERE run = ?"
            base.execute(f"DELETE FROM answer_texts WHERE rowid IN ({mine})", (name,))
            base.execute("DELETE FROM answers WHERE run = ?", (name,))
            del self._runs[name]
            self._skipped.pop(name, None)

    def _add(self, name: str, run: Run) -> None:
        """Index the answers of a run."""
        answers = run.answers()
        about = tuple(map(_plain, (name, run.suite.name, run.system)))
        put = str(run.manifest["signature"]) + str(run.manifest["question_form"])
        lines = zip(run.keys, run.verdicts, run.causes, strict=True)
        for some in _parts(lines):
            with self._using() as base:
                for (identity, attempt), verdict, cause in some:
                    asked_as = put, _plain(identity)
                    base.execute(
                        "INSERT OR IGNORE INTO questions (asked, id) VALUES (?, ?)", asked_as
                    )
                    (question,) = base.execute(
                        "SELECT nth FROM questions WHERE asked = ? AND id = ?", asked_as
                    ).fetchone()
                    row = (*about, int(run.control), question, asked_as[1], attempt, verdict, cause)
                    nth = base.execute(
                        f"INSERT INTO answers VALUES (NULL{', ?' * len(row)})", row
                    ).lastrowid
                    answer = answers.get((identity, attempt))
                    text = _plain(cut(answer.text or "")) if answer else ""
                    base.execute(
                        "INSERT INTO answer_texts (rowid, id, answer) VALUES (?, ?, ?)",
                        (nth, asked_as[1], text),
                    )

    def _ask(self, name: str, path: Path) -> None:
        """Index the questions of a run that are not known yet."""
        with self._using() as base:
            new = base.execute(
                "SELECT DISTINCT q.nth, q.id FROM questions q JOIN answers a ON a.question = q.nth "
                "WHERE a.run = ? AND q.nth NOT IN (SELECT rowid FROM question_texts)",
                (_plain(name),),
            ).fetchall()
        self._left += len(new)
        manifest = read_manifest(path)
        for some in _parts(new):
            texts = asked(manifest, [identity for _, identity in some])
            with self._using() as base:
                base.executemany(
                    "INSERT INTO question_texts (rowid, question) VALUES (?, ?)",
                    [(nth, _plain(texts[identity]["question"])) for nth, identity in some],
                )
            self._left -= len(some)


def _plain(text: str) -> str:
    """Text as a database can hold it, without the two characters that mark an excerpt."""
    plain = text.encode("utf-8", "backslashreplace").decode()
    return plain.replace("\x02", "\\x02").replace("\x03", "\\x03")


def _parts(every: Iterable[T]) -> Iterator[Sequence[T]]:
    """So many at once that others can search in between."""
    rest = iter(every)
    while part := list(islice(rest, _AT_ONCE)):
        yield part
