"""answers.jsonl: one line per answer, append-only."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Answer, Json
from acidtest.core.redact import redact, redact_message

_FIELDS = ("time_s", "tokens_in", "tokens_out", "cost_usd", "model", "error", "note", "stop")


def answer_to_json(answer: Answer) -> dict[str, Json]:
    """The form in answers.jsonl, which `acidtest score --answers` also reads."""
    data: dict[str, Json] = {"id": answer.id, "attempt": answer.attempt, "answer": answer.text}
    for name in _FIELDS:
        if (value := getattr(answer, name)) is not None:
            data[name] = value
    return data


def find_answers(path: Path, ids: Collection[str] | None = None) -> dict[tuple[str, int], Answer]:
    """The answers to some samples, or all; empty without a file.

    Lines for other samples are skipped without parsing, since only a few are usually needed.
    """
    if ids is None or not path.exists():
        return AnswerLog(path).answers
    heads = {b'{"id": ' + json.dumps(identity).encode() for identity in ids}
    answers = {}
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], 1):
        head, ours, _ = line.partition(b', "attempt": ')
        if head in heads or not ours:
            answer = _read_line(path, number, line)
            if answer.id in ids:
                answers[answer.id, answer.attempt] = answer
    return answers


def _read_line(path: Path, number: int, line: bytes) -> Answer:
    try:
        record = json.loads(line)
        hash((record["id"], record["attempt"]))  # a list would only fail later, as a key
        known = {name: record[name] for name in _FIELDS if name in record}
        return Answer(record["id"], record["answer"], record["attempt"], **known)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(
            f"{path}, line {number}: damaged ({error}); "
            "delete that line, and its sample will be asked again"
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
    """Answers by (id, attempt). `append` returns once the answer is on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.answers: dict[tuple[str, int], Answer] = {}
        self._lock = threading.Lock()
        self._file: int | None = None
        if path.exists():
            self._load()

    def _load(self) -> None:
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].split(b"\n")[:-1], 1):
            answer = _read_line(self.path, number, line)
            self.answers[answer.id, answer.attempt] = answer
        self._whole = whole

    def append(self, answer: Answer) -> None:
        """Add one answer; a later one for the same id and attempt replaces the earlier.

        Secrets are left out here, before anything is scored: what is scored is what is on disk.
        """
        answer = _without_secrets(answer)
        line = json.dumps(answer_to_json(answer), ensure_ascii=True) + "\n"
        with self._lock:
            if self._file is None:
                self._file = os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o644)
                # An incomplete last line from a killed writer is not an answer.
                os.ftruncate(self._file, getattr(self, "_whole", 0))
                os.lseek(self._file, 0, os.SEEK_END)
            end = os.lseek(self._file, 0, os.SEEK_CUR)
            view = memoryview(line.encode())
            try:
                while view:
                    view = view[os.write(self._file, view) :]
            except OSError as error:
                os.ftruncate(self._file, end)  # half a line would corrupt the next one
                os.lseek(self._file, end, os.SEEK_SET)
                raise InfrastructureError(
                    f"{self.path}: cannot be written: {error.strerror}; "
                    "fix that, then run the same command again to continue"
                ) from error
            self.answers[answer.id, answer.attempt] = answer

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None
