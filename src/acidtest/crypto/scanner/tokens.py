"""Source code as tokens: names, strings, numbers, comments and imports, by tree-sitter.

One stream for all languages is enough to follow names: a rule needs the text of an expression,
and whether it is live code rather than a comment, a docstring, a test or dead code.
"""

from __future__ import annotations

import ast
import importlib
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tree_sitter import Language, Node, Parser, Tree

from acidtest.core.extras import check_packages, needed_by
from acidtest.crypto.scanner.functions import OWNERS, SCOPES, Functions
from acidtest.crypto.scanner.limits import GaveUp, check
from acidtest.lang.affordable import affordable

LANGUAGES = {
    ".py": ("python", "python"), ".pyi": ("python", "python"),
    ".java": ("java", "java"), ".kt": ("kotlin", "java"), ".kts": ("kotlin", "java"),
    ".go": ("go", "go"), ".rs": ("rust", "rust"), ".cs": ("c_sharp", "csharp"),
    ".js": ("javascript", "javascript"), ".mjs": ("javascript", "javascript"),
    ".cjs": ("javascript", "javascript"), ".jsx": ("javascript", "javascript"),
    ".ts": ("typescript", "javascript"), ".tsx": ("tsx", "javascript"),
    ".mts": ("typescript", "javascript"),
    ".c": ("c", "c"), ".h": ("cpp", "c"), ".cc": ("cpp", "c"), ".cpp": ("cpp", "c"),
    ".cxx": ("cpp", "c"), ".hh": ("cpp", "c"), ".hpp": ("cpp", "c"),
    ".rb": ("ruby", "ruby"), ".rake": ("ruby", "ruby"), ".php": ("php", "php"),
    ".swift": ("swift", "swift"), ".scala": ("scala", "java"), ".sc": ("scala", "java"),
}  # fmt: skip
"""Extension: the grammar, and the table of rules."""

STRINGS = frozenset(
    "string string_literal interpreted_string_literal raw_string_literal template_string "
    "verbatim_string_literal interpolated_string_expression char_literal character_literal "
    "rune_literal concatenated_string_part raw_string multiline_string_literal encapsed_string "
    "line_string_literal multi_line_string_literal bare_string simple_symbol "
    "interpolated_string".split()
)
IMPORTS = frozenset(
    "import_statement import_from_statement import_declaration import import_header "
    "use_declaration using_directive preproc_include package_clause package_declaration "
    "package_header future_import_statement namespace_use_declaration".split()
)
_FUNCTIONS = frozenset(
    "function_definition method singleton_method function_declaration method_declaration "
    "function_item class_definition class_declaration mod_item local_function_statement "
    "decorated_definition".split()
)
VARIABLES = frozenset("variable_name instance_variable class_variable global_variable".split())
_BARE = frozenset(("bare_string", "simple_symbol"))
LEAF_KINDS = STRINGS | VARIABLES | {"preproc_arg"}
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*!?\Z")
_NUMBER = re.compile(r"0[xX][0-9a-fA-F_]+|[0-9][0-9_]*")
_FALSE = re.compile(r"\(?\s*(?:False|false|0|!1)\s*\)?")
_TESTING = re.compile(r"\bTESTING\b|\b(?:is_)?testing\b(?!\()|([\"'])test(?:ing)?\1(?!\w)")
_TEST_NAME = re.compile(
    r"(?:def|class|func|fn|mod|fun|void|struct)\s+(?:test_\w*|Test[A-Z_]\w*|tests\b|\w+Tests?\b)"
)
_TEST_MARK = re.compile(
    r"\s*(?:#\[(?:test|cfg\(test\))\]|@(?:Test|ParameterizedTest)\b|\[(?:Fact|Test|TestMethod|Theory)\])"
)
_PLAIN = re.compile(r"^[A-Za-z@$]{0,3}#*(\"\"\"|'''|\"|'|`)(.*)\1#*$", re.DOTALL)
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+|[^\s\w]')
_PLAIN_NODE, _NAMED, _SPECIAL, _SKIPPED = range(4)
_STRUCTURE = _FUNCTIONS | SCOPES | OWNERS | frozenset(
    ("enum_constant", "enum_entry", "if_statement", "if_expression", "preproc_if",
     "expression_statement")
)  # fmt: skip
HOLE = "\x00"
"""Marks both sides of a name inside an interpolated string."""


@dataclass(slots=True)
class CodeToken:
    """`kind` is id, str, num, op, comment or import; `raw` is the source text of a string, "@" for
    a field; `scope` is the number of the function around it, 0 outside of any.
    """

    kind: str
    text: str
    line: int
    last: int
    state: str
    raw: str = ""
    scope: int = 0


def check_grammars() -> None:
    """Raise `MissingPackage` unless all grammars are installed."""
    names = {"typescript" if grammar == "tsx" else grammar for grammar, _ in LANGUAGES.values()}
    check_packages("acidtest-scan", *(f"tree_sitter_{name}" for name in sorted(names)))


