"""Watches one call: an EVM in Python that reads the state of a replay chain and changes nothing.

pyrevm's own tracer takes a millisecond an instruction. This one takes less than a microsecond and
says what exploration needs to know: which way each branch of the target went, what was
compared just before it, which slots were read and written, whom it called, and which signatures
it checked. Gas is not counted; a call that takes too many steps is given up.
"""

from __future__ import annotations

from functools import lru_cache

from eth_hash.auto import keccak

from acidtest.lang.evm_branches import decoded
from acidtest.toolchains.evm import (
    PEOPLE,
    REVERT,
    SPEC,
    SUCCESS,
    TARGET,
    CallStep,
    ReplayChain,
)
from acidtest.toolchains.evm_frame import (
    ADDRESS,
    HALF,
    WORD,
    BranchOperands,
    Called,
    Failed,
    Frame,
    Stop,
    Watched,
    grow,
    read,
    text_of_account,
    write,
)
from acidtest.toolchains.evm_rare import rare

STEPS = 20_000
_DEEP = 12
_PRECOMPILES = 10
_GAS = 6_000_000
_STIPEND = 2300
_TARGET = int(TARGET, 16)
_ORDERS = frozenset((0x10, 0x11, 0x12, 0x13))
EQ, ISZERO, SUB = 0x14, 0x15, 0x03


def watch(chain: ReplayChain, step: CallStep) -> Watched:
    """Follow a call from the chain's present state; the chain is left as it is."""
    watched = Watched()
    step = chain.sent(step)
    world = _World(chain, step, watched)
    sender, to = int(step.sender, 16), int(step.to, 16)
    try:
        if not world.move(sender, to, step.value):
            raise Stop
        ok, data = world.run(Frame(to, sender, step.data, step.value, world.code(to), _GAS))
        watched.status, watched.data = SUCCESS if ok else REVERT, data
    except (Stop, Failed):
        watched.status = None
    watched.steps = STEPS - world.left
    return watched


@lru_cache(maxsize=4096)
def precompiled(number: int, data: bytes) -> tuple[bool, bytes]:
    """The result of a contract that every chain has."""
    import pyrevm

    evm = pyrevm.EVM(spec_id=SPEC)
    try:
        return True, evm.message_call(PEOPLE[0], text_of_account(number), data, 0, _GAS)
    except RuntimeError:
        return False, b""


