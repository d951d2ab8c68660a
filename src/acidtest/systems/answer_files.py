"""Files of recorded answers: lines, plain or compressed, and Parquet; read piece by piece."""

from __future__ import annotations

import gzip
import importlib
import io
import json
import os
import tempfile
import weakref
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from acidtest.core.errors import InputError
from acidtest.core.extras import needed_by
from acidtest.core.records import Answer
from acidtest.store import answer_to_json
from acidtest.store.answer_places import AnswerPlaces, Place

_GZIP, _ZSTD, _PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"
_ROWS = 256
# what zlib and Arrow raise for a damaged file; Arrow's own errors are kinds of these
_BROKEN = (
    *(EOFError, zlib.error, ValueError, TypeError, LookupError, ArithmeticError),
    *(NotImplementedError, MemoryError),
)


@contextmanager
def opened_lines(path: Path) -> Iterator[BinaryIO]:
    """The lines of a file of answers; what it is, is known by its first bytes.

    A row of a Parquet file is a line with its columns as fields.
    """
    with ExitStack() as files:
        try:
            file = files.enter_context(path.open("rb"))
            yield _plain(path, file, files)
        except _BROKEN as error:
            raise InputError(f"{path}: cannot be read: {error or type(error).__name__}") from error


def _plain(path: Path, file: io.BufferedReader, files: ExitStack) -> BinaryIO:
    start = file.peek(4)[:4]
    if start.startswith(_GZIP):
        return cast(BinaryIO, files.enter_context(gzip.GzipFile(fileobj=file)))
    if start in (_ZSTD, _PARQUET):
        with needed_by(f"{path}: a file of this kind"):
            arrow: Any = importlib.import_module("pyarrow")
            parquet: Any = importlib.import_module("pyarrow.parquet")
        if start == _ZSTD:
            return io.BufferedReader(files.enter_context(arrow.CompressedInputStream(file, "zstd")))
        return io.BufferedReader(_Rows(parquet.ParquetFile(path)))
    return file


class _Rows(io.RawIOBase):
    """The rows of a Parquet file as lines of JSON."""

    def __init__(self, file: Any) -> None:
        self._batches = file.iter_batches(batch_size=_ROWS)
        self._left = b""

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer, as far as there are rows."""
        while not self._left:
            batch = next(self._batches, None)
            if batch is None:
                return 0
            self._left = b"".join(map(_line, batch.to_pylist()))
        part, self._left = self._left[: len(buffer)], self._left[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def _line(row: Mapping[str, Any]) -> bytes:
    known = {name: value for name, value in row.items() if value is not None}
    return json.dumps(known, default=str).encode() + b"\n"


class KeptAnswers(Mapping[str, tuple[Answer, ...]]):
    """Answers by sample, in the order of their attempts; in a temporary file, not in memory."""

    def __init__(self) -> None:
        with tempfile.TemporaryFile(prefix="acidtest-") as file:
            self._file = os.dup(file.fileno())
        weakref.finalize(self, os.close, self._file)
        self._places = AnswerPlaces()
        self._end = 0

    def add(self, answer: Answer) -> None:
        """Add an answer, which replaces an earlier one with the same number."""
        line = json.dumps(answer_to_json(answer)).encode()
        view = memoryview(line)
        while view:
            view = view[os.write(self._file, view) :]
        self._places.put((answer.id, answer.attempt), (self._end, len(line)), fine=True)
        self._end += len(line)

    def count(self, name: str) -> int:
        """How many answers to a sample there are."""
        return self._places.count(name)

    def __getitem__(self, name: str) -> tuple[Answer, ...]:
        places = self._places.places(name)
        if not places:
            raise KeyError(name)
        return tuple(self._read(places[attempt]) for attempt in sorted(places))

    def _read(self, place: Place) -> Answer:
        fields = json.loads(os.pread(self._file, place[1], place[0]))
        return Answer(fields.pop("id"), fields.pop("answer"), **fields)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._places.count(name) > 0

    def __iter__(self) -> Iterator[str]:
        return self._places.names()

    def __len__(self) -> int:
        return sum(1 for _ in self)
