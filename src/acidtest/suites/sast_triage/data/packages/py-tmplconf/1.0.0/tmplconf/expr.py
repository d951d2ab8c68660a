"""Expressions between the braces of a template."""

import ast
import re

ALLOWED = (
    ast.Expression,
    ast.BinOp,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Name,
    ast.Load,
    ast.Constant,
)

PLACE = re.compile(r"\{\{\s*([^{}]+?)\s*\}\}")


class BadExpression(ValueError):
    """The template holds something else than sums of names and constants."""


def _check(tree):
    for node in ast.walk(tree):
        if not isinstance(node, ALLOWED):
            raise BadExpression(type(node).__name__)


def evaluate(text, names):
    tree = ast.parse(text, mode="eval")
    _check(tree)
    code = compile(tree, "<template>", "eval")
    return eval(code, {"__builtins__": {}}, dict(names))


def fill(template, names):
    """The template with every place filled."""
    return PLACE.sub(lambda found: str(evaluate(found.group(1), names)), template)


def matching(lines, pattern):
    """The lines that the user's filter lets through."""
    wanted = re.compile(pattern)
    return [line for line in lines if wanted.fullmatch(line)]
