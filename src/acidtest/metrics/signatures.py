"""The sound signature metric: a function's name, who may call it, its parameters and returns."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import LCSseq

from acidtest.lang.tree import Language, Token, tokens

_WORD = re.compile(r"[^\W\d][\w$]*")
_DIRECTIVE = re.compile(r"^[ \t]*#(?:.*\\\r?\n)*.*$", re.MULTILINE)
_VISIBILITIES = frozenset({"public", "external", "internal", "private"})
_MUTABILITIES = {"view": "view", "constant": "view", "pure": "pure", "payable": "payable"}
_SAME_TYPE = {"uint": "uint256", "int": "int256", "byte": "bytes1"}
_NOT_TYPE = frozenset({"memory", "storage", "calldata", "payable"})
_HEADERS = frozenset({"function", "constructor", "fallback", "receive", "modifier"})
_STORAGE = frozenset({"static", "inline", "extern", "register", "__attribute__"})
_QUALIFIERS = frozenset({"const", "volatile", "restrict", "struct", "enum", "union"})
# The published weights; without visibility and mutability, the other parts share them.
_WEIGHTS = {"name": 0.3, "visibility": 0.2, "mutability": 0.2, "parameters": 0.2, "returns": 0.1}


@dataclass(frozen=True, slots=True)
class Signature:
    """What a caller sees of a function; a part that the language does not have is None."""

    name: str
    parameters: tuple[str, ...]
    returns: tuple[str, ...]
    visibility: str | None = None
    mutability: str | None = None


def signature(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return how far the signatures agree, weighted as published, with types aligned in order.

    Parameter names, data locations, modifiers and the order of specifiers do not count;
    `uint` is `uint256`, `constant` is `view`, no visibility is `public`. With several functions,
    each is compared with its best match; two texts without a function agree.

    >>> signature("function f(uint a) public view {}", "function f(uint256 x) view public {}")
    1.0
    >>> round(signature("constructor(address a) {}", "constructor(address a, uint b) {}"), 3)
    0.9
    """
    ours, theirs = signatures(reference, language), signatures(candidate, language)
    if not ours or not theirs:
        return float(not ours and not theirs)
    scores = sorted(
        ((_agreement(a, b), -i, -j) for i, a in enumerate(ours) for j, b in enumerate(theirs)),
        reverse=True,
    )
    total, left, right = 0.0, set(range(len(ours))), set(range(len(theirs)))
    for score, i, j in scores:
        if -i in left and -j in right:
            left.remove(-i)
            right.remove(-j)
            total += score
    return total / max(len(ours), len(theirs))


@lru_cache(maxsize=1024)
def signatures(text: str, language: Language) -> tuple[Signature, ...]:
    """Return the signatures of the functions in a text, complete or not.

    >>> signatures("function f(uint[] memory a) external onlyOwner returns (bool ok)", "solidity")
    (Signature(name='f', parameters=('uint256[]',), returns=('bool',), visibility='external', \
mutability='nonpayable'),)
    """
    if language == "solidity":
        return tuple(_solidity(tokens(text, language)))
    return tuple(_c(tokens(_DIRECTIVE.sub("", text), language)))


def _agreement(a: Signature, b: Signature) -> float:
    parts = {
        "name": float(a.name == b.name),
        "parameters": _aligned(a.parameters, b.parameters),
        "returns": _aligned(a.returns, b.returns),
    }
    if a.visibility is not None:
        parts["visibility"] = float(a.visibility == b.visibility)
        parts["mutability"] = float(a.mutability == b.mutability)
    possible = sum(_WEIGHTS[part] for part in parts)
    return sum(_WEIGHTS[part] * score for part, score in parts.items()) / possible


def _aligned(a: Sequence[str], b: Sequence[str]) -> float:
    return LCSseq.similarity(a, b) / max(len(a), len(b)) if a or b else 1.0


def _solidity(stream: Sequence[Token]) -> Iterator[Signature]:
    depth = 0
    for place, token in enumerate(stream):
        depth = max(0, depth + (token.text == "(") - (token.text == ")"))
        before = stream[place - 1].text if place else ";"
        if token.text in _HEADERS and not depth and before in (";", "{", "}"):
            header = _until_body(stream[place:])
            if token.text in ("function", "modifier") or header[-1] == "{":
                yield _solidity_header(header)


