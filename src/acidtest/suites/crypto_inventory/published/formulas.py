"""The document's figures of one answer.

Names are looked for by substring, without regard to case, hyphens and underscores. What the
document leaves open is decided here, each time in the way its worked examples come out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from acidtest.suites.crypto_inventory.published.expected import Expected
from acidtest.suites.crypto_inventory.published.keywords import (
    CATEGORIES,
    FOUND_AS,
    KEYWORDS,
    KOREAN,
)

ALGORITHMS, CATEGORY, CONFIDENCE, BONUS = 0.7, 0.2, 0.1, 0.05
BASELINE_S = 10.0


@dataclass(frozen=True, slots=True)
class Response:
    """A model's answer as the document describes it. `valid` is whether it is JSON at all.

    What it reports is in one of three places: the list `detected_algorithms`, entries of
    the analysis that are marked `DETECTED:`, or lists of names inside the analysis. `categories`
    is None unless the analysis lists them.
    """

    valid: bool
    analysis: Any = None
    confidence: float | None = None
    summary: bool = False
    listed: tuple[str, ...] | None = None
    marked: Mapping[str, str] = field(default_factory=dict)
    named: tuple[str, ...] = ()
    categories: tuple[str, ...] | None = None

    @property
    def text(self) -> str:
        """The text that names are looked for in, keys included, in plain form."""
        return plain(json.dumps(self.analysis))


def _as_float(number: int | float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def read_response(document: Mapping[str, Any] | None) -> Response:
    """The parts of an answer that the document's figures look at.

    The analysis is the value of `analysis_results`, or of `findings` in an answer in this suite's
    form.
    """
    if document is None:
        return Response(False)
    analysis = document.get("analysis_results", document.get("findings", {}))
    said = document.get("confidence_score")
    stated = isinstance(said, int | float) and not isinstance(said, bool)
    listed = document.get("detected_algorithms")
    marked, named, categories = {}, _names(analysis), None
    if isinstance(analysis, dict):
        marked = {str(key).lower(): str(value).lower() for key, value in analysis.items()}
        lists = [v for k, v in analysis.items() if "categor" not in str(k).lower()]
        named = tuple(name for part in lists for name in _names(part))
        if isinstance(analysis.get("categories"), list):
            categories = _names(analysis["categories"])
    return Response(
        True,
        analysis,
        _as_float(said) if stated and said is not None else None,
        bool(document.get("summary")),
        _names(listed) if isinstance(listed, list) else None,
        marked,
        named,
        categories,
    )


def _names(part: Any) -> tuple[str, ...]:
    if not isinstance(part, list):
        return ()
    said = (v.get("algorithm") if isinstance(v, dict) else v for v in part)
    return tuple(name for name in said if isinstance(name, str))


def plain(name: str) -> str:
    """As the document compares names: case, hyphens and underscores do not count."""
    return name.lower().replace("-", "").replace("_", "")


def _spellings(name: str) -> list[str]:
    """The name and the other spellings it is looked for by, in plain form."""
    own = plain(name)
    for parts, spellings in FOUND_AS:
        if any(plain(part) in own for part in parts):
            return [own, *map(plain, spellings)]
    return [own]


def detected(text: str, expected: Sequence[str]) -> list[str]:
    """The expected algorithms whose name, or another spelling of it, is somewhere in the text."""
    return [name for name in expected if any(s in text for s in _spellings(name))]


def found_words(
    text: str, expected: Iterable[str], table: Mapping[str, Sequence[str]]
) -> list[str]:
    """The expected names of which a word of the table, or else the name itself, is in the text."""
    return [
        name
        for name in expected
        if any(plain(word) in text for word in table.get(name.lower(), (name,)))
    ]


def share(hits: Sequence[str], expected: Sequence[str]) -> float:
    """The share of the expected that was found; 1 if nothing is expected."""
    return len(hits) / len(expected) if expected else 1.0


def confidence_validity(confidence: float | None, limits: tuple[float, float] | None) -> float:
    """1 within the range, less by the distance outside it; no confidence counts as 0."""
    low, high = limits or (0.0, 1.0)
    sure = 0.0 if confidence is None else confidence
    if low <= sure <= high:
        return 1.0
    return max(0.0, 1.0 - min(abs(sure - low), abs(sure - high)))


def accuracy(
    algorithms: float,
    categories: float,
    validity: float,
    korean: float,
    expected: Expected,
    stated: bool,
) -> float:
    """The weighted sum, at most 1.05. Of nothing expected all is found, as in the first example.

    Of the parts that a ground truth does not speak of, the first gets half its weight and the
    others nothing: the one rule under which the second and third example come out.
    """
    examined = (
        (ALGORITHMS, algorithms, True),
        (CATEGORY, categories, expected.categories is not None),
        (CONFIDENCE, validity, stated or expected.confidence is not None),
    )
    total = sum(weight * value for weight, value, known in examined if known)
    total += next((weight / 2 for weight, _, known in examined if not known), 0.0)
    return total + (BONUS * korean if expected.korean else 0.0)


def counts(response: Response, expected: Sequence[str]) -> tuple[int, int, int]:
    """True positives, false positives and false negatives, as the recorded results count them.

    A reported name or entry counts for one expected algorithm: the first it fits in the ground
    truth's order, where the published program took whichever its hash table gave first.
    """
    names = list(dict.fromkeys(name.lower() for name in expected))
    fits: list[list[str]]
    if response.listed is not None:
        said = sorted({name.lower() for name in response.listed})
        fits = [[n for n in names if _same_as_listed(n, name)] for name in said]
    elif entries := {k: v for k, v in response.marked.items() if _is_detected(v)}:
        fits = [[n for n in names if _in_entry(n, k, v)] for k, v in entries.items()]
    else:
        names_said = sorted({plain(name) for name in response.named})
        fits = [[n for n in names if name.startswith(plain(n))] for name in names_said]
    hits = {fit[0] for fit in fits if fit}
    return len(hits), len(fits) - len(hits), len(names) - len(hits)


def _is_detected(entry: str) -> bool:
    return "detected:" in entry and "not detected" not in entry


def _in_entry(name: str, key: str, value: str) -> bool:
    spellings = (name, "ecdsa", "ecdh", "elliptic") if name == "ecc" else (name,)
    return any(spelling in value or spelling in key for spelling in spellings)


def _same_as_listed(expected: str, said: str) -> bool:
    if expected == "ecc":
        return said in ("ecc", "ecdsa", "ecdh")
    if expected == "dsa":
        return said in ("dsa", "ecdsa")
    if expected in ("rsa", "aes", "md5"):
        return expected in said
    return expected == said


def f1(precision: float, recall: float) -> float:
    """The harmonic mean; 0 if both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def false_positive_rate(text: str, expected: Sequence[str]) -> float:
    """FP / (FP + TN) over the keywords that mean none of the expected algorithms."""
    known = [spelling for name in expected for spelling in _spellings(name)]
    others = [
        word for word in map(plain, KEYWORDS) if not any(word in k or k in word for k in known)
    ]
    return sum(word in text for word in others) / len(others) if others else 0.0


