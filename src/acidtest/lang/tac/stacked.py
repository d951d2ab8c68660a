"""The stack form: every block once, with values passed on a stack.

For code that cannot be inlined: recursion, and jumps whose target depends on data. Longer than the
inlined form, but equally accurate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from acidtest.lang.tac.execute import BlockOutcome, execute
from acidtest.lang.tac.opcodes import PURE, Code
from acidtest.lang.tac.program import Block, End, Operand, Statement, TacFunction


def stacked(
    name: str, code: Code, pc: int, stack: Sequence[Operand], parameters: Sequence[str] = ()
) -> TacFunction:
    """All blocks reachable from `pc`, including any address that one of them pushes."""
    names = count(1)
    reached: dict[int, tuple[BlockOutcome, tuple[str, ...]]] = {}
    pushed: set[int] = set()
    waiting = [pc]
    while waiting:
        at = waiting.pop()
        if at in reached or at not in code.blocks:
            continue
        taken: list[str] = []
        outcome = _run(code, at, names, taken)
        reached[at] = (outcome, tuple(taken))
        addresses = {i.number for i in code.blocks[at] if i.name == "push"} & code.jumpdests
        # An address left on the stack or stored may be jumped to from anywhere.
        kept = [*outcome.stack, *(value for made in outcome.statements for value in made.arguments)]
        pushed |= {value for value in kept if isinstance(value, int)} & code.jumpdests
        waiting.extend(sorted(addresses))
        if outcome.end in ("fall", "jumpi"):
            waiting.append(code.after[at])
    known = tuple(f"block_{at:04x}" for at in sorted(pushed))
    entry = Block("entry", (), End("goto", (), (f"block_{pc:04x}",)), leaves=tuple(stack))
    blocks = [entry]
    for at in sorted(reached, key=lambda at: (at != pc, at)):
        outcome, takes = reached[at]
        leaves = tuple(outcome.stack)
        end = _end(code, at, outcome, known)
        if not end.targets:  # it halts, so what it leaves is lost
            leaves = ()
        statements = tuple(_used(outcome.statements, (*leaves, *end.arguments)))
        blocks.append(Block(f"block_{at:04x}", statements, end, takes=takes, leaves=leaves))
    return TacFunction(name, tuple(blocks), parameters=tuple(parameters), on_stack=True)


def _run(code: Code, at: int, names: Iterator[int], taken: list[str]) -> BlockOutcome:
    def below() -> str:
        taken.append(f"s{len(taken)}")
        return taken[-1]

    return execute(code.blocks[at], [], lambda: f"v{next(names)}", below)


def _end(code: Code, at: int, outcome: BlockOutcome, known: tuple[str, ...]) -> End:
    if outcome.end == "fall":
        return End("goto", (), (f"block_{code.after[at]:04x}",))
    if outcome.end not in ("jump", "jumpi"):
        return End(outcome.end, tuple(outcome.arguments), (), outcome.note)
    target, *condition = outcome.arguments
    passed = (f"block_{code.after[at]:04x}",) if condition else ()
    if isinstance(target, str):
        return End(outcome.end, (target, *condition), (*passed, *known))
    if target in code.jumpdests:
        name = "if" if condition else "goto"
        return End(name, tuple(condition), (f"block_{target:04x}", *passed))
    note = f"no jump may land at 0x{target:x}"
    if not condition:
        return End("invalid", (), (), note)
    return End("jumpi", (target, *condition), passed, note)


def _used(statements: Sequence[Statement], outputs: Sequence[Operand]) -> list[Statement]:
    needed = set(outputs)
    kept = []
    for statement in reversed(statements):
        if statement.name not in PURE or statement.result in needed:
            needed.update(statement.arguments)
            kept.append(statement)
    return kept[::-1]
