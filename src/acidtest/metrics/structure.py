"""Sound structure metrics: control flow and cyclomatic complexity, read from the syntax tree."""

from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import LCSseq
from tree_sitter import Node

from acidtest.lang.tree import Language, parse, text_of

# for and while compile to the same thing, and a decompiler may write either.
_NESTING = {
    "if_statement": "if",
    "for_statement": "loop",
    "while_statement": "loop",
    "do_while_statement": "loop",
    "do_statement": "loop",
    "try_statement": "try",
    "catch_clause": "catch",
    "switch_statement": "switch",
    "case_statement": "case",
    "ternary_expression": "choice",
    "conditional_expression": "choice",
    "yul_if_statement": "if",
    "yul_for_statement": "loop",
    "yul_switch_statement": "switch",
}
_JUMPS = {
    "break_statement": "break",
    "continue_statement": "continue",
    "goto_statement": "goto",
    "revert_statement": "revert",
    "return_statement": "return",
}
_DECISIONS = frozenset({"if", "loop", "case", "catch", "choice", "guard"})
# Keywords left over from constructs that the parser could not complete.
_STRAY = {"if": "if", "for": "loop", "while": "loop", "do": "loop", "switch": "switch"}


@dataclass(frozen=True, slots=True)
class Shape:
    """The skeleton of a text's control flow, and its cyclomatic complexity."""

    skeleton: tuple[str, ...]
    complexity: int


def control_flow(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return how much of the two control-flow skeletons can be aligned, nesting and order included.

    `require(a)` and `if (!a) revert()` are the same guard, `for` and `while` the same loop,
    `else if` an `if` inside an `else`. Two texts without control flow agree.

    >>> control_flow("require(a); x = 1;", "if (!a) { revert(); } x = 1;")
    1.0
    >>> control_flow("x;", "if (a) if (b) if (c) x;")
    0.0
    """
    ours, theirs = shape(reference, language).skeleton, shape(candidate, language).skeleton
    if not ours and not theirs:
        return 1.0
    return 2 * LCSseq.similarity(ours, theirs) / (len(ours) + len(theirs))


def complexity(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return the smaller over the larger cyclomatic complexity.

    Branches, loops, cases, catches, `? :`, guards, `&&` and `||` each count once.

    >>> complexity("if (a || b) x;", "if (a) x; else if (b) x;")
    1.0
    """
    a, b = shape(reference, language).complexity, shape(candidate, language).complexity
    return min(a, b) / max(a, b)


@lru_cache(maxsize=1024)
def shape(text: str, language: Language) -> Shape:
    """Read the control flow of a text.

    >>> shape("while (a) { if (b && c) return; else d(); }", "solidity")
    Shape(skeleton=('loop', 'if', 'return', 'else', 'end', 'end'), complexity=4)
    """
    source = parse(text, language)
    skeleton: list[str] = []
    depth = short_circuits = 0
    waiting: list[Node | None] = [source.root]  # None closes a construct
    while waiting:
        node = waiting.pop()
        if node is None:
            skeleton.append("end")
            depth -= 1
            continue
        kind = node.type
        children: list[Node | None] = list(reversed(node.children))
        if source.holds(node):
            if kind in ("&&", "||"):
                short_circuits += 1
            elif is_guard(node):
                skeleton.append("guard")
                short_circuits += _short_circuits(node)
                children = []
            elif kind in _NESTING:
                skeleton.append("default" if _is_default(node) else _NESTING[kind])
                depth += 1
                children.insert(0, None)
            elif kind in _JUMPS and (depth or kind != "return_statement"):
                skeleton.append(_JUMPS[kind])
            elif kind == "else":
                skeleton.append("else")
            elif kind in _STRAY and node.parent is not None and node.parent.is_error:
                skeleton.append(_STRAY[kind])
        waiting.extend(children)
    decisions = sum(step in _DECISIONS for step in skeleton)
    return Shape(tuple(skeleton), 1 + decisions + short_circuits)


def is_guard(node: Node) -> bool:
    """Tell whether a node lets execution continue only if a condition holds.

    That is `require(…)`, `assert(…)`, or an `if` without `else` that does nothing but revert.
    """
    if node.type == "call_expression":
        function = node.child_by_field_name("function")
        return function is not None and text_of(function) in ("require", "assert")
    if node.type != "if_statement":
        return False
    bodies = node.children_by_field_name("body")
    return len(bodies) == 1 and _only_reverts(bodies[0])


def _only_reverts(body: Node) -> bool:
    while body.type in ("statement", "block_statement", "expression_statement", "expression"):
        inner = [child for child in body.named_children if child.type != "comment"]
        if len(inner) != 1:
            return False
        body = inner[0]
    return body.type == "revert_statement" or text_of(body) == "throw"


def _is_default(node: Node) -> bool:
    return node.type == "case_statement" and node.children[0].type == "default"


def _short_circuits(node: Node) -> int:
    count, waiting = 0, [node]
    while waiting:
        inner = waiting.pop()
        count += inner.type in ("&&", "||")
        waiting.extend(inner.children)
    return count