@cache
def parser(grammar: str) -> Parser:
    """The parser of one grammar."""
    name = "typescript" if grammar == "tsx" else grammar
    with needed_by("the scanner"):
        module = importlib.import_module(f"tree_sitter_{name}")
    several = f"language_{grammar}"  # typescript, tsx and php are in packages of several
    made = getattr(module, several if hasattr(module, several) else "language")
    return Parser(Language(made()))


def tokens(source: bytes, grammar: str) -> list[CodeToken]:
    """All tokens in order; for broken source, those that can be read."""
    return read_source(source, grammar)[0]


def parsed(source: bytes, grammar: str) -> Tree:
    """The syntax tree of a text; raises `GaveUp` where that takes too long."""
    parse = parser(grammar).parse
    if not affordable(grammar, source):
        raise GaveUp("its syntax takes too long to read")
    return parse(source)


def read_source(source: bytes, grammar: str) -> tuple[list[CodeToken], Functions]:
    """All tokens in order, and the functions; for broken source, those that can be read."""
    reader = _Tokens(source, grammar)
    reader.read(parsed(source, grammar).root_node)
    return reader.stream, reader.functions


@cache
def _kinds(grammar: str) -> Sequence[int]:
    """What is done with each kind of node, by its number: looking the name up is slower."""
    language = parser(grammar).language
    assert language is not None
    return [_way(language.node_kind_for_id(n) or "") for n in range(language.node_kind_count)]


def _way(kind: str) -> int:
    if kind == "literal_type":
        return _SKIPPED
    special = "comment" in kind or kind in LEAF_KINDS or kind in IMPORTS or kind == "ERROR"
    return _SPECIAL if special else _NAMED if kind in _STRUCTURE else _PLAIN_NODE


class _Tokens:
    """Walks a syntax tree. Lines are counted along the text, which is faster than asking nodes."""

    def __init__(self, source: bytes, grammar: str) -> None:
        self.stream: list[CodeToken] = []
        self.functions = Functions()
        self._source, self._kinds = source, _kinds(grammar)
        self._breaks = [match.start() for match in re.finditer(b"\n", source)]
        self._leaves: dict[bytes, tuple[str, str]] = {}

    def read(self, root: Node) -> None:
        """Collect the tokens below a node."""
        stream, source, kinds, breaks = self.stream, self._source, self._kinds, self._breaks
        leaves, most = self._leaves, len(self._kinds)
        stack: list[tuple[Node | CodeToken, str, int, str]] = [(root, "active", 0, "")]
        steps = 0
        while stack:
            steps += 1
            if not steps & 63:
                check()
            node, state, scope, owner = stack.pop()
            if isinstance(node, CodeToken):
                node.scope = scope
                stream.append(node)
                continue
            number = node.kind_id
            way = kinds[number] if number < most else _SPECIAL
            if way == _PLAIN_NODE:
                children = node.children
                if children:
                    children.reverse()
                    stack.extend([(child, state, scope, owner) for child in children])
                    continue
                start, end = node.start_byte, node.end_byte
                raw = source[start:end]
                leaf = leaves.get(raw)
                if leaf is None:
                    leaf = leaves[raw] = _leaf(raw)
                kind, text = leaf
                if kind:
                    line = bisect_left(breaks, start) + 1
                    last = line if b"\n" not in raw else line + raw.count(b"\n")
                    stream.append(CodeToken(kind, text, line, last, state, "", scope))
                    if kind == "op" and text == "-" and len(raw) > 1:
                        digits = raw[1:].decode("utf-8", "replace")
                        stream.append(CodeToken("num", digits, line, last, state, "", scope))
            elif way != _SKIPPED:
                self._named(node, state, scope, owner, stack)

    def _named(
        self,
        node: Node,
        state: str,
        scope: int,
        owner: str,
        stack: list[tuple[Node | CodeToken, str, int, str]],
    ) -> None:
        """A node that is read by its kind."""
        stream, functions = self.stream, self.functions
        kind = node.type
        if node.child_count == 0 and (kind not in LEAF_KINDS or not node.is_named):
            if kind.endswith("comment"):
                stream.append(_token("comment", node, state))
                return
            raw = node.text or b""
            what, text = _leaf(raw)
            if what:
                stream.append(CodeToken(what, text, *_lines(node), state, "", scope))
                if what == "op" and text == "-" and len(raw) > 1:
                    digits = raw[1:].decode("utf-8", "replace")
                    stream.append(CodeToken("num", digits, *_lines(node), state, "", scope))
        elif "comment" in kind:
            stream.append(_token("comment", node, state))
        elif kind in STRINGS:
            stream.append(_string(node, state, scope))
        elif kind == "preproc_arg":
            stream.extend(_macro(node, state))
        elif kind in IMPORTS and node.child_count:
            stream.append(_token("import", node, state))
        elif kind in VARIABLES:
            name = _text(node)
            raw_sign = name[:1] if name[:1] in "@$" else ""
            text = name.lstrip("@$")
            stream.append(CodeToken("id", text, *_lines(node), state, raw_sign, scope))
        elif kind == "ERROR":
            stack.extend((c, state, scope, owner) for c in _broken(node, state, self._source))
        else:
            if kind in OWNERS:
                owner = functions.owner(node, scope) or owner
            elif kind in ("enum_constant", "enum_entry") and node.child_count > 1:
                named = node.child_by_field_name("name") or node.children[0]
                functions.constants[_text(named)[:200]] = owner
            if kind in SCOPES:
                scope = functions.enter(node, scope, owner)
            stack.extend((c, s, scope, owner) for c, s in _children(node, state, self._source))


