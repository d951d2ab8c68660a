"""From runtime bytecode to three-address code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from acidtest.lang.tac.dispatch import Entry, entries
from acidtest.lang.tac.explore import BlockExplorer, NotInlined
from acidtest.lang.tac.inlined import finish
from acidtest.lang.tac.opcodes import Code, disassemble
from acidtest.lang.tac.program import Draft, Operand, TacFunction, TacProgram
from acidtest.lang.tac.simplify import propagate, prune
from acidtest.lang.tac.stacked import stacked

SIZE_MAX = 1 << 17  # five times what Ethereum stores
COPIES_MAX = 3000  # of one function's blocks
BLOCKS_MAX = 30_000  # of all functions together


def lift_program(runtime: bytes, selector: str | None = None) -> TacProgram:
    """The three-address code of a contract, or of one of its functions and the dispatcher.

    Accepts any bytes: an invalid instruction halts, as in the EVM.
    """
    if len(runtime) > SIZE_MAX:
        note = f"not lifted: longer than {SIZE_MAX} bytes"
        return TacProgram(len(runtime), (), (note,))
    code = disassemble(runtime)
    public = entries(runtime)
    names: dict[int, str] = {}
    for entry in public:
        names.setdefault(entry.pc, f"selector_{entry.selector}")
    try:
        dispatcher = BlockExplorer(code, names, COPIES_MAX).explore(0, [])
    except NotInlined as why:
        return _whole(code, runtime, public, str(why))
    propagate(dispatcher)
    prune(dispatcher)
    doors = {draft.pc: draft for draft in dispatcher if draft.end == "enter"}
    functions = []
    blocks = len(dispatcher)
    for pc, name in names.items():
        shared = [entry for entry in public if entry.pc == pc]
        if selector is not None and all(entry.selector != selector for entry in shared):
            continue
        stack = list(doors[pc].arguments) if pc in doors else []
        function, size = _function(name, code, pc, stack)
        if pc in doors:  # the dispatcher passes only what the function uses
            places = {f"e{i}": value for i, value in enumerate(doors[pc].arguments)}
            doors[pc].arguments = [places[parameter] for parameter in function.parameters]
        blocks += size
        if blocks > BLOCKS_MAX:
            return _whole(code, runtime, public, "it has too many copies of its blocks")
        functions += [_titled(function, entry, shared) for entry in shared]
    functions.sort(key=lambda function: function.name)
    missing = tuple(
        f"{name}: found by its selector, not reached from the dispatcher"
        for pc, name in names.items()
        if pc not in doors
    )
    return TacProgram(len(runtime), (finish("dispatcher", dispatcher), *functions), missing)


def lift_whole(runtime: bytes) -> TacProgram:
    """The contract in one piece: every block once, whoever jumps to it."""
    if len(runtime) > SIZE_MAX:
        return lift_program(runtime)
    return _whole(disassemble(runtime), runtime, entries(runtime), "every block once")


def _function(name: str, code: Code, pc: int, stack: Sequence[Operand]) -> tuple[TacFunction, int]:
    """The function, and how many blocks it took to make."""
    entry: list[Operand] = [v if isinstance(v, int) else f"e{i}" for i, v in enumerate(stack)]
    parameters = [value for value in entry if isinstance(value, str)]
    if pc not in code.blocks:
        return finish(name, [Draft(pc, [], end="invalid", note="no block begins here")]), 1
    explorer = BlockExplorer(code, {}, COPIES_MAX)
    try:
        drafts = explorer.explore(pc, entry)
    except NotInlined:
        function = stacked(name, code, pc, entry, parameters)
        return function, len(explorer.drafts) + len(function.blocks)  # the effort counts
    propagate(drafts)
    return finish(name, drafts, parameters), len(drafts)


def _titled(function: TacFunction, entry: Entry, shared: Sequence[Entry]) -> TacFunction:
    return replace(
        function,
        name=f"selector_{entry.selector}",
        selectors=(entry.selector,),
        arguments=entry.arguments,
        mutability=entry.mutability,
    )


def _whole(code: Code, runtime: bytes, public: Sequence[Entry], why: str) -> TacProgram:
    """The contract as one function in stack form."""
    notes = [f"in one piece: {why}"]
    for entry in public:
        about = f"selector_{entry.selector}({entry.arguments}) {entry.mutability}".rstrip()
        notes.append(f"{about}: block_{entry.pc:04x}")
    function = replace(
        stacked("program", code, 0, []), selectors=tuple(entry.selector for entry in public)
    )
    return TacProgram(len(runtime), (function,), tuple(notes))
