"""What is around the contract: the sender, the block, balances, and other contracts."""

from __future__ import annotations

import hashlib

import z3

from acidtest.lang.tac.opcodes import Instruction
from acidtest.suites.solidity_decompile.prove.buffers import Byte, bytes_of, joined
from acidtest.suites.solidity_decompile.prove.paths import Path
from acidtest.suites.solidity_decompile.prove.state import MachineState
from acidtest.suites.solidity_decompile.prove.words import (
    BITS,
    GAS,
    Unsupported,
    Word,
    plain,
    term,
)
from acidtest.toolchains.evm import TARGET

CALLS = frozenset("call staticcall create create2 delegatecall callcode".split())
SELF = int(TARGET, 16)
CALLER = z3.BitVec("caller", 160)
VALUE = z3.BitVec("value", 128)
TIME = z3.BitVec("time", 64)
NUMBER = z3.BitVec("number", 64)
RETURNED = (0, 32, 64)
ORIGIN = z3.BitVec("origin", 160)
_WORDS: dict[str, Word] = {
    "address": SELF,
    "gas": GAS,
    "caller": plain(z3.ZeroExt(96, CALLER)),
    "origin": plain(z3.ZeroExt(96, ORIGIN)),
    "callvalue": plain(z3.ZeroExt(128, VALUE)),
    "timestamp": plain(z3.ZeroExt(192, TIME)),
    "number": plain(z3.ZeroExt(192, NUMBER)),
    "coinbase": plain(z3.ZeroExt(96, z3.BitVec("coinbase", 160))),
    **{
        name: z3.BitVec(name, 256)
        for name in ("gasprice", "prevrandao", "gaslimit", "chainid", "basefee", "blobbasefee")
    },
}
_MASK = (1 << 160) - 1
_IDENTITY, _SHA256, _ECRECOVER = 4, 2, 1


def facts() -> list[z3.BoolRef]:
    """What holds before every call: the value is already on the contract's balance."""
    return [z3.UGE(balance(0, SELF), z3.ZeroExt(128, VALUE))]


def balance(epoch: int, account: Word) -> z3.BitVecRef:
    """An account's balance after so many calls that may have moved money."""
    return z3.Function(f"balance{epoch}", BITS, BITS)(term(account))


def environment(state: MachineState, name: str, instruction: Instruction) -> Word:
    """The word that an instruction on the surroundings gives."""
    if name in _WORDS:
        return _WORDS[name]
    if name == "pc":
        return instruction.pc
    if name == "selfbalance":
        return balance(state.epoch, SELF)
    if name in ("balance", "extcodesize", "extcodehash"):
        account = plain(term(state.stack.pop()) & _MASK)
        if name == "balance":
            return balance(state.epoch, account)
        return z3.Function(f"{name}{state.epoch}", BITS, BITS)(term(account))
    if name in ("blockhash", "blobhash"):
        return z3.Function(name, BITS, BITS)(term(state.stack.pop()))
    raise Unsupported(f"the instruction {name.upper()}")


def call(state: MachineState, name: str) -> list[MachineState]:
    """The states after a call of another contract: it may fail, and return more or less."""
    if name in ("delegatecall", "callcode"):
        raise Unsupported(f"the instruction {name.upper()}")
    pop = state.stack.pop
    if name in ("create", "create2"):
        return _create(state, name)
    gas, to = pop(), plain(term(pop()) & _MASK)
    value = pop() if name == "call" else 0
    at, size, out, out_size = pop(), pop(), pop(), pop()
    data = state.memory.read(at, size)
    if isinstance(to, int) and 0 < to < 0x20:
        return _precompiled(state, to, data, (out, out_size))
    state.events += ((name, gas, to, value, tuple(data)),)
    number = state.calls
    state.calls += 1
    state.epoch += name == "call"
    states = []
    success = z3.Bool(f"ok{number}")
    for holds in (success, z3.Not(success)):
        for length in RETURNED:
            size_is = z3.BitVec(f"returned{number}", 8) == length
            words = [z3.BitVec(f"returned{number}.{i}", 256) for i in range(length // 32)]
            content = [byte for word in words for byte in bytes_of(word)]
            if path := _with(state.path, holds, size_is):
                after = _returning(state, path, content, (out, out_size))
                after.stack.append(int(holds is success))
                states.append(after)
    return states


def _with(path: Path, *conditions: z3.BoolRef) -> Path | None:
    """The path with more conditions; None if they are known not to hold."""
    further = path.copy()
    for each in conditions:
        known = further.known(each)
        if z3.is_false(known):
            return None
        if not z3.is_true(known):
            further.add(known)
    return further


def _returning(
    state: MachineState, path: Path, content: list[Byte], out: tuple[int, int]
) -> MachineState:
    after = state.fork(path)
    after.returned = tuple(content)
    after.memory.write(out[0], content[: out[1]])
    return after


def _precompiled(
    state: MachineState, to: int, data: list[Byte], out: tuple[int, int]
) -> list[MachineState]:
    """Contracts that the chain itself provides."""
    if to == _IDENTITY:
        results: list[tuple[list[Byte], list[z3.BoolRef]]] = [(data, [])]
    elif to == _SHA256 and all(isinstance(byte, int) for byte in data):
        digest = hashlib.sha256(bytes(data)).digest()  # type: ignore[arg-type]
        results = [(list(digest), [])]
    elif to in (_SHA256, _ECRECOVER) and data:
        input_ = joined(data)
        result = z3.Function(f"precompiled{to}.{len(data)}", input_.sort(), BITS)(input_)
        if to == _SHA256:
            results = [(bytes_of(result), [])]
        else:
            holds = z3.Function(f"recovers{len(data)}", input_.sort(), z3.BoolSort())(input_)
            signer = plain(z3.ZeroExt(96, z3.Extract(159, 0, result)))
            results = [(bytes_of(signer), [holds]), ([], [z3.Not(holds)])]
    else:
        raise Unsupported(f"the precompiled contract {to}")
    states = []
    for content, holds in results:
        if path := _with(state.path, *holds):
            after = _returning(state, path, content, out)
            after.stack.append(1)
            states.append(after)
    return states


def _create(state: MachineState, name: str) -> list[MachineState]:
    pop = state.stack.pop
    value, at, size = pop(), pop(), pop()
    salt = pop() if name == "create2" else 0
    state.events += ((name, value, salt, tuple(state.memory.read(at, size))),)
    number = state.calls
    state.calls += 1
    state.epoch += 1
    address = plain(z3.ZeroExt(96, z3.BitVec(f"created{number}", 160)))
    success = z3.Bool(f"ok{number}")
    states = []
    for holds, result in ((success, address), (z3.Not(success), 0)):
        if path := _with(state.path, holds):
            after = state.fork(path)
            after.returned = ()
            after.stack.append(result)
            states.append(after)
    return states
