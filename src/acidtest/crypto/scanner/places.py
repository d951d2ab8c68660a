"""Places in a stream of tokens: the word at one, and the bracket that closes one."""

from __future__ import annotations

from collections.abc import Sequence

from acidtest.crypto.scanner.limits import check
from acidtest.crypto.scanner.tokens import CodeToken

_FAR = 2000
_STEP = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def at(tokens: Sequence[CodeToken], place: int) -> CodeToken | None:
    """The token at a place, None outside."""
    return tokens[place] if 0 <= place < len(tokens) else None


def word(tokens: Sequence[CodeToken], place: int) -> str:
    """The text of a token that is no string, "" otherwise."""
    token = at(tokens, place)
    return "" if token is None or token.kind == "str" else token.text


def opens(tokens: Sequence[CodeToken], place: int) -> bool:
    """Whether a bracket opens at a place."""
    return word(tokens, place) in ("[", "(", "{")


def closed(tokens: Sequence[CodeToken], place: int) -> int:
    """The place after the bracket that closes the one at `place`."""
    check()
    depth = 0
    for here in range(place, min(place + _FAR, len(tokens))):
        token = tokens[here]
        if token.kind == "op":
            depth += _STEP.get(token.text, 0)
        if depth <= 0:
            return here + 1
    return len(tokens)
