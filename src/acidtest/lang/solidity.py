"""Solidity as a syntax tree, for controls and mutants to edit."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Iterator
from functools import cache

import tree_sitter_solidity
from tree_sitter import Language, Node, Parser

from acidtest.lang.affordable import affordable

_BODIES = ("function_definition", "constructor_definition", "fallback_receive_definition")


@cache
def _parser() -> Parser:
    with warnings.catch_warnings():
        # The package still returns its grammar as a plain number.
        warnings.simplefilter("ignore", DeprecationWarning)
        return Parser(Language(tree_sitter_solidity.language()))


def parse(text: str) -> tuple[bytes, Node]:
    """The text's bytes and the root of its tree."""
    data = text.encode("utf-8", "replace")
    return data, _parser().parse(data if affordable("solidity", data) else b"").root_node


def nodes(root: Node) -> Iterator[Node]:
    """All nodes, a parent before its children."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def replaced(data: bytes, edits: Iterable[tuple[int, int, str]]) -> str:
    """The text with edits applied; of nested edits the outer one wins."""
    parts, at = [], 0
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
        if start >= at:
            parts += [data[at:start], new.encode()]
            at = end
    return b"".join([*parts, data[at:]]).decode("utf-8", "replace")


def text_of(node: Node | None) -> str:
    """A node's source."""
    return "" if node is None or node.text is None else node.text.decode("utf-8", "replace")


def is_external(function: Node) -> bool:
    """Whether a function can be called from outside; before 0.5 that was the default."""
    if function.type == "fallback_receive_definition":
        return True
    visibilities = [text_of(child) for child in function.children if child.type == "visibility"]
    return not visibilities or visibilities[0] in ("public", "external")


def bodies(source: str) -> list[Node]:
    """The bodies of functions that can be called from outside, in order."""
    return [body for node, body in _bodies(source)[1] if node.type != "constructor_definition"]


def with_bodies(
    source: str,
    function_body: str,
    constructor_body: str | None,
    only: Collection[int] | None = None,
) -> str:
    """The source with the bodies of external functions and of constructors replaced.

    `only` are the places in `bodies` of those to be replaced, if not all are.
    """
    data, pairs = _bodies(source)
    edits, place = [], 0
    for node, body in pairs:
        if node.type == "constructor_definition":
            if constructor_body is not None:
                edits.append((body.start_byte, body.end_byte, constructor_body))
            continue
        if only is None or place in only:
            edits.append((body.start_byte, body.end_byte, function_body))
        place += 1
    return replaced(data, edits)


def _bodies(source: str) -> tuple[bytes, list[tuple[Node, Node]]]:
    """The text, and the constructors and external functions in it with their bodies."""
    data, root = parse(source)
    pairs = []
    for node in nodes(root):
        body = node.child_by_field_name("body") if node.type in _BODIES else None
        if body is None or _in_library(node):
            continue
        if node.type == "constructor_definition" or is_external(node):
            pairs.append((node, body))
    return data, pairs


def _in_library(node: Node) -> bool:
    parent = node.parent.parent if node.parent else None
    return parent is not None and parent.type == "library_declaration"
