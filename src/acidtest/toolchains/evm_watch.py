"""Watches one call: an EVM in Python that reads the state of a replay chain and changes nothing.

pyrevm's own tracer takes a millisecond an instruction. This one takes less than a microsecond and
says what exploration needs to know: which way each branch of the target went, what was
compared just before it, which slots were read and written, whom it called, and which signatures
it checked. Gas is not counted; a call that takes too many steps is given up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from eth_hash.auto import keccak

from acidtest.toolchains.evm import (
    CHAIN_ID,
    COINBASE,
    PEOPLE,
    REVERT,
    SPEC,
    SUCCESS,
    TARGET,
    CallStep,
    ReplayChain,
    block_number,
    prevrandao,
)

STEPS = 20_000
_DEEP = 12
_MAX_MEMORY = 1 << 20
_WORD = (1 << 256) - 1
_HALF = 1 << 255
_ADDRESS = (1 << 160) - 1
_PRECOMPILES = 10
_GAS = 6_000_000
_STIPEND = 2300
_TARGET = int(TARGET, 16)
_ORDERS = frozenset((0x10, 0x11, 0x12, 0x13))
EQ, ISZERO, SUB = 0x14, 0x15, 0x03
_DATA = re.compile(rb"\xfe\x60[\x80\xa0\xc0\xe0]\x60\x40|\xfe\xa1\x65bzzr|\xfe\xa2\x64ipfs|\xfe\xa2\x65bzzr")


class Compared(NamedTuple):
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
    branches: dict[tuple[int, bool], Compared | None] = field(default_factory=dict)
    near: set[tuple[int, int]] = field(default_factory=set)
    reads: dict[int, int] = field(default_factory=dict)
    writes: dict[int, int] = field(default_factory=dict)
    calls: list[Called] = field(default_factory=list)
    probed: set[int] = field(default_factory=set)
    signatures: list[tuple[bytes, int, int, int]] = field(default_factory=list)


class _Stop(Exception):
    """The call cannot be followed any further."""


class _Failed(Exception):
    """A frame ended exceptionally."""


@lru_cache(maxsize=64)
def decoded(code: bytes) -> tuple[list[int], list[int], frozenset[int]]:
    """For each offset the value pushed there and the next offset; and all jump destinations."""
    values, following = [0] * len(code), [0] * len(code)
    destinations = []
    at = 0
    while at < len(code):
        op = code[at]
        size = op - 0x5F if 0x5F <= op <= 0x7F else 0
        if size:
            values[at] = int.from_bytes(code[at + 1 : at + 1 + size].ljust(size, b"\0"), "big")
        if op == 0x5B:
            destinations.append(at)
        following[at] = at + 1 + size
        at = following[at]
    return values, following, frozenset(destinations)


@lru_cache(maxsize=64)
def branches_of(code: bytes) -> frozenset[tuple[int, bool]]:
    """The branches that can be decided either way, as (offset, taken).

    Left out are sides that revert at once without data or panic: compilers insert them by the
    dozen, and many can never be taken.
    """
    part = _DATA.split(code, maxsplit=1)[0]
    values, following, destinations = decoded(code)
    sides = set()
    at, pushed = 0, 0
    while at < len(part):
        op = part[at]
        if op == 0x57:
            for taken, to in ((True, pushed), (False, at + 1)):
                if to < len(part) and (not taken or to in destinations):
                    if not _fails_at_once(part, values, following, destinations, to):
                        sides.add((at, taken))
        pushed = values[at] if 0x5F <= op <= 0x7F else -1
        at = following[at]
    return frozenset(sides)


def _fails_at_once(
    code: bytes, values: list[int], following: list[int], destinations: frozenset[int], at: int
) -> bool:
    """Whether code reverts there without data of its own, or panics."""
    pushed = -1
    for _ in range(48):
        if at >= len(code):
            return True
        op = code[at]
        if op == 0xFE:
            return True
        if op == 0xFD:
            return False if pushed < 0 else True
        if op in (0x57, 0x00, 0xF3, 0x55, 0x54, 0xF1, 0xFA, 0xF4, 0x35, 0xA0, 0xA1):
            return False
        if 0x5F <= op <= 0x7F and values[at] == 0x4E487B71 << 224:
            return True
        if 0x5F <= op <= 0x7F and op == 0x63 and values[at] == 0x4E487B71:
            return True
        if op == 0x52:  # it writes memory: the revert has data, unless it is a panic
            return _panics(code, values, following, at)
        if op == 0x56:
            if pushed not in destinations:
                return False
            at, pushed = pushed, -1
            continue
        if 0x5F <= op <= 0x7F:
            pushed = values[at]
        elif op not in (0x5B, 0x80, 0x81, 0x50):
            pushed = -1 if op not in (0x3D,) else pushed
            if op == 0x3D:
                return True
        at = following[at]
    return False


def _panics(code: bytes, values: list[int], following: list[int], at: int) -> bool:
    for _ in range(8):
        if at >= len(code):
            return False
        if code[at] in (0x62, 0x63, 0x7F) and values[at] in (0x4E487B71, 0x4E487B71 << 224):
            return True
        at = following[at]
    return False


def watch(chain: ReplayChain, step: CallStep) -> Watched:
    """Follow a call from the chain's present state; the chain is left as it is."""
    watched = Watched()
    step = chain.sent(step)
    world = _World(chain, step, watched)
    sender, to = int(step.sender, 16), int(step.to, 16)
    try:
        if not world.move(sender, to, step.value):
            raise _Stop
        ok, data = world.run(_Frame(to, sender, step.data, step.value, world.code(to), _GAS))
        watched.status, watched.data = SUCCESS if ok else REVERT, data
    except (_Stop, _Failed):
        watched.status = None
    watched.steps = STEPS - world.left
    return watched


