"""A cache of observations by content, so that no run repeats work of an earlier one."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from acidtest.core.paths import cache_dir
from acidtest.core.records import Observation
from acidtest.core.text import described
from acidtest.store.sums import warn_once

_BATCH = 500
_WAIT_S = 10.0
_HEX = 64
# What the database says of itself. Everything else is about the machine: a lock, a full disk, a
# folder that cannot be written, no more file handles. Our SQL is fixed, so an error in it
# (SQLITE_ERROR) is a damaged schema.
_DAMAGE = frozenset(
    (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_FORMAT,
        sqlite3.SQLITE_SCHEMA,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_TOOBIG,
    )
)


class ObservationCache:
    """A small SQLite file. Deleting it loses time, never results.

    Each row has a checksum: a damaged row counts as missing, and a damaged file is started over.
    A cache that cannot be used, whatever the reason, is worked without, after one warning.
    """

    def __init__(self, path: Path | None = None, *, use: bool = True) -> None:
        """Without `use`, nothing is found and nothing kept."""
        self.path = path or cache_dir() / "observations.sqlite"
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None
        if use:
            with self._lock, self._guarded():
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self._alone():
                    self._open()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While the file may be replaced, or is opened, by nobody else."""
        with contextlib.ExitStack() as held:
            with contextlib.suppress(OSError):  # a cache that can only be read is not replaced
                lock = held.enter_context(self.path.with_name(f"{self.path.name}.lock").open("w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _open(self) -> None:
        self._db = sqlite3.connect(self.path, check_same_thread=False, timeout=_WAIT_S)
        self._inode = self.path.stat().st_ino
        self._db.text_factory = bytes  # damaged text may not be UTF-8
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.execute("PRAGMA cell_size_check=ON")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS observations (key TEXT PRIMARY KEY, value TEXT)"
            " WITHOUT ROWID"
        )
        self._db.commit()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Start a damaged file over; work without the cache if anything else is wrong."""
        try:
            yield
        except (sqlite3.Error, OSError, MemoryError) as error:
            if not self._is_damage(error):
                self._give_up(error)
                return
            warn_once(
                f"{self.path}: the cache of observations is damaged ({described(error)}); it is "
                "started over, so what it held is judged again"
            )
            try:
                self._start_over()
            except (sqlite3.Error, OSError, MemoryError) as again:
                self._give_up(again)

    def _is_damage(self, error: Exception) -> bool:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:  # of the Python module, about a value it cannot take
            return isinstance(error, sqlite3.Error)
        if code & 0xFF == sqlite3.SQLITE_READONLY:
            return self._has_odd_header()
        return code & 0xFF in _DAMAGE

    def _has_odd_header(self) -> bool:
        """Whether the file says that a later SQLite wrote it, which makes it read-only."""
        with contextlib.suppress(OSError), self.path.open("rb") as file:
            head = file.read(20)
            return len(head) == 20 and (head[18] > 2 or head[19] > 2)
        return False

    def _start_over(self) -> None:
        """Replace the file: everything in it can be computed again."""
        self._close()
        with self._alone():
            with contextlib.suppress(FileNotFoundError):
                if self.path.stat().st_ino == self._inode:  # else another process has replaced it
                    for suffix in ("", "-wal", "-shm"):
                        self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            self._open()

    def _give_up(self, error: Exception) -> None:
        self._close()
        warn_once(
            f"{self.path}: the cache of observations cannot be used ({error or 'out of memory'}); "
            "going on without it, so everything is judged again"
        )

    def find(self, keys: Iterable[str]) -> dict[str, Observation]:
        """The cached observations for these keys."""
        all_keys = list(keys)
        observations: dict[str, Observation] = {}
        with self._lock, self._guarded():
            for start in range(0, len(all_keys), _BATCH):
                if self._db is None:
                    break
                part = all_keys[start : start + _BATCH]
                marks = ",".join("?" * len(part))
                rows = self._db.execute(
                    f"SELECT key, value FROM observations WHERE key IN ({marks})", part
                )
                observations.update(filter(None, (_observation(*row) for row in rows)))
        return observations

    def add(self, observations: Mapping[str, Observation]) -> None:
        """Store observations."""
        rows = [(key, _value(key, observation)) for key, observation in observations.items()]
        for _ in range(2):  # a second time into a new file, if the old one was damaged
            with self._lock:
                before = self._db
                if before is None or not rows:
                    return
                with self._guarded():
                    before.executemany("INSERT OR REPLACE INTO observations VALUES (?, ?)", rows)
                    before.commit()
                if self._db is before:
                    return

    def _close(self) -> None:
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
        self._db = None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._close()


def _sum(key: bytes, text: bytes) -> bytes:
    return hashlib.sha256(key + b"\n" + text).hexdigest().encode()


def _value(key: str, observation: Observation) -> str:
    """A checksum over key and observation, then the observation."""
    text = json.dumps(observation)
    return _sum(key.encode(), text.encode()).decode() + text


def _observation(key: object, value: object) -> tuple[str, Observation] | None:
    """A row, unless it is damaged, or older than the checksums."""
    if not isinstance(key, bytes) or not isinstance(value, bytes):
        return None
    stated, text = value[:_HEX], value[_HEX:]
    if stated != _sum(key, text):
        return None
    observation: Observation = json.loads(text)
    return key.decode(), observation
