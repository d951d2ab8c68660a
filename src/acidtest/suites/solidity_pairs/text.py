"""The part of an answer that is compared with the original function."""

from __future__ import annotations

from acidtest.lang.extract import fenced, without_reasoning
from acidtest.metrics.function_texts import clean


def code(text: str) -> str:
    """The answer without leading thoughts and its fence; of several blocks, the longest."""
    text, _ = without_reasoning(text)
    blocks = fenced(text)
    return clean(max(blocks, key=len) if blocks else text)
