"""A replay process: requests and verdicts, one line of JSON each, on standard input and output.

A separate process, so that an EVM crash does not end a run and replays use all processors.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.kept import kept
from acidtest.suites.solidity_decompile.replay.compare import caught, judge
from acidtest.suites.solidity_decompile.replay.explore import SEED, SEQUENCES
from acidtest.suites.solidity_decompile.replay.script import Effect, Script, Trace, traced
from acidtest.suites.solidity_decompile.replay.share import shared
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.telling import explored, full_script, repeated
from acidtest.toolchains import evm


class How(NamedTuple):
    """How thoroughly an original is explored, and with which random numbers."""

    budget: int = SEQUENCES
    seed: int = SEED


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


def script_of(original: Subject, twin: Subject | None = None, how: How = How()) -> Script:  # noqa: B008
    """The script of an original, made once for all answers.

    It is drawn from `twin`, if that is given: the same source compiled in the mode that is
    explored for all of its modes, so that a verdict does not depend on the mode.
    """
    source = original if twin is None else twin

    def made() -> Script:
        return _stored("explored", source, how, lambda: explored(source, how.seed, how.budget))

    if source == original:
        return _stored("script", original, how, lambda: full_script(original, made()))
    pair = sha256_of(json.dumps(to_json(source)))
    return _stored(
        f"script-{pair}", original, how, lambda: full_script(original, repeated(original, made()))
    )


def _stored(kind: str, original: Subject, how: How, make: Callable[[], Script]) -> Script:
    def plain() -> Any:
        script = make()
        sequences = [_plain(trace) for trace in script.sequences]
        effects = [(e.function, _plain(e.done), _plain(e.undone)) for e in script.effects]
        more = list(script.branches), list(script.contracts)
        return sequences, script.succeeded, sorted(script.demanding), effects, *more

    key = json.dumps([kind, evm.version(), *how, to_json(original)], sort_keys=True)
    sequences, succeeded, demanding, effects, branches, contracts = kept("script", key, plain)
    return Script(
        tuple(_trace(original, *plain) for plain in sequences),
        succeeded,
        frozenset(demanding),
        tuple(Effect(f, _trace(original, *a), _trace(original, *b)) for f, a, b in effects),
        (branches[0], branches[1]),
        tuple(contracts),
    )


def _plain(trace: Trace) -> tuple[list[Any], list[Any]]:
    return [tuple(step) for step in trace.steps], [tuple(outcome) for outcome in trace.expected]


def _trace(original: Subject, steps: Sequence[Any], expected: Sequence[Any]) -> Trace:
    outcomes = [evm.CallOutcome(*outcome) for outcome in expected]
    return traced(original, [evm.CallStep(*step) for step in steps], outcomes)


@lru_cache(maxsize=4)
def _known(key: str) -> tuple[Subject, Script]:
    given, explored_as, budget, seed = json.loads(key)
    original = from_json(given)
    twin = None if explored_as is None else from_json(explored_as)
    script = script_of(original, twin, How(budget, seed))
    return replace(original, contracts=script.contracts), script


def serve(request: Mapping[str, Json]) -> dict[str, Json]:
    """The verdict on one answer, or only the call that shows the first difference; without an
    answer how often each function succeeded.
    """
    asked = [request["original"], request.get("explored"), *request.get("how", How())]
    original, script = _known(json.dumps(asked, sort_keys=True))
    if request.get("answer") is None:
        never = [name for name, times in script.succeeded.items() if not times]
        known = {"succeeded": script.succeeded, "calls": script.calls, "never": never}
        return {**known, "branches": list(script.branches)}
    answer = from_json(request["answer"])
    if request.get("share"):
        return {"share": shared(original, answer, script)}
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
