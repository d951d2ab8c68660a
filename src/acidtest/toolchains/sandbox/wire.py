"""Numbers and records of the wire.

Made by tools/wire.py from native/sandbox/layout.h.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import NamedTuple


class Mode(IntEnum):
    """How the launcher keeps jobs apart; told once, when it starts."""

    BARE = 0
    SINGLE = 1
    NESTED = 2


class RequestKind(IntEnum):
    """What a request begins with."""

    JOB = 0
    CHAIN = 1


class ResponseKind(IntEnum):
    """What a response begins with."""

    DONE = 0
    FAILED = 1
    NO_ZYGOTE = 2


class Ending(IntEnum):
    """How a step ended."""

    EXITED = 0
    SIGNALLED = 1
    TOO_LONG = 2
    TOO_MUCH_OUTPUT = 3


class Collected(IntEnum):
    """What became of a file to send back."""

    MISSING = 0
    TAKEN = 1
    TOO_BIG = 2
    NOT_A_FILE = 3


class StepFlag(IntEnum):
    """What is special about a step; flags."""

    EVEN_AFTER_FAILURE = 1


class LimitsRecord(NamedTuple):
    """What one step may use."""

    cpu_s: int
    wall_ms: int
    memory: int
    file_size: int
    processes: int
    output: int


LIMITS_RECORD = struct.Struct("<IIQQII")  # 32 bytes


class StepRecord(NamedTuple):
    """How one step went; its output, errors and report follow."""

    ending: int
    value: int
    cpu_us: int
    wall_us: int
    max_rss_kib: int


STEP_RECORD = struct.Struct("<IIQQQ")  # 32 bytes
