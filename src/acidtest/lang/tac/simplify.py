"""Simplifies copied blocks: propagates known values, removes unused ones and empty blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acidtest.lang.tac.arithmetic import FOLDABLE, compute
from acidtest.lang.tac.opcodes import PURE
from acidtest.lang.tac.program import Draft, Operand, Statement

_ROUNDS = 4


def propagate(drafts: Sequence[Draft]) -> None:
    """Replace each parameter that has only one possible value, and fold constants."""
    known: dict[str, Operand] = {}

    def find(value: Operand) -> Operand:
        while isinstance(value, str) and value in known:
            value = known[value]
        return value

    for _ in range(_ROUNDS):
        before = len(known)
        _one_valued(drafts, known)
        for draft in drafts:
            statements = []
            for statement in draft.statements:
                arguments = tuple(find(value) for value in statement.arguments)
                words = [value for value in arguments if isinstance(value, int)]
                same = _unchanged(statement.name, arguments)
                if statement.result is None or statement.name not in FOLDABLE:
                    statements.append(Statement(statement.name, arguments, statement.result))
                elif len(words) == len(arguments):
                    known[statement.result] = compute(statement.name, *words)
                elif same is not None:
                    known[statement.result] = same
                else:
                    statements.append(Statement(statement.name, arguments, statement.result))
            draft.statements = statements
        if len(known) == before:
            break
    for draft in drafts:
        draft.arguments = [find(value) for value in draft.arguments]
        draft.statements = [
            Statement(s.name, tuple(find(value) for value in s.arguments), s.result)
            for s in draft.statements
        ]
    _keep_parameters(drafts, lambda name: name not in known)
    for draft in drafts:
        draft.edges = [(to, [find(value) for value in handed]) for to, handed in draft.edges]


def _unchanged(name: str, arguments: Sequence[Operand]) -> Operand | None:
    """The operand that an operation such as `x + 0` leaves unchanged."""
    match name, arguments:
        case (("add" | "or" | "xor"), (0, value)):
            return value
        case (("add" | "or" | "xor" | "sub"), (value, 0)):
            return value
        case (("shl" | "shr" | "sar"), (0, value)):
            return value
        case "mul", (1, value):
            return value
        case (("mul" | "div" | "exp"), (value, 1)):
            return value
    return None


def _one_valued(drafts: Sequence[Draft], known: dict[str, Operand]) -> None:
    def find(value: Operand) -> Operand:
        root = value
        while isinstance(root, str) and root in known:
            root = known[root]
        while (
            isinstance(value, str) and value in known
        ):  # compress the path, so later lookups take one step
            known[value], value = root, known[value]
        return root

    incoming: list[list[list[Operand]]] = [[] for _ in drafts]
    for draft in drafts:
        for to, handed in draft.edges:
            incoming[to].append(handed)
    open_places = [
        (name, [handed[place] for handed in incoming[number]])
        for number, draft in enumerate(drafts)
        for place, name in enumerate(draft.parameters)
        if name not in known
    ]
    changed = True
    while changed:
        changed = False
        left = []
        for name, sources in open_places:
            values = {find(value) for value in sources} - {name}
            if len(values) == 1:
                known[name] = values.pop()
                changed = True
            else:
                left.append((name, sources))
        open_places = left


def _keep_parameters(drafts: Sequence[Draft], keep: Callable[[str], bool]) -> None:
    kept = [[i for i, name in enumerate(d.parameters) if keep(name)] for d in drafts]
    for draft in drafts:
        draft.edges = [(to, [handed[i] for i in kept[to]]) for to, handed in draft.edges]
    for draft, places in zip(drafts, kept, strict=True):
        draft.parameters = [draft.parameters[i] for i in places]


def prune(drafts: Sequence[Draft]) -> set[str]:
    """Drop values that nothing depends on; return the names that are left."""
    makers: dict[str, tuple[Operand, ...]] = {}
    sources: dict[str, list[Operand]] = {}
    needed: list[Operand] = []
    for draft in drafts:
        for statement in draft.statements:
            if statement.name in PURE and statement.result is not None:
                makers[statement.result] = statement.arguments
            else:
                needed.extend(statement.arguments)
        needed.extend(draft.arguments)
        for to, handed in draft.edges:
            for name, value in zip(drafts[to].parameters, handed, strict=True):
                sources.setdefault(name, []).append(value)
    live: set[str] = set()
    while needed:
        value = needed.pop()
        if isinstance(value, str) and value not in live:
            live.add(value)
            needed.extend(makers.get(value, ()))
            needed.extend(sources.get(value, ()))
    for draft in drafts:
        draft.statements = [s for s in draft.statements if s.name not in PURE or s.result in live]
    _keep_parameters(drafts, live.__contains__)
    return live


def straighten(drafts: list[Draft]) -> None:
    """Bypass empty blocks, and join blocks that only follow one another."""
    for draft in drafts:
        draft.edges = [
            (_around(drafts, to), []) if not drafts[to].parameters else (to, handed)
            for to, handed in draft.edges
        ]
    reached, incoming = [0], [0] * len(drafts)
    visited = {0}
    while reached:
        for to, _ in drafts[reached.pop()].edges:
            incoming[to] += 1
            if to not in visited:
                visited.add(to)
                reached.append(to)
    for number in sorted(visited):
        draft = drafts[number]
        while draft.end == "goto":
            to = draft.edges[0][0]
            if to in (0, number) or incoming[to] != 1 or drafts[to].parameters:
                break
            after = drafts[to]
            if not draft.statements and number == 0:
                draft.pc = after.pc
            draft.statements += after.statements
            draft.end, draft.arguments, draft.edges = after.end, after.arguments, after.edges
            draft.note, draft.entered = after.note, after.entered
            drafts[to] = Draft(after.pc, [])  # no longer reachable, and never joined again


def _around(drafts: Sequence[Draft], number: int) -> int:
    visited = set()
    while number not in visited:
        visited.add(number)
        draft = drafts[number]
        if draft.statements or draft.parameters or draft.end != "goto":
            break
        to = draft.edges[0][0]
        if drafts[to].parameters:
            break
        number = to
    return number
