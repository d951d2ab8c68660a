"""A replay process: requests and verdicts, one line of JSON each, on standard input and output.

A separate process, so that an EVM crash does not end a run and replays use all processors.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.kept import kept
from acidtest.suites.solidity_decompile.replay.compare import caught, judge
from acidtest.suites.solidity_decompile.replay.explore import SEED
from acidtest.suites.solidity_decompile.replay.script import Effect, Script, Trace, traced
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.telling import full_script
from acidtest.toolchains import evm


def to_json(subject: Subject) -> dict[str, Json]:
    """A subject as JSON."""
    return {
        "abi": list(subject.abi),
        "creation": subject.creation.hex(),
        "runtime": subject.runtime.hex(),
        "arguments": subject.arguments.hex(),
        "value": subject.value,
        "before": [code.hex() for code in subject.before],
        "deployer": subject.deployer.hex(),
        "immutables": subject.immutables,
    }


def from_json(data: Mapping[str, Json]) -> Subject:
    """A subject from JSON."""
    names = ("creation", "runtime", "arguments")
    creation, runtime, arguments = (bytes.fromhex(data[name]) for name in names)
    places = data["immutables"]
    return Subject(
        data["abi"],
        creation,
        runtime,
        arguments,
        data["value"],
        before=tuple(bytes.fromhex(code) for code in data["before"]),
        deployer=bytes.fromhex(data["deployer"]),
        immutables=None if places is None else tuple((at, size) for at, size in places),
    )


def script_of(original: Subject, key: str, seed: int = SEED) -> Script:
    """The script of an original, made once for all answers."""

    def make() -> Any:
        script = full_script(original, seed)
        sequences = [_plain(trace) for trace in script.sequences]
        effects = [(e.function, _plain(e.done), _plain(e.undone)) for e in script.effects]
        return sequences, script.succeeded, sorted(script.demanding), effects

    sequences, succeeded, demanding, effects = kept("script", f"{evm.version()}:{seed}:{key}", make)
    return Script(
        tuple(_trace(original, *plain) for plain in sequences),
        succeeded,
        frozenset(demanding),
        tuple(Effect(f, _trace(original, *a), _trace(original, *b)) for f, a, b in effects),
    )


def _plain(trace: Trace) -> tuple[list[Any], list[Any]]:
    return [tuple(step) for step in trace.steps], [tuple(outcome) for outcome in trace.expected]


def _trace(original: Subject, steps: Sequence[Any], expected: Sequence[Any]) -> Trace:
    outcomes = [evm.CallOutcome(*outcome) for outcome in expected]
    return traced(original, [evm.CallStep(*step) for step in steps], outcomes)


@lru_cache(maxsize=4)
def _known(key: str) -> tuple[Subject, Script]:
    original = from_json(json.loads(key))
    return original, script_of(original, key)


def serve(request: Mapping[str, Json]) -> dict[str, Json]:
    """The verdict on one answer, or only the call that shows the first difference; without an
    answer how often each function succeeded.
    """
    original, script = _known(json.dumps(request["original"], sort_keys=True))
    if request.get("answer") is None:
        return {"succeeded": script.succeeded, "calls": script.calls}
    answer = from_json(request["answer"])
    if request.get("only_first"):
        return {"caught": caught(original, answer, script)}
    return judge(original, answer, script)


def main() -> None:
    """Serve until standard input ends."""
    for line in sys.stdin:
        try:
            verdict = serve(json.loads(line))
        except InfrastructureError as error:
            verdict = {"error": str(error)}
        sys.stdout.write(json.dumps(verdict) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
