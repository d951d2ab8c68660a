"""Embeddings on disk: each computed once for all of this user's runs and processes."""

import sqlite3
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]


class EmbeddingCache:
    """A file of one model's embeddings, keyed by the hash of the input.

    Several processes and threads may use it at once. If it cannot be written (a full or read-only
    disk), nothing fails: the embedding is computed again next time.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, creating it and its folder if needed."""
        self._database: sqlite3.Connection | None = None
        self._lock = Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(
                path, timeout=30, isolation_level=None, check_same_thread=False
            )
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=OFF")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS embeddings (key BLOB PRIMARY KEY, vector BLOB)"
            )
        except (OSError, sqlite3.Error):
            self.close()

    def get(self, key: bytes) -> Vector | None:
        """Return the embedding stored under a key, if any."""
        if self._database is None:
            return None
        try:
            with self._lock:
                row = self._database.execute(
                    "SELECT vector FROM embeddings WHERE key = ?", (key,)
                ).fetchone()
        except sqlite3.Error:
            return None
        return None if row is None else np.frombuffer(row[0], dtype=np.float32)

    def put(self, key: bytes, vector: Vector) -> None:
        """Store the embedding under a key."""
        if self._database is None:
            return
        try:
            with self._lock:
                self._database.execute(
                    "INSERT OR IGNORE INTO embeddings VALUES (?, ?)", (key, vector.tobytes())
                )
        except sqlite3.Error:
            return

    def close(self) -> None:
        """Close the file."""
        if self._database is not None:
            self._database.close()
            self._database = None