class _World:
    """The chain's state with the changes of the call being followed."""

    def __init__(self, chain: ReplayChain, step: CallStep, watched: Watched) -> None:
        self._chain = chain
        self._evm = chain.evm
        self.time = step.time
        self.origin = int(step.sender, 16)
        self._watched = watched
        self._slots: dict[tuple[int, int], int] = {}
        self.transient: dict[tuple[int, int], int] = {}
        self._balances: dict[int, int] = {}
        self._codes: dict[int, bytes] = {}
        self._made: dict[int, int] = {}
        self.left = STEPS
        self._target_code = self.code(_TARGET)

    # -- state -----------------------------------------------------------------------------------

    def code(self, account: int) -> bytes:
        if account not in self._codes:
            self._codes[account] = self._chain.code_at(text_of_account(account))
        return self._codes[account]

    def balance(self, account: int) -> int:
        if account not in self._balances:
            self._balances[account] = self._evm.get_balance(text_of_account(account))
        return self._balances[account]

    def load(self, account: int, slot: int) -> int:
        key = account, slot
        if key not in self._slots:
            self._slots[key] = self._evm.storage(text_of_account(account), slot)
        return self._slots[key]

    def probe(self, account: int, code: bytes) -> None:
        if not code:
            self._watched.probed.add(account)

    def nonce(self, account: int) -> int:
        return int(self._evm.basic(text_of_account(account)).nonce)

    def block_hash(self, number: int) -> bytes:
        return bytes(self._evm.block_hash(number))

    def move(self, sender: int, to: int, value: int) -> bool:
        if value:
            if self.balance(sender) < value:
                return False
            self._balances[sender] = self.balance(sender) - value
            self._balances[to] = self.balance(to) + value
        return True

    def _saved(self) -> tuple[dict[tuple[int, int], int], ...]:
        return dict(self._slots), dict(self.transient), dict(self._balances)  # type: ignore[arg-type]

    # -- frames ----------------------------------------------------------------------------------

    def run(self, frame: Frame) -> tuple[bool, bytes]:
        """Whether a frame succeeds, and what it returns; a failed one leaves no change."""
        if 0 < frame.address < _PRECOMPILES and not frame.code:
            return self._precompiled(frame.address, frame.data)
        if not frame.code:
            return True, b""
        if frame.depth > _DEEP:
            raise Stop
        saved = self._saved()
        try:
            ok, data = self._execute(frame)
        except (Failed, IndexError):
            ok, data = False, b""
        if not ok:
            self._slots, self.transient, self._balances = saved  # type: ignore[assignment]
        return ok, data

    def _precompiled(self, number: int, data: bytes) -> tuple[bool, bytes]:
        if number == 4:
            return True, data
        if number == 1:
            words = [data[i : i + 32].ljust(32, b"\0") for i in range(0, 128, 32)]
            v, r, s = (int.from_bytes(word, "big") for word in words[1:])
            self._watched.signatures.append((words[0], v, r, s))
        return precompiled(number, data)

    def _call(self, frame: Frame, op: int, stack: list[int], memory: bytearray) -> bytes:
        pop = stack.pop
        gas, to = pop(), pop() & ADDRESS
        value = pop() if op in (0xF1, 0xF2) else 0
        start, size, out, room = pop(), pop(), pop(), pop()
        data = read(memory, start, size)
        grow(memory, out, room)
        if value and frame.static and op == 0xF1:
            raise Failed
        if op == 0xF4:
            address, caller, passed = frame.address, frame.caller, frame.value
        else:
            address = frame.address if op == 0xF2 else to
            caller, passed = frame.address, value
        static = frame.static or op == 0xFA
        gas = min(gas, frame.gas) + (_STIPEND if value else 0)
        inner = Frame(address, caller, data, passed, self.code(to), gas, static, frame.depth + 1)
        if 0 < to < _PRECOMPILES:
            ok, reply = self._precompiled(to, data)
        elif len(data) >= 4 and not inner.code:
            self.probe(to, inner.code)
            ok, reply = op != 0xF1 or self.move(frame.address, to, value), b""
        else:
            saved = self._saved()
            ok = op != 0xF1 or self.move(frame.address, to, value)
            ok, reply = self.run(inner) if ok else (False, b"")
            if not ok:
                self._slots, self.transient, self._balances = saved  # type: ignore[assignment]
        if frame.address == _TARGET and not 0 < to < _PRECOMPILES:
            self._watched.calls.append(Called(to, data, value, op == 0xFA, reply if ok else b""))
        stack.append(int(ok))
        part = reply[:room]
        memory[out : out + len(part)] = part
        return reply

    def _create(self, frame: Frame, op: int, stack: list[int], memory: bytearray) -> bytes:
        if frame.static:
            raise Failed
        value, start, size = stack.pop(), stack.pop(), stack.pop()
        salt = stack.pop() if op == 0xF5 else 0
        init = read(memory, start, size)
        mine = frame.address.to_bytes(20, "big")
        if op == 0xF5:
            raw = keccak(b"\xff" + mine + salt.to_bytes(32, "big") + keccak(init))
        else:
            nonce = self.nonce(frame.address) + self._made.get(frame.address, 0)
            self._made[frame.address] = self._made.get(frame.address, 0) + 1
            raw = keccak(_rlp(mine, nonce))
        address = int.from_bytes(raw[12:], "big")
        if not self.move(frame.address, address, value):
            stack.append(0)
            return b""
        self._codes[address] = b""
        inner = Frame(address, frame.address, b"", value, init, frame.gas, False, frame.depth + 1)
        ok, reply = self.run(inner)
        if ok:
            self._codes[address] = reply
        stack.append(address if ok else 0)
        return b"" if ok else reply

    def _execute(self, frame: Frame) -> tuple[bool, bytes]:
        """Run code. One long function: a call an instruction would double its time."""
        code = frame.code
        values, following, destinations = decoded(code)
        mine = frame.address == _TARGET and code is self._target_code
        watched = self._watched
        stack: list[int] = []
        push, pop = stack.append, stack.pop
        memory = bytearray()
        returned = b""
        compared: BranchOperands | None = None
        outcome, slot = -1, -1
        at, end, left = 0, len(code), self.left
        while at < end:
            left -= 1
            if left <= 0:
                self.left = 0
                raise Stop
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
                    raise Failed
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
                        raise Failed
                    continue
            elif op == 0x01:
                push((pop() + pop()) & WORD)
            elif op == 0x03:
                a, b = pop(), pop()
                outcome = (a - b) & WORD
                compared = BranchOperands(op, a, b, slot)
                push(outcome)
            elif op == 0x15:
                a = pop()
                if compared is None or outcome != a:
                    compared = BranchOperands(op, a, 0, slot)
                outcome = int(a == 0)
                push(outcome)
            elif 0x10 <= op <= 0x14:
                a, b = pop(), pop()
                compared = BranchOperands(op, a, b, slot)
                if op == 0x14:
                    outcome = int(a == b)
                elif op == 0x10:
                    outcome = int(a < b)
                elif op == 0x11:
                    outcome = int(a > b)
                elif op == 0x12:
                    outcome = int((a ^ HALF) < (b ^ HALF))
                else:
                    outcome = int((a ^ HALF) > (b ^ HALF))
                push(outcome)
            elif op == 0x51:
                push(int.from_bytes(read(memory, pop(), 32), "big"))
            elif op == 0x52:
                place = pop()
                grow(memory, place, 32)
                memory[place : place + 32] = pop().to_bytes(32, "big")
            elif op == 0x16:
                push(pop() & pop())
            elif op == 0x17:
                push(pop() | pop())
            elif op == 0x18:
                push(pop() ^ pop())
            elif op == 0x19:
                push(pop() ^ WORD)
            elif op == 0x1B:
                shift, a = pop(), pop()
                push(a << shift & WORD if shift < 256 else 0)
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
                push(pop() * pop() & WORD)
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
                    raise Failed
                slot, value = pop(), pop()
                self._slots[frame.address, slot] = value
                if frame.address == _TARGET:
                    watched.writes[slot] = value
            elif op == 0x20:
                place, size = pop(), pop()
                push(int.from_bytes(keccak(read(memory, place, size)), "big"))
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
                return op == 0xF3, read(memory, pop(), pop())
            elif op == 0x00:
                self.left = left
                return True, b""
            elif op == 0xFF:
                if frame.static:
                    raise Failed
                self.move(frame.address, pop() & ADDRESS, self.balance(frame.address))
                self.left = left
                return True, b""
            elif op == 0x3D:
                push(len(returned))
            elif op == 0x3E:
                to, start, size = pop(), pop(), pop()
                if start + size > len(returned):
                    raise Failed
                write(memory, to, returned[start : start + size], size)
            else:
                rare(self, frame, op, at, stack, memory)
            at += 1
        self.left = left
        return True, b""


def _rlp(address: bytes, nonce: int) -> bytes:
    number = nonce.to_bytes(-(-nonce.bit_length() // 8), "big")
    coded = number if nonce and nonce < 0x80 else bytes([0x80 + len(number)]) + number
    body = b"\x94" + address + coded
    return bytes([0xC0 + len(body)]) + body
