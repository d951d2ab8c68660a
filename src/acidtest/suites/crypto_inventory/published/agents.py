"""The published program's questions. Their text is not ours to ship, so it is read from a checkout
of its repository: parsed, never run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from acidtest.core.errors import InputError

FOLDER = "agents"
_SHOWN_MAX = 6000
_CUT = "\n... (truncated for length)"
_LARGEST = 1_000_000
_Node = TypeVar("_Node", bound=ast.AST)


@dataclass(frozen=True, slots=True)
class Agent:
    """One of the program's agents: its name, the points it asks about, and its question's text."""

    name: str
    points: tuple[str, ...]
    task: str
    template: ast.JoinedStr
    field: ast.JoinedStr

    def question(self, content: str) -> str:
        """The question about a file, cut as the program cuts it for models behind an API."""
        if len(content) > _SHOWN_MAX:
            content = content[:_SHOWN_MAX] + _CUT
        points = ", ".join(self.points)
        fields = (_filled(self.field, {"field_name": _key(p), "point": p}) for p in self.points)
        return _filled(
            self.template,
            {
                "input_data": content,
                "analysis_str": points,
                "self.name": self.name,
                "self.prompt_template.format(analysis_points=analysis_str)": self.task.replace(
                    "{analysis_points}", points
                ),
                "self._generate_json_structure(analysis_points)": ",\n".join(fields),
            },
        )


def _key(point: str) -> str:
    """The field of the answer that a point is asked for."""
    return re.sub(r"[ \-()/,#._]+", "_", point.lower()).strip("_")


def _filled(text: ast.JoinedStr, values: Mapping[str, str]) -> str:
    """An f-string with values for the expressions in it."""
    parts = []
    for part in text.values:
        if isinstance(part, ast.FormattedValue):
            parts.append(values[ast.unparse(part.value)])
        else:
            parts.append(str(ast.literal_eval(part)))
    return "".join(parts)


def read_agents(folder: Path) -> dict[str, Agent]:
    """The agents of a checkout by the type its folders of files are named after.

    Empty if the checkout has no agents; `InputError` if they are not as this reader knows them.
    """
    if not (folder / "agent_factory.py").is_file():
        return {}
    try:
        return dict(_agents(folder))
    except (LookupError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise InputError(
            f"{folder}: its questions cannot be read; expected the published program's agents "
            "as of commit 301b30a"
        ) from error


def _agents(folder: Path) -> Iterator[tuple[str, Agent]]:
    base = _parsed(folder / "base_agent.py")
    template = _first(ast.JoinedStr, _function(base, "create_prompt"))
    field = _first(ast.JoinedStr, _function(base, "_generate_json_structure"))
    classes = {
        node.name: node
        for file in sorted(folder.glob("*_agent.py"))
        for node in _inside(ast.ClassDef, _parsed(file))
    }
    known = _assigned(_parsed(folder / "agent_factory.py"), "_agents")
    if not isinstance(known, ast.Dict):
        raise TypeError("_agents is not a dictionary")
    for kind, name in zip(known.keys, known.values, strict=True):
        agent = _agent(classes[ast.unparse(name)], template, field)
        agent.question("")  # every expression of the text is known
        yield _literal(kind, str), agent


def _agent(made: ast.ClassDef, template: ast.JoinedStr, field: ast.JoinedStr) -> Agent:
    begun, listed = _function(made, "__init__"), _function(made, "get_analysis_points")
    named = [each.value for each in _inside(ast.keyword, begun) if each.arg == "name"]
    return Agent(
        _literal(named[0], str),
        tuple(str(point) for point in _literal(_first(ast.Return, listed).value, list)),
        _literal(_assigned(begun, "prompt_template"), str),
        template,
        field,
    )


def _parsed(file: Path) -> ast.Module:
    try:
        if file.stat().st_size > _LARGEST:
            raise ValueError("too large")
        return ast.parse(file.read_bytes())
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except SyntaxError as error:
        raise ValueError("not Python") from error


def _inside(kind: type[_Node], tree: ast.AST) -> Iterator[_Node]:
    return (node for node in ast.walk(tree) if isinstance(node, kind))


def _first(kind: type[_Node], tree: ast.AST) -> _Node:
    for node in _inside(kind, tree):
        return node
    raise KeyError(kind.__name__)


def _function(tree: ast.AST, name: str) -> ast.FunctionDef:
    for node in _inside(ast.FunctionDef, tree):
        if node.name == name:
            return node
    raise KeyError(name)


def _assigned(tree: ast.AST, name: str) -> ast.expr:
    for node in _inside(ast.Assign, tree):
        if ast.unparse(node.targets[0]) == name:
            return node.value
    raise KeyError(name)


def _literal(node: ast.expr | None, kind: type) -> Any:
    value = None if node is None else ast.literal_eval(node)
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}")
    return value
