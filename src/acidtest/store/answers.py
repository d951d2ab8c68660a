"""answers.jsonl: one line per answer, append-only, each with its own checksum."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import weakref
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from acidtest.core.digest import RunningHash
from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Answer, Json
from acidtest.core.redact import redact, redact_message, redacted
from acidtest.core.untrusted import load_json
from acidtest.store.answer_places import AnswerPlaces, Key, Place
from acidtest.store.sums import FIELD, DamageError, is_intact, warn_without_sum, with_sum

_FIELDS = (
    *("time_s", "tokens_in", "tokens_out", "cost_usd", "model", "error", "note", "stop"),
    "logprob",
)
_STEPS = "steps"
_KNOWN = frozenset(("id", "attempt", "answer", FIELD, *_FIELDS, _STEPS))
_SUM = f', "{FIELD}": "'.encode()
_ID = b'{"id": '
_TAIL = len(_SUM) + 64 + len(b'"}')
_BLOCK = 1 << 16
_MOST = 2**63
"""A number of an attempt is less."""


def answer_to_json(answer: Answer) -> dict[str, Json]:
    """The form in answers.jsonl, which `acidtest score --answers` also reads."""
    data: dict[str, Json] = {"id": answer.id, "attempt": answer.attempt, "answer": answer.text}
    for name in _FIELDS:
        if (value := getattr(answer, name)) is not None:
            data[name] = value
    if answer.steps:
        data[_STEPS] = list(answer.steps)
    return data


class Answers(Mapping[Key, Answer]):
    """The answers of a file by sample and attempt; each is read from there when it is used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._index = AnswerPlaces()
        self._file = -1
        self._lock = threading.Lock()

    def put(self, answer: Answer, place: Place) -> None:
        """Note where the line of an answer is; it replaces an earlier one."""
        self._index.put((answer.id, answer.attempt), place, fine=answer.error is None)

    def has_answer(self, key: Key) -> bool:
        """Whether there is an answer, and not only an error."""
        return self._index.is_fine(key)

    def answered(self, name: str) -> set[int]:
        """The attempts at a sample that have an answer, and not only an error."""
        return self._index.fine(name) if self else set()

    def attempts(self, name: str) -> set[int]:
        """The attempts at a sample that have an answer or an error."""
        return set(self._index.places(name))

    def of_sample(self, name: str, attempts: int) -> Iterator[Answer | None]:
        """The first attempts at a sample, in their order; None for one that is not there."""
        places = self._index.places(name)
        for attempt in range(attempts):
            yield self._read(places[attempt]) if attempt in places else None

    def __getitem__(self, key: Key) -> Answer:
        place = self._index.place(key)
        if place is None:
            raise KeyError(key)
        return self._read(place)

    def __iter__(self) -> Iterator[Key]:
        return self._index.keys()

    def __len__(self) -> int:
        return len(self._index)

    def digest(self) -> str:
        """A hash of what was answered, without what it took: time, tokens, cost."""
        whole = RunningHash()
        for place in self._index.sorted_places():
            line = self._line(place)
            part = _answered(line)
            if part is None:
                answer = self._read(place)
                part = json.dumps([answer.id, answer.attempt, answer.text, answer.error]).encode()
            whole.add(part)
        return whole.hexdigest()

    def _read(self, place: Place) -> Answer:
        return _read_line(self._path, f"byte {place[0]}", self._line(place))

    def _line(self, place: Place) -> bytes:
        if self._file < 0:
            with self._lock:
                if self._file < 0:
                    self._file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
                    weakref.finalize(self, os.close, self._file)
        return os.pread(self._file, place[1], place[0])


def find_answers(path: Path, ids: Collection[str] | None = None) -> Mapping[Key, Answer]:
    """The answers to some samples, or all; empty without a file.

    All lines are checked, but lines for other samples are not parsed: only a few are needed.
    """
    if ids is None or not path.exists():
        return AnswerLog(path).answers
    heads = {_ID + json.dumps(identity).encode() for identity in ids}
    answers = {}
    for number, _, line in whole_lines(path):
        head, ours, _ = line.partition(b', "attempt": ')
        if head in heads or not ours or not _is_intact(line):
            answer = _read_line(path, f"line {number}", line)
            if answer.id in ids:
                answers[answer.id, answer.attempt] = answer
    return answers


