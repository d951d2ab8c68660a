"""What an agent works with: gcc and objdump of the target in its sandbox, Ghidra's engine outside.

The program itself stays outside, because it also holds the test that the answer is judged by. The
agent gets the function with the data that it refers to, and may compile and compare as it likes.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import contextmanager

from acidtest.core.agents import AgentTool, ToolMisuse, Workbench, Workbenches
from acidtest.core.protocols import OpenSystem, Suite, System
from acidtest.core.records import Question
from acidtest.core.registry import make_system
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.cross import find_toolchain

_ENGINE = "ghidra"
_LISTING = "function.txt"
_ABOUT = (
    "Your shell is in a folder of its own with {listing}: the function's assembly with the data "
    "that it refers to. The program was built for {platform}; `{cc}` compiles for it and "
    "`{objdump} -d` shows what came of it. Nothing else of the program is there, and no network."
)


@contextmanager
def open_tools(suite: Suite) -> Iterator[Workbenches]:
    """The maker of workbenches, while Ghidra's engine is open."""
    engine = make_system(_ENGINE, suite) if platform.machine() == "x86_64" else None
    try:
        yield lambda question: _bench(question, engine)
    finally:
        if isinstance(engine, OpenSystem):
            engine.close()


def _bench(question: Question, engine: System | None) -> Workbench:
    task: Task = question.sample.truth
    tools = find_toolchain(task.built_for, task.language)
    about = _ABOUT.format(
        listing=_LISTING,
        platform=task.built_for.architecture,
        cc=" ".join(tools.cc),
        objdump=tools.objdump,
    )
    listing = question.read("asm-data").encode()
    given = [] if engine is None else [_decompiler(question, engine)]
    return Workbench(about, {_LISTING: listing}, given)


def _decompiler(question: Question, engine: System) -> AgentTool:
    def decompile() -> str:
        answer = engine.answer(question)
        if answer.error or not answer.text:
            raise ToolMisuse(answer.error or answer.note or "the decompiler has no answer")
        return answer.text

    words = "Decompile the function with Ghidra's engine: C-like code with its own type names."
    return AgentTool("decompile", words, {}, decompile)
