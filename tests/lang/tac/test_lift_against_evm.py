"""The text, run as it stands, does what the EVM does with the bytecode."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from eth_abi.abi import encode
from eth_hash.auto import keccak

from acidtest.lang.tac import lift

from .evm import Call, Chain, Seen
from .machine import Machine

FIXTURES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "fixtures.json").read_text("utf-8")
)
NAMED = {f"{f['name']}-{f['compiler']}-{f['mode']}": f for f in FIXTURES}
_TOO_MUCH_MEMORY = ("OutOfGas(InvalidOperand)", "OutOfGas(Memory")
SENDERS = ["0x" + "a1" * 20, "0x" + "b2" * 20]


def selector(name: str, types: list[str]) -> bytes:
    return keccak(f"{name}({','.join(types)})".encode())[:4]


def argument(kind: str, rng: random.Random) -> Any:
    if kind.endswith("[]"):
        return [argument(kind[:-2], rng) for _ in range(rng.randrange(6))]
    if kind.startswith("uint"):
        bits = int(kind[4:])
        return rng.choice([0, 1, 2, 3, 7, 32, 255, 2**bits - 1, rng.getrandbits(bits)]) % 2**bits
    if kind.startswith("int"):
        bits = int(kind[3:]) - 1
        return rng.choice([0, 1, -1, 5, -7, 2**bits - 1, -(2**bits), rng.getrandbits(bits)])
    if kind == "address":
        return rng.choice([*SENDERS, "0x" + "00" * 20])
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "string":
        return "x" * rng.choice([0, 3, 31, 32, 70])
    if kind == "bytes":
        return rng.randbytes(rng.choice([0, 1, 32, 45]))
    return rng.randbytes(int(kind.removeprefix("bytes")))


def calls(fixture: dict[str, Any], rng: random.Random) -> Iterator[Call]:
    functions = sorted(fixture["functions"].items())
    for _ in range(30):
        for name, types in functions:
            data = selector(name, types) + encode(types, [argument(kind, rng) for kind in types])
            if rng.random() < 0.08:
                data = data[: rng.randrange(len(data))]
            value = rng.choice([0, 0, 0, 5, 50])
            yield Call(data, rng.choice(SENDERS), value)
        yield Call(rng.randbytes(rng.randrange(9)), value=rng.choice([0, 7]))


def agree(
    machine: Machine, chain: Chain, call: Call, *, traced: bool = False, dead_reads: bool = False
) -> Seen:
    """Make the call in both and compare everything that it did.

    With `dead_reads` the code may leave out reads whose value nobody uses; writes it may not. A
    read of more memory than any gas pays for ends the EVM, and not the code that leaves it out.
    """
    world, before = chain.world(call), dict(chain.storage)
    seen = chain.call(call, traced=traced)
    halt, events = machine.run(world)
    if dead_reads and any(reason in seen.why for reason in _TOO_MUCH_MEMORY):
        return seen
    ends = {"stop": "success", "return": "success", "revert": "revert"}
    assert (ends.get(halt.name, "halt"), halt.data) == (seen.end, seen.data), call
    if seen.end == "success":
        touched = {event[1] for event in events if event[0] in ("read", "storage")}
        if dead_reads:
            assert touched <= seen.slots.keys() | before.keys(), call
        else:
            assert touched | before.keys() == seen.slots.keys() | before.keys(), call
        assert {slot: world.storage.get(slot, 0) for slot in seen.slots} == seen.slots, call
        logs = [(list(event[1:-1]), event[-1]) for event in events if event[0][:3] == "log"]
        assert logs == seen.logs, call
    if traced:
        assert [event[1] for event in events if event[0] == "if"] == seen.branches, call
    return seen


@pytest.mark.parametrize("name", NAMED)
def test_text_does_what_the_bytecode_does(name: str) -> None:
    fixture = NAMED[name]
    runtime = bytes.fromhex(fixture["runtime"])
    machine, chain = Machine(lift(runtime)), Chain(runtime)
    succeeded: set[bytes] = set()
    for call in calls(fixture, random.Random(name)):
        if agree(machine, chain, call).end == "success":
            succeeded.add(call.data[:4])
    wanted = {selector(name, types) for name, types in fixture["functions"].items()}
    assert wanted <= succeeded, "a function that never succeeded is not tested"


@pytest.mark.parametrize(
    ("name", "function", "given"),
    [
        ("Ledger-0.8.30-via-ir", "oddSum", []),
        ("Ledger-0.8.30-optimised", "factorial", [4]),
        ("Shapes-0.8.30-via-ir", "sorted", [[3, 1, 2]]),
        ("Old-0.4.26-optimised", "vote", [7]),
    ],
)
def test_text_branches_as_the_bytecode_does(name: str, function: str, given: list[Any]) -> None:
    fixture = NAMED[name]
    runtime = bytes.fromhex(fixture["runtime"])
    machine, chain = Machine(lift(runtime)), Chain(runtime)
    if function == "oddSum":
        for value in (3, 4, 2000):
            agree(
                machine, chain, Call(selector("push", ["uint256"]) + encode(["uint256"], [value]))
            )
    types = fixture["functions"][function]
    call = Call(selector(function, types) + encode(types, given))
    seen = agree(machine, chain, call, traced=True)
    assert seen.end == "success"
    assert seen.branches
    assert len(set(seen.branches)) == 2
