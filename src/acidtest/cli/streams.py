"""Standard output and error without secrets, whoever writes to them: us, a library, a traceback."""

from __future__ import annotations

import io
import sys
from typing import TextIO

from acidtest.core.redact import redact


class _RedactedBytes(io.RawIOBase):
    """The same for bytes."""

    def __init__(self, stream: RedactedStream) -> None:
        self._stream = stream

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Write them as redacted text."""
        self._stream.write(bytes(data).decode("utf-8", "backslashreplace"))
        return len(data)

    def flush(self) -> None:
        """Flush the stream."""
        self._stream.flush()

    def writable(self) -> bool:
        """Always."""
        return True


class RedactedStream(io.TextIOBase):
    """Passes text on to `stream` without the values of known secrets."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the redacted text; the length is that of the given one."""
        self._stream.write(redact(text))
        return len(text)

    def flush(self) -> None:
        """Flush the stream."""
        self._stream.flush()

    @property
    def buffer(self) -> _RedactedBytes:
        """For bytes, such as the words that click offers to a shell."""
        return _RedactedBytes(self)

    def isatty(self) -> bool:
        """Whether the stream is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """The stream's descriptor."""
        return self._stream.fileno()

    def writable(self) -> bool:
        """Always."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The stream's encoding."""
        return self._stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """How the stream treats what it cannot encode."""
        return self._stream.errors


def redact_streams() -> None:
    """Redact all that this process prints from now on. A closed stream stays closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None or isinstance(stream, RedactedStream):
            continue
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() in (
            "ascii",
            "us-ascii",
        ):
            stream.reconfigure(errors="backslashreplace")
        setattr(sys, name, RedactedStream(stream))
