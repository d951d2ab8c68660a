"""Small changes to a C function: operators, constants, branches, returns, statements."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter_c
from tree_sitter import Language, Node, Parser

from acidtest.lang.mutation import Change, Mutant, mutants_of, operator_changes

_DELETED = ("expression_statement", "break_statement", "continue_statement", "goto_statement")


def mutants(function: str) -> list[Mutant]:
    """All mutants of a C text, in source order."""
    root = Parser(Language(tree_sitter_c.language())).parse(function.encode()).root_node
    return mutants_of(function, _nodes(root), _changes)


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    # An array's size is not behaviour: one more changes nothing, one less is undefined.
    size = node.child_by_field_name("size") if node.type == "array_declarator" else None
    for child in node.children:
        if child != size:
            yield from _nodes(child)


def _text(node: Node) -> str:
    return (node.text or b"").decode()


def _changes(node: Node) -> Iterator[Change]:
    at, end = node.start_byte, node.end_byte
    operator = node.child_by_field_name("operator")
    if node.type in ("binary_expression", "assignment_expression", "update_expression"):
        yield from operator_changes(operator)
    elif node.type == "unary_expression":
        if operator is not None and operator.type in ("!", "-", "~"):
            yield "operator", operator.start_byte, operator.end_byte, ""
    elif node.type in ("number_literal", "char_literal"):
        yield "constant", at, end, f"({_text(node)} + 1)"
        yield "constant", at, end, f"({_text(node)} - 1)"
    elif node.type == "return_statement" and node.named_children:
        value = node.named_children[0]
        if value.type not in ("number_literal", "char_literal"):
            yield "return", value.start_byte, value.end_byte, "0"
            yield "return", value.start_byte, value.end_byte, f"({_text(value)}) + 1"
    condition = node.child_by_field_name("condition")
    if condition is not None and node.type != "switch_statement":
        inside = _text(condition)
        negated = f"(!{inside})" if inside.startswith("(") else f"!({inside})"
        yield "branch", condition.start_byte, condition.end_byte, negated
    if node.type in _DELETED or _is_spare(node):
        yield "deletion", at, end, ";"


def _is_spare(node: Node) -> bool:
    """Whether the text stays well defined without it: an if without else, or an early return."""
    if node.type == "if_statement":
        return node.child_by_field_name("alternative") is None
    if node.type != "return_statement":
        return False
    body: Node | None = node
    while (
        body is not None and body.parent is not None and body.parent.type != "function_definition"
    ):
        body = body.parent
    last = body.named_children[-1] if body is not None and body.named_children else None
    # The function must still end in a return after the deletion, or it returns no value.
    return last is not None and last != node and last.type == "return_statement"
