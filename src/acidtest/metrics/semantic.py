"""How similar two texts are to a sentence model: as published, and over the whole text."""

import numpy as np

from acidtest.core.errors import InfrastructureError
from acidtest.embed.model import SentenceModel, load
from acidtest.lang.tree import Language, without_comments
from acidtest.stats.value import Value


def published_semantic_similarity(
    reference: str, candidate: str, model: SentenceModel | None = None
) -> Value:
    """Return the cosine of the two embeddings; of long texts the model sees only the beginning.

    Most functions of 40 lines already exceed the 256 tokens of all-MiniLM-L6-v2.

    >>> figure = published_semantic_similarity("return a;", "return a;")
    >>> figure.value is None or abs(figure.value - 1) < 1e-6
    True
    """
    try:
        model = model or load()
    except InfrastructureError as error:
        return Value(None, str(error))
    return Value(float(model.embed(reference) @ model.embed(candidate)))


def semantic_similarity(
    reference: str,
    candidate: str,
    language: Language = "solidity",
    model: SentenceModel | None = None,
) -> Value:
    """Return how similar the whole texts are, without comments, from 0 to 1.

    Both are embedded in half-overlapping windows. Each window is matched with the most similar one
    in the other text, in both directions, so anything missing on either side lowers the score.

    >>> figure = semantic_similarity("return a;", "return a; // done")
    >>> figure.value is None or abs(figure.value - 1) < 1e-6
    True
    """
    try:
        model = model or load()
    except InfrastructureError as error:
        return Value(None, str(error))
    ours, theirs = (
        model.embed_windows(without_comments(code, language)) for code in (reference, candidate)
    )
    likeness = ours @ theirs.T
    mean = (likeness.max(axis=1).mean() + likeness.max(axis=0).mean()) / 2
    return Value(float(np.clip(mean, 0, 1)))
