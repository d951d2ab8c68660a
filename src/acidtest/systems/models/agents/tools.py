"""An agent's tools in Inspect's form: its shell, files in the sandbox, and what the suite lends."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable

from inspect_ai.tool import Tool, ToolDef, ToolError, bash
from inspect_ai.util import sandbox

from acidtest.core.agents import AgentTool, ToolMisuse, Workbench

COMMAND_S = 60
_RESULT_MAX = 16_000
_READ_MAX = 400
"""Lines of a file at a time."""


def tools_of(bench: Workbench) -> list[Tool | ToolDef]:
    """All tools for one question."""
    own: list[Tool | ToolDef] = [_outside(tool) for tool in bench.tools]
    if not bench.shell:
        return own
    return [bash(timeout=COMMAND_S), _reader(), _editor(), *own]


def _reader() -> ToolDef:
    async def read_file(path: str, start: int = 1) -> str:
        lines = (await _text(path)).split("\n")
        part = lines[max(0, start - 1) :][:_READ_MAX]
        shown = [f"{number:>5}  {line}" for number, line in enumerate(part, max(1, start))]
        left = len(lines) - max(0, start - 1) - len(part)
        return "\n".join(shown) + (f"\n({left} more lines)" if left > 0 else "")

    return ToolDef(
        read_file,
        "read_file",
        f"Read a text file with line numbers, up to {_READ_MAX} lines at a time.",
        {"path": "the file, below the current folder", "start": "the first line to show"},
    )


def _editor() -> ToolDef:
    async def edit(path: str, new: str, old: str = "") -> str:
        if not old:
            await sandbox().write_file(path, new)
            return f"wrote {len(new)} characters to {path}"
        text = await _text(path)
        if (count := text.count(old)) != 1:
            raise ToolError(f"{path}: the old text is in there {count} times, expected once")
        await sandbox().write_file(path, text.replace(old, new))
        return f"replaced a text in {path}"

    return ToolDef(
        edit,
        "edit",
        "Write a file, or replace a text that is exactly once in it.",
        {
            "path": "the file, below the current folder",
            "new": "the new text",
            "old": "the text to replace; empty to write the whole file",
        },
        parallel=False,
    )


async def _text(path: str) -> str:
    return await sandbox().read_file(path)


def _outside(tool: AgentTool) -> ToolDef:
    """A tool of the suite; what it says is cut, and its failure is not the agent's."""

    def call(given: dict[str, str]) -> str:
        try:
            said = tool.call(**{name: str(given.get(name, "")) for name in tool.parameters})
        except ToolMisuse as error:
            raise ToolError(str(error)) from None
        return shortened(said, _RESULT_MAX)

    return ToolDef(
        _with_parameters(tool, lambda **given: asyncio.to_thread(call, given)),
        tool.name,
        tool.description,
        dict(tool.parameters),
    )


def _with_parameters(
    tool: AgentTool, call: Callable[..., Awaitable[str]]
) -> Callable[..., Awaitable[str]]:
    """The function as Inspect expects it, whose signature names the parameters."""

    async def execute(**given: str) -> str:
        return await call(**given)

    kind = inspect.Parameter.KEYWORD_ONLY
    execute.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, kind, annotation=str) for name in tool.parameters],
        return_annotation=str,
    )
    execute.__annotations__ = {**dict.fromkeys(tool.parameters, str), "return": str}
    return execute


def shortened(text: str, most: int) -> str:
    """Beginning and end of a long text, with what was left out between them."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}\n… ({len(text) - 2 * half} characters left out) …\n{text[-half:]}"
