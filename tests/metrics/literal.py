"""The published metrics as published: the libraries and lines the document names."""

import re
import warnings
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from Levenshtein import distance

from tests.late import late

nltk_bleu = late("nltk.translate.bleu_score")
rouge = late("rouge_score.rouge_scorer")
scipy_stats = late("scipy.stats")

_FLOW = [r"\bif\s*\(", r"\belse\b", r"\bwhile\s*\(", r"\bfor\s*\(", r"\brequire\s*\("]
_DECISIONS = [
    r"\bif\s*\(",
    r"\belse\s+if\s*\(",
    r"\bwhile\s*\(",
    r"\bfor\s*\(",
    r"\b\|\|\b",
    r"\b&&\b",
]
_SECURITY = [
    r"\brequire\s*\(",
    r"\bmodifier\s+\w+",
    r"\bmsg\.sender\b",
    r"address\(0\)",
    r"nonReentrant",
]
_SIGNATURE = (
    r"function\s+(\w+)\s*\((.*?)\)\s+(public|external|internal|private)"
    r"(?:\s+(view|pure|payable))?\s*(?:returns\s*\((.*?)\))?"
)


def bleu(reference: str, candidate: str) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NLTK warns about each order without a match
        weights = (0.25, 0.25, 0.25, 0.25)
        return float(
            nltk_bleu.sentence_bleu([reference.split()], candidate.split(), weights=weights)
        )


@cache
def _scorer() -> Any:
    return rouge.RougeScorer(["rougeL"], use_stemmer=False)


def rouge_l(reference: str, candidate: str) -> float:
    return float(_scorer().score(reference, candidate)["rougeL"].fmeasure)


def edit_distance(reference: str, candidate: str) -> float:
    return distance(reference, candidate) / max(len(reference), len(candidate))


def token_accuracy(reference: str, candidate: str) -> float:
    a, b = reference.split(), candidate.split()
    return sum(1 for x, y in zip(a, b, strict=False) if x == y) / max(len(a), len(b))


def exact_match(reference: str, candidate: str) -> float:
    return float(" ".join(reference.split()) == " ".join(candidate.split()))


def control_flow(reference: str, candidate: str) -> float:
    a = [len(re.findall(p, reference)) for p in _FLOW]
    b = [len(re.findall(p, candidate)) for p in _FLOW]
    return 1 - sum(abs(x - y) for x, y in zip(a, b, strict=True)) / max(sum(a), 1)


def signature(reference: str, candidate: str) -> float:
    a, b = re.search(_SIGNATURE, reference), re.search(_SIGNATURE, candidate)
    if not a or not b:
        return 0.0
    score = 0.0
    for group, weight in [(1, 0.3), (3, 0.2), (4, 0.2), (2, 0.2), (5, 0.1)]:
        if a.group(group) == b.group(group):
            score += weight
    return score


def length_ratio(reference: str, candidate: str) -> float:
    a, b = len(reference.split()), len(candidate.split())
    return min(a, b) / max(a, b)


def token_distribution(reference: str, candidate: str) -> float:
    a, b = Counter(reference.split()), Counter(candidate.split())
    union = set(a) | set(b)
    gap = scipy_stats.wasserstein_distance(
        [a.get(t, 0) for t in union], [b.get(t, 0) for t in union]
    )
    return float(1 / (1 + gap))


def security_patterns(reference: str, candidate: str) -> float:
    scores = []
    for pattern in _SECURITY:
        a, b = len(re.findall(pattern, reference)), len(re.findall(pattern, candidate))
        if a == 0 and b == 0:
            scores.append(1.0)
        elif a == 0:
            scores.append(0.0)
        else:
            scores.append(min(b / a, 1.0))
    return sum(scores) / len(scores)


def complexity(reference: str, candidate: str) -> float:
    a, b = (
        1 + sum(len(re.findall(p, code)) for p in _DECISIONS) for code in (reference, candidate)
    )
    return min(a, b) / max(a, b)


def token_bleu(reference: str, candidate: str) -> float:
    """Document 004's figure."""
    tokens = [re.findall(r"\w+|[^\w\s]", code) for code in (reference, candidate)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(nltk_bleu.sentence_bleu(tokens[:1], tokens[1]))


def line_edit_similarity(reference: str, candidate: str) -> float:
    """Document 004's program; two texts without a line are equal."""
    a, b = (
        "\n".join([line.strip() for line in code.splitlines() if line.strip()])
        for code in (reference, candidate)
    )
    return 1 - distance(a, b) / max(len(a), len(b)) if a or b else 1.0


def overall(scores: Mapping[str, float]) -> float:
    """Document 000's weighted sum, from scores under this project's names."""
    return (
        scores["semantic_similarity"] * 0.35
        + (1 - scores["edit_distance"]) * 0.20
        + scores["bleu"] * 0.15
        + scores["control_flow"] * 0.15
        + scores["signature"] * 0.10
        + scores["security_patterns"] * 0.05
    )


DECOMPILE_EVAL = {metric.__name__: metric for metric in (token_bleu, line_edit_similarity)}
METRICS = {
    metric.__name__: metric
    for metric in [
        bleu,
        rouge_l,
        edit_distance,
        token_accuracy,
        exact_match,
        control_flow,
        signature,
        length_ratio,
        token_distribution,
        security_patterns,
        complexity,
    ]
}
