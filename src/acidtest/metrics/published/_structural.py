"""Published metrics that count regular expressions: flow, signature, security, complexity."""

import re
from collections.abc import Iterable
from operator import eq, sub
from typing import NamedTuple

# Each is the published pattern rewritten to start with its letters, which `re` finds several
# times faster: `\bif\s*\(` becomes `if`, a lookbehind for `\bif`, then `\s*\(`.
_IF = re.compile(r"if(?<=\bif)\s*\(")
_ELSE = re.compile(r"else(?<=\belse)\b")
_WHILE = re.compile(r"while(?<=\bwhile)\s*\(")
_FOR = re.compile(r"for(?<=\bfor)\s*\(")
_REQUIRE = re.compile(r"require(?<=\brequire)\s*\(")
_ELSE_IF = re.compile(r"else(?<=\belse)\s+if\s*\(")
_OR = re.compile(r"\|\|(?<=\w\|\|)(?=\w)")
_AND = re.compile(r"&&(?<=\w&&)(?=\w)")
_MODIFIER = re.compile(r"modifier(?<=\bmodifier)\s+\w+")
_SENDER = re.compile(r"msg(?<=\bmsg)\.sender\b")
_SIGNATURE = re.compile(
    r"function\s+(\w+)\s*\((.*?)\)\s+(public|external|internal|private)"
    r"(?:\s+(view|pure|payable))?\s*(?:returns\s*\((.*?)\))?"
)

Signature = tuple[str | None, ...]


class PatternCounts(NamedTuple):
    """How often each published pattern occurs in a text.

    The first five are the control flow, the fifth to ninth the security patterns; the
    decisions of the complexity are `if`, the loops and the last three.
    """

    branches: int
    elses: int
    whiles: int
    fors: int
    requires: int
    modifiers: int
    senders: int
    zero_addresses: int
    non_reentrant: int
    else_ifs: int
    ors: int
    ands: int


def count_patterns(code: str) -> PatternCounts:
    """Count every published pattern."""
    elses = len(_ELSE.findall(code))
    return PatternCounts(
        len(_IF.findall(code)),
        elses,
        len(_WHILE.findall(code)),
        len(_FOR.findall(code)),
        len(_REQUIRE.findall(code)),
        len(_MODIFIER.findall(code)),
        len(_SENDER.findall(code)),
        code.count("address(0)"),
        code.count("nonReentrant"),
        len(_ELSE_IF.findall(code)) if elses else 0,
        len(_OR.findall(code)),
        len(_AND.findall(code)),
    )


def find_signature(code: str) -> Signature | None:
    """Return name, parameters, visibility, mutability and returns, as matched by the one regex."""
    match = _SIGNATURE.search(code)
    return match.groups() if match else None


def count_control_structures(code: str) -> dict[str, int]:
    """Return how often each of the five control structures occurs.

    >>> count_control_structures("if (a) b(); else require(c);")
    {'if': 1, 'else': 1, 'while': 0, 'for': 0, 'require': 1}
    """
    counts = count_patterns(code)
    return dict(zip(("if", "else", "while", "for", "require"), counts[:5], strict=True))


def parse_function_signature(code: str) -> dict[str, str | None] | None:
    """Return the parts of the first function's signature; None if the regex fails.

    >>> parse_function_signature("function f(uint a) public view {}")["params"]
    'uint a'
    """
    parts = find_signature(code)
    names = ("name", "params", "visibility", "mutability", "returns")
    return None if parts is None else dict(zip(names, parts, strict=True))


def cyclomatic_complexity(code: str) -> int:
    """Return the published decision count plus one; `else if` counts twice.

    >>> cyclomatic_complexity("if (a) x; else if (b) y;")
    4
    """
    return _decisions(count_patterns(code))


def control_flow(reference: str, candidate: str) -> float:
    """Return 1 − Σ|differences of counts| ÷ max(count in the reference, 1); it may go below 0.

    >>> control_flow("x;", "if (a) if (b) if (c) x;")
    -2.0
    """
    return flow_of_counts(count_patterns(reference), count_patterns(candidate))


def signature(reference: str, candidate: str) -> float:
    """Return how much of the function's signature is equal, by the published weights.

    0 if the regex fails on either text, even if they are equal.

    >>> signature("function f(uint a) public view {}", "function f(uint b) public view {}")
    0.7999999999999999
    >>> signature("function f() {}", "function f() {}")
    0.0
    """
    return agreement(find_signature(reference), find_signature(candidate))


def security_patterns(reference: str, candidate: str) -> float:
    """Return the mean over five patterns of the candidate's share of the reference's count.

    A count above the reference's counts as 1. A pattern in neither text gives 1, one that is only
    in the candidate gives 0.

    >>> security_patterns("require(a); require(b);", "require(a);")
    0.9
    """
    return security_of_counts(count_patterns(reference), count_patterns(candidate))


def complexity(reference: str, candidate: str) -> float:
    """Return the smaller over the larger of the published decision counts plus one.

    >>> complexity("if (a) x; else if (b) y;", "if (a) x;")
    0.5
    """
    return complexity_of_counts(count_patterns(reference), count_patterns(candidate))


def flow_of_counts(reference: PatternCounts, candidate: PatternCounts) -> float:
    """Return the control flow score of two counts."""
    gap: int = sum(map(abs, map(sub, reference[:5], candidate[:5])))
    total = sum(reference[:5])
    return 1 - gap / (total or 1)


def agreement(reference: Signature | None, candidate: Signature | None) -> float:
    """Return the published weight of the parts on which two signatures agree."""
    if reference is None or candidate is None:
        return 0.0
    same: Iterable[bool] = map(eq, reference, candidate)
    name, parameters, visibility, mutability, returns = same
    # Added in the published order: another order rounds differently.
    return 0.3 * name + 0.2 * visibility + 0.2 * mutability + 0.2 * parameters + 0.1 * returns


def security_of_counts(reference: PatternCounts, candidate: PatternCounts) -> float:
    """Return the security score of two counts."""
    shares = 0.0
    for a, b in zip(reference[4:9], candidate[4:9], strict=True):
        shares += (1.0 if b >= a else b / a) if a else not b
    return shares / 5


def complexity_of_counts(reference: PatternCounts, candidate: PatternCounts) -> float:
    """Return the complexity score of two counts."""
    a, b = _decisions(reference), _decisions(candidate)
    return a / b if a < b else b / a


def _decisions(counts: PatternCounts) -> int:
    return 1 + sum(counts[:1] + counts[2:4] + counts[9:])
