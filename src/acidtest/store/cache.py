"""A cache of observations by content, so that no run repeats work of an earlier one."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from acidtest.core.paths import cache_dir
from acidtest.core.records import Observation

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
        """The cached observations for these keys."""
        all_keys, observations = list(keys), {}
        with self._lock:
            try:
                for start in range(0, len(all_keys), _BATCH):
                    part = all_keys[start : start + _BATCH]
                    marks = ",".join("?" * len(part))
                    rows = self._db.execute(
                        f"SELECT key, value FROM observations WHERE key IN ({marks})", part
                    )
                    observations.update({key: json.loads(value) for key, value in rows})
            except sqlite3.OperationalError:
                raise
            except (sqlite3.DatabaseError, ValueError):
                self._replace()
        return observations

    def _replace(self) -> None:
        """Start over: everything in a damaged file can be recomputed."""
        with contextlib.suppress(sqlite3.Error):
            self._db.close()
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        self._open()

    def add(self, observations: Mapping[str, Observation]) -> None:
        """Store observations."""
        rows = [(key, json.dumps(value)) for key, value in observations.items()]
        with self._lock:
            self._db.executemany("INSERT OR REPLACE INTO observations VALUES (?, ?)", rows)
            self._db.commit()

    def close(self) -> None:
        """Close the file."""
        self._db.close()
