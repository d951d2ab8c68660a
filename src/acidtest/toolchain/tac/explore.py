"""Finds the blocks of a function by running them on names, one copy for each way back.

Solidity calls its internal functions by pushing where to go on and jumping. A block is
therefore copied for each set of such addresses on the stack below it: every jump then has one
known target, and what the compiler shared among callers stands in each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from acidtest.toolchain.tac.execute import execute
from acidtest.toolchain.tac.opcodes import Code
from acidtest.toolchain.tac.program import Draft, Operand

_HEIGHT_MAX = 400  # no compiler leaves so much on the stack
_SAME_WAY_MAX = 6  # recursion leaves the same way back again and again

Place = tuple[int, tuple[int, ...]]


class NotInlined(Exception):
    """The copies have no end, or a jump has no known target: the stack form can say it."""


class Explorer:
    """The copies of one function's blocks; number 0 leads to the entry."""

    def __init__(self, code: Code, functions: Mapping[int, str], most: int) -> None:
        """`functions` are entered and not explored; more than `most` copies are too many."""
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
        found = execute(self._code.blocks[draft.pc], stack, self._fresh)
        draft.statements, draft.note = found.statements, found.note
        if found.end == "fall":
            draft.end = "goto"
            draft.edges = [self._edge(self._code.after[draft.pc], found.stack)]
        elif found.end == "jump":
            draft.end = "goto"
            draft.edges = [self._jump(found.arguments[0], found.stack)]
        elif found.end == "jumpi":
            draft.end, draft.arguments = "if", [found.arguments[1]]
            taken = self._jump(found.arguments[0], found.stack)
            passed = self._edge(self._code.after[draft.pc], found.stack)
            if taken[0] == passed[0]:  # what came from where must stay clear
                self.drafts.append(Draft(draft.pc, [], end="goto", edges=[taken]))
                taken = (len(self.drafts) - 1, [])
            draft.edges = [taken, passed]
        else:
            draft.end, draft.arguments = found.end, found.arguments

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
        """The copy for this place and stack, and what it is handed."""
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
