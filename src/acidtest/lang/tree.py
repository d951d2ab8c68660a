"""Code as a syntax tree and as tokens, for Solidity and C, complete or broken.

A system's answer is often a fragment, and often does not compile. tree-sitter parses it anyway.
A fragment that only makes sense inside a contract or a function body is wrapped in one to parse
it, and the wrapper is ignored when the tree is read.
"""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

import tree_sitter
import tree_sitter_c
import tree_sitter_solidity
from tree_sitter import Node

from acidtest.lang.affordable import affordable

Language = Literal["solidity", "c"]

_WRAPPINGS: dict[Language, list[tuple[bytes, bytes]]] = {
    "solidity": [
        (b"", b""),
        (b"contract _ {\n", b"\n}"),
        (b"contract _ { function _() {\n", b"\n} }"),
    ],
    "c": [(b"", b""), (b"void _(void) {\n", b"\n}")],
}
_WORD = re.compile(r"\w+|[^\w\s]")
_COMMENTS = frozenset({"comment"})
_ONE_TOKEN = frozenset(
    {
        "string",
        "string_literal",
        "unicode_string_literal",
        "hex_string_literal",
        "char_literal",
        "number_literal",  # "1 days" is one number
        "system_lib_string",
    }
)
_NAMES = frozenset(
    {"identifier", "field_identifier", "type_identifier", "statement_identifier", "yul_identifier"}
)
# Names fixed by the language or its standard library, which an author cannot choose.
_SOLIDITY_NAMES = """
    _ abi addmod assert balance block blockhash blobhash byte call callcode chainid code codehash
    coinbase constant constructor data decode delegatecall difficulty ecrecover encode encodeCall
    encodePacked encodeWithSelector encodeWithSignature fallback gas gaslimit gasleft gasprice
    keccak256 length max min msg mulmod now number origin pop prevrandao push receive require revert
    ripemd160 selector selfdestruct send sender sha256 sha3 sig staticcall suicide super this throw
    timestamp transfer tx type unwrap value var wrap
"""
_GIVEN: dict[Language, frozenset[str]] = {
    "solidity": frozenset(_SOLIDITY_NAMES.split()),
    "c": frozenset({"NULL", "FILE", "size_t", "ssize_t", "ptrdiff_t", "va_list", "wchar_t"})
    | {f"{sign}int{size}_t" for sign in ("", "u") for size in (8, 16, 32, 64, "max", "ptr")},
}


@dataclass(frozen=True, slots=True)
class Source:
    """A parsed text: its tree, and which bytes of the tree belong to the text."""

    root: Node
    start: int
    end: int
    language: Language

    def holds(self, node: Node) -> bool:
        """Tell whether a node belongs to the text and not to its wrapper."""
        return self.start <= node.start_byte and node.end_byte <= self.end

    def nodes(self) -> Iterator[Node]:
        """Yield the text's nodes in reading order, parents before children."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if self.holds(node):
                yield node
            waiting.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class Token:
    """A token as written, and whether its author was free to choose it."""

    text: str
    is_name: bool


@lru_cache(maxsize=256)
def parse(text: str, language: Language) -> Source:
    """Parse a text, inside the wrapper that gives the fewest errors.

    A text that would take too long is not parsed: all of it is words.

    >>> parse("constructor() { x = 1; }", "solidity").root.has_error
    False
    """
    code = text.encode("utf-8", "replace")
    best: Source | None = None
    fewest = -1
    for before, after in _WRAPPINGS[language]:
        whole = before + code + after
        root = _parser(language).parse(whole if affordable(language, whole) else b"").root_node
        source = Source(root, len(before), len(before) + len(code), language)
        errors = _errors(root) if root.has_error else 0
        if best is None or errors < fewest:
            best, fewest = source, errors
        if not fewest:
            break
    assert best is not None
    return best


@lru_cache(maxsize=1024)
def tokens(text: str, language: Language) -> tuple[Token, ...]:
    """Return the tokens of a text: no comments, no spacing, each string one token.

    >>> [t.text for t in tokens("x+=1; // one more", "c")]
    ['x', '+=', '1', ';']
    """
    source = parse(text, language)
    given = _GIVEN[language] | (_outside_names(source) if language == "c" else set())
    code = text.encode("utf-8", "replace")
    result: list[Token] = []
    done = 0

    def skipped(end: int) -> None:
        # In broken code the parser skips what it cannot place; those tokens still count.
        for written in _WORD.findall(code[done:end].decode("utf-8", "replace")):
            result.append(Token(written, written.isidentifier() and written not in given))

    for leaf in _leaves(source.root):
        if source.holds(leaf) and not leaf.is_error and not leaf.is_missing:
            skipped(leaf.start_byte - source.start)
            done = leaf.end_byte - source.start
            if leaf.type not in _COMMENTS and (written := text_of(leaf)).strip():
                if leaf.type == "number_literal":
                    written = " ".join(written.split())
                result.append(Token(written, leaf.type in _NAMES and written not in given))
    skipped(len(code))
    return tuple(result)


def words(text: str, language: Language) -> list[str]:
    """Return the tokens of a text as strings."""
    return [token.text for token in tokens(text, language)]


@lru_cache(maxsize=256)
def without_comments(text: str, language: Language) -> str:
    """Return a text with each comment replaced by a space.

    >>> without_comments("a = 1; /* one */ b = 2;", "c")
    'a = 1;   b = 2;'
    """
    source = parse(text, language)
    code = text.encode("utf-8", "replace")
    kept, done = [], 0
    for node in source.nodes():
        if node.type in _COMMENTS:
            kept.append(code[done : node.start_byte - source.start])
            done = node.end_byte - source.start
    return b" ".join([*kept, code[done:]]).decode("utf-8", "replace")


def text_of(node: Node) -> str:
    """Return a node's source text."""
    return (node.text or b"").decode("utf-8", "replace")


def _leaves(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.child_count == 0 or node.type in _ONE_TOKEN:
            yield node
        else:
            waiting.extend(reversed(node.children))


def _outside_names(source: Source) -> frozenset[str]:
    """Return the functions that C code calls but does not define; their names must stay."""
    places = {"call_expression": "function", "function_declarator": "declarator"}
    names: dict[str, set[str]] = {kind: set() for kind in places}
    for node in source.nodes():
        if node.type in places:
            name = node.child_by_field_name(places[node.type])
            if name is not None and name.type == "identifier":
                names[node.type].add(text_of(name))
    return frozenset(names["call_expression"] - names["function_declarator"])


def _errors(root: Node) -> int:
    """Return how many bytes the parser could not place; each token it had to invent counts as 1."""
    total = 0
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_missing:
            total += 1
        elif node.is_error:
            total += max(1, node.end_byte - node.start_byte)
        elif node.has_error:
            waiting.extend(node.children)
    return total


@cache
def _parser(language: Language) -> tree_sitter.Parser:
    grammar = tree_sitter_solidity if language == "solidity" else tree_sitter_c
    with warnings.catch_warnings():
        # The Solidity package still returns its grammar as a plain number.
        warnings.simplefilter("ignore", DeprecationWarning)
        return tree_sitter.Parser(tree_sitter.Language(grammar.language()))
