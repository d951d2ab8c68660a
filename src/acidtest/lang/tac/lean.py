"""A leaner text of three-address code, which fits a model's context; the same meaning.

Values that are used once are written where they are used, blocks that end alike are written once,
and a block without a jump at its end goes on with the next. Where copies of shared code would make
a contract long, every block is written once, with values passed on a stack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from acidtest.lang.tac.opcodes import PURE
from acidtest.lang.tac.program import Block, Operand, Statement, TacFunction, TacProgram
from acidtest.lang.tac.text import INFIX, LOADS, PREFIX, SHIFTS, STORES, comment_on, remember

_HEAD = (
    "// A block that ends without a jump goes on with the next one. slot_X is storage[X].",
    "// free is memory[0x40], where Solidity keeps the end of the memory in use.",
)
_STACK = "// Blocks hand values on by a stack: pop takes, push leaves the last on top."
_LONGEST = 120
_READS = frozenset(
    "mload sload tload keccak256 balance selfbalance extcodesize extcodehash returndatasize "
    "gas".split()
)
"""Pure, but their value depends on when they are asked."""
_NAME = re.compile(r"\b[ves]\d+\b")
_DOOR = re.compile(r"(selector_[0-9a-f]{8}\(.*): (block_[0-9a-f]+)")
_LABEL = re.compile(r"block_0*([0-9a-f])")


@dataclass(slots=True)
class LeanBlock:
    """A block as lines, without its label and its end; `is_closed` if it needs nothing before."""

    label: str
    lines: list[str]
    goes_to: tuple[str, ...] = ()
    ends: str = ""
    is_closed: bool = False


def program_lean(program: TacProgram) -> str:
    """The whole contract, dispatcher first."""
    public = sum(len(function.selectors) for function in program.functions)
    lines = [f"// Runtime bytecode of {program.size} bytes, {public} public functions", *_HEAD]
    doors: dict[str, str] = {}
    for note in program.notes:
        if door := _DOOR.fullmatch(note):
            doors[_short(door[2])] = door[1]
        else:
            lines.append(f"// {note}")
    texts = ["\n".join(lines), *(function_lean(f, doors) for f in program.functions)]
    return "\n\n".join(texts) + "\n"


def function_lean(function: TacFunction, doors: Mapping[str, str] | None = None) -> str:
    """One function; its head says what is known about it, `doors` where others begin in it."""
    doors = doors or {}
    given = f"({', '.join(function.parameters)})" if function.parameters else ""
    lines = [f"function {function.name}{given}:"]
    if function.arguments is not None:
        lines[0] += f"  // ({function.arguments}) {function.mutability or ''}".rstrip()
    if function.on_stack:
        lines.append(f"  {_STACK}")
    uses = Counter(_uses(function))
    blocks = [_lean(block, uses) for block in function.blocks]
    # in the stack form any block may be the target of a computed jump
    kept, same = (blocks, {}) if function.on_stack else _merged(blocks)
    for place, block in enumerate(kept):
        following = kept[place + 1].label if place + 1 < len(kept) else ""
        door = f"  // {doors[block.label]}" if block.label in doors else ""
        lines.append(f" {block.label}:{door}")
        lines += [f"  {line}" for line in block.lines]
        lines += [f"  {line}" for line in _end(block, same, following)]
    return "\n".join(lines)


def _uses(function: TacFunction) -> Iterator[str]:
    for block in function.blocks:
        for phi in block.phis:
            yield from (v for v in phi.sources.values() if isinstance(v, str))
        for statement in block.statements:
            yield from (v for v in statement.arguments if isinstance(v, str))
        yield from (v for v in (*block.end.arguments, *block.leaves) if isinstance(v, str))


class _Pending:
    """Values that wait for their only use."""

    def __init__(self, uses: Mapping[str, int], local: Mapping[str, int]) -> None:
        self._uses, self._local = uses, local
        self._waiting: dict[str, tuple[str, bool]] = {}
        self.lines: list[str] = []

    def word(self, value: Operand) -> tuple[str, bool]:
        """An operand as text, and whether it must not be moved behind a write."""
        if isinstance(value, int):
            return f"0x{value:x}", False
        return self._waiting.pop(value, (value, False))

    def words(self, values: Iterable[Operand]) -> tuple[list[str], bool]:
        """Several operands."""
        made = [self.word(value) for value in values]
        return [text for text, _ in made], any(reads for _, reads in made)

    def flush(self) -> None:
        """Write down what would otherwise move behind a write."""
        for name, (text, reads) in list(self._waiting.items()):
            if reads:
                del self._waiting[name]
                self.lines.append(f"{name} = {_bare(text)}")

    def make(self, statement: Statement, note: str) -> None:
        """Add a statement that makes a value without an effect."""
        given, reads = self.words(statement.arguments)
        text = _expression(statement.name, given)
        reads = reads or statement.name in _READS
        name = statement.result or ""
        alone = self._uses[name] == self._local[name] == 1 and not note
        if alone and len(text) <= _LONGEST and statement.name != "msize":
            self._waiting[name] = (text, reads)
        else:
            if statement.name == "msize":
                self.flush()
            self.lines.append(f"{name} = {_bare(text)}" + (f"  // {note}" if note else ""))

    def do(self, statement: Statement) -> None:
        """Add a statement that has an effect."""
        given, _ = self.words(statement.arguments)
        self.flush()
        name, result = statement.name, statement.result
        if name in STORES:
            self.lines.append(f"{_place(STORES[name], given[0])} = {_bare(given[1])}")
        else:
            made = f"{name}({', '.join(map(_bare, given))})" if given else name
            self.lines.append(made if result is None else f"{result} = {made}")


def _stack_moves(block: Block, used: Mapping[str, int]) -> tuple[list[str], list[Operand]]:
    """What a block takes and leaves, without the deepest values that it only puts back.

    That the stack holds them is a matter of course in compiled code.
    """
    takes, leaves = list(block.takes), list(block.leaves)
    while takes and leaves and takes[-1] == leaves[0] and used[takes[-1]] == 1:
        takes.pop()
        del leaves[0]
    return takes, leaves


def _lean(block: Block, uses: Mapping[str, int]) -> LeanBlock:
    local: Counter[str] = Counter()
    for statement in block.statements:
        local.update(v for v in statement.arguments if isinstance(v, str))
    local.update(v for v in (*block.end.arguments, *block.leaves) if isinstance(v, str))
    pending = _Pending(uses, local)
    takes, stack = _stack_moves(block, local)
    if takes:
        pending.lines.append(f"{', '.join(takes)} = pop")
    for phi in block.phis:
        sources = (f"{_short(at)}: {_word(value)}" for at, value in phi.sources.items())
        pending.lines.append(f"{phi.result} = phi({', '.join(sources)})")
    scratch: dict[int, Operand] = {}
    for statement in block.statements:
        remember(statement, scratch)
        if statement.name in PURE and statement.result is not None:
            pending.make(statement, comment_on(statement, {}, scratch))
        else:
            pending.do(statement)
    leaves, _ = pending.words(stack)
    given, _ = pending.words(block.end.arguments)
    if leaves:
        pending.lines.append(f"push {', '.join(map(_bare, leaves))}")
    made = {s.result for s in block.statements if s.result}
    closed = not block.phis and not block.takes and not block.end.targets
    names = set(_NAME.findall("\n".join((*pending.lines, *given))))
    lean = LeanBlock(_short(block.label), pending.lines, tuple(map(_short, block.end.targets)))
    lean.ends = _ending(block.end.name, list(map(_bare, given)), block.end.note)
    lean.is_closed = closed and names <= made
    return lean


def _ending(name: str, given: Sequence[str], note: str) -> str:
    match name:
        case "goto":
            return "goto"
        case "if":
            return f"if {given[0]} goto"
        case "jump":
            return f"goto [{given[0]}]"
        case "jumpi":
            return f"if {given[1]} goto [{given[0]}]"
        case "enter":
            return f"enter {note}" + (f"({', '.join(given)})" if given else "")
    return f"{name}({', '.join(given)})" if given else name


def _end(block: LeanBlock, same: Mapping[str, str], following: str) -> list[str]:
    targets = [same.get(label, label) for label in block.goes_to]
    if block.ends == "goto":
        return [f"goto {targets[0]}"] if targets[0] != following else []
    if block.ends.endswith(" goto"):
        other = f" else {targets[1]}" if targets[1] != following else ""
        return [f"{block.ends} {targets[0]}{other}"]
    if block.ends.startswith("if "):  # to an address: only the other way is known
        other = f" else {targets[0]}" if targets and targets[0] != following else ""
        return [block.ends + other]
    return [block.ends]


def _merged(blocks: Sequence[LeanBlock]) -> tuple[list[LeanBlock], dict[str, str]]:
    """The blocks without twins of those that need nothing from before and end the run."""
    first: dict[str, str] = {}
    same: dict[str, str] = {}
    kept = []
    for place, block in enumerate(blocks):
        if block.is_closed and place:
            key = _numbered("\n".join((*block.lines, block.ends)))
            if key in first:
                same[block.label] = first[key]
                continue
            first[key] = block.label
        kept.append(block)
    return kept, same


def _numbered(text: str) -> str:
    """The text with its names replaced by their order of appearance."""
    numbers: dict[str, str] = {}
    return _NAME.sub(lambda name: numbers.setdefault(name[0], f"#{len(numbers)}"), text)


def _expression(name: str, given: Sequence[str]) -> str:
    if name in INFIX:
        return f"({given[0]} {INFIX[name]} {given[1]})"
    if name in SHIFTS:
        return f"({given[1]} {SHIFTS[name]} {given[0]})"
    if name in PREFIX:
        return f"{PREFIX[name]}{given[0]}"
    if name in LOADS:
        return _place(LOADS[name], given[0])
    return f"{name}({', '.join(map(_bare, given))})" if given else name


def _place(kind: str, at: str) -> str:
    if kind == "memory" and at == "0x40":
        return "free"
    if kind == "storage" and at.startswith("0x"):
        return f"slot_{at}"
    return f"{kind}[{_bare(at)}]"


def _bare(text: str) -> str:
    """An expression without the parentheses around all of it."""
    if not text.startswith("("):
        return text
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return text[1:-1] if at == len(text) - 1 else text
    return text


def _word(value: Operand) -> str:
    return value if isinstance(value, str) else f"0x{value:x}"


def _short(text: str) -> str:
    return _LABEL.sub(r"b\1", text)