def whole_lines(path: Path, start: int = 0) -> Iterator[tuple[int, int, bytes]]:
    """Lines from a place on: number, place and bytes; none without a file.

    A last line without its end is not an answer: its writer was killed.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        file.seek(start)
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                yield number, start, line[:-1]
            start += len(line)


def _is_intact(line: bytes) -> bool:
    """Whether a line as we write it has the right checksum: that of the line without it."""
    bare, tail = line[:-_TAIL], line[-_TAIL:]
    digest = hashlib.sha256(bare + b"}").hexdigest().encode()
    return tail == _SUM + digest + b'"}'


def _answered(line: bytes) -> bytes | None:
    """What a line answers, as `[id, attempt, answer, null]`; None if that must be read from it.

    No text in a line has a quotation mark after a space, so the fields end where they seem to.
    """
    head, first, rest = line.partition(b', "attempt": ')
    attempt, second, rest = rest.partition(b', "answer": ')
    text, more, _ = rest.partition(b', "')
    ours = first and second and more and head.startswith(_ID) and _is_intact(line)
    if not ours or b', "' in head or b', "' in attempt or b', "error": ' in rest:
        return None
    return b"[" + head[len(_ID) :] + b", " + attempt + b", " + text + b", null]"


def has_sum(line: bytes) -> bool:
    """Whether a line that can be read has a checksum."""
    return _is_intact(line) or FIELD in json.loads(line)


def is_damaged_copy(record: Mapping[str, Json]) -> bool:
    """Whether a record is a line of a run folder, by its fields, with a wrong checksum."""
    ours = {"id", "attempt", "answer", FIELD} <= record.keys() <= _KNOWN
    return ours and not is_intact(record)


def _read_line(path: Path, where: str, line: bytes) -> Answer:
    try:
        if _is_intact(line):
            record = json.loads(line)
        else:
            record = load_json(line)
            if FIELD in record and not is_intact(record):
                raise ValueError("its checksum differs")
        if unknown := [name for name in record if name not in _KNOWN]:
            raise ValueError(f"unknown field '{unknown[0]}'")
        name, attempt, text = record["id"], record["attempt"], record["answer"]
        if not isinstance(name, str) or not isinstance(attempt, int):
            raise ValueError("'id' is not text, or 'attempt' not a number")
        if not -_MOST <= attempt < _MOST:
            raise ValueError("'attempt' is too large a number")
        if not isinstance(text, str | None):
            raise ValueError("'answer' is not text")
        if FIELD not in record:
            warn_without_sum(path)
        fields = {n: record[n] for n in _FIELDS if n in record}
        return Answer(name, text, attempt, **fields, steps=_steps(record.get(_STEPS, [])))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamageError(
            f"{path}, {where}: damaged ({error}); run the same command again, or delete the "
            f"line and do so: its sample will be asked again. If you changed the line yourself, "
            f"delete its field '{FIELD}'"
        ) from error


def _steps(value: Json) -> tuple[Mapping[str, Json], ...]:
    if not isinstance(value, list) or not all(isinstance(step, dict) for step in value):
        raise TypeError(f"field '{_STEPS}' is no list of steps")
    return tuple(value)


def _without_secrets(answer: Answer) -> Answer:
    def clean(text: str | None) -> str | None:
        return None if text is None else redact_message(text)

    return replace(
        answer,
        text=None if answer.text is None else redact(answer.text),
        error=clean(answer.error),
        note=clean(answer.note),
        model=clean(answer.model),
        steps=tuple(redacted(answer.steps)),
    )


class AnswerLog:
    """Answers by (id, attempt). `append` returns once the answer is on disk.

    With `skip_damaged`, damaged lines are left out, and `damaged` says by number what is wrong.
    """

    def __init__(self, path: Path, *, skip_damaged: bool = False) -> None:
        self.path = path
        self.damaged: dict[int, str] = {}
        self._lock = threading.Lock()
        self._file: int | None = None
        self._index(skip_damaged)

    def _index(self, skip_damaged: bool) -> None:
        self.answers = Answers(self.path)
        for number, start, line in whole_lines(self.path):
            try:
                answer = _read_line(self.path, f"line {number}", line)
            except DamageError as error:
                if not skip_damaged:
                    raise
                self.damaged[number] = str(error.__cause__)
            else:
                self.answers.put(answer, (start, len(line)))

    @property
    def aside(self) -> Path:
        """Where damaged lines are kept."""
        return self.path.with_suffix(".damaged")

    def set_aside(self) -> None:
        """Move damaged lines into a file of their own, so that the others can be read and used."""
        if not self.damaged:
            return
        temporary = self.path.with_suffix(".tmp")
        with self.aside.open("ab") as kept, temporary.open("wb") as whole:
            for number, _, line in whole_lines(self.path):
                (kept if number in self.damaged else whole).write(line + b"\n")
        temporary.replace(self.path)
        self._index(skip_damaged=True)

    def since(self, start: int) -> Iterator[tuple[int, Answer]]:
        """The answers written from a place in the file on, and where the line of each ends.

        A line of which only a part is there is left for the next time.
        """
        for _, place, line in whole_lines(self.path, start):
            yield place + len(line) + 1, _read_line(self.path, f"byte {place}", line)

    def append(self, answer: Answer) -> None:
        """Add one answer; a later one for the same id and attempt replaces the earlier.

        Secrets are left out here, before anything is scored: what is scored is what is on disk.
        """
        answer = _without_secrets(answer)
        line = json.dumps(with_sum(answer_to_json(answer))) + "\n"
        with self._lock:
            try:
                place = self._write(line.encode())
            except OSError as error:
                raise InfrastructureError(
                    f"{self.path}: cannot be written: {error.strerror}; "
                    "fix that, then run the same command again to continue"
                ) from error
            self.answers.put(answer, place)

    def _write(self, line: bytes) -> Place:
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
        return end, len(line) - 1

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
