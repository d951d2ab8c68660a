"""The part of an answer that is compared with the original function."""

from __future__ import annotations

from acidtest.lang.extract import fenced, without_reasoning
from acidtest.suites.solidity_pairs.dataset import Pair

ANSWER_MIN_ALLOWED = 20_000
ANSWER_TIMES_SOURCE = 8


def too_long(pair: Pair, text: str) -> str | None:
    """Parsing and one published pattern take quadratic time: what cannot be the function is cut."""
    most = max(ANSWER_MIN_ALLOWED, ANSWER_TIMES_SOURCE * len(pair.source))
    return f"the answer is longer than {most} characters" if len(text) > most else None


def clean(text: str) -> str:
    """The text without halves of surrogate pairs, which no encoder takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def code(text: str) -> str:
    """The answer without leading thoughts and its fence; of several blocks, the longest."""
    text, _ = without_reasoning(text)
    blocks = fenced(text)
    return clean(max(blocks, key=len) if blocks else text)
