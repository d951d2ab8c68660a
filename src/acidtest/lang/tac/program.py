"""Three-address code as records: functions of blocks of statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Operand = int | str
"""A constant word, or the name of a value."""


@dataclass(frozen=True, slots=True)
class Statement:
    """`result = name(arguments)`, first argument from the top of the stack."""

    name: str
    arguments: tuple[Operand, ...]
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Phi:
    """A value that depends on the block that control came from."""

    result: str
    sources: Mapping[str, Operand]


@dataclass(frozen=True, slots=True)
class End:
    """How a block ends.

    `goto` and `if` go to `targets` (for `if` the taken one first); `jump` goes where its
    argument says, and `targets` lists the known possibilities; `enter` continues in a function.
    Anything else is one of the EVM's halting instructions.
    """

    name: str
    arguments: tuple[Operand, ...] = ()
    targets: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Statements that run in sequence. In the stack form a block also takes and leaves values."""

    label: str
    statements: tuple[Statement, ...]
    end: End
    phis: tuple[Phi, ...] = ()
    takes: tuple[str, ...] = ()
    leaves: tuple[Operand, ...] = ()

    @property
    def successors(self) -> tuple[str, ...]:
        """Labels of the blocks that may follow, each once."""
        return tuple(dict.fromkeys(self.end.targets))


@dataclass(frozen=True, slots=True)
class TacFunction:
    """What runs for one selector, or the dispatcher before it; the first block is the entry.

    With `on_stack`, blocks pass values on a stack; otherwise by names, each assigned once.
    """

    name: str
    blocks: tuple[Block, ...]
    selectors: tuple[str, ...] = ()
    arguments: str | None = None
    mutability: str | None = None
    parameters: tuple[str, ...] = ()
    on_stack: bool = False

    def predecessors(self) -> dict[str, list[str]]:
        """Which blocks lead to each label."""
        predecessors: dict[str, list[str]] = {block.label: [] for block in self.blocks}
        for block in self.blocks:
            for label in block.successors:
                predecessors.setdefault(label, []).append(block.label)
        return predecessors


@dataclass(frozen=True, slots=True)
class TacProgram:
    """A contract: the dispatcher first, then its functions by selector."""

    size: int
    functions: tuple[TacFunction, ...]
    notes: tuple[str, ...] = ()

    def function(self, selector: str) -> TacFunction | None:
        """The function of a selector, as in `a9059cbb`."""
        return next((f for f in self.functions if selector in f.selectors), None)


@dataclass(slots=True)
class Draft:
    """A block under construction: its parameters receive the predecessors' values."""

    pc: int
    parameters: list[str]
    statements: list[Statement] = field(default_factory=list)
    end: str = "stop"
    arguments: list[Operand] = field(default_factory=list)
    edges: list[tuple[int, list[Operand]]] = field(default_factory=list)
    note: str = ""
    entered: str = ""


def label_blocks(pcs: Iterable[tuple[int, int]]) -> dict[int, str]:
    """Labels by block number: `block_0493`, and `block_0493_2` for later copies."""
    labels: dict[int, str] = {}
    copies: dict[int, int] = {}
    for number, pc in pcs:
        copies[pc] = copies.get(pc, 0) + 1
        labels[number] = f"block_{pc:04x}" + (f"_{copies[pc]}" if copies[pc] > 1 else "")
    return labels


def order(entry: int, successors: Mapping[int, Sequence[int]]) -> list[int]:
    """Blocks in reverse postorder: except in loops, a block precedes its successors."""
    visited = {entry}
    done: list[int] = []
    stack = [(entry, iter(successors[entry]))]
    while stack:
        block, following = stack[-1]
        for other in following:
            if other not in visited:
                visited.add(other)
                stack.append((other, iter(successors[other])))
                break
        else:
            done.append(block)
            stack.pop()
    return done[::-1]
