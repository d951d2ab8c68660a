"""Reads lines with bounded memory: of a line that is too long, only its two ends are kept."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from acidtest.systems.answer_files import opened_lines

LINE_MAX = 16 << 20
"""Bytes. An answer in a longer line is not read, and counts as failed."""
_END = 64 << 10
_PART = 1 << 20
# In JSON, a quote inside a string is escaped: an unescaped `"id":` is a key.
_ID = re.compile(rb'(?<!\\)"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d+)')
_BATCH_ID = re.compile(rb'(?<!\\)"custom_id"\s*:\s*("(?:[^"\\]|\\.)*")')
_ATTEMPT = re.compile(rb'(?<!\\)"attempt"\s*:\s*(\d{1,6})(?!\d)')


@dataclass(frozen=True, slots=True)
class LongLine:
    """The two ends of a line over LINE_MAX, and its length."""

    head: bytes
    tail: bytes
    size: int

    @property
    def id(self) -> str | None:
        """The sample's id, if it stands near an end."""
        ends = (self.head, self.tail)
        matches = (name.search(end) for name in (_BATCH_ID, _ID) for end in ends)
        match = next(filter(None, matches), None)
        try:
            return None if match is None else str(json.loads(match[1]))
        except ValueError:
            return None

    @property
    def attempt(self) -> int | None:
        """The number of the attempt, if it stands near an end."""
        match = _ATTEMPT.search(self.head) or _ATTEMPT.search(self.tail)
        return None if match is None else int(match[1])


class Lines:
    """The lines of a file; `sha256` is that of all their bytes once every line was read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """The hash of what was read."""
        return self._digest.hexdigest()

    def __iter__(self) -> Iterator[bytes | LongLine]:
        with opened_lines(self._path) as file:
            while line := file.readline(LINE_MAX + 1):
                self._digest.update(line)
                if len(line) <= LINE_MAX or line.endswith(b"\n"):
                    yield line.removesuffix(b"\n")
                    continue
                head, size, tail = line[:_END], len(line), line[-_END:]
                del line
                while not tail.endswith(b"\n") and (part := file.readline(_PART)):
                    self._digest.update(part)
                    size += len(part)
                    tail = (tail + part)[-_END:]
                yield LongLine(head, tail, size)
