"""Runs three-address code as it stands in the text, with the environment of a recorded run."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from eth_hash.auto import keccak

from acidtest.lang.tac.arithmetic import MASK, compute

STEPS_MAX = 100_000
_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "**": lambda a, b: pow(a, b, MASK + 1),
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
    "==": lambda a, b: int(a == b),
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b if b < 256 else 0,
    ">>": lambda a, b: a >> b if b < 256 else 0,
}
_COMPUTED = frozenset("sdiv smod slt sgt sar signextend byte addmod mulmod clz".split())
_CALLS = {"call": 7, "callcode": 7, "delegatecall": 6, "staticcall": 6}
Event = tuple[Any, ...]


@dataclass
class Environment:
    """What code can ask about the world, and the answers."""

    calldata: bytes
    code: bytes
    storage: dict[int, int]
    balance: int = 0
    answers: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)


@dataclass
class Halt(Exception):
    """How a run ended."""

    name: str
    data: bytes = b""


class Machine:
    """Functions read from a text, ready to run."""

    def __init__(self, text: str) -> None:
        self.functions: dict[str, tuple[list[str], str, dict[str, list[str]]]] = {}
        for part in re.split(r"^function ", text, flags=re.MULTILINE)[1:]:
            head, *lines = part.splitlines()
            name, given = re.fullmatch(r"(\w+)(?:\((.*)\))?:", head).groups()  # type: ignore[union-attr]
            blocks: dict[str, list[str]] = {}
            for line in lines:
                line = line.split("//")[0].rstrip()
                if label := re.fullmatch(r"  (\w+):", line):
                    body = blocks[label[1]] = []
                elif line.strip():
                    body.append(line.strip())
            self.functions[name] = (given.split(", ") if given else [], next(iter(blocks)), blocks)

    def run(self, world: Environment) -> tuple[Halt, list[Event]]:
        """Run from the first function; how it ended, and what it did on the way."""
        run = _Run(self, world)
        try:
            run.go(next(iter(self.functions)), [])
        except Halt as halt:
            return halt, run.events
        raise AssertionError("it ended without an end")


class _Run:
    def __init__(self, machine: Machine, world: Environment) -> None:
        self.machine, self.world = machine, world
        self.memory = bytearray()
        self.transient: dict[int, int] = {}
        self.events: list[Event] = []
        self.stack: list[int] = []
        self.names: dict[str, int] = {}
        self.returned = b""

    def value(self, text: str) -> int:
        return int(text, 16) if text.startswith("0x") else self.names[text]

    def values(self, text: str) -> list[int]:
        return [self.value(part) for part in text.split(", ")] if text else []

    def go(self, name: str, given: Sequence[int]) -> None:
        parameters, label, blocks = self.machine.functions[name]
        self.names = dict(zip(parameters, given, strict=True))
        before = ""
        for _ in range(STEPS_MAX):
            after = self.block(label, before, blocks)
            if isinstance(after, tuple):
                self.go(*after)
            before, label = label, after  # type: ignore[assignment]
            if label not in blocks:
                raise Halt("invalid")
        raise AssertionError("it does not end")

    def block(
        self, label: str, before: str, blocks: dict[str, list[str]]
    ) -> str | tuple[str, list[int]]:
        phis: dict[str, int] = {}
        for line in blocks[label]:
            if phi := re.fullmatch(r"(\w+) = phi\((.*)\)", line):
                sources = dict(part.split(": ") for part in phi[2].split(", "))
                phis[phi[1]] = self.value(sources[before])
                continue
            self.names |= phis  # all at once: one may read what another replaces
            phis = {}
            if taken := re.fullmatch(r"(.*) = pop", line):
                for name in taken[1].split(", "):
                    if not self.stack:
                        raise Halt("invalid")
                    self.names[name] = self.stack.pop()
            elif line.startswith("push "):
                self.stack += self.values(line.removeprefix("push "))
                if len(self.stack) > 1024:
                    raise Halt("invalid")
            elif way := re.fullmatch(r"goto (\S+)", line):
                return self.target(way[1])
            elif way := re.fullmatch(r"if (\S+) goto (\S+) else (\S+)", line):
                taken_branch = self.value(way[1]) != 0
                self.events.append(("if", taken_branch))
                return self.target(way[2 if taken_branch else 3])
            elif way := re.fullmatch(r"enter (\w+)(?:\((.*)\))?", line):
                return way[1], self.values(way[2] or "")
            else:
                self.statement(line)
        raise AssertionError(f"{label} has no end")

    def target(self, text: str) -> str:
        return f"block_{self.value(text[1:-1]):04x}" if text.startswith("[") else text

    def statement(self, line: str) -> None:
        if store := re.fullmatch(r"(memory8?|storage|transient)\[(\w+)\] = (\w+)", line):
            self.store(store[1], self.value(store[2]), self.value(store[3]))
        elif made := re.fullmatch(r"(\w+) = (.*)", line):
            self.names[made[1]] = self.expression(made[2]) & MASK
        else:
            self.expression(line)

    def store(self, kind: str, place: int, value: int) -> None:
        if kind == "memory":
            self.write(place, value.to_bytes(32, "big"))
        elif kind == "memory8":
            self.write(place, bytes([value & 0xFF]))
        else:
            where = self.world.storage if kind == "storage" else self.transient
            where[place] = value
            self.events.append((kind, place, value))

    def expression(self, text: str) -> int:
        if infix := re.fullmatch(r"(\w+) (\S+) (\w+)", text):
            return _OPERATORS[infix[2]](self.value(infix[1]), self.value(infix[3]))
        if text[0] == "!":
            return int(not self.value(text[1:]))
        if text[0] == "~":
            return ~self.value(text[1:])
        if load := re.fullmatch(r"(\w+)\[(\w+)\]", text):
            return self.load(load[1], self.value(load[2]))
        name, given = re.fullmatch(r"(\w+)(?:\((.*)\))?", text).groups()  # type: ignore[union-attr]
        return self.call(name, self.values(given or ""))

    def load(self, kind: str, place: int) -> int:
        if kind == "memory":
            return int.from_bytes(self.read(place, 32), "big")
        if kind == "calldata":
            return int.from_bytes(self.world.calldata[place : place + 32].ljust(32, b"\0"), "big")
        if kind == "storage":
            self.events.append(("read", place))
            return self.world.storage.get(place, 0)
        return self.transient.get(place, 0)

    def call(self, name: str, given: list[int]) -> int:
        if name in _COMPUTED:
            return compute(name, *given)
        match name, given:
            case "keccak256", [start, size]:
                return int.from_bytes(keccak(self.read(start, size)), "big")
            case (("stop" | "invalid"), []):
                raise Halt(name)
            case (("return" | "revert"), [start, size]):
                raise Halt(name, self.read(start, size))
            case "selfdestruct", [_]:
                raise Halt(name)
            case (("calldatacopy" | "codecopy" | "returndatacopy"), [to, start, size]):
                source = {
                    "calldatacopy": self.world.calldata,
                    "codecopy": self.world.code,
                    "returndatacopy": self.returned,
                }[name]
                self.write(to, source[start : start + size].ljust(size, b"\0"))
            case "mcopy", [to, start, size]:
                self.write(to, self.read(start, size))
            case "gas", []:
                return 5_000_000
            case "blobhash", [_]:
                return 0  # the calls carry no blobs
            case "calldatasize", []:
                return len(self.world.calldata)
            case "codesize", []:
                return len(self.world.code)
            case "returndatasize", []:
                return len(self.returned)
            case _ if name.startswith("log"):
                self.events.append((name, *given[2:], self.read(given[0], given[1])))
            case _ if name in _CALLS:
                self.events.append((name, *given))
                self.read(given[-4], given[-3])
                value = given[2] if _CALLS[name] == 7 else 0
                done = value <= self.world.balance  # all that are called here have no code
                self.world.balance -= value if done else 0
                self.returned = b""
                return int(done)
            case _:
                return self.world.answers[name, tuple(given)]
        return 0

    def read(self, start: int, size: int) -> bytes:
        if size:
            self._reach(start + size)
        return bytes(self.memory[start : start + size])

    def write(self, start: int, data: bytes) -> None:
        if data:
            self._reach(start + len(data))
            self.memory[start : start + len(data)] = data

    def _reach(self, end: int) -> None:
        if end > 1 << 20:
            raise Halt("invalid")  # the gas for so much memory is not to be had
        if end > len(self.memory):
            self.memory.extend(bytes(-(-end // 32) * 32 - len(self.memory)))
