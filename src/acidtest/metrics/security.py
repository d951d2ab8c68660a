"""The sound security metric: which protections of a Solidity function were kept.

Protections are found in the syntax tree in their various forms: comments and strings do not
count, `if (…) revert` counts like `require`, and `msg.sender` counts as access control only where
it guards something.
"""

import re
from collections import Counter
from functools import lru_cache

from tree_sitter import Node

from acidtest.lang.tree import parse, text_of
from acidtest.metrics.structure import is_guard

_ACCESS_MODIFIER = re.compile(
    r"only\w+|auth\w*|requiresAuth\w*|restricted\w*|hasRole\w*|is_?(?:Owner|Admin|Author)\w*|"
    r"(?:owner|admin|governance|minter|operator)Only",
    re.IGNORECASE,
)
_ACCESS_CALL = re.compile(r"_?(?:check(?:Owner|Role|Auth|CanCall)\w*|only[A-Z]\w*|requireAuth\w*)")
_SENDER = re.compile(r"\b(?:msg\.sender|tx\.origin|_?msgSender\(\))")
_REENTRANCY_MODIFIER = re.compile(
    r"\w*re_?entran\w*|no_?re_?ent\w*|(?:un)?lock(?:ed)?|mutex|not_?locked|synchronized",
    re.IGNORECASE,
)
_LOCK = re.compile(r"(?i:reentran|mutex|entered)|\b_?(?i:un)?(?i:locked|lock)\b")
_SAFE_CALL = re.compile(r"(?:try)?(?:add|sub|mul|div|mod)", re.IGNORECASE)
_SAFE_FUNCTION = re.compile(r"_?safe_?(?:add|sub|mul|div|mod|math)\w*", re.IGNORECASE)
_ZERO = re.compile(r"(?:address|payable)\((?:payable\()?(?:address\()?0(?:x0*)?\)+|0x0{40}|0x0")
_LOOKED_AT = 10_000
"""Bytes: names, operands and conditions are shorter; calls of calls of calls can be as long as the
text, each in the next."""

KINDS = ("check", "access", "zero_address", "reentrancy", "safe_math", "unchecked")


def security_patterns(reference: str, candidate: str) -> float:
    """Return the mean agreement on the kinds of protection that either text has.

    The agreement on a kind is the smaller count over the larger, so losing a protection and
    inventing one both lower the score. Two texts without any protection agree.

    >>> security_patterns("require(to != address(0));", "if (to == address(0x0)) revert();")
    1.0
    >>> security_patterns("function f() onlyOwner {}", "function f() {}")
    0.0
    """
    ours, theirs = protections(reference), protections(candidate)
    kinds = ours.keys() | theirs.keys()
    if not kinds:
        return 1.0
    shares = (min(ours[k], theirs[k]) / max(ours[k], theirs[k]) for k in sorted(kinds))
    return sum(shares) / len(kinds)


def protections(text: str) -> Counter[str]:
    """Count the protections in a text by kind.

    check: a guard of any kind; access: who may call; zero_address: a comparison with the zero
    address; reentrancy: a lock; safe_math: arithmetic checked by a library; unchecked: a block
    that turns the compiler's own checks off.

    >>> sorted(protections("function f() onlyOwner nonReentrant { x = x.add(1); }").items())
    [('access', 1), ('reentrancy', 1), ('safe_math', 1)]
    """
    return Counter(dict(_protections(text)))


@lru_cache(maxsize=1024)
def _protections(text: str) -> tuple[tuple[str, int], ...]:
    source = parse(text, "solidity")
    counts = Counter(kind for node in source.nodes() for kind in _kinds(node))
    return tuple(counts.items())


def _kinds(node: Node) -> list[str]:
    if is_guard(node):
        condition = _condition(node)
        kinds = ["check"]
        if any(map(_asks_who, re.split(r"&&|\|\|", condition))):
            kinds.append("access")
        if _LOCK.search(condition):
            kinds.append("reentrancy")
        return kinds
    match node.type:
        case "modifier_invocation":
            return _modifier(text_of(node.named_children[0])) if node.named_children else []
        case "modifier_definition":
            name = node.child_by_field_name("name")
            return _modifier(text_of(name)) if name is not None else []
        case "call_expression":
            return _call(node)
        case "binary_expression":
            equality = any(child.type in ("==", "!=") for child in node.children)
            return ["zero_address"] if equality and any(map(_is_zero, node.named_children)) else []
        case "unchecked":
            return ["unchecked"]
        case _:
            return []


def _compact(node: Node) -> str:
    """The text without spaces; nothing of one that is too long."""
    long = node.end_byte - node.start_byte > _LOOKED_AT
    return "" if long else re.sub(r"\s", "", text_of(node))


def _is_zero(side: Node) -> bool:
    """Tell whether an operand is the zero address."""
    return _ZERO.fullmatch(_compact(side)) is not None


def _asks_who(clause: str) -> bool:
    """Tell whether a condition tests who calls, not how much the caller has."""
    return bool(_SENDER.search(clause)) and not re.search("[<>]", clause)


def _modifier(name: str) -> list[str]:
    if _REENTRANCY_MODIFIER.fullmatch(name):
        return ["reentrancy"]
    return ["access"] if _ACCESS_MODIFIER.fullmatch(name) else []


def _call(node: Node) -> list[str]:
    function = node.child_by_field_name("function")
    if function is None:
        return []
    parts = _compact(function).split(".")
    if len(parts) == 1:
        if _ACCESS_CALL.fullmatch(parts[0]):
            return ["access"]
        return ["safe_math"] if _SAFE_FUNCTION.fullmatch(parts[0]) else []
    arguments = sum(child.type == "call_argument" for child in node.children)
    # a.add(b), a.sub(b, "why"), SafeMath.add(a, b); not a set's add() or a list's sub().
    is_safe = _SAFE_CALL.fullmatch(parts[-1]) and 1 <= arguments <= 3
    return ["safe_math"] if is_safe or _SAFE_FUNCTION.fullmatch(parts[-1]) else []


def _condition(guard: Node) -> str:
    """Return a guard's condition, without spaces and without the message of a `require`."""
    if guard.type == "if_statement":
        condition = guard.child_by_field_name("condition")
    else:
        condition = next((c for c in guard.children if c.type == "call_argument"), None)
    return _compact(condition) if condition is not None else ""
