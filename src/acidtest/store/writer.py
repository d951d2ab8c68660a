"""Writes a run: one process at a time, every file atomically."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.paths import check_folder
from acidtest.core.records import Json
from acidtest.store.answers import AnswerLog
from acidtest.store.files import FILES, FORMAT, read_manifest, sum_of, write_json
from acidtest.store.scores import REPAIRED, SCORES, UNSCORED
from acidtest.store.sums import DamageError

_LOCK = ".lock"


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


def _locked(folder: Path) -> int:
    """The lock file of a folder, open and locked."""
    while True:
        check_folder(folder)
        try:
            lock = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
        except FileNotFoundError:
            continue  # the folder was new to the command before, which left nothing
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise InputError(
                f"{folder}: another acidtest is writing to this folder; wait for it, or use --out"
            ) from None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(lock), (folder / _LOCK).stat()):
                return lock
        os.close(lock)  # it was removed by the command that had locked it


class RunWriter:
    """An open run folder. Only one process may open it at a time.

    Damaged answers are set aside, and a damaged manifest is accepted if the folder is otherwise
    known to be of this run; `notes` says so. `before` is the earlier manifest, if any.
    """

    def __init__(self, path: Path, asked: Mapping[str, Json]) -> None:
        """`asked` identifies the run; a folder of another run is rejected."""
        self.path = path
        self.notes: list[str] = []
        self.before: Mapping[str, Json] = {}
        self._asked = dict(asked)
        self._made = [folder for folder in (path, *path.parents) if not folder.exists()]
        self._lock = _locked(path)
        try:
            self._check()
            self.answers = self._log("answers.jsonl")
            self.repaired = self._log("repaired.jsonl")
            self._sign_lock()
        except BaseException:
            self._leave()
            raise

    def _log(self, name: str) -> AnswerLog:
        log = AnswerLog(self.path / name, skip_damaged=True)
        log.set_aside()
        self.notes += [
            f"{log.path}, line {number}: damaged ({why}); moved to {log.aside.name}, so its "
            "sample has no answer any more"
            for number, why in log.damaged.items()
        ]
        return log

    def _check(self) -> None:
        if not (self.path / "manifest.json").exists():
            if (self.path / "answers.jsonl").exists():
                raise InputError(
                    f"{self.path}: has answers but no manifest; use another --out, or score them "
                    f"with `acidtest score SUITE --answers {self.path / 'answers.jsonl'}`"
                )
            return
        try:
            self.before = read_manifest(self.path)
        except DamageError as error:
            if not self._is_this_run():
                raise DamageError(
                    f"{self.path / 'manifest.json'}: damaged, and nothing says which run its "
                    f"answers are of; use another --out, or score them with `acidtest score SUITE "
                    f"--answers {self.path / 'answers.jsonl'}`"
                ) from error
            self.notes.append(f"{self.path / 'manifest.json'}: was damaged, and is written anew")
            return
        before = dict(self.before["asked"])
        if "seed" not in self._asked:  # it does not change a question; older folders have it
            before.pop("seed", None)
        if differs := list(_changes(before, self._asked)):
            # Other code is another system, whatever its name: old answers are not its answers.
            raise InputError(
                f"{self.path}: contains another run ({'; '.join(differs)}); use another --out, "
                "or delete this folder to ask everything again"
            )

    @property
    def _digest(self) -> str:
        return sha256_of(json.dumps(self._asked, sort_keys=True))

    def _is_this_run(self) -> bool:
        """Whether the lock file, or the name that the folder got by default, names this run."""
        named = os.pread(self._lock, 100, 0).decode("ascii", "replace")
        return named == self._digest or self.path.name.endswith(f"-{self._digest[:10]}")

    def _sign_lock(self) -> None:
        """Name the run in the lock file too, for the day that the manifest is damaged."""
        os.pwrite(self._lock, self._digest.encode(), 0)
        os.ftruncate(self._lock, len(self._digest))

    def write_manifest(self, manifest: Mapping[str, Json]) -> None:
        """Write the manifest."""
        write_json(
            self.path / "manifest.json", {"format": FORMAT, **manifest, "asked": self._asked}
        )

    def write_summary(self, summary: Mapping[str, Json]) -> None:
        """Write the summary, with the checksums of what it sums up; the last file of a run."""
        write_json(self.path / "summary.json", {**summary, FILES: self._files()})

    def _files(self) -> dict[str, str | None]:
        files: dict[str, str | None] = {
            log.path.name: log.answers.digest()
            for log in (self.answers, self.repaired)
            if log.answers
        }
        for name in (SCORES, REPAIRED, UNSCORED, "tables.json"):
            with contextlib.suppress(DamageError):  # what is left of an earlier scoring
                files |= {name: sum_of(self.path / name)} if (self.path / name).exists() else {}
        return files

    def write_tables(self, tables: Sequence[Mapping[str, Json]]) -> None:
        """Write the suite's tables."""
        write_json(self.path / "tables.json", {"tables": list(tables)})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.answers.close()
        self.repaired.close()
        self._leave()

    def _leave(self) -> None:
        """Unlock the folder; without a trace if it is new and nothing was written to it."""
        with contextlib.suppress(OSError):  # somebody else uses the folder, or has removed it
            if self._made and [path.name for path in self.path.iterdir()] == [_LOCK]:
                (self.path / _LOCK).unlink()
                for folder in self._made:
                    folder.rmdir()
        os.close(self._lock)
