"""What an answer must not do: carry the question's bytecode instead of recovering the source.

Replay cannot tell a recovered contract from one that runs the original's bytecode, which the
question gives away. Code gets onto the chain in three ways, and each is watched in the compiled
answer, not in its text, where a library's unused function means nothing:

- a constructor returns code that the compiler did not make (`same_code`);
- code makes or runs other code, CREATE or DELEGATECALL, where the original does not;
- the code lies in the answer's data, behind its instructions, and something jumps there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

CREATE, CALLCODE, DELEGATECALL, CREATE2 = 0xF0, 0xF2, 0xF4, 0xF5
_MAKES = frozenset({CREATE, CREATE2})
_RUNS = frozenset({CALLCODE, DELEGATECALL})
_PUSH1, _PUSH32 = 0x60, 0x7F
_JUMPDEST = 0x5B
_STOP, _JUMP, _RETURN, _REVERT, _INVALID, _SELFDESTRUCT = 0x00, 0x56, 0xF3, 0xFD, 0xFE, 0xFF
_ENDS = frozenset({_STOP, _JUMP, _RETURN, _REVERT, _INVALID, _SELFDESTRUCT})
_IMMUTABLE = re.compile(b"\x7f" + b"\0" * 32)
_METADATA_MAX = 256
_MAPS = (b"\xa1", b"\xa2", b"\xa3", b"\xa4")  # CBOR
_KEYS = (b"ipfs", b"bzzr", b"solc")
_WINDOW = 12
_CARRIED = 0.25


def instructions(code: bytes) -> list[tuple[int, int]]:
    """Places and opcodes, as the EVM reads them from the start: what PUSH takes is skipped."""
    operations, at = [], 0
    while at < len(code):
        operation = code[at]
        operations.append((at, operation))
        at += 1 + (operation - _PUSH1 + 1 if _PUSH1 <= operation <= _PUSH32 else 0)
    return operations


def opcodes(code: bytes, ignored: Sequence[range] = ()) -> set[int]:
    """The opcodes that can run: those after the start or a JUMPDEST, up to one that ends or jumps.

    No execution reaches any other: this holds for hostile code as well. Data that happens to hold
    a JUMPDEST may add some that never run; places in `ignored` add none.
    """
    reached, alive = set(), True
    for at, operation in instructions(code):
        if any(at in places for places in ignored):
            alive = True  # what follows may be reached from there
            continue
        alive = alive or operation == _JUMPDEST
        if alive:
            reached.add(operation)
            alive = operation not in _ENDS
    return reached


def _metadata(code: bytes) -> bytes:
    """The compiler metadata at the end of runtime code, which is mostly a hash."""
    size = int.from_bytes(code[-2:], "big") + 2
    tail = code[-size:] if size < min(len(code), _METADATA_MAX) else b""
    return tail if tail[:1] in _MAPS and any(name in tail for name in _KEYS) else b""


def without_metadata(code: bytes) -> bytes:
    """Runtime code without the compiler metadata at its end."""
    return code[: len(code) - len(_metadata(code))]


def _operations(codes: Collection[bytes]) -> set[int]:
    tails = {tail for code in codes if (tail := _metadata(code))}
    reached: set[int] = set()
    for code in codes:  # creation code has the runtime's metadata in it
        places = [(match.start(), tail) for tail in tails for match in _all(tail, code)]
        reached |= opcodes(code, [range(at, at + len(tail)) for at, tail in places])
    return reached


def _all(part: bytes, code: bytes) -> Iterator[re.Match[bytes]]:
    return re.finditer(re.escape(part), code)


def broken_rule(
    answer: Collection[bytes], original: Collection[bytes], *, links: bool = False
) -> str | None:
    """How the compiled answer runs other code although the original does not.

    Both are all code that gets onto the chain: creation, runtime, libraries. An answer that
    `links` libraries delegates to them; these are compiled from its own source.
    """
    allowed, used = _operations(original), _operations(answer)
    if used & _MAKES and not allowed & _MAKES:
        return "it creates contracts (CREATE), which run other code; the original does not"
    if used & _RUNS and not allowed & _RUNS and not links:
        return "it uses DELEGATECALL, which runs other code; the original does not"
    return None


def carries(runtime: bytes, own: int, original: bytes) -> str | None:
    """Whether the data behind the answer's first `own` instructions is the original's code.

    Code in data can run if a jump is bent to lead there. Jump targets in it must then be changed,
    so only opcodes are compared, in windows, not what is pushed.
    """
    places = instructions(runtime)
    if not own or own >= len(places) or opcodes(original) & _MAKES:
        return None  # one that creates contracts has their code in its own data
    data = _windows([opcode for _, opcode in places[own:]])
    plain = original.removesuffix(_metadata(original) or b"-")
    question = _windows([opcode for _, opcode in instructions(plain)])
    if question and len(question & data) > _CARRIED * len(question):
        return "its data holds the question's bytecode"
    return None


def _windows(operations: Sequence[int]) -> set[bytes]:
    text = bytes(operations)
    return {text[at : at + _WINDOW] for at in range(len(text) - _WINDOW + 1)}


def same_code(
    compiled: bytes, deployed: bytes, immutables: Sequence[tuple[int, int]] | None = None
) -> bool:
    """Whether the deployed code is the compiler's, with immutable values filled in.

    `immutables` are their places; without them, every pushed word of zeros may be one.
    """
    if len(compiled) != len(deployed):
        return False
    if immutables is None:
        immutables = [(match.start() + 1, 32) for match in _IMMUTABLE.finditer(compiled)]
    at = 0
    for start, size in immutables:
        if compiled[at:start] != deployed[at:start]:
            return False
        at = start + size
    return compiled[at:] == deployed[at:]
