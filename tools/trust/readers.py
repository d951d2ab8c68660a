"""Feeds every reader of foreign bytes with hostile inputs: an error in words, or a result."""

from __future__ import annotations

import importlib
import json
import logging
import os
import random
import resource
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import hostile
import reader_calls
import reader_targets
from check import Check, Row, Tally, total

from acidtest.core.errors import AcidtestError

LIMIT_S = 5
_KILLED_S = LIMIT_S + 3  # a hang inside C never reaches Python's handler
_MEMORY = 1 << 30
_STOP = 6 << 30  # of address space: what grows beyond is a failure in any case
_INPUTS = 1_000
_NET = "has a part that cannot be read"  # the words of the net under all readers


class _OverTime(BaseException):
    """The reader used more than its processor time."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise _OverTime


def _plan(number: int, count: int) -> list[tuple[int, int]]:
    """The inputs of a round: the number of a target, and the seed of an input."""
    rng = random.Random(number)
    weights = [target.weight for target in reader_targets.TARGETS]
    picks = rng.choices(range(len(weights)), weights, k=count)
    return [(target, rng.getrandbits(48)) for target in sorted(picks)]


def made(target: int, seed: int) -> bytes:
    """The input of a seed, for one target."""
    rng = random.Random(seed)
    return hostile.mutated(rng.choice(reader_targets.TARGETS[target].seeds()), rng)


def attempt(target: int, data: bytes) -> str | None:
    """What a reader did with an input that it must not do; None if all is well."""
    signal.signal(signal.SIGPROF, _stop)
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, _KILLED_S)
    signal.setitimer(signal.ITIMER_PROF, LIMIT_S)
    try:
        reader_targets.TARGETS[target].read(data)
    except AcidtestError as error:
        return _NET if _NET in str(error) else None
    except _OverTime:
        return "over 5 s"
    except BaseException as error:
        at = [f for f in traceback.extract_tb(error.__traceback__) if "acidtest" in f.filename]
        line = f"{Path(at[-1].filename).name}:{at[-1].lineno}" if at else "?"
        return f"{type(error).__name__} at {line}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None


def _child(todo: Sequence[tuple[int, int]], base: int, out: int) -> None:
    """Do inputs, and say after each what happened; ends early where memory has grown."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (_STOP, _STOP))
    with os.fdopen(out, "w", encoding="utf-8") as pipe:
        for target, seed in todo:
            problem = attempt(target, made(target, seed))
            if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > base + _MEMORY:
                problem = problem or "over 1 GB"
            pipe.write(json.dumps(problem) + "\n")
            pipe.flush()
            if problem == "over 1 GB":
                break


def _batch(todo: Sequence[tuple[int, int]]) -> list[str | None]:
    """Do inputs in a process of their own, until the end or until it dies."""
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            _child(todo, base, writing)
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        said = [json.loads(line) for line in pipe if line.endswith("\n")]
    _, status = os.waitpid(child, 0)
    if len(said) < len(todo) and (not said or said[-1] != "over 1 GB"):
        by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        said.append("over 5 s" if by == signal.SIGVTALRM else f"the process died (signal {by})")
    return said


def one(number: int) -> Tally:
    """Some inputs to all readers."""
    importlib.import_module("inspect_ai.model")  # seconds, which are no input's
    todo = _plan(number, _INPUTS)
    kinds: Counter[str] = Counter()
    examples: list[str] = []
    at = 0
    logging.disable()  # a run without checksums is warned about, rightly
    reader_targets.warm()  # once here, not in each process
    while at < len(todo):
        for problem in _batch(todo[at:]):
            if problem is not None:
                target, seed = todo[at]
                name = reader_targets.TARGETS[target].name
                kinds[problem if problem.startswith(("over", _NET)) else "uncaught"] += 1
                if problem != _NET:
                    examples.append(f"{name}: {problem} (input {target} {seed})")
            at += 1
    reader_calls.discard()
    return {"inputs": at, "examples": examples[:60], **kinds}


def row(tallies: Sequence[Tally]) -> Row:
    """All inputs together."""
    bad = {key: total(tallies, key) for key in ("uncaught", "over 5 s", "over 1 GB")}
    readers = len(reader_targets.TARGETS)
    words = ", ".join(f"{key} {count}" for key, count in bad.items())
    words += f" ({total(tallies, _NET)} told only by the net under them)"
    examples = [str(e) for tally in tallies for e in tally["examples"]][:5]
    said = f"{total(tallies, 'inputs'):,} inputs to {readers} readers: {words}"
    return Row("; ".join([said, *examples]), not any(bad.values()))


CHECKS = (
    Check(
        "readers",
        "whatever a file holds, a reader gives a result or an error in words, within 5 s and 1 GB",
        one,
        row,
        short=1,
        long=1_020,
    ),
)

if __name__ == "__main__":  # python tools/trust/readers.py TARGET SEED: one input again
    _target, _seed = int(sys.argv[1]), int(sys.argv[2])
    _data = made(_target, _seed)
    sys.stdout.buffer.write(_data[:2000] + b"\n")
    reader_targets.TARGETS[_target].read(_data)
