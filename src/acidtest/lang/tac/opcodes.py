"""EVM instructions: what each takes from the stack and leaves on it; disassembly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

# byte: name, taken, left; up to Cancun and Prague.
_TABLE = """
00 stop 0 0|01 add 2 1|02 mul 2 1|03 sub 2 1|04 div 2 1|05 sdiv 2 1|06 mod 2 1|07 smod 2 1
08 addmod 3 1|09 mulmod 3 1|0a exp 2 1|0b signextend 2 1|10 lt 2 1|11 gt 2 1|12 slt 2 1|13 sgt 2 1
14 eq 2 1|15 iszero 1 1|16 and 2 1|17 or 2 1|18 xor 2 1|19 not 1 1|1a byte 2 1|1b shl 2 1
1c shr 2 1|1d sar 2 1|1e clz 1 1|20 keccak256 2 1|30 address 0 1|31 balance 1 1|32 origin 0 1
33 caller 0 1|34 callvalue 0 1|35 calldataload 1 1|36 calldatasize 0 1|37 calldatacopy 3 0
38 codesize 0 1|39 codecopy 3 0|3a gasprice 0 1|3b extcodesize 1 1|3c extcodecopy 4 0
3d returndatasize 0 1|3e returndatacopy 3 0|3f extcodehash 1 1|40 blockhash 1 1|41 coinbase 0 1
42 timestamp 0 1|43 number 0 1|44 prevrandao 0 1|45 gaslimit 0 1|46 chainid 0 1|47 selfbalance 0 1
48 basefee 0 1|49 blobhash 1 1|4a blobbasefee 0 1|50 pop 1 0|51 mload 1 1|52 mstore 2 0
53 mstore8 2 0|54 sload 1 1|55 sstore 2 0|56 jump 1 0|57 jumpi 2 0|58 pc 0 1|59 msize 0 1
5a gas 0 1|5b jumpdest 0 0|5c tload 1 1|5d tstore 2 0|5e mcopy 3 0|a0 log0 2 0|a1 log1 3 0
a2 log2 4 0|a3 log3 5 0|a4 log4 6 0|f0 create 3 1|f1 call 7 1|f2 callcode 7 1|f3 return 2 0
f4 delegatecall 6 1|f5 create2 4 1|fa staticcall 6 1|fd revert 2 0|fe invalid 0 0
ff selfdestruct 1 0
"""


def _read_table() -> dict[int, tuple[str, int, int]]:
    rows = (cell.split() for cell in _TABLE.strip().replace("\n", "|").split("|"))
    return {int(byte, 16): (name, int(taken), int(left)) for byte, name, taken, left in rows}


OPCODES = _read_table()
ENDS = frozenset({"stop", "return", "revert", "invalid", "selfdestruct"})
# Instructions without side effects: they can be removed if their value is unused.
PURE = frozenset(
    "add mul sub div sdiv mod smod addmod mulmod exp signextend lt gt slt sgt eq iszero and or xor "
    "not byte shl shr sar clz keccak256 address balance origin caller callvalue calldataload "
    "calldatasize codesize gasprice extcodesize returndatasize extcodehash blockhash coinbase "
    "timestamp number prevrandao gaslimit chainid selfbalance basefee blobhash blobbasefee mload "
    "sload msize gas tload".split()
)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction; `number` is what PUSH pushes, or how deep DUP and SWAP reach."""

    pc: int
    name: str
    taken: int
    left: int
    number: int = 0


@dataclass(frozen=True)
class Code:
    """Bytecode split into instructions."""

    instructions: tuple[Instruction, ...]

    @cached_property
    def jumpdests(self) -> frozenset[int]:
        """Where jumps may land."""
        return frozenset(i.pc for i in self.instructions if i.name == "jumpdest")

    @cached_property
    def blocks(self) -> dict[int, tuple[Instruction, ...]]:
        """Basic blocks by their first byte: no jump enters one midway or leaves before its end."""
        blocks: dict[int, tuple[Instruction, ...]] = {}
        current: list[Instruction] = []
        for instruction in self.instructions:
            if instruction.name == "jumpdest" and current:
                blocks[current[0].pc] = tuple(current)
                current = []
            current.append(instruction)
            if instruction.name in ENDS or instruction.name in ("jump", "jumpi"):
                blocks[current[0].pc] = tuple(current)
                current = []
        if current:
            blocks[current[0].pc] = tuple(current)
        return blocks

    @cached_property
    def after(self) -> dict[int, int]:
        """Where control continues after a block that ends without a jump, by its first byte."""
        return dict(pairwise(self.blocks))


def disassemble(code: bytes) -> Code:
    """Split bytecode into instructions; a PUSH cut off by the end is padded, as in the EVM.

    >>> [i.name for i in disassemble(bytes.fromhex("5f6001015b")).instructions]
    ['push', 'push', 'add', 'jumpdest', 'stop']
    """
    instructions = []
    pc = 0
    while pc < len(code):
        byte = code[pc]
        if 0x5F <= byte <= 0x7F:
            size = byte - 0x5F
            pushed = code[pc + 1 : pc + 1 + size].ljust(size, b"\0")
            instructions.append(Instruction(pc, "push", 0, 1, int.from_bytes(pushed, "big")))
            pc += size
        elif 0x80 <= byte <= 0x8F:
            depth = byte - 0x7F
            instructions.append(Instruction(pc, "dup", depth, depth + 1, depth))
        elif 0x90 <= byte <= 0x9F:
            depth = byte - 0x8F
            instructions.append(Instruction(pc, "swap", depth + 1, depth + 1, depth))
        elif byte in OPCODES:
            name, taken, left = OPCODES[byte]
            instructions.append(Instruction(pc, name, taken, left))
        else:
            instructions.append(Instruction(pc, "invalid", 0, 0, byte))
        pc += 1
    # Running off the end stops; an explicit stop gives every block an end.
    instructions.append(Instruction(max(pc, len(code)), "stop", 0, 0))
    return Code(tuple(instructions))
