"""The instructions that are not in most calls."""

from __future__ import annotations

from typing import Protocol

from eth_hash.auto import keccak

from acidtest.toolchains.evm import CHAIN_ID, COINBASE, block_number, prevrandao
from acidtest.toolchains.evm_frame import (
    ADDRESS,
    WORD,
    Failed,
    Frame,
    grow,
    read,
    signed,
    write,
)


class ChainState(Protocol):
    """The chain's state as instructions see it."""

    origin: int
    time: int
    transient: dict[tuple[int, int], int]

    def code(self, account: int) -> bytes:
        """An account's code."""

    def balance(self, account: int) -> int:
        """An account's balance."""

    def nonce(self, account: int) -> int:
        """An account's nonce."""

    def block_hash(self, number: int) -> bytes:
        """The hash of a block."""

    def probe(self, account: int, code: bytes) -> None:
        """Note that an account was asked for its code."""


def rare(
    state: ChainState, frame: Frame, op: int, at: int, stack: list[int], memory: bytearray
) -> None:
    """The instructions that are not in most calls."""
    push, pop = stack.append, stack.pop
    if op == 0x05:
        a, b = signed(pop()), signed(pop())
        quotient = abs(a) // abs(b) if b else 0
        push((quotient if (a < 0) == (b < 0) else -quotient) & WORD)
    elif op == 0x07:
        a, b = signed(pop()), signed(pop())
        rest = abs(a) % abs(b) if b else 0
        push((-rest if a < 0 else rest) & WORD)
    elif op == 0x08:
        a, b, n = pop(), pop(), pop()
        push((a + b) % n if n else 0)
    elif op == 0x09:
        a, b, n = pop(), pop(), pop()
        push(a * b % n if n else 0)
    elif op == 0x0A:
        a, b = pop(), pop()
        push(pow(a, b, 1 << 256))
    elif op == 0x0B:
        k, a = pop(), pop()
        bit = 8 * k + 7
        if k < 31:
            a = a | (WORD ^ ((1 << bit) - 1)) if a >> bit & 1 else a & ((1 << bit) - 1)
        push(a)
    elif op == 0x1A:
        i, a = pop(), pop()
        push(a >> 8 * (31 - i) & 0xFF if i < 32 else 0)
    elif op == 0x1D:
        shift, a = pop(), signed(pop())
        push(a >> min(shift, 256) & WORD)
    elif op == 0x30:
        push(frame.address)
    elif op == 0x31:
        push(state.balance(pop() & ADDRESS))
    elif op == 0x32:
        push(state.origin)
    elif op in (0x37, 0x39, 0x3C):
        source = frame.data if op == 0x37 else frame.code
        if op == 0x3C:
            source = state.code(pop() & ADDRESS)
        to, start, size = pop(), pop(), pop()
        write(memory, to, source[start : start + size], size)
    elif op == 0x38:
        push(len(frame.code))
    elif op == 0x3B:
        account = pop() & ADDRESS
        code = state.code(account)
        state.probe(account, code)
        push(len(code))
    elif op == 0x3F:
        account = pop() & ADDRESS
        code = state.code(account)
        state.probe(account, code)
        exists = code or state.balance(account) or state.nonce(account)
        push(int.from_bytes(keccak(code), "big") if exists else 0)
    elif op == 0x40:
        number = pop()
        push(int.from_bytes(state.block_hash(number), "big"))
    elif op == 0x41:
        push(int(COINBASE, 16))
    elif op == 0x42:
        push(state.time)
    elif op == 0x43:
        push(block_number(state.time))
    elif op == 0x44:
        push(int.from_bytes(prevrandao(state.time), "big"))
    elif op == 0x45:
        push((1 << 64) - 1)
    elif op == 0x46:
        push(CHAIN_ID)
    elif op == 0x47:
        push(state.balance(frame.address))
    elif op in (0x3A, 0x48, 0x49, 0x4A):
        if op == 0x49:
            pop()
        push(1 if op == 0x4A else 0)
    elif op == 0x53:
        place, value = pop(), pop()
        write(memory, place, bytes([value & 0xFF]), 1)
    elif op == 0x58:
        push(at)
    elif op == 0x59:
        push(-(-len(memory) // 32) * 32)
    elif op == 0x5A:
        push(frame.gas)
    elif op == 0x5C:
        push(state.transient.get((frame.address, pop()), 0))
    elif op == 0x5D:
        if frame.static:
            raise Failed
        slot = pop()
        state.transient[frame.address, slot] = pop()
    elif op == 0x5E:
        to, start, size = pop(), pop(), pop()
        write(memory, to, read(memory, start, size), size)
    elif 0xA0 <= op <= 0xA4:
        if frame.static:
            raise Failed
        grow(memory, pop(), pop())
        for _ in range(op - 0xA0):
            pop()
    else:
        raise Failed
