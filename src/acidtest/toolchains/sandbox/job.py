"""What the sandbox is asked to do and what came of it, and both as bytes on the wire."""

from __future__ import annotations

import functools
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from acidtest.toolchains.sandbox.wire import (
    LIMITS_RECORD,
    STEP_RECORD,
    Collected,
    Ending,
    LimitsRecord,
    RequestKind,
    ResponseKind,
    StepFlag,
    StepRecord,
)

__all__ = [
    "MIB",
    "Chain",
    "Ending",
    "Job",
    "Limits",
    "Outcome",
    "Step",
    "StepResult",
    "Zygote",
    "pack",
    "pack_chain",
    "unpack",
]

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """What one step may use. `memory` is the address space of each of its processes."""

    cpu_s: int = 10
    wall_s: float = 20.0
    memory: int = 1024 * MIB
    file_size: int = 32 * MIB
    processes: int = 1
    output: int = 1 * MIB


@dataclass(frozen=True, slots=True)
class Step:
    """One program, run in the scratch folder, which is its current folder.

    A program named `@tool` is a tool the sandbox was opened with. `{scratch}` in the
    environment stands for the scratch folder's absolute path.
    """

    argv: Sequence[str]
    stdin: bytes = b""
    limits: Limits = Limits()
    env: Mapping[str, str] = field(default_factory=dict)
    even_after_failure: bool = False


@dataclass(frozen=True)
class Job:  # not slotted: the default scratch size is read from the class
    """Files for a fresh scratch folder, steps run there in order, and files wanted back.

    A step runs only if the one before ended with status 0, unless it says otherwise.
    """

    steps: Sequence[Step]
    files: Mapping[str, bytes] = field(default_factory=dict)
    collect: Sequence[str] = ()
    collect_cap: int = 32 * MIB
    scratch: int = 64 * MIB


@dataclass(frozen=True, slots=True)
class Zygote:
    """A program that is started once, stopped, and forked for each input.

    It stops where it opens the file `stop`; a fork goes on with its input in that place, and what
    it writes to the file `result` is what it makes. Before it stops it may open `main`, a name and
    its text. `parts` are read in the place of `stop` before any input, each up to where it opens
    `stop` in turn: zygotes that begin with the same parts share what they have read. It has no
    folder, and reads nothing of an answer before it is forked.
    """

    argv: tuple[str, ...]
    stop: str
    result: str
    main: tuple[str, bytes] = ("", b"")
    parts: tuple[bytes, ...] = ()
    limits: Limits = Limits()


@dataclass(frozen=True, slots=True)
class Chain:
    """An input that is handed from fork to fork, each of a zygote of its own.

    A fork runs only if the one before ended with status 0. Results are named as in the zygotes.
    """

    source: bytes
    zygotes: Sequence[Zygote]
    collect_cap: int = 32 * MIB


