"""Each published metric of documents 000 and 004 equals a literal one on 10,000 random inputs.

The literal ones (tests/metrics/literal.py) call the libraries that the documents name. The texts
have odd spellings, other scripts, control characters and no blanks at all; some are huge.
"""

from __future__ import annotations

import random

import pytest

from acidtest.metrics import published
from tests.metrics import generate, literal

PARTS = 10


@pytest.mark.parametrize("part", range(PARTS))
def test_no_published_metric_differs_by_more_than_the_last_digits(part: int) -> None:
    pairs = generate.pairs(10_000 // PARTS, seed=1900 + part)
    for pair, streamed in zip(pairs, published.text_metrics_of(pairs), strict=True):
        together = published.text_metrics(*pair)
        for name, theirs in literal.METRICS.items():
            expected = theirs(*pair)
            for value in (getattr(published, name)(*pair), together[name], streamed[name]):
                assert abs(value - expected) <= 1e-12, (name, pair)
        for name, theirs in literal.DECOMPILE_EVAL.items():
            assert abs(getattr(published, name)(*pair) - theirs(*pair)) <= 1e-12, (name, pair)


def test_the_overall_score_is_the_documents_sum() -> None:
    rng = random.Random(19)
    for pair in generate.pairs(10_000, seed=19):
        scores = published.text_metrics(*pair) | {"semantic_similarity": rng.uniform(-1, 1)}
        assert abs(published.overall_of(scores) - literal.overall(scores)) <= 1e-12


@pytest.mark.parametrize("name", [*literal.METRICS, *literal.DECOMPILE_EVAL])
def test_huge_texts_differ_no_more(name: str) -> None:
    rng = random.Random(7)
    large = "\n".join(generate.code(rng) for _ in range(60))
    theirs = {**literal.METRICS, **literal.DECOMPILE_EVAL}[name]
    for pair in ((large, generate.altered(large, rng)), (large, ""), ("x" * 20_000, large)):
        assert abs(getattr(published, name)(*pair) - theirs(*pair)) <= 1e-12
