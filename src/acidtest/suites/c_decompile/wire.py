"""Numbers and records of the wire.

Made by tools/wire.py from native/judge/layout.h and native/judge/agrees.h.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import NamedTuple

SHADOW_OFFSET = 0x500000000000
EMULATED_SHADOW = 0x20000000
EMULATED_TEST_AT = 0x13600000
EMULATED_ANSWER_AT = 0x17900000
SECRET_SIZE = 16
WHY_SIZE = 200
STACK_ARGUMENTS = 512
MOST_FUNCTIONS = 16
MOST_CALLBACKS = 64


class VerdictKind(IntEnum):
    """What the runner has to say."""

    RETURNED = 1
    ASSERTION = 2
    NOT_LOADED = 3
    NOT_CONFINED = 4
    NEEDS_LINKER = 5
    DIED = 6
    ENDED = 7
    TRESPASSED = 8
    TEST_DIED = 9


class VerdictRecord(NamedTuple):
    """The runner's verdict; a report may follow."""

    secret: bytes
    kind: int
    value: int
    why: bytes


VERDICT_RECORD = struct.Struct("<16sii200s")  # 224 bytes


class JobMode(IntEnum):
    """What a strict job is for."""

    PROBE = 0
    RECORD = 1
    JUDGE = 2


class ResultKind(IntEnum):
    """What comes back from a call."""

    NUMBER = 0
    ADDRESS = 1
    TRUTH = 2
    STRUCT = 3
    LONG_DOUBLE = 4
    STREAM = 5


class ReturnedIn(IntEnum):
    """Registers that carry the result of a function that is called back, a bit for each."""

    IN_RAX = 1
    IN_RDX = 2
    IN_XMM0 = 4
    IN_XMM1 = 8


class PassedRecord(NamedTuple):
    """Before the names of a function: the registers that carry its arguments, a bit for each."""

    integers: int
    floats: int
    whole: int
    variadic: int
    returned: int
    streams: int
    open: int


PASSED_RECORD = struct.Struct("<BBBBBBB")  # 7 bytes


class JobPart(IntEnum):
    """What follows the head of a strict job, in this order."""

    FUNCTIONS = 0
    ANSWER = 1
    TEST = 2
    CHANGES = 3
    CALLBACKS = 4
    JOB_PARTS = 5


class JobRecord(NamedTuple):
    """How a strict job begins; its parts follow one another, and behind them the secret."""

    mode: int
    stack_size: int
    result: int
    cpp: int
    sizes_0: int
    sizes_1: int
    sizes_2: int
    sizes_3: int
    sizes_4: int


JOB_RECORD = struct.Struct("<IIII5I")  # 36 bytes
INPUTS = 160
SHOWN_SIZE = 2000


class CallStatus(IntEnum):
    """How one call went."""

    NOT_RUN = 0
    RETURNED = 1
    HUNG = 2
    WROTE_OUTSIDE = 3
    NOT_COMPARABLE = 4
    SIGNALLED = 64


class Setting(IntEnum):
    """What the calls are told, in this order."""

    COUNT = 0
    POISON = 1
    TICKS = 2
    GO_ON = 3
    SHOW = 4
    ELSEWHERE = 5


class CallRecord(NamedTuple):
    """One call; INPUTS of them are reported. `fresh`: branches that no call before it reached."""

    status: int
    hash: bytes
    fresh: int


CALL_RECORD = struct.Struct("<B8sB")  # 10 bytes


class ShownRecord(NamedTuple):
    """What one call gave, behind the records of all."""

    len: int
    text: bytes


SHOWN_RECORD = struct.Struct("<H2000s")  # 2002 bytes