def _leaf(raw: bytes) -> tuple[str, str]:
    """The kind and text of a leaf that is only text; "" for white space."""
    text = raw.decode("utf-8", "replace")
    if _IDENTIFIER.match(text):
        return "id", text
    if _NUMBER.match(text):
        return "num", text
    if text[:1] == "-" and _NUMBER.match(text[1:]):
        return "op", "-"
    if text.strip():
        return "op", "[" if text[:2].lower() in ("%w", "%i") else text  # Ruby's lists
    return "", text


def _children(node: Node, state: str, source: bytes) -> list[tuple[Node, str]]:
    """Children, last first, each with its state."""
    kind = node.type
    children = node.children
    if state == "active" and kind in _FUNCTIONS and _is_test(node, source):
        state = "test"
    if kind in ("if_statement", "if_expression"):
        condition = node.child_by_field_name("condition")
        said = _text(condition) if condition is not None else ""
        other = "disabled" if _FALSE.fullmatch(said) else "test" if _TESTING.search(said) else ""
        if other and state == "active":
            body = node.child_by_field_name("consequence")
            same = [(c, other if body is not None and c == body else state) for c in children]
            return same[::-1]
    if kind == "preproc_if":
        condition = node.child_by_field_name("condition")
        if condition is not None and _text(condition).strip() in ("0", "false"):
            alive = ("preproc_else", "preproc_elif")
            return [(c, state if c.type in alive else "disabled") for c in children][::-1]
    if kind == "expression_statement" and len(children) == 1 and children[0].type == "string":
        return [(children[0], "comment")]
    return [(child, state) for child in reversed(children)]


def _broken(node: Node, state: str, source: bytes) -> list[Node | CodeToken]:
    """What the grammar does not understand, last first: also the words between its children."""
    parts: list[Node | CodeToken] = []
    at, line = node.start_byte, node.start_point[0]
    for child in node.children:
        parts += _pieces(source[at : child.start_byte].decode("utf-8", "replace"), line + 1, state)
        parts.append(child)
        at, line = child.end_byte, child.end_point[0]
    parts += _pieces(source[at : node.end_byte].decode("utf-8", "replace"), line + 1, state)
    return parts[::-1]


def _is_test(node: Node, source: bytes) -> bool:
    head = source[node.start_byte : node.start_byte + 300].decode("utf-8", "replace")
    before = node.prev_sibling
    marked = (
        before is not None and before.type == "attribute_item" and _TEST_MARK.match(_text(before))
    )
    if marked or _TEST_MARK.match(head):
        return True
    name = _TEST_NAME.search(head.split("{")[0].split("\n")[0])
    return name is not None


def _string(node: Node, state: str, scope: int) -> CodeToken:
    raw = _text(node)
    if node.type in _BARE:
        return CodeToken("str", raw.lstrip(":"), *_lines(node), state, raw, scope)
    if state == "comment":
        return CodeToken("comment", raw, *_lines(node), state)
    value = ""
    holes = [
        c for c in node.children if "interpolation" in c.type or c.type == "template_substitution"
    ]
    if holes:
        for child in node.children:
            if child in holes:
                inner = re.sub(r"^[\s${]+|[\s}]+$", "", _text(child))
                value += HOLE + inner + HOLE
            elif "content" in child.type or "fragment" in child.type:
                value += _text(child)
    else:
        plain = _PLAIN.match(raw)
        value = plain[2] if plain else raw.strip("\"'`")
        if "\\" in value:
            value = _unescaped(raw, value)
    return CodeToken("str", value, *_lines(node), state, raw, scope)


def _macro(node: Node, state: str) -> list[CodeToken]:
    """The value of a `#define`, which the grammar does not parse."""
    return list(_pieces(_text(node), node.start_point[0] + 1, state))


def _pieces(said: str, line: int, state: str) -> Iterator[CodeToken]:
    """Words, strings, numbers and signs of a text that no grammar has read."""
    at = 0
    for match in _PIECE.finditer(said):
        text = match[0]
        line += said.count("\n", at, match.start())
        at = match.start()
        if text[0] == '"':
            yield CodeToken("str", text.strip('"'), line, line, state, text)
        else:
            kind = "id" if _IDENTIFIER.match(text) else "num" if text[0].isdigit() else "op"
            yield CodeToken(kind, text, line, line, state)


def _unescaped(raw: str, value: str) -> str:
    try:
        said = ast.literal_eval('"' + value.replace('"', '\\"').replace("\n", "\\n") + '"')
    except (SyntaxError, ValueError):
        return value
    return str(said)


def _token(kind: str, node: Node, state: str) -> CodeToken:
    return CodeToken(kind, _text(node), *_lines(node), state)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _lines(node: Node) -> tuple[int, int]:
    return node.start_point[0] + 1, node.end_point[0] + 1
