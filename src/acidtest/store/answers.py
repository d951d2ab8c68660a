"""answers.jsonl: one line per answer, append-only, each with its own checksum."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from acidtest.core.digest import RunningHash
from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Answer, Json
from acidtest.core.redact import redact, redact_message
from acidtest.core.untrusted import load_json
from acidtest.store.sums import FIELD, DamageError, is_intact, warn_without_sum, with_sum

_FIELDS = ("time_s", "tokens_in", "tokens_out", "cost_usd", "model", "error", "note", "stop")
_KNOWN = frozenset(("id", "attempt", "answer", FIELD, *_FIELDS))
_SUM = f', "{FIELD}": "'.encode()
_TAIL = len(_SUM) + 64 + len(b'"}')
_BLOCK = 1 << 16

Key = tuple[str, int]


def answer_to_json(answer: Answer) -> dict[str, Json]:
    """The form in answers.jsonl, which `acidtest score --answers` also reads."""
    data: dict[str, Json] = {"id": answer.id, "attempt": answer.attempt, "answer": answer.text}
    for name in _FIELDS:
        if (value := getattr(answer, name)) is not None:
            data[name] = value
    return data


def digest_of(answers: Mapping[Key, Answer]) -> str:
    """A hash of what was answered, without what it took: time, tokens, cost."""
    whole = RunningHash()
    for key in sorted(answers):
        answer = answers[key]
        whole.add(json.dumps([*key, answer.text, answer.error]))
    return whole.hexdigest()


def find_answers(path: Path, ids: Collection[str] | None = None) -> dict[Key, Answer]:
    """The answers to some samples, or all; empty without a file.

    All lines are checked, but lines for other samples are not parsed: only a few are needed.
    """
    if ids is None or not path.exists():
        return AnswerLog(path).answers
    heads = {b'{"id": ' + json.dumps(identity).encode() for identity in ids}
    answers = {}
    for number, line in _whole_lines(path.read_bytes()):
        head, ours, _ = line.partition(b', "attempt": ')
        if head in heads or not ours or not _is_intact(line):
            answer = _read_line(path, number, line)
            if answer.id in ids:
                answers[answer.id, answer.attempt] = answer
    return answers


def _whole_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Lines by number. A last line without its end is not an answer: its writer was killed."""
    yield from enumerate(data.split(b"\n")[:-1], 1)


def _is_intact(line: bytes) -> bool:
    """Whether a line as we write it has the right checksum: that of the line without it."""
    bare, tail = line[:-_TAIL], line[-_TAIL:]
    digest = hashlib.sha256(bare + b"}").hexdigest().encode()
    return tail == _SUM + digest + b'"}'


def has_sum(line: bytes) -> bool:
    """Whether a line that can be read has a checksum."""
    return _is_intact(line) or FIELD in json.loads(line)


def is_damaged_copy(record: Mapping[str, Json]) -> bool:
    """Whether a record is a line of a run folder, by its fields, with a wrong checksum."""
    ours = {"id", "attempt", "answer", FIELD} <= record.keys() <= _KNOWN
    return ours and not is_intact(record)


def _read_line(path: Path, number: int, line: bytes) -> Answer:
    try:
        record = load_json(line)
        if FIELD in record and not _is_intact(line) and not is_intact(record):
            raise ValueError("its checksum differs")
        if unknown := [name for name in record if name not in _KNOWN]:
            raise ValueError(f"unknown field '{unknown[0]}'")
        name, attempt, text = record["id"], record["attempt"], record["answer"]
        if not isinstance(name, str) or not isinstance(attempt, int):
            raise ValueError("'id' is not text, or 'attempt' not a number")
        if not isinstance(text, str | None):
            raise ValueError("'answer' is not text")
        if FIELD not in record:
            warn_without_sum(path)
        return Answer(name, text, attempt, **{n: record[n] for n in _FIELDS if n in record})
    except (ValueError, KeyError, TypeError) as error:
        raise DamageError(
            f"{path}, line {number}: damaged ({error}); run the same command again, or delete the "
            f"line and do so: its sample will be asked again. If you changed the line yourself, "
            f"delete its field '{FIELD}'"
        ) from error


def _without_secrets(answer: Answer) -> Answer:
    def clean(text: str | None) -> str | None:
        return None if text is None else redact_message(text)

    return replace(
        answer,
        text=None if answer.text is None else redact(answer.text),
        error=clean(answer.error),
        note=clean(answer.note),
        model=clean(answer.model),
    )


class AnswerLog:
    """Answers by (id, attempt). `append` returns once the answer is on disk.

    With `skip_damaged`, damaged lines are left out, and `damaged` says by number what is wrong.
    """

    def __init__(self, path: Path, *, skip_damaged: bool = False) -> None:
        self.path = path
        self.answers: dict[Key, Answer] = {}
        self.damaged: dict[int, str] = {}
        self._lock = threading.Lock()
        self._file: int | None = None
        for number, line in _whole_lines(path.read_bytes()) if path.exists() else ():
            try:
                answer = _read_line(path, number, line)
            except DamageError as error:
                if not skip_damaged:
                    raise
                self.damaged[number] = str(error.__cause__)
            else:
                self.answers[answer.id, answer.attempt] = answer

    @property
    def aside(self) -> Path:
        """Where damaged lines are kept."""
        return self.path.with_suffix(".damaged")

    def set_aside(self) -> None:
        """Move damaged lines into a file of their own, so that the others can be read and used."""
        lines = dict(_whole_lines(self.path.read_bytes())) if self.damaged else {}
        if not lines:
            return
        with self.aside.open("ab") as kept:
            kept.writelines(lines[number] + b"\n" for number in self.damaged)
        temporary = self.path.with_suffix(".tmp")
        with temporary.open("wb") as whole:
            whole.writelines(
                line + b"\n" for number, line in lines.items() if number not in self.damaged
            )
        temporary.replace(self.path)

    def append(self, answer: Answer) -> None:
        """Add one answer; a later one for the same id and attempt replaces the earlier.

        Secrets are left out here, before anything is scored: what is scored is what is on disk.
        """
        answer = _without_secrets(answer)
        line = json.dumps(with_sum(answer_to_json(answer))) + "\n"
        with self._lock:
            try:
                self._write(line.encode())
            except OSError as error:
                raise InfrastructureError(
                    f"{self.path}: cannot be written: {error.strerror}; "
                    "fix that, then run the same command again to continue"
                ) from error
            self.answers[answer.id, answer.attempt] = answer

    def _write(self, line: bytes) -> None:
        if self._file is None:
            self._file = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
            # An incomplete last line from a killed writer is not an answer.
            os.ftruncate(self._file, _end_of_lines(self._file))
        end = os.lseek(self._file, 0, os.SEEK_END)
        view = memoryview(line)
        try:
            while view:
                view = view[os.write(self._file, view) :]
        except OSError:
            os.ftruncate(self._file, end)  # half a line would corrupt the next one
            raise

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None


def _end_of_lines(file: int) -> int:
    """Where the last complete line of a file ends."""
    end = os.fstat(file).st_size
    while end > 0:
        start = max(0, end - _BLOCK)
        newline = os.pread(file, end - start, start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0
