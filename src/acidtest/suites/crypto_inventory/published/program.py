"""The arithmetic of the published program, as of its commit 301b30a, which differs from the
document's in four ways: what a ground truth does not expect leaves the denominator, hyphens and
underscores count, only `analysis_results` is read, and false positives count only where nothing is
expected.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from acidtest.suites.crypto_inventory.published.expected import Expected
from acidtest.suites.crypto_inventory.published.keywords import (
    FOUND_AS,
    KEYWORDS,
    PROGRAM_CATEGORIES,
    PROGRAM_KOREAN,
    PROGRAM_MISSED_UNLESS,
    Spellings,
)

COMMIT = "301b30a"
_ALGORITHMS, _CATEGORIES, _CONFIDENCE, _BONUS = 0.7, 0.2, 0.1, 0.05


def searched_text(reply: Mapping[str, Any] | None) -> str:
    """The text that names are looked for in, keys included."""
    return json.dumps({} if reply is None else reply.get("analysis_results", {})).lower()


def named(text: str, expected: Sequence[str], table: Spellings) -> list[str]:
    """The expected algorithms of which the name, or a spelling from the first fitting row, is in
    the text.
    """
    return [
        name
        for name in expected
        if name.lower() in text or any(s in text for s in _row(name.lower(), table))
    ]


def _row(name: str, table: Spellings) -> Sequence[str]:
    return next((spellings for parts, spellings in table if any(p in name for p in parts)), ())


def of_words(text: str, expected: Sequence[str], table: Mapping[str, Sequence[str]]) -> list[str]:
    """The expected names of which a word of the table, or else the name itself, is in the text."""
    return [n for n in expected if any(w in text for w in table.get(n.lower(), (n.lower(),)))]


def _share(hits: Sequence[str], expected: Sequence[str]) -> float:
    return len(hits) / len(expected)


def accuracy(reply: Mapping[str, Any] | None, expected: Expected) -> float:
    """The weighted share of what is expected; a confidence that it cannot compute with fails as a
    whole.
    """
    if reply is None:
        return 0.0
    text = searched_text(reply)
    total = weight = 0.0
    if expected.algorithms:
        hits = named(text, expected.algorithms, FOUND_AS)
        total += _share(hits, expected.algorithms) * _ALGORITHMS
        weight += _ALGORITHMS
    if expected.categories:
        hits = of_words(text, expected.categories, PROGRAM_CATEGORIES)
        total += _share(hits, expected.categories) * _CATEGORIES
        weight += _CATEGORIES
    confidence = reply.get("confidence_score", 0.0)
    if not isinstance(confidence, int | float) or abs(confidence) > sys.float_info.max:
        return 0.0
    low, high = expected.confidence or (0.0, 1.0)
    validity = 1.0
    if not low <= confidence <= high:
        validity = max(0.0, 1.0 - min(abs(confidence - low), abs(confidence - high)))
    total += validity * _CONFIDENCE
    weight += _CONFIDENCE
    if expected.korean:
        hits = of_words(text, expected.korean, PROGRAM_KOREAN)
        total += _share(hits, expected.korean) * _BONUS
    return total / weight


def json_stability(reply: Mapping[str, Any] | None) -> float:
    """0.6 for a non-empty analysis, 0.2 for a summary; the other 0.2 every reply gets, because
    reading it supplies a confidence.
    """
    if reply is None:
        return 0.0
    score = 0.6 if reply.get("analysis_results", {}) else 0.0
    score += 0.2
    return score + (0.2 if reply.get("summary", "") else 0.0)


def completeness(reply: Mapping[str, Any] | None, points: Sequence[str]) -> float | None:
    """The share of the agent's points that are a field of the analysis, or are named in one.

    None without points. The program has this function and never calls it.
    """
    if not points:
        return None
    analysis = {} if reply is None else reply.get("analysis_results", {})
    if not isinstance(analysis, dict):
        return 0.0
    texts = [text.lower() for key, value in analysis.items() for text in (key, str(value))]
    covered = sum(
        _field(point) in analysis or any(point.lower() in text for text in texts)
        for point in points
    )
    return covered / len(points)


def _field(point: str) -> str:
    return point.lower().replace(" ", "_").replace("-", "_")


def false_positive_rate(reply: Mapping[str, Any] | None, expected: Expected) -> float:
    """The share of keywords named where nothing is expected; otherwise 0, without a reply 1."""
    if reply is None:
        return 1.0
    if expected.algorithms:
        return 0.0
    text = searched_text(reply)
    return sum(keyword in text for keyword in KEYWORDS) / len(KEYWORDS)


def false_negative_rate(reply: Mapping[str, Any] | None, expected: Expected) -> float:
    """The share of expected algorithms that are not named; without a reply 1."""
    if reply is None:
        return 1.0
    if not expected.algorithms:
        return 0.0
    hits = named(searched_text(reply), expected.algorithms, PROGRAM_MISSED_UNLESS)
    missed = len(expected.algorithms) - len(hits)
    return missed / len(expected.algorithms)
