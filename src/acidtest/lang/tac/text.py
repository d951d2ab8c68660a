"""Three-address code as text: one statement per line, words in hexadecimal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from acidtest.lang.tac.dispatch import split_types
from acidtest.lang.tac.opcodes import PURE
from acidtest.lang.tac.program import Block, End, Operand, Statement, TacFunction, TacProgram

INFIX = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "mod": "%",
    "exp": "**",
    "lt": "<",
    "gt": ">",
    "eq": "==",
    "and": "&",
    "or": "|",
    "xor": "^",
}
SHIFTS = {"shl": "<<", "shr": ">>"}  # the amount is on top of the stack and written on the right
PREFIX = {"iszero": "!", "not": "~"}
LOADS = {"mload": "memory", "sload": "storage", "tload": "transient", "calldataload": "calldata"}
STORES = {"mstore": "memory", "mstore8": "memory8", "sstore": "storage", "tstore": "transient"}
_SHOWN = 12


def program_text(program: TacProgram) -> str:
    """The whole contract."""
    public = sum(len(function.selectors) for function in program.functions)
    lines = [f"// Runtime bytecode of {program.size} bytes, {public} public functions"]
    lines += [f"// {note}" for note in program.notes]
    texts = ["\n".join(lines), *map(function_text, program.functions)]
    return "\n\n".join(texts) + "\n"


def function_text(function: TacFunction) -> str:
    """One function."""
    given = f"({', '.join(function.parameters)})" if function.parameters else ""
    lines = [f"function {function.name}{given}:"]
    for selector in function.selectors if function.name != "program" else ():
        lines.append(f"  // Selector: 0x{selector}")
    if function.arguments is not None:
        lines.append(f"  // Arguments: ({function.arguments})")
    if function.mutability:
        lines.append(f"  // Mutability: {function.mutability}")
    if function.on_stack:
        lines.append(
            "  // Blocks hand values on by a stack: pop takes, push leaves the last on top"
        )
    lines.append(f"  // Entry block: {function.blocks[0].label}")
    predecessors = function.predecessors()
    starts = heads(function.arguments)
    for block in function.blocks:
        lines.append(f"  {block.label}:")
        if before := predecessors[block.label]:
            lines.append(f"    // Predecessors: {_listed(before)}")
        if after := block.successors:
            lines.append(f"    // Successors: {_listed(after)}")
        lines += [f"    {line}" for line in _lines(block, starts)]
        lines.append("")
    return "\n".join(lines[:-1])


def heads(arguments: str | None) -> dict[int, str]:
    """Where each argument begins in the call data, as far as that is fixed."""
    heads: dict[int, str] = {}
    place = 4
    for number, kind in enumerate(split_types(arguments or "")):
        heads[place] = f"argument {number}: {kind}"
        if "(" in kind or ("[" in kind and not kind.endswith("[]")):
            break  # their size depends on their content
        place += 32
    return heads


def _listed(labels: list[str] | tuple[str, ...]) -> str:
    more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    return ", ".join(labels[:_SHOWN]) + more


def _lines(block: Block, heads: Mapping[int, str]) -> Iterator[str]:
    if block.takes:
        yield f"{', '.join(block.takes)} = pop"
    for phi in block.phis:
        sources = (f"{label}: {word(value)}" for label, value in phi.sources.items())
        yield f"{phi.result} = phi({', '.join(sources)})"
    scratch: dict[int, Operand] = {}
    for statement in block.statements:
        remember(statement, scratch)
        comment = comment_on(statement, heads, scratch)
        yield _statement(statement) + (f"  // {comment}" if comment else "")
    if block.leaves:
        yield f"push {', '.join(map(word, block.leaves))}"
    yield _end(block.end)


def remember(statement: Statement, scratch: dict[int, Operand]) -> None:
    """Track values at fixed memory addresses: keys and slots about to be hashed."""
    place = statement.arguments[0] if statement.arguments else None
    if statement.name == "mstore" and isinstance(place, int):
        for other in [other for other in scratch if abs(other - place) < 32]:
            del scratch[other]
        scratch[place] = statement.arguments[1]
    elif statement.name not in PURE and statement.name not in STORES:
        scratch.clear()  # copies and calls may write anywhere


def comment_on(
    statement: Statement, heads: Mapping[int, str], scratch: Mapping[int, Operand]
) -> str:
    """What is known about the value that a statement makes; empty if nothing is."""
    place = statement.arguments[0] if statement.arguments else None
    if statement.name == "calldataload" and isinstance(place, int):
        return heads.get(place, "")
    if statement.name == "keccak256" and statement.arguments == (0, 0x40):
        if {0, 0x20} <= scratch.keys() and isinstance(scratch[0x20], int):
            return f"mapping at slot {word(scratch[0x20])}, key {word(scratch[0])}"
        if {0, 0x20} <= scratch.keys():
            return f"mapping at {word(scratch[0x20])}, key {word(scratch[0])}"
    if statement.name == "keccak256" and statement.arguments == (0, 0x20) and 0 in scratch:
        return f"data of the dynamic value at slot {word(scratch[0])}"
    return ""


def word(value: Operand) -> str:
    """An operand as text."""
    return value if isinstance(value, str) else f"0x{value:x}"


def _statement(statement: Statement) -> str:
    name, result = statement.name, statement.result
    given = [word(value) for value in statement.arguments]
    if name in STORES:
        return f"{STORES[name]}[{given[0]}] = {given[1]}"
    if name in INFIX:
        made = f"{given[0]} {INFIX[name]} {given[1]}"
    elif name in SHIFTS:
        made = f"{given[1]} {SHIFTS[name]} {given[0]}"
    elif name in PREFIX:
        made = f"{PREFIX[name]}{given[0]}"
    elif name in LOADS:
        made = f"{LOADS[name]}[{given[0]}]"
    elif given:
        made = f"{name}({', '.join(given)})"
    else:
        made = name
    return made if result is None else f"{result} = {made}"


def _end(end: End) -> str:
    given = [word(value) for value in end.arguments]
    match end.name:
        case "goto":
            return f"goto {end.targets[0]}"
        case "if":
            return f"if {given[0]} goto {end.targets[0]} else {end.targets[1]}"
        case "jump":
            return f"goto [{given[0]}]"
        case "jumpi":
            return f"if {given[1]} goto [{given[0]}] else {end.targets[0]}"
        case "enter":
            handed = f"({', '.join(given)})" if given else ""
            return f"enter {end.note}{handed}"
    made = f"{end.name}({', '.join(given)})" if given else end.name
    return made + (f"  // {end.note}" if end.note else "")
