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


def evaluate(text, scope):
    """The value of an expression whose names are looked up in `scope`."""
    parsed = ast.parse(text.strip(), mode="eval")
    _check(parsed)
    code = compile(parsed, "<template>", "eval")
    return eval(code, {"__builtins__": {}}, dict(scope))


def fill(template, names):
    """The template with every place filled."""
    return PLACE.sub(lambda found: str(evaluate(found.group(1), names)), template)


def matching(lines, pattern):
    """The lines that the user's filter lets through; a star stands for anything."""
    wanted = re.compile(re.escape(pattern).replace(r"\*", ".*", 1))
    return [line for line in lines if wanted.fullmatch(line)]
