"""Which contracts can be deployed, and with what arguments: tried once, in a confined process.

`python -m …trial` reads cases as JSON from standard input and writes what came of each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from eth_abi.abi import decode

from acidtest.core import children
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.kept import kept
from acidtest.suites.solidity_decompile.original import default_argument
from acidtest.suites.solidity_decompile.replay.abi import Interface, encode_arguments, split_types
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.toolchains import evm
from acidtest.toolchains.confined import confined

_SELF = "acidtest.suites.solidity_decompile.project.trial"
_MEMORY = 2 << 30
_TIME_S = 300
_NUMBERS = (1000, 1, 0, 18, evm.START_TIME + 86_400, 10**18)
_PLACES = ((), ("accomplice1",), ("accomplice1", "accomplice2"), ("deployer",))
_SIZES = (2, 1, 0)


def tried(cases: Sequence[Mapping[str, Json]]) -> list[dict[str, Json]]:
    """For each case the arguments it can be deployed with, or the problem."""
    if not cases:
        return []
    text = json.dumps(list(cases), sort_keys=True)
    made: list[dict[str, Json]] = json.loads(
        kept("trial", f"{evm.version()}:{text}", lambda: _outside(text), (_SELF,))
    )
    return made


def _outside(text: str) -> str:
    package = Path(__file__).parents[3]
    libraries = [p for p in sys.path if Path(p).name in ("site-packages", "dist-packages")]
    given = {
        "PYTHONWARNINGS": "ignore",
        "PYTHONPATH": os.pathsep.join([str(package.parent), *libraries]),
    }
    shown = [sys.base_prefix, sys.prefix, *libraries, str(package)]
    command = confined(
        [sys.executable, "-m", _SELF],
        [path for path in dict.fromkeys(shown) if Path(path).is_dir()],
        _MEMORY,
        bare=False,
        environment=given,
    )
    try:
        done = children.run_bytes(command, stdin=text.encode(), timeout=_TIME_S, env=given)
    except subprocess.TimeoutExpired as error:
        raise InfrastructureError(f"deploying took over {_TIME_S} s; give fewer files") from error
    if done.returncode:
        said = done.stderr[-300:].decode("utf-8", "replace").strip().split("\n")[-1]
        raise InfrastructureError(f"deploying failed with status {done.returncode}: {said}")
    return done.stdout.decode()


def trial(case: Mapping[str, Json]) -> dict[str, Json]:
    """What came of one case: the arguments as JSON values, or why it cannot be deployed."""
    types = Interface(case["abi"]).constructor
    problem = ""
    for values in _candidates(types, case):
        try:
            arguments = encode_arguments(types, values, "constructor")
        except InputError as error:
            problem = problem or str(error)
            continue
        subject = Subject(
            case["abi"],
            bytes.fromhex(case["creation"]),
            b"",
            arguments,
            case.get("value", 0),
            before=tuple(bytes.fromhex(code) for code in case.get("before", ())),
            deployer=bytes.fromhex(case.get("deployer", "")),
        )
        chain, failed = start(subject, subject.world)
        if failed is None and chain.code():
            return {"arguments": values}
        problem = problem or _reason(subject, failed)
    return {"problem": problem}


def _reason(subject: Subject, failed: str | None) -> str:
    if failed is None:
        return "it leaves no code when deployed"
    if not failed.startswith("Revert"):
        return f"it cannot be deployed: {failed[:120]}"
    data = failed.partition("output: 0x")[2].partition(" ")[0].strip("},")
    try:
        said = subject.interface.tell_revert(bytes.fromhex(data))
    except ValueError:
        said = ""
    return f"its constructor reverts with the arguments we can invent: {said[:80]}"


def _candidates(types: Sequence[str], case: Mapping[str, Json]) -> Iterator[list[Json]]:
    if case.get("arguments") is not None:
        yield list(case["arguments"])
        return
    if encoded := case.get("encoded"):
        try:
            values = decode(types, bytes.fromhex(encoded))
            yield [_plain(value) for value in values]
        except (ValueError, OverflowError):
            pass
        except Exception as error:  # eth_abi's own errors have no common base
            if "eth_abi" not in type(error).__module__:
                raise
    yield [default_argument(kind, i) for i, kind in enumerate(types)]
    if types:
        for size in _SIZES:
            for number in _NUMBERS:
                for places in _PLACES:
                    yield [_invented(kind, i, number, places, size) for i, kind in enumerate(types)]


def _invented(kind: str, index: int, number: int, places: Sequence[str], size: int) -> Json:
    if kind.endswith("]"):
        inner, _, fixed = kind[:-1].rpartition("[")
        several = range(int(fixed or size))
        return [_invented(inner, index + i, number, places, size) for i in several]
    if kind.startswith("("):
        parts = split_types(kind[1:-1])
        return [_invented(part, i, number, places, size) for i, part in enumerate(parts)]
    if kind == "address" and places:
        return places[index % len(places)]
    if "int" in kind:
        bits = int(kind.removeprefix("u").removeprefix("int") or 256)
        return min(number, (1 << (bits - 1)) - 1)
    return default_argument(kind, index)


def _plain(value: Any) -> Json:
    if isinstance(value, bytes):
        return "0x" + value.hex()
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value


def main() -> None:
    """Serve one request."""
    json.dump([trial(case) for case in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    main()
