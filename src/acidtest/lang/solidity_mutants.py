"""Small changes to a Solidity source: operators, constants, branches, modifiers, senders."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from acidtest.lang.mutation import OPERATORS, Change, Mutant, mutants_of, operator_changes
from acidtest.lang.solidity import nodes, parse, text_of

_BINARY = ("binary_expression", "augmented_assignment_expression", "update_expression")
_YUL = {
    "add": "sub", "sub": "add", "mul": "add", "div": "mul", "lt": "gt", "gt": "lt",
    "shl": "shr", "shr": "shl", "and": "or", "or": "and", "eq": "lt", "sload": "not",
}  # fmt: skip
_DELETED = ("expression_statement", "emit_statement", "break_statement", "continue_statement")


def mutants(source: str) -> list[Mutant]:
    """All mutants of a Solidity text, in source order."""
    return mutants_of(source, nodes(parse(source)[1]), _changes)


def _changes(node: Node) -> Iterator[Change]:
    at, end = node.start_byte, node.end_byte
    text = text_of(node)
    if node.type in _BINARY:
        operator = node.child_by_field_name("operator") or next(
            (child for child in node.children if child.type in OPERATORS), None
        )
        yield from operator_changes(operator)
    elif node.type == "unary_expression":
        if text.startswith(("!", "-", "~")):
            yield "operator", at, at + 1, ""
    elif node.type == "number_literal" and not _is_size(node):
        if text.lower().startswith("0x") and len(text) == 42:
            return  # an address
        yield "constant", at, end, f"({text} + 1)"
        if text != "0":
            yield "constant", at, end, f"({text} - 1)"
    elif node.type == "yul_evm_builtin" and text in _YUL:
        yield "assembly", at, end, _YUL[text]
    elif node.type in ("yul_decimal_number", "yul_hex_number"):
        yield "assembly", at, end, str(int(text, 0) + 1)
    elif node.type in ("true", "false", "boolean_literal") and text in ("true", "false"):
        yield "constant", at, end, "false" if text == "true" else "true"
    elif node.type == "if_statement":
        condition = node.child_by_field_name("condition")
        if condition is not None:
            new = f"!({text_of(condition)})"
            yield "branch", condition.start_byte, condition.end_byte, new
        if node.child_by_field_name("else") is None and " else" not in text:
            yield "deletion", at, end, ""
    elif node.type == "modifier_invocation" and node.parent is not None:
        if node.parent.type == "function_definition":
            yield "modifier", at, end, ""
    elif node.type in _DELETED and text not in ("_;",):
        if node.parent is not None and node.parent.type == "statement":
            yield "deletion", at, end, ";" if node.type.startswith(("break", "cont")) else "{}"
    elif node.type == "member_expression" and text == "msg.sender" and not _in_constructor(node):
        yield "sender", at, end, "tx.origin"


def _in_constructor(node: Node) -> bool:
    """In a constructor called by a person, msg.sender and tx.origin are the same."""
    above: Node | None = node
    while above is not None and above.type != "constructor_definition":
        above = above.parent
    return above is not None


def _is_size(node: Node) -> bool:
    """Whether a number is an array size or in a pragma: neither is behaviour."""
    above = node.parent
    while above is not None and above.type == "expression":
        above = above.parent
    return above is not None and above.type in ("type_name", "pragma_directive")
