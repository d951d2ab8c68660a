"""The symbolic EVM: all paths through a contract's code for one call.

Where a branch depends on unknowns, both sides are taken if both are possible. Other contracts are
unknown too: the n-th call of a path comes back with the n-th unknown, which both sides share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import z3

from acidtest.lang.tac.arithmetic import FOLDABLE
from acidtest.lang.tac.opcodes import Instruction, disassemble
from acidtest.suites.solidity_decompile.prove import outside
from acidtest.suites.solidity_decompile.prove.buffers import (
    Byte,
    bytes_of,
    hash_of,
    lowest_byte,
    sliced,
    word_of,
)
from acidtest.suites.solidity_decompile.prove.paths import Path, ProofBudget, unknown_part
from acidtest.suites.solidity_decompile.prove.slots import NEAR, place
from acidtest.suites.solidity_decompile.prove.state import MachineState, PathEnd
from acidtest.suites.solidity_decompile.prove.words import (
    GAS,
    Unsupported,
    Word,
    condition,
    operate,
    plain,
    term,
)

ROUNDS = 4
VALUES = 5
MEMORY = 1 << 14
_STEPS = 60_000
_PATHS = 400
_STACK = 1024
# Which operands, counted from the top of the stack, must be numbers.
_NUMBERS: dict[str, tuple[int, ...]] = {
    "mload": (0,),
    "mstore": (0,),
    "mstore8": (0,),
    "keccak256": (0, 1),
    "calldataload": (0,),
    "calldatacopy": (0, 1, 2),
    "codecopy": (0, 1, 2),
    "returndatacopy": (0, 1, 2),
    "mcopy": (0, 1, 2),
    "return": (0, 1),
    "revert": (0, 1),
    "jump": (0,),
    "jumpi": (0,),
    "call": (3, 4, 5, 6),
    "staticcall": (2, 3, 4, 5),
    "create": (1, 2),
    "create2": (1, 2),
    **{f"log{n}": (0, 1) for n in range(5)},
}
# Those that say how much memory is needed: place and size.
_REACH = {
    "keccak256": ((0, 1),),
    "calldatacopy": ((0, 2),),
    "codecopy": ((0, 2),),
    "returndatacopy": ((0, 2),),
    "mcopy": ((0, 2), (1, 2)),
    "return": ((0, 1),),
    "revert": ((0, 1),),
    "call": ((3, 4), (5, 6)),
    "staticcall": ((2, 3), (4, 5)),
    "create": ((1, 2),),
    "create2": ((1, 2),),
    **{f"log{n}": ((0, 1),) for n in range(5)},
}


class TooManyPaths(Exception):
    """There are more paths than are looked at."""


class _Halt(Exception):
    """The EVM stops and undoes everything: an invalid instruction, a bad jump …"""


class _OverMemory(Exception):
    """More memory than is looked at: in the EVM the call runs out of gas."""


class SymbolicMachine:
    """Executes one code. `cut` says what was not looked at."""

    def __init__(self, code: bytes, budget: ProofBudget, cut: set[str]) -> None:
        self._code = list(code)
        parts = disassemble(code)
        self._at: dict[int, Instruction] = {each.pc: each for each in parts.instructions}
        self._next = {
            one.pc: other.pc
            for one, other in zip(parts.instructions, parts.instructions[1:], strict=False)
        }
        self._jumpdests = parts.jumpdests
        self._budget = budget
        self._cut = cut

    def endings(self, calldata: Sequence[Byte], path: Path) -> Iterator[PathEnd]:
        """The ends of all paths from a call on, under the conditions of `path`."""
        waiting = [MachineState(path.copy())]
        ended = 0
        while waiting:
            state = waiting.pop()
            result = self._run(state, calldata)
            if isinstance(result, PathEnd):
                ended += 1
                yield result
            else:
                waiting += result
            if ended + len(waiting) > _PATHS:
                raise TooManyPaths

    def _run(self, state: MachineState, calldata: Sequence[Byte]) -> PathEnd | list[MachineState]:
        for _ in range(_STEPS):
            self._budget.step()
            instruction = self._at[state.pc]
            try:
                if len(state.stack) < instruction.taken or len(state.stack) > _STACK:
                    raise _Halt
                if more := self._numbers(state, instruction):
                    return more
                done = self._execute(state, instruction, calldata)
            except _Halt:
                return PathEnd(state.path, "halts", (), state.events, state.storage)
            except _OverMemory:
                self._cut.add(f"memory beyond {MEMORY >> 10} KiB")
                return []
            if done is not None:
                return done
        raise TooManyPaths

    # Operands that must be numbers

    def _numbers(self, state: MachineState, instruction: Instruction) -> list[MachineState]:
        """The states in which the first operand that must be a number is one; empty if all are."""
        for at in _NUMBERS.get(instruction.name, ()):
            word = state.stack[-1 - at]
            if isinstance(word, int):
                continue
            if word is GAS:
                raise Unsupported("it computes with the gas that is left")
            word = state.path.word(word)
            if not isinstance(word, int):
                return self._values(state, at, word)
            state.stack[-1 - at] = word
        for at, size in _REACH.get(instruction.name, ()):
            if state.stack[-1 - size] and state.stack[-1 - at] + state.stack[-1 - size] > MEMORY:
                raise _OverMemory
        if instruction.name in ("mload", "mstore", "mstore8") and state.stack[-1] > MEMORY:
            raise _OverMemory
        return []

    def _values(self, state: MachineState, at: int, word: Word) -> list[MachineState]:
        """A state for each value that an operand may have, up to a limit."""
        part = unknown_part(word)
        small = [z3.ULE(term(word), MEMORY)]
        states: list[MachineState] = []
        for _ in range(VALUES):
            model = self._budget.solve([*state.path.conditions, *small])
            if model is False:
                break
            if model is None:
                raise Unsupported("the solver gave up on a size")
            assert isinstance(model, z3.ModelRef)
            value = model.eval(part, model_completion=True)
            small.append(part != value)
            path = state.path.copy()
            path.add(z3.simplify(part == value))
            if path.model is None:
                path.model = model
            states.append(state.fork(path))
        rest = self._budget.solve([*state.path.conditions, *(each for each in small[1:])])
        if rest is not False:
            self._cut.add(f"more than {VALUES} sizes or places of stored data")
        if not states:
            raise _OverMemory
        return states

    # Instructions

    def _execute(
        self, state: MachineState, instruction: Instruction, calldata: Sequence[Byte]
    ) -> PathEnd | list[MachineState] | None:
        name, stack = instruction.name, state.stack
        if name == "push":
            stack.append(instruction.number)
        elif name == "dup":
            stack.append(stack[-instruction.number])
        elif name == "swap":
            depth = -1 - instruction.number
            stack[-1], stack[depth] = stack[depth], stack[-1]
        elif name in FOLDABLE:
            operands = [stack.pop() for _ in range(instruction.taken)]
            stack.append(operate(name, *operands))
        elif name in ("jump", "jumpi"):
            return self._jump(state, name)
        elif name == "pop":
            stack.pop()
        elif name in ("stop", "return", "revert", "invalid", "selfdestruct"):
            return self._end(state, name)
        elif name in outside.CALLS:
            state.pc = self._next[state.pc]
            return outside.call(state, name)
        elif name in _DATA:
            self._data(state, name, calldata)
        elif name in _STATE:
            self._state(state, name)
        elif name.startswith("log"):
            at, size, *topics = (stack.pop() for _ in range(instruction.taken))
            state.events += (("log", *topics, tuple(state.memory.read(at, size))),)
        elif name != "jumpdest":
            stack.append(outside.environment(state, name, instruction))
        state.pc = self._next.get(state.pc, state.pc)
        return None

    def _jump(self, state: MachineState, name: str) -> list[MachineState] | None:
        target = state.stack.pop()
        holds = True if name == "jump" else condition(state.stack.pop())
        if not isinstance(holds, bool):
            holds = _decided(state.path.known(holds))
        if isinstance(holds, bool):
            if holds and target not in self._jumpdests:
                raise _Halt
            state.pc = target if holds else self._next[state.pc]
            return None
        return self._branch(state, target, holds)

    def _branch(
        self, state: MachineState, target: int, holds: z3.BoolRef
    ) -> list[MachineState] | None:
        jumping = state.path.possible(holds, self._budget)
        staying = state.path.possible(z3.simplify(z3.Not(holds)), self._budget)
        if jumping and staying:
            # the return addresses tell a loop from a function that is called again
            stack = tuple(w for w in state.stack if isinstance(w, int) and w in self._jumpdests)
            around = (state.pc, stack)
            state.rounds[around] = state.rounds.get(around, 0) + 1
            if state.rounds[around] > ROUNDS:
                self._cut.add(f"more than {ROUNDS} rounds of a loop")
                return []
        states: list[MachineState] = []
        if staying:
            states.append(state.fork(staying))
            states[-1].pc = self._next[state.pc]
        if jumping:
            states.append(state.fork(jumping))
            states[-1].pc = target if target in self._jumpdests else -1
        if states and states[-1].pc == -1:
            raise Unsupported("a jump that may go nowhere")
        return states

    def _end(self, state: MachineState, name: str) -> PathEnd:
        data: Sequence[Byte] = ()
        if name in ("return", "revert"):
            at, size = state.stack.pop(), state.stack.pop()
            data = state.memory.read(at, size)
        if name == "selfdestruct":
            state.events += (("selfdestruct", plain(_address(state.stack.pop()))),)
        kind = {"revert": "reverts", "invalid": "halts"}.get(name, "succeeds")
        return PathEnd(state.path, kind, data, state.events, state.storage)

    def _data(self, state: MachineState, name: str, calldata: Sequence[Byte]) -> None:
        """Instructions on memory and other bytes."""
        stack, memory = state.stack, state.memory
        if name == "mload":
            stack.append(word_of(memory.read(stack.pop(), 32)))
        elif name == "mstore":
            at, word = stack.pop(), stack.pop()
            memory.write(at, bytes_of(word))
        elif name == "mstore8":
            at, word = stack.pop(), stack.pop()
            memory.write(at, [lowest_byte(word)])
        elif name == "keccak256":
            at, size = stack.pop(), stack.pop()
            word = hash_of(memory.read(at, size))
            state.path.note(word)
            stack.append(word)
        elif name == "calldataload":
            stack.append(word_of(sliced(calldata, stack.pop(), 32)))
        elif name == "calldatasize":
            stack.append(len(calldata))
        elif name == "codesize":
            stack.append(len(self._code))
        elif name == "returndatasize":
            stack.append(len(state.returned))
        else:
            to, at, size = stack.pop(), stack.pop(), stack.pop()
            if name == "mcopy":
                memory.write(to, memory.read(at, size))
                return
            if name == "returndatacopy" and at + size > len(state.returned):
                raise _Halt
            sources = {"calldatacopy": calldata, "codecopy": self._code}
            memory.write(to, sliced(sources.get(name, state.returned), at, size))

    def _state(self, state: MachineState, name: str) -> None:
        """Instructions on storage."""
        storage = state.transient if name in ("tload", "tstore") else state.storage
        key = state.path.word(state.stack.pop())
        offset = place(key)
        if offset.base is not None and not isinstance(offset.offset, int):
            near = state.path.known(z3.ULT(offset.offset, NEAR))
            if not z3.is_true(near):
                state.path.add(near)
        if name in ("sload", "tload"):
            state.stack.append(storage.read(key))
        else:
            storage.write(key, state.stack.pop())


_DATA = frozenset(
    "mload mstore mstore8 keccak256 calldataload calldatasize codesize returndatasize mcopy "
    "calldatacopy codecopy returndatacopy".split()
)
_STATE = frozenset("sload sstore tload tstore".split())


def _decided(holds: z3.BoolRef) -> z3.BoolRef | bool:
    return z3.is_true(holds) if z3.is_true(holds) or z3.is_false(holds) else holds


def _address(word: Word) -> z3.BitVecRef:
    return term(word) & ((1 << 160) - 1)
