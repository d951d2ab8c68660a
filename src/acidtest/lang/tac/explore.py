"""Finds the blocks of a function by running them on names, one copy per return path.

Solidity calls an internal function by pushing a return address and jumping. A block is therefore
copied for each set of return addresses on the stack: every jump then has one known target, and
code that the compiler shared among callers is repeated in each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from acidtest.lang.tac.execute import execute
from acidtest.lang.tac.opcodes import Code
from acidtest.lang.tac.program import Draft, Operand

_HEIGHT_MAX = 400  # no compiler leaves that much on the stack
_SAME_WAY_MAX = 6  # recursion pushes the same return address again and again

Place = tuple[int, tuple[int, ...]]


class NotInlined(Exception):
    """Inlining does not end, or a jump has no known target; use the stack form instead."""


class BlockExplorer:
    """The copies of one function's blocks; number 0 leads to the entry."""

    def __init__(self, code: Code, functions: Mapping[int, str], most: int) -> None:
        """`functions` are entered but not explored; `most` limits the number of copies."""
        self._code = code
        self._functions = functions
        self._most = most
        self._numbers: dict[Place, int] = {}
        self._entered: dict[int, Place] = {}
        self._waiting: list[tuple[int, list[Operand]]] = []
        self._names = count()
        self.drafts: list[Draft] = []

    def explore(self, pc: int, stack: Sequence[Operand]) -> list[Draft]:
        """All blocks that can be reached from `pc` with this stack."""
        entry = Draft(pc, [], end="goto")
        self.drafts.append(entry)
        entry.edges.append(self._edge(pc, list(stack), entry=True))
        while self._waiting:
            number, stack = self._waiting.pop()
            self._run(self.drafts[number], stack)
        return self.drafts

    def _fresh(self) -> str:
        return f"t{next(self._names)}"

    def _run(self, draft: Draft, stack: list[Operand]) -> None:
        outcome = execute(self._code.blocks[draft.pc], stack, self._fresh)
        draft.statements, draft.note = outcome.statements, outcome.note
        if outcome.end == "fall":
            draft.end = "goto"
            draft.edges = [self._edge(self._code.after[draft.pc], outcome.stack)]
        elif outcome.end == "jump":
            draft.end = "goto"
            draft.edges = [self._jump(outcome.arguments[0], outcome.stack)]
        elif outcome.end == "jumpi":
            draft.end, draft.arguments = "if", [outcome.arguments[1]]
            taken = self._jump(outcome.arguments[0], outcome.stack)
            passed = self._edge(self._code.after[draft.pc], outcome.stack)
            if taken[0] == passed[0]:  # keep the two predecessors distinguishable
                self.drafts.append(Draft(draft.pc, [], end="goto", edges=[taken]))
                taken = (len(self.drafts) - 1, [])
            draft.edges = [taken, passed]
        else:
            draft.end, draft.arguments = outcome.end, outcome.arguments

    def _jump(self, target: Operand, stack: list[Operand]) -> tuple[int, list[Operand]]:
        if isinstance(target, str):
            raise NotInlined("a jump goes where data says")
        if target in self._code.jumpdests:
            return self._edge(target, stack)
        self.drafts.append(Draft(0, [], end="invalid", note=f"no jump may land at 0x{target:x}"))
        return len(self.drafts) - 1, []

    def _edge(
        self, pc: int, stack: list[Operand], *, entry: bool = False
    ) -> tuple[int, list[Operand]]:
        """The copy for this place and stack, and the values passed to it."""
        ways = self._code.jumpdests
        kept = tuple(v if isinstance(v, int) and v in ways else -1 for v in stack)
        place = (pc, kept)
        handed = [value for value, way in zip(stack, kept, strict=True) if way < 0]
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self.drafts)
            if number >= self._most or len(stack) > _HEIGHT_MAX:
                raise NotInlined("it has too many copies of its blocks")
            ways_back = [way for way in kept if way >= 0]
            if any(ways_back.count(way) > _SAME_WAY_MAX for way in set(ways_back)):
                raise NotInlined("it calls itself")
            names = [self._fresh() for _ in handed]
            self.drafts.append(Draft(pc, names))
            given = iter(names)
            inner: list[Operand] = [next(given) if way < 0 else way for way in kept]
            if pc in self._functions and not entry and self._entered.setdefault(pc, place) == place:
                draft = self.drafts[number]
                draft.end, draft.arguments, draft.entered = "enter", inner, self._functions[pc]
            else:
                self._waiting.append((number, inner))
        return number, handed
