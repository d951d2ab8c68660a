"""Runs one basic block on a stack of names and constants instead of words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from acidtest.lang.tac.arithmetic import FOLDABLE, compute
from acidtest.lang.tac.opcodes import ENDS, Instruction
from acidtest.lang.tac.program import Operand, Statement

_STACK_MAX = 1024


@dataclass(frozen=True, slots=True)
class BlockOutcome:
    """What a basic block did: `end` is `jump`, `jumpi`, `fall` or a halting instruction."""

    statements: list[Statement]
    stack: list[Operand]
    end: str
    arguments: list[Operand]
    note: str = ""


def execute(
    block: Sequence[Instruction],
    stack: list[Operand],
    fresh: Callable[[], str],
    below: Callable[[], str] | None = None,
) -> BlockOutcome:
    """Run a block on `stack` (top last), naming results with `fresh`.

    If the block reaches below the stack, it gets names from `below`; without `below` it halts, as
    the EVM does. Arithmetic on constants is evaluated immediately.
    """
    statements: list[Statement] = []
    for step in block:
        name = step.name
        if len(stack) < step.taken:
            if below is None:
                return BlockOutcome(statements, stack, "invalid", [], "takes from an empty stack")
            while len(stack) < step.taken:
                stack.insert(0, below())
        if name == "push":
            stack.append(step.number)
        elif name == "dup":
            stack.append(stack[-step.number])
        elif name == "swap":
            stack[-1], stack[-1 - step.number] = stack[-1 - step.number], stack[-1]
        elif name == "pop":
            stack.pop()
        elif name == "pc":
            stack.append(step.pc)
        elif name != "jumpdest":
            arguments = [stack.pop() for _ in range(step.taken)]
            if name in ENDS or name in ("jump", "jumpi"):
                note = f"no such opcode: 0x{step.number:02x}" if step.number else ""
                return BlockOutcome(statements, stack, name, arguments, note)
            if step.left:
                words = [word for word in arguments if isinstance(word, int)]
                if name in FOLDABLE and len(words) == len(arguments):
                    stack.append(compute(name, *words))
                    continue
                result = fresh()
                statements.append(Statement(name, tuple(arguments), result))
                stack.append(result)
            else:
                statements.append(Statement(name, tuple(arguments)))
        if len(stack) > _STACK_MAX and below is None:
            return BlockOutcome(statements, stack, "invalid", [], "leaves too much on the stack")
    return BlockOutcome(statements, stack, "fall", [])