def _until_body(stream: Sequence[Token]) -> list[str]:
    header = []
    for token in stream:
        header.append(token.text)
        if token.text in ("{", ";", "}"):
            break
    return header


def _solidity_header(header: Sequence[str]) -> Signature:
    kind, rest = header[0], list(header[1:])
    name = kind
    if kind in ("function", "modifier") and rest and _WORD.fullmatch(rest[0]):
        name = rest.pop(0)
    elif kind == "function":  # a function without a name was the fallback before Solidity 0.6
        name = kind = "fallback"
    parameters, rest = _brackets(rest)
    visibility, mutability = "public", "nonpayable"
    returns: list[list[str]] = []
    while rest:
        word = rest.pop(0)
        if word in _VISIBILITIES:
            visibility = word
        elif word in _MUTABILITIES:
            mutability = _MUTABILITIES[word]
        elif word == "returns":
            returns, rest = _brackets(rest)
        else:  # a modifier, `virtual` or `override`, perhaps with arguments of its own
            rest = _brackets(rest)[1]
    return Signature(
        name,
        tuple(map(_solidity_type, parameters)),
        tuple(map(_solidity_type, returns)),
        visibility if kind == "function" else kind,  # only functions have a choice
        mutability,
    )


def _solidity_type(part: Sequence[str]) -> str:
    words = [_SAME_TYPE.get(word, word) for word in part if word not in _NOT_TYPE]
    if len(words) > 1 and words[-2] != "." and _WORD.fullmatch(words[-1]):
        words.pop()
    return "".join(words)


def _c(stream: Sequence[Token]) -> Iterator[Signature]:
    depth = start = 0
    for place, token in enumerate(stream):
        if token.text == "{":
            if not depth and place and stream[place - 1].text == ")":
                yield from _c_header(stream[start:place])
            depth += 1
        elif token.text == "}":
            depth = max(0, depth - 1)
        if not depth and token.text in ("}", ";"):
            start = place + 1


def _c_header(header: Sequence[Token]) -> Iterator[Signature]:
    opening = next((i for i, token in enumerate(header) if token.text == "("), 0)
    if opening and _WORD.fullmatch(header[opening - 1].text):
        before = [token for token in header[: opening - 1] if token.text not in _STORAGE]
        groups, _ = _groups(header[opening:])
        parameters = tuple(_c_type(group, named=True) for group in groups)
        yield Signature(
            header[opening - 1].text,
            () if parameters == ("void",) else parameters,
            (_c_type(before, named=False),),
        )


def _c_type(part: Sequence[Token], *, named: bool) -> str:
    words = list(part)
    names = [i for i, token in enumerate(words) if token.is_name]
    if (
        named
        and names
        and any(
            _WORD.fullmatch(token.text) and token.text not in _QUALIFIERS
            for token in words[: names[-1]]
        )
    ):
        del words[names[-1]]
    text = " ".join(token.text for token in words)
    return re.sub(r" ?\[[^]]*\]", " *", text)


def _brackets(words: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """Split `( a , b ) rest` into its parts and the rest; no parts without a bracket."""
    if not words or words[0] != "(":
        return [], list(words)
    depth = used = 0
    while used < len(words) and (depth or not used):
        depth += (words[used] == "(") - (words[used] == ")")
        used += 1
    groups, _ = _groups([Token(word, False) for word in words[:used]])
    return [[token.text for token in group] for group in groups], list(words[used:])


def _groups(stream: Sequence[Token]) -> tuple[list[list[Token]], int]:
    if not stream or stream[0].text != "(":
        return [], 0
    groups: list[list[Token]] = [[]]
    depth = used = 0
    for used, token in enumerate(stream, start=1):
        if token.text == "(":
            depth += 1
        elif token.text == ")":
            depth -= 1
        if not depth:
            break
        if token.text == "," and depth == 1:
            groups.append([])
        elif used > 1:
            groups[-1].append(token)
    return [group for group in groups if group], used
