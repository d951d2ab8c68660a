"""The definitions in a file of source code: functions and others at the outermost level.

Files are cut by Python's own parser or by brackets, which takes no grammar and no longer than a
look at each character.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from acidtest.core.agents import AgentTool, ToolMisuse

FAMILIES = (
    (".py",),
    (".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh"),
    (".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx"),
    (".java",),
    (".go",),
    (".php",),
)
_HIDDEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""", re.DOTALL
)
_NAMED = (
    re.compile(r"^\s*#\s*define\s+(\w+)"),
    re.compile(r"\b(?:function|class|interface|func)\s*\*?\s*([A-Za-z_$][\w$]*)"),
    re.compile(r"^\s*(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)"),
    re.compile(r"^(?!\s*typedef)[^=]*?([A-Za-z_$][\w$.]*)\s*(?:=\s*(?:async\s+)?function\s*)?\("),
    re.compile(r"\b(?:struct|union|enum)\s+(\w+)\s*$"),
    re.compile(r"([A-Za-z_$][\w$]*)\s*(?:\[[^\]]*\]\s*)*[=;]"),
    re.compile(r"([A-Za-z_$][\w$.]*)\s*=\s*$"),
)
_TYPEDEF = re.compile(r"^\s*typedef\b.*?(\w+)\s*;\s*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition: its name, its file from the root, its first line and its text."""

    name: str
    path: str
    first: int
    text: str

    @property
    def last(self) -> int:
        """Its last line."""
        return self.first + self.text.count("\n")


def family_of(suffix: str) -> tuple[str, ...]:
    """The endings of all files that may be in the same language as one with this ending."""
    suffix = suffix.lower()
    return next((family for family in FAMILIES if suffix in family), (suffix,))


def definitions(path: str, text: str) -> Iterator[Definition]:
    """What a file defines, in its order."""
    python = PurePosixPath(path).suffix.lower() == ".py"
    return _python(path, text) if python else _bracketed(path, text)


def _python(path: str, text: str) -> Iterator[Definition]:
    """Functions, methods, and the assignments of a module; nothing if it is no Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = text.split("\n")

    def item(node: ast.stmt, name: str) -> Definition:
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(each.lineno for each in decorators)])
        return Definition(name, path, first, "\n".join(lines[first - 1 : node.end_lineno]))

    def named(body: Sequence[ast.stmt]) -> Iterator[Definition]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from named(node.body)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield item(node, node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    if isinstance(target, ast.Name):
                        yield item(node, target.id)

    yield from named(tree.body)


def _bracketed(path: str, text: str) -> Iterator[Definition]:
    """What stands at the outermost level of a language with braces."""
    plain = _HIDDEN.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    lines, hidden = text.split("\n"), plain.split("\n")
    depth = first = 0
    begun = False
    for number, line in enumerate(hidden):
        if not begun and not line.strip():
            continue
        if not begun:
            begun, first = True, number
        depth = max(0, depth + sum(line.count(c) for c in "{([") - sum(map(line.count, "})]")))
        directive = hidden[first].lstrip().startswith("#")
        if directive:
            ended, depth = not line.rstrip().endswith("\\"), 0
        else:
            ended = depth == 0 and line.rstrip().endswith((";", "}", "})", "},"))
        if ended or number == len(hidden) - 1:
            begun = False
            if name := _name("\n".join(hidden[first : number + 1])):
                yield Definition(name, path, first + 1, "\n".join(lines[first : number + 1]))


def _name(text: str) -> str:
    if match := _TYPEDEF.match(text):
        return match[1]
    head = text.partition("{")[0] if not text.lstrip().startswith("#") else text
    for pattern in _NAMED:
        if match := pattern.search(head):
            return match[1].rpartition(".")[2]
    return ""


_LISTED_MAX = 400


def definitions_tool(files: Mapping[str, bytes]) -> AgentTool:
    """A tool that shows definitions in source files by name, for agents."""

    def look_up(name: str) -> str:
        items = [
            item
            for path, data in files.items()
            for item in definitions(path, data.decode("utf-8", "replace"))
        ]
        if not name.strip():
            rows = [f"{item.path}:{item.first}: {item.name}" for item in items if item.name]
            return "\n".join(rows[:_LISTED_MAX]) or "there is no definition in these files"
        named = [item for item in items if item.name == name.strip()]
        if not named:
            raise ToolMisuse(f"no definition of '{name[:80]}'; an empty name lists all names")
        return "\n\n".join(f"{item.path}:{item.first}\n{item.text}" for item in named)

    words = "Show the definitions of a function, type or constant in the files, by its name."
    return AgentTool("definitions", words, {"name": "the name; empty for a list"}, look_up)