def false_negative_rate(text: str, expected: Sequence[str]) -> float:
    """FN / (FN + TP); 0 if nothing is expected."""
    return 1.0 - share(detected(text, expected), expected)


def response_time_score(seconds: float, baseline: float = BASELINE_S) -> float:
    """1 up to the baseline, falling to 0 at twice that, and 0.1 beyond: as written."""
    if seconds <= baseline:
        return 1.0
    if seconds <= baseline * 2:
        return 1.0 - (seconds - baseline) / baseline
    return 0.1


def json_stability(valid: bool, analysis: bool, confidence: bool, summary: bool) -> float:
    """0.6 for non-empty analysis results, 0.2 for a confidence, 0.2 for a summary."""
    return (0.6 * analysis + 0.2 * confidence + 0.2 * summary) if valid else 0.0


def completeness(answered: bool, spoken_to: int, expected: Expected) -> float:
    """The share of what is expected (algorithms and categories) that the answer speaks to.

    The document averages it without saying what it is.
    """
    if not answered:
        return 0.0
    points = len(expected.algorithms) + len(expected.categories or ())
    return spoken_to / points if points else 1.0


def categories_found(response: Response, expected: Sequence[str]) -> list[str]:
    """The expected categories the answer lists or, where it lists none, names a keyword of.

    The worked examples take a list of categories at its word; recorded answers have none.
    """
    if response.categories is not None:
        listed = {plain(name) for name in response.categories}
        return [name for name in expected if plain(name) in listed]
    return found_words(response.text, expected, CATEGORIES)


def korean_found(text: str, expected: Sequence[str]) -> list[str]:
    """The expected Korean algorithms of which a spelling is in the text."""
    return found_words(text, expected, KOREAN)
