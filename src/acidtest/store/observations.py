"""Observations by content: the same work is done once, in this run or any later one."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from acidtest.model import Observation
from acidtest.paths import cache_dir

_BATCH = 500


class ObservationCache:
    """A small SQLite file. Deleting it loses time, never results."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or cache_dir() / "observations.sqlite"
        self._lock = threading.Lock()
        try:
            self._open()
        except sqlite3.DatabaseError:
            self._replace()

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(self.path, check_same_thread=False, timeout=60)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS observations (key TEXT PRIMARY KEY, value TEXT)"
            " WITHOUT ROWID"
        )
        self._db.commit()

    def find(self, keys: Iterable[str]) -> dict[str, Observation]:
        """Those observations that are known already."""
        wanted, found = list(keys), {}
        with self._lock:
            try:
                for start in range(0, len(wanted), _BATCH):
                    part = wanted[start : start + _BATCH]
                    marks = ",".join("?" * len(part))
                    rows = self._db.execute(
                        f"SELECT key, value FROM observations WHERE key IN ({marks})", part
                    )
                    found.update({key: json.loads(value) for key, value in rows})
            except sqlite3.OperationalError:
                raise
            except (sqlite3.DatabaseError, ValueError):
                self._replace()
        return found

    def _replace(self) -> None:
        """Start anew: a damaged file only ever held what can be made again."""
        with contextlib.suppress(sqlite3.Error):
            self._db.close()
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        self._open()

    def add(self, observations: Mapping[str, Observation]) -> None:
        """Keep observations."""
        rows = [(key, json.dumps(value)) for key, value in observations.items()]
        with self._lock:
            self._db.executemany("INSERT OR REPLACE INTO observations VALUES (?, ?)", rows)
            self._db.commit()

    def close(self) -> None:
        """Release the file."""
        self._db.close()
