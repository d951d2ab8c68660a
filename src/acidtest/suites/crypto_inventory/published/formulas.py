"""The published figures of one answer. Matching is by substring, as published."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from acidtest.suites.crypto_inventory.published.keywords import (
    CATEGORIES,
    FOUND_AS,
    KEYWORDS,
    KOREAN,
    MISSED_UNLESS,
    Spellings,
)

ALGORITHMS, CATEGORY, CONFIDENCE, BONUS = 0.7, 0.2, 0.1, 0.05
BASELINE_S = 10.0


@dataclass(frozen=True, slots=True)
class Expected:
    """What a published ground truth expects; `confidence` is None where it gives no range.

    `given` is False for a ground truth in another schema, of which the program expects nothing
    and counts nothing.
    """

    algorithms: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    korean: tuple[str, ...] = ()
    confidence: tuple[float, float] | None = None
    given: bool = True


@dataclass(frozen=True, slots=True)
class Response:
    """A model's answer as the published program sees it. `valid` is whether it is JSON at all.

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
        """The text that names are searched in, keys included."""
        return json.dumps(self.analysis).lower()


def read_response(document: Any) -> Response:
    """The parts of a parsed answer that the published figures look at.

    The analysis is the value of `analysis_results`, or of `findings` in an answer in this suite's
    form; an answer with neither is taken whole.
    """
    if isinstance(document, list):
        return Response(True, document, named=_names(document))
    if not isinstance(document, dict) or not document:
        return Response(False)
    analysis = document.get("analysis_results", document.get("findings", document))
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
        float(said) if stated and said is not None else None,
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


def _spelt(name: str, table: Spellings) -> tuple[str, ...]:
    for parts, spellings in table:
        if any(part in name for part in parts):
            return spellings
    return ()


def detected(text: str, expected: Sequence[str], table: Spellings = FOUND_AS) -> list[str]:
    """The expected algorithms whose name, or another spelling of it, is somewhere in the text."""
    hits = []
    for name in expected:
        low = name.lower()
        if low in text or any(spelling in text for spelling in _spelt(low, table)):
            hits.append(name)
    return hits


def found_words(
    text: str, expected: Sequence[str], table: Mapping[str, Sequence[str]]
) -> list[str]:
    """The expected names of which a word of the table, or else the name itself, is in the text."""
    return [n for n in expected if any(w in text for w in table.get(n.lower(), (n.lower(),)))]


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
    """The weighted sum, at most 1.05 where algorithms are expected.

    Of the parts that cannot be examined, the first gets half its weight and the others nothing:
    the one rule under which the document's three worked examples come out. Where neither
    algorithms nor categories are expected, which the document leaves open, the program it
    describes divides by the weight of the confidence alone, the bonus included: up to 1.5.
    """
    bonus = BONUS * korean if expected.korean else 0.0
    if not expected.algorithms and not expected.categories:
        return (CONFIDENCE * validity + bonus) / CONFIDENCE
    examined = (
        (ALGORITHMS, algorithms, bool(expected.algorithms)),
        (CATEGORY, categories, bool(expected.categories)),
        (CONFIDENCE, validity, stated or expected.confidence is not None),
    )
    total = sum(weight * value for weight, value, known in examined if known)
    total += next((weight / 2 for weight, _, known in examined if not known), 0.0)
    return total + bonus


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
        plain = sorted({_plain(name) for name in response.named})
        fits = [[n for n in names if name.startswith(_plain(n))] for name in plain]
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


def _plain(name: str) -> str:
    """As the document compares names: case, hyphens and underscores do not count."""
    return name.lower().replace("-", "").replace("_", "")


def f1(precision: float, recall: float) -> float:
    """The harmonic mean; 0 if both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def false_positive_rate(text: str, expected: Sequence[str]) -> float:
    """The share of keywords named although nothing is expected; otherwise 0."""
    if expected:
        return 0.0
    return sum(keyword in text for keyword in KEYWORDS) / len(KEYWORDS)


def false_negative_rate(text: str, expected: Sequence[str]) -> float:
    """The share of expected algorithms that are not named; 0 if none is expected."""
    if not expected:
        return 0.0
    return 1.0 - len(detected(text, expected, MISSED_UNLESS)) / len(expected)


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

    The document averages it without saying what it is; the program's list of points to cover is
    not in the data.
    """
    if not answered:
        return 0.0
    points = len(expected.algorithms) + len(expected.categories)
    return spoken_to / points if points else 1.0


def categories_found(response: Response, expected: Sequence[str]) -> list[str]:
    """The expected categories the answer lists or, where it lists none, names a keyword of.

    The worked examples take a list of categories at its word; recorded answers have none.
    """
    if response.categories is not None:
        listed = {name.lower() for name in response.categories}
        return [name for name in expected if name.lower() in listed]
    return found_words(response.text, expected, CATEGORIES)


def korean_found(text: str, expected: Sequence[str]) -> list[str]:
    """The expected Korean algorithms of which a spelling is in the text."""
    return found_words(text, expected, KOREAN)
