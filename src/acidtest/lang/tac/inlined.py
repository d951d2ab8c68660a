"""One function with all its calls inlined and values referred to by name."""

from __future__ import annotations

from collections.abc import Sequence

from acidtest.lang.tac.program import (
    Block,
    Draft,
    End,
    Operand,
    Phi,
    Statement,
    TacFunction,
    label_blocks,
    order,
)
from acidtest.lang.tac.simplify import prune, straighten


def finish(name: str, drafts: list[Draft], parameters: Sequence[str] = ()) -> TacFunction:
    """Build the function from finished drafts, numbering its values in reading order."""
    live = prune(drafts)
    straighten(drafts)
    numbers = order(0, {n: [to for to, _ in draft.edges] for n, draft in enumerate(drafts)})
    labels = label_blocks((number, drafts[number].pc) for number in numbers)
    names: dict[str, str] = {}
    for number in numbers:
        draft = drafts[number]
        for old in (*draft.parameters, *(s.result for s in draft.statements if s.result)):
            names[old] = f"v{len(names) + 1}"

    def named(value: Operand) -> Operand:
        return names.get(value, value) if isinstance(value, str) else value

    sources: dict[int, list[tuple[str, list[Operand]]]] = {number: [] for number in numbers}
    for number in numbers:
        for to, handed in drafts[number].edges:
            sources[to].append((labels[number], handed))
    blocks = []
    for number in numbers:
        draft = drafts[number]
        phis = tuple(
            Phi(
                names[parameter],
                {label: named(handed[place]) for label, handed in sources[number]},
            )
            for place, parameter in enumerate(draft.parameters)
        )
        statements = tuple(
            Statement(
                s.name,
                tuple(map(named, s.arguments)),
                names[s.result] if s.result else None,
            )
            for s in draft.statements
        )
        end = End(
            draft.end,
            tuple(map(named, draft.arguments)),
            tuple(labels[to] for to, _ in draft.edges),
            draft.entered or draft.note,
        )
        blocks.append(Block(labels[number], statements, end, phis))
    return TacFunction(name, tuple(blocks), parameters=tuple(p for p in parameters if p in live))