@lru_cache(maxsize=4096)
def precompiled(number: int, data: bytes) -> tuple[bool, bytes]:
    """The result of a contract that every chain has."""
    import pyrevm

    evm = pyrevm.EVM(spec_id=SPEC)
    try:
        return True, evm.message_call(PEOPLE[0], _text(number), data, 0, _GAS)
    except RuntimeError:
        return False, b""


class _Frame(NamedTuple):
    """One call frame; `code` may be another account's than `address`."""

    address: int
    caller: int
    data: bytes
    value: int
    code: bytes
    gas: int
    static: bool = False
    depth: int = 0


class _World:
    """The chain's state with the changes of the call being followed."""

    def __init__(self, chain: ReplayChain, step: CallStep, watched: Watched) -> None:
        self._chain = chain
        self._evm = chain.evm
        self._time = step.time
        self._origin = int(step.sender, 16)
        self._watched = watched
        self._slots: dict[tuple[int, int], int] = {}
        self._transient: dict[tuple[int, int], int] = {}
        self._balances: dict[int, int] = {}
        self._codes: dict[int, bytes] = {}
        self._made: dict[int, int] = {}
        self.left = STEPS
        self._target_code = self.code(_TARGET)

    # -- state -----------------------------------------------------------------------------------

    def code(self, account: int) -> bytes:
        if account not in self._codes:
            self._codes[account] = self._chain.code_at(_text(account))
        return self._codes[account]

    def balance(self, account: int) -> int:
        if account not in self._balances:
            self._balances[account] = self._evm.get_balance(_text(account))
        return self._balances[account]

    def load(self, account: int, slot: int) -> int:
        key = account, slot
        if key not in self._slots:
            self._slots[key] = self._evm.storage(_text(account), slot)
        return self._slots[key]

    def _probe(self, account: int, code: bytes) -> None:
        if not code:
            self._watched.probed.add(account)

    def move(self, sender: int, to: int, value: int) -> bool:
        if value:
            if self.balance(sender) < value:
                return False
            self._balances[sender] = self.balance(sender) - value
            self._balances[to] = self.balance(to) + value
        return True

    def _saved(self) -> tuple[dict[tuple[int, int], int], ...]:
        return dict(self._slots), dict(self._transient), dict(self._balances)  # type: ignore[return-value, arg-type]

    # -- frames ----------------------------------------------------------------------------------

    def run(self, frame: _Frame) -> tuple[bool, bytes]:
        """Whether a frame succeeds, and what it returns; a failed one leaves no change."""
        if 0 < frame.address < _PRECOMPILES and not frame.code:
            return self._precompiled(frame.address, frame.data)
        if not frame.code:
            return True, b""
        if frame.depth > _DEEP:
            raise _Stop
        saved = self._saved()
        try:
            ok, data = self._execute(frame)
        except (_Failed, IndexError):
            ok, data = False, b""
        if not ok:
            self._slots, self._transient, self._balances = saved  # type: ignore[assignment]
        return ok, data

    def _precompiled(self, number: int, data: bytes) -> tuple[bool, bytes]:
        if number == 4:
            return True, data
        if number == 1:
            words = [data[i : i + 32].ljust(32, b"\0") for i in range(0, 128, 32)]
            v, r, s = (int.from_bytes(word, "big") for word in words[1:])
            self._watched.signatures.append((words[0], v, r, s))
        return precompiled(number, data)

    def _call(self, frame: _Frame, op: int, stack: list[int], memory: bytearray) -> bytes:
        pop = stack.pop
        gas, to = pop(), pop() & _ADDRESS
        value = pop() if op in (0xF1, 0xF2) else 0
        start, size, out, room = pop(), pop(), pop(), pop()
        data = _read(memory, start, size)
        _grow(memory, out, room)
        if value and frame.static and op == 0xF1:
            raise _Failed
        if op == 0xF4:
            address, caller, passed = frame.address, frame.caller, frame.value
        else:
            address = frame.address if op == 0xF2 else to
            caller, passed = frame.address, value
        static = frame.static or op == 0xFA
        gas = min(gas, frame.gas) + (_STIPEND if value else 0)
        inner = _Frame(address, caller, data, passed, self.code(to), gas, static, frame.depth + 1)
        if 0 < to < _PRECOMPILES:
            ok, reply = self._precompiled(to, data)
        else:
            saved = self._saved()
            ok = op != 0xF1 or self.move(frame.address, to, value)
            ok, reply = self.run(inner) if ok else (False, b"")
            if not ok:
                self._slots, self._transient, self._balances = saved  # type: ignore[assignment]
        if frame.address == _TARGET and not 0 < to < _PRECOMPILES:
            self._watched.calls.append(Called(to, data, value, op == 0xFA, reply if ok else b""))
        stack.append(int(ok))
        part = reply[:room]
        memory[out : out + len(part)] = part
        return reply

    def _create(self, frame: _Frame, op: int, stack: list[int], memory: bytearray) -> bytes:
        if frame.static:
            raise _Failed
        value, start, size = stack.pop(), stack.pop(), stack.pop()
        salt = stack.pop() if op == 0xF5 else 0
        init = _read(memory, start, size)
        mine = frame.address.to_bytes(20, "big")
        if op == 0xF5:
            raw = keccak(b"\xff" + mine + salt.to_bytes(32, "big") + keccak(init))
        else:
            nonce = self._evm.basic(_text(frame.address)).nonce + self._made.get(frame.address, 0)
            self._made[frame.address] = self._made.get(frame.address, 0) + 1
            raw = keccak(_rlp(mine, nonce))
        address = int.from_bytes(raw[12:], "big")
        if not self.move(frame.address, address, value):
            stack.append(0)
            return b""
        self._codes[address] = b""
        inner = _Frame(address, frame.address, b"", value, init, frame.gas, False, frame.depth + 1)
        ok, reply = self.run(inner)
        if ok:
            self._codes[address] = reply
        stack.append(address if ok else 0)
        return b"" if ok else reply

    def _execute(self, frame: _Frame) -> tuple[bool, bytes]:  # noqa: C901, PLR0912, PLR0915
        """Run code. One long function: a call an instruction would double its time."""
        code = frame.code
        values, following, destinations = decoded(code)
        mine = frame.address == _TARGET and code is self._target_code
        watched = self._watched
        stack: list[int] = []
        push, pop = stack.append, stack.pop
        memory = bytearray()
        returned = b""
        compared: Compared | None = None
        outcome, slot = -1, -1
        at, end, left = 0, len(code), self.left
        while at < end:
            left -= 1
            if left <= 0:
                self.left = 0
                raise _Stop
            op = code[at]
            if 0x5F <= op <= 0x7F:
                push(values[at])
                at = following[at]
                continue
            if 0x80 <= op <= 0x8F:
                push(stack[0x7F - op])
            elif 0x90 <= op <= 0x9F:
                other = 0x8E - op
                stack[-1], stack[other] = stack[other], stack[-1]
            elif op == 0x5B:
                pass
            elif op == 0x50:
                pop()
            elif op == 0x56:
                at = pop()
                if at not in destinations:
                    raise _Failed
                continue
            elif op == 0x57:
                to, condition = pop(), pop()
                if mine:
                    key = (at, condition != 0)
                    if compared is not None and outcome != condition:
                        compared = None
                    if watched.branches.get(key) is None:
                        watched.branches[key] = compared
                    if compared is not None and compared[0] in _ORDERS:
                        gap = compared[1] - compared[2]
                        if -2 < gap < 2:
                            watched.near.add((at, gap))
                    compared = None
                if condition:
                    at = to
                    if at not in destinations:
                        raise _Failed
                    continue
            elif op == 0x01:
                push((pop() + pop()) & _WORD)
            elif op == 0x03:
                a, b = pop(), pop()
                outcome = (a - b) & _WORD
                compared = Compared(op, a, b, slot)
                push(outcome)
            elif op == 0x15:
                a = pop()
                if compared is None or outcome != a:
                    compared = Compared(op, a, 0, slot)
                outcome = int(a == 0)
                push(outcome)
            elif 0x10 <= op <= 0x14:
                a, b = pop(), pop()
                compared = Compared(op, a, b, slot)
                if op == 0x14:
                    outcome = int(a == b)
                elif op == 0x10:
                    outcome = int(a < b)
                elif op == 0x11:
                    outcome = int(a > b)
                elif op == 0x12:
                    outcome = int((a ^ _HALF) < (b ^ _HALF))
                else:
                    outcome = int((a ^ _HALF) > (b ^ _HALF))
                push(outcome)
            elif op == 0x51:
                push(int.from_bytes(_read(memory, pop(), 32), "big"))
            elif op == 0x52:
                place = pop()
                _grow(memory, place, 32)
                memory[place : place + 32] = pop().to_bytes(32, "big")
            elif op == 0x16:
                push(pop() & pop())
            elif op == 0x17:
                push(pop() | pop())
            elif op == 0x18:
                push(pop() ^ pop())
            elif op == 0x19:
                push(pop() ^ _WORD)
            elif op == 0x1B:
                shift, a = pop(), pop()
                push(a << shift & _WORD if shift < 256 else 0)
            elif op == 0x1C:
                shift, a = pop(), pop()
                push(a >> shift if shift < 256 else 0)
            elif op == 0x35:
                place = pop()
                part = frame.data[place : place + 32] if place < len(frame.data) else b""
                push(int.from_bytes(part.ljust(32, b"\0"), "big"))
            elif op == 0x36:
                push(len(frame.data))
            elif op == 0x33:
                push(frame.caller)
            elif op == 0x34:
                push(frame.value)
            elif op == 0x02:
                push(pop() * pop() & _WORD)
            elif op == 0x04:
                a, b = pop(), pop()
                push(a // b if b else 0)
            elif op == 0x06:
                a, b = pop(), pop()
                push(a % b if b else 0)
            elif op == 0x54:
                slot = pop()
                value = self.load(frame.address, slot)
                if frame.address == _TARGET:
                    watched.reads[slot] = value
                push(value)
            elif op == 0x55:
                if frame.static:
                    raise _Failed
                slot, value = pop(), pop()
                self._slots[frame.address, slot] = value
                if frame.address == _TARGET:
                    watched.writes[slot] = value
            elif op == 0x20:
                place, size = pop(), pop()
                push(int.from_bytes(keccak(_read(memory, place, size)), "big"))
            elif op in (0xF1, 0xF2, 0xF4, 0xFA):
                self.left = left
                returned = self._call(frame, op, stack, memory)
                left = self.left
            elif op in (0xF0, 0xF5):
                self.left = left
                returned = self._create(frame, op, stack, memory)
                left = self.left
            elif op in (0xF3, 0xFD):
                self.left = left
                return op == 0xF3, _read(memory, pop(), pop())
            elif op == 0x00:
                self.left = left
                return True, b""
            elif op == 0xFF:
                if frame.static:
                    raise _Failed
                self.move(frame.address, pop() & _ADDRESS, self.balance(frame.address))
                self.left = left
                return True, b""
            elif op == 0x3D:
                push(len(returned))
            elif op == 0x3E:
                to, start, size = pop(), pop(), pop()
                if start + size > len(returned):
                    raise _Failed
                _write(memory, to, returned[start : start + size], size)
            else:
                self._rare(frame, op, at, stack, memory)
            at += 1
        self.left = left
        return True, b""

    def _rare(  # noqa: C901, PLR0912, PLR0915
        self, frame: _Frame, op: int, at: int, stack: list[int], memory: bytearray
    ) -> None:
        """The instructions that are not in most calls."""
        push, pop = stack.append, stack.pop
        if op == 0x05:
            a, b = _signed(pop()), _signed(pop())
            quotient = abs(a) // abs(b) if b else 0
            push((quotient if (a < 0) == (b < 0) else -quotient) & _WORD)
        elif op == 0x07:
            a, b = _signed(pop()), _signed(pop())
            rest = abs(a) % abs(b) if b else 0
            push((-rest if a < 0 else rest) & _WORD)
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
                a = a | (_WORD ^ ((1 << bit) - 1)) if a >> bit & 1 else a & ((1 << bit) - 1)
            push(a)
        elif op == 0x1A:
            i, a = pop(), pop()
            push(a >> 8 * (31 - i) & 0xFF if i < 32 else 0)
        elif op == 0x1D:
            shift, a = pop(), _signed(pop())
            push(a >> min(shift, 256) & _WORD)
        elif op == 0x30:
            push(frame.address)
        elif op == 0x31:
            push(self.balance(pop() & _ADDRESS))
        elif op == 0x32:
            push(self._origin)
        elif op in (0x37, 0x39, 0x3C):
            source = frame.data if op == 0x37 else frame.code
            if op == 0x3C:
                source = self.code(pop() & _ADDRESS)
            to, start, size = pop(), pop(), pop()
            _write(memory, to, source[start : start + size], size)
        elif op == 0x38:
            push(len(frame.code))
        elif op == 0x3B:
            account = pop() & _ADDRESS
            code = self.code(account)
            self._probe(account, code)
            push(len(code))
        elif op == 0x3F:
            account = pop() & _ADDRESS
            code = self.code(account)
            self._probe(account, code)
            exists = code or self.balance(account) or self._evm.basic(_text(account)).nonce
            push(int.from_bytes(keccak(code), "big") if exists else 0)
        elif op == 0x40:
            number = pop()
            push(int.from_bytes(self._evm.block_hash(number), "big"))
        elif op == 0x41:
            push(int(COINBASE, 16))
        elif op == 0x42:
            push(self._time)
        elif op == 0x43:
            push(block_number(self._time))
        elif op == 0x44:
            push(int.from_bytes(prevrandao(self._time), "big"))
        elif op == 0x45:
            push((1 << 64) - 1)
        elif op == 0x46:
            push(CHAIN_ID)
        elif op == 0x47:
            push(self.balance(frame.address))
        elif op in (0x3A, 0x48, 0x49, 0x4A):
            if op == 0x49:
                pop()
            push(1 if op == 0x4A else 0)
        elif op == 0x53:
            place, value = pop(), pop()
            _write(memory, place, bytes([value & 0xFF]), 1)
        elif op == 0x58:
            push(at)
        elif op == 0x59:
            push(-(-len(memory) // 32) * 32)
        elif op == 0x5A:
            push(frame.gas)
        elif op == 0x5C:
            push(self._transient.get((frame.address, pop()), 0))
        elif op == 0x5D:
            if frame.static:
                raise _Failed
            slot = pop()
            self._transient[frame.address, slot] = pop()
        elif op == 0x5E:
            to, start, size = pop(), pop(), pop()
            _write(memory, to, _read(memory, start, size), size)
        elif 0xA0 <= op <= 0xA4:
            if frame.static:
                raise _Failed
            _grow(memory, pop(), pop())
            for _ in range(op - 0xA0):
                pop()
        else:
            raise _Failed


def _text(account: int) -> str:
    return "0x" + account.to_bytes(20, "big").hex()


def _signed(word: int) -> int:
    return word - (1 << 256) if word >= _HALF else word


def _grow(memory: bytearray, at: int, size: int) -> None:
    if size and at + size > len(memory):
        if at + size > _MAX_MEMORY:
            raise _Failed
        memory.extend(bytes(-(-(at + size) // 32) * 32 - len(memory)))


def _read(memory: bytearray, at: int, size: int) -> bytes:
    _grow(memory, at, size)
    return bytes(memory[at : at + size]) if size else b""


def _write(memory: bytearray, at: int, data: bytes, size: int) -> None:
    if size:
        _grow(memory, at, size)
        memory[at : at + size] = data.ljust(size, b"\0")


def _rlp(address: bytes, nonce: int) -> bytes:
    number = nonce.to_bytes(-(-nonce.bit_length() // 8), "big")
    coded = number if nonce and nonce < 0x80 else bytes([0x80 + len(number)]) + number
    body = b"\x94" + address + coded
    return bytes([0xC0 + len(body)]) + body
