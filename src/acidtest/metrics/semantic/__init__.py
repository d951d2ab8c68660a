"""Semantic similarity without torch: needs the extra `[semantic]` and `acidtest fetch minilm`.

Where either is missing the similarity is `None` with the reason, and everything else works.
"""

from acidtest.metrics.semantic.model import SemanticUnavailable, SentenceModel, load
from acidtest.metrics.semantic.similarity import (
    published_semantic_similarity,
    semantic_similarity,
)
from acidtest.metrics.semantic.weights import FetchError, fetch_minilm, is_fetched

__all__ = [
    "FetchError",
    "SemanticUnavailable",
    "SentenceModel",
    "fetch_minilm",
    "is_fetched",
    "load",
    "published_semantic_similarity",
    "semantic_similarity",
]
