"""The stack form: every block once, values handed on by a stack.

For what cannot be put in its place: recursion, and jumps that data decides. Longer to read
than the inlined form, and as true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from acidtest.toolchain.tac.execute import Outcome, execute
from acidtest.toolchain.tac.opcodes import PURE, Code
from acidtest.toolchain.tac.program import Block, End, Function, Operand, Statement


def stacked(
    name: str, code: Code, pc: int, stack: Sequence[Operand], parameters: Sequence[str] = ()
) -> Function:
    """All blocks that `pc` can lead to, any address that one of them pushes included."""
    names = count(1)
    reached: dict[int, tuple[Outcome, tuple[str, ...]]] = {}
    pushed: set[int] = set()
    waiting = [pc]
    while waiting:
        at = waiting.pop()
        if at in reached or at not in code.blocks:
            continue
        taken: list[str] = []
        found = _run(code, at, names, taken)
        reached[at] = (found, tuple(taken))
        addresses = {i.number for i in code.blocks[at] if i.name == "push"} & code.jumpdests
        # What is left on the stack or stored may be jumped to from anywhere.
        kept = [*found.stack, *(value for made in found.statements for value in made.arguments)]
        pushed |= {value for value in kept if isinstance(value, int)} & code.jumpdests
        waiting.extend(sorted(addresses))
        if found.end in ("fall", "jumpi"):
            waiting.append(code.after[at])
    known = tuple(f"block_{at:04x}" for at in sorted(pushed))
    entry = Block("entry", (), End("goto", (), (f"block_{pc:04x}",)), leaves=tuple(stack))
    blocks = [entry]
    for at in sorted(reached, key=lambda at: (at != pc, at)):
        found, takes = reached[at]
        leaves = tuple(found.stack)
        end = _end(code, at, found, known)
        if not end.targets:  # it halts: what it leaves is lost
            leaves = ()
        statements = tuple(_used(found.statements, (*leaves, *end.arguments)))
        blocks.append(Block(f"block_{at:04x}", statements, end, takes=takes, leaves=leaves))
    return Function(name, tuple(blocks), parameters=tuple(parameters), on_stack=True)


def _run(code: Code, at: int, names: Iterator[int], taken: list[str]) -> Outcome:
    def below() -> str:
        taken.append(f"s{len(taken)}")
        return taken[-1]

    return execute(code.blocks[at], [], lambda: f"v{next(names)}", below)


def _end(code: Code, at: int, found: Outcome, known: tuple[str, ...]) -> End:
    if found.end == "fall":
        return End("goto", (), (f"block_{code.after[at]:04x}",))
    if found.end not in ("jump", "jumpi"):
        return End(found.end, tuple(found.arguments), (), found.note)
    target, *condition = found.arguments
    passed = (f"block_{code.after[at]:04x}",) if condition else ()
    if isinstance(target, str):
        return End(found.end, (target, *condition), (*passed, *known))
    if target in code.jumpdests:
        name = "if" if condition else "goto"
        return End(name, tuple(condition), (f"block_{target:04x}", *passed))
    note = f"no jump may land at 0x{target:x}"
    if not condition:
        return End("invalid", (), (), note)
    return End("jumpi", (target, *condition), passed, note)


def _used(statements: Sequence[Statement], wanted: Sequence[Operand]) -> list[Statement]:
    needed = set(wanted)
    kept = []
    for statement in reversed(statements):
        if statement.name not in PURE or statement.result in needed:
            needed.update(statement.arguments)
            kept.append(statement)
    return kept[::-1]
