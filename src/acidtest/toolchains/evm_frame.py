"""What the watching EVM and its instructions share: frames, memory and how they fail."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

WORD = (1 << 256) - 1
HALF = 1 << 255
ADDRESS = (1 << 160) - 1
_MAX_MEMORY = 1 << 20


class BranchOperands(NamedTuple):
    """What decided a branch: the comparison, its operands as unsigned words, and the slot read last
    before it (-1: none).
    """

    operation: int
    left: int
    right: int
    slot: int


class Called(NamedTuple):
    """A call that the target made."""

    to: int
    data: bytes
    value: int
    static: bool
    reply: bytes


@dataclass(slots=True)
class Watched:
    """What a call did. `branches` has one entry for each direction a branch of the target took."""

    status: int | None = None
    steps: int = 0
    data: bytes = b""
    branches: dict[tuple[int, bool], BranchOperands | None] = field(default_factory=dict)
    near: set[tuple[int, int]] = field(default_factory=set)
    reads: dict[int, int] = field(default_factory=dict)
    writes: dict[int, int] = field(default_factory=dict)
    calls: list[Called] = field(default_factory=list)
    probed: set[int] = field(default_factory=set)
    signatures: list[tuple[bytes, int, int, int]] = field(default_factory=list)


class Stop(Exception):
    """The call cannot be followed any further."""


class Failed(Exception):
    """A frame ended exceptionally."""


class Frame(NamedTuple):
    """One call frame; `code` may be another account's than `address`."""

    address: int
    caller: int
    data: bytes
    value: int
    code: bytes
    gas: int
    static: bool = False
    depth: int = 0


def text_of_account(account: int) -> str:
    return "0x" + account.to_bytes(20, "big").hex()


def signed(word: int) -> int:
    return word - (1 << 256) if word >= HALF else word


def grow(memory: bytearray, at: int, size: int) -> None:
    if size and at + size > len(memory):
        if at + size > _MAX_MEMORY:
            raise Failed
        memory.extend(bytes(-(-(at + size) // 32) * 32 - len(memory)))


def read(memory: bytearray, at: int, size: int) -> bytes:
    grow(memory, at, size)
    return bytes(memory[at : at + size]) if size else b""


def write(memory: bytearray, at: int, data: bytes, size: int) -> None:
    if size:
        grow(memory, at, size)
        memory[at : at + size] = data.ljust(size, b"\0")
