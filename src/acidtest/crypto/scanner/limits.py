"""Limits for each file: a hostile one is given up, with the reason, and the others are read."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

LARGEST = 4_000_000
"""Bytes of a file that are read."""
LARGEST_BINARY = 64_000_000
"""The same for programs and archives."""
_CALLS = 100
"""Calls of `check` for one look at the clock, which is a system call."""
_BASE_S, _PER_BYTE_S = 2.0, 2e-5
_clock = threading.local()


class GaveUp(Exception):
    """The rest of a file is not read; the text says why."""


@contextmanager
def limited(size: int) -> Iterator[None]:
    """Within, `check` stops the work on a file of this size after its share of processor time."""
    before = getattr(_clock, "end", None)
    _clock.left = 0
    _clock.end = time.thread_time() + _BASE_S + size * _PER_BYTE_S
    try:
        yield
    finally:
        _clock.end = before


def check() -> None:
    """Raise `GaveUp` when the time is over; cheap enough for inner loops: the clock is asked once
    in a while.
    """
    _clock.left = left = getattr(_clock, "left", 0) - 1
    if left > 0:
        return
    _clock.left = _CALLS
    end = getattr(_clock, "end", None)
    if end is not None and time.thread_time() > end:
        raise GaveUp("it takes too long to read")
