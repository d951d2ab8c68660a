"""Writes a run: one process at a time, every file atomically."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.store.answers import AnswerLog
from acidtest.store.files import FORMAT, read_manifest, write_json


def _changes(before: Mapping[str, Json], now: Mapping[str, Json], path: str = "") -> Iterator[str]:
    """What differs, named by its path."""
    for name in sorted({*before, *now}):
        one, other = before.get(name), now.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _changes(one, other, f"{path}{name}: ")
        elif one != other:
            yield f"{path}{name} was {_short(one)} and is {_short(other)}"


def _short(value: Json) -> str:
    """A value in a message; a hash by its beginning."""
    if isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value):
        return f"{value[:12]}…"
    return repr(value)


class RunWriter:
    """An open run folder. Only one process may open it at a time."""

    def __init__(self, path: Path, asked: Mapping[str, Json]) -> None:
        """`asked` identifies the run; a folder of another run is rejected."""
        self.path = path
        self._asked = dict(asked)
        path.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(path / ".lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            raise InputError(
                f"{path}: another acidtest is writing to this folder; wait for it, or use --out"
            ) from None
        try:
            self._check()
            self.answers = AnswerLog(path / "answers.jsonl")
            self.repaired = AnswerLog(path / "repaired.jsonl")
        except BaseException:
            os.close(self._lock)
            raise

    def _check(self) -> None:
        if not (self.path / "manifest.json").exists():
            if (self.path / "answers.jsonl").exists():
                raise InputError(f"{self.path}: has answers but no manifest; use another --out")
            return
        before = dict(read_manifest(self.path)["asked"])
        if "seed" not in self._asked:  # it only moves intervals; older folders have it
            before.pop("seed", None)
        if differs := list(_changes(before, self._asked)):
            # Other code is another system, whatever its name: old answers are not its answers.
            raise InputError(
                f"{self.path}: contains another run ({'; '.join(differs)}); use another --out, "
                "or delete this folder to ask everything again"
            )

    def write_manifest(self, manifest: Mapping[str, Json]) -> None:
        """Write the manifest."""
        write_json(
            self.path / "manifest.json", {"format": FORMAT, **manifest, "asked": self._asked}
        )

    def write_summary(self, summary: Mapping[str, Json]) -> None:
        """Write the summary."""
        write_json(self.path / "summary.json", summary)

    def write_tables(self, tables: Sequence[Mapping[str, Json]]) -> None:
        """Write the suite's tables."""
        write_json(self.path / "tables.json", {"tables": list(tables)})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.answers.close()
        self.repaired.close()
        os.close(self._lock)