@dataclass(frozen=True, slots=True)
class StepResult:
    """How one step ended; `value` is its exit status or the signal that ended it."""

    ending: Ending
    value: int
    cpu_s: float
    wall_s: float
    max_rss_kib: int
    stdout: bytes
    stderr: bytes
    report: bytes

    @property
    def ok(self) -> bool:
        """Whether it exited with status 0."""
        return self.ending is Ending.EXITED and self.value == 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The steps that ran, in order, and the files that were there to collect."""

    steps: tuple[StepResult, ...]
    files: Mapping[str, bytes]


_ENDINGS = {int(ending): ending for ending in Ending}
_U32 = struct.Struct("<I")
_U64 = struct.Struct("<Q")
_JOB, _CHAIN = _U32.pack(RequestKind.JOB), _U32.pack(RequestKind.CHAIN)
_BASE_ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TMPDIR": "{scratch}", "HOME": "{scratch}"}


def _blob(data: bytes) -> bytes:
    return _U32.pack(len(data)) + data


def _strings(values: Sequence[str]) -> bytes:
    return _U32.pack(len(values)) + b"".join(
        _blob(value.encode("utf-8", "surrogateescape")) for value in values
    )


@functools.cache
def _limits(limits: Limits) -> bytes:
    record = LimitsRecord(
        cpu_s=limits.cpu_s,
        wall_ms=round(limits.wall_s * 1000),
        memory=limits.memory,
        file_size=limits.file_size,
        processes=limits.processes,
        output=limits.output,
    )
    return LIMITS_RECORD.pack(*record)


def _program(argv: Sequence[str], tools: Mapping[str, str]) -> str:
    return tools[argv[0][1:]] if argv[0].startswith("@") else argv[0]


def pack(job: Job, tools: Mapping[str, str], scratch: str) -> bytes:
    """The request for `job`; `tools` maps `@name` to where the sandbox shows it."""
    parts = [_JOB, _U64.pack(job.scratch), _U32.pack(len(job.files))]
    programs = {step.argv[0] for step in job.steps}
    for name, data in job.files.items():
        mode = 0o700 if f"./{name}" in programs else 0o600
        parts += [_blob(name.encode()), _U32.pack(mode), _blob(data)]
    parts.append(_U32.pack(len(job.steps)))
    for step in job.steps:
        env = {**_BASE_ENV, **step.env}
        parts += [
            _strings([_program(step.argv, tools), *step.argv[1:]]),
            _strings([f"{key}={value.format(scratch=scratch)}" for key, value in env.items()]),
            _blob(step.stdin),
            _limits(step.limits),
            _U32.pack(StepFlag.EVEN_AFTER_FAILURE if step.even_after_failure else 0),
        ]
    parts.append(_U32.pack(len(job.collect)))
    for name in job.collect:
        parts += [_blob(name.encode()), _U64.pack(job.collect_cap)]
    return b"".join(parts)


@functools.lru_cache(256)
def _definition(zygote: Zygote, shim: str, program: str) -> bytes:
    main, text = zygote.main
    environment = [
        "LC_ALL=C",
        f"LD_PRELOAD={shim}",
        "LD_BIND_NOW=1",
        f"ACID_MAIN={main}",
        f"ACID_STOP={zygote.stop}",
        f"ACID_RESULT={zygote.result}",
    ]
    first = _strings([program, *zygote.argv[1:]]) + _strings(environment) + _blob(text)
    parts = [_blob(part) for part in (first, *zygote.parts)]
    return b"".join([_U32.pack(len(parts)), *parts, _limits(zygote.limits)])


def pack_chain(chain: Chain, tools: Mapping[str, str]) -> bytes:
    """The request for `chain`; `tools` has what stops a zygote."""
    parts = [_CHAIN, _blob(chain.source), _U64.pack(chain.collect_cap)]
    parts.append(_U32.pack(len(chain.zygotes)))
    parts += [
        _definition(zygote, tools["stop.so"], _program(zygote.argv, tools))
        for zygote in chain.zygotes
    ]
    return b"".join(parts)


def unpack(payload: bytes, names: Sequence[str]) -> Outcome | str | None:
    """The outcome in a response, or the launcher's own complaint; None: no such zygote."""
    at = 4

    def blob() -> bytes:
        nonlocal at
        start = at + 4
        at = start + int(_U32.unpack_from(payload, at)[0])
        if at > len(payload):
            raise struct.error("truncated")
        return payload[start:at]

    (status,) = _U32.unpack_from(payload)
    if status != ResponseKind.DONE:
        return None if status == ResponseKind.NO_ZYGOTE else blob().decode("utf-8", "replace")
    (count,) = _U32.unpack_from(payload, at)
    at += 4
    steps = []
    for _ in range(count):
        record = StepRecord._make(STEP_RECORD.unpack_from(payload, at))
        at += STEP_RECORD.size
        ending = _ENDINGS.get(record.ending)
        if ending is None:
            raise ValueError(f"a step ended in way {record.ending}")
        times = record.cpu_us / 1e6, record.wall_us / 1e6
        texts = blob(), blob(), blob()
        steps.append(StepResult(ending, record.value, *times, record.max_rss_kib, *texts))
    (count,) = _U32.unpack_from(payload, at)
    at += 4
    files = {}
    for name in names[:count]:
        (state,) = _U32.unpack_from(payload, at)
        at += 4
        data = blob()
        if state == Collected.TAKEN:
            files[name] = data
    return Outcome(tuple(steps), files)
