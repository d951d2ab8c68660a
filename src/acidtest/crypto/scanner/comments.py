"""Names in comments and docstrings, which are no use: only comments with a name are looked up."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, line_counter
from acidtest.crypto.scanner.tokens import IMPORTS, STRINGS, VARIABLES, parsed


def in_comments(source: bytes, text: str, grammar: str) -> Iterator[CryptoFinding]:
    """Findings in the comments of a file whose code holds none."""
    hits = [start for _, start, _ in TAXONOMY.names_in(text)]
    if not hits:
        return
    root = parsed(source, grammar).root_node
    end = -1
    plain = text.isascii()
    for hit in hits:
        at = hit if plain else len(text[:hit].encode("utf-8", "replace"))
        if at < end:
            continue
        node = _comment(root, at)
        if node is not None:
            end = node.end_byte
            said = source[node.start_byte : end].decode("utf-8", "replace")
            yield from named_in(said, node.start_point[0] + 1)


def named_in(text: str, first: int) -> Iterator[CryptoFinding]:
    """Findings in a comment that begins on a line."""
    names = TAXONOMY.names_in(text)
    line_of = line_counter(text) if names else None
    for match, start, _ in names:
        line = first + (line_of(start) if line_of else 1) - 1
        yield CryptoFinding(match, (line, line), "comment", "comment", 0.9)


def _comment(root: Node, at: int) -> Node | None:
    """The comment or docstring around a place; None in code."""
    leaf = root.descendant_for_byte_range(at, at + 1)
    chain = []
    while leaf is not None:
        chain.append(leaf)
        leaf = leaf.parent
    for node in reversed(chain):
        kind = node.type
        if "comment" in kind:
            return node
        if kind == "expression_statement" and node.child_count == 1:
            only = node.children[0]
            if only.type == "string" and only.child_count:
                return only
        if kind == "literal_type" or kind in STRINGS or kind in VARIABLES:
            return None
        if kind == "preproc_arg" or (kind in IMPORTS and node.child_count):
            return None
    return None
