"""Published metrics that compare texts: BLEU, ROUGE-L, edit distance and whitespace tokens.

Each takes code as strings and equals the library that defines it. The work is done on tokens, so
that `text_metrics` can split a text once for all of them.
"""

import math
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from operator import eq
from typing import TypeVar

from rapidfuzz.distance import LCSseq, Levenshtein

_Gram = TypeVar("_Gram")

NO_MATCH = 0.25 * math.log(sys.float_info.min)  # what NLTK uses instead of log 0
# Letters and digits stay, everything else separates: rouge_score's tokens, after lower().
_ROUGE_BYTES = bytes(i if chr(i).isalnum() and i < 128 else 32 for i in range(256))


def bleu(reference: str, candidate: str) -> float:
    """Return NLTK's `sentence_bleu` of whitespace tokens, up to 4-grams, no smoothing.

    No common token gives 0. No common n-gram of some higher order gives a tiny number instead (the
    published quirk), and so does identical code of fewer than four tokens.

    >>> bleu("a b c d e", "a b c d e"), bleu("a b c d", "a b x d") < 1e-77
    (1.0, True)
    """
    return bleu_of_tokens(reference.split(), candidate.split())


def rouge_l(reference: str, candidate: str) -> float:
    """Return rouge_score's rougeL F-measure, no stemmer: only lower-case letters and digits count.

    0 if either has no such token, even if both are empty, as in the library.

    >>> rouge_l("a = b + c;", "a = b - c;")
    1.0
    """
    return rouge_of_tokens(rouge_tokens(reference), rouge_tokens(candidate))


def edit_distance(reference: str, candidate: str) -> float:
    """Return the Levenshtein distance of the characters over the longer length.

    Two empty texts divide 0 by 0 in the published code; they are equal, so the distance is 0.

    >>> edit_distance("kitten", "sitting")
    0.42857142857142855
    """
    longer = max(len(reference), len(candidate))
    return Levenshtein.distance(reference, candidate) / longer if longer else 0.0


def token_accuracy(reference: str, candidate: str) -> float:
    """Return the number of whitespace tokens equal at the same position over the longer count.

    Two texts without tokens divide 0 by 0 in the published code; they agree, so it is 1.

    >>> token_accuracy("x = 1 ;", "x = 2 ;")
    0.75
    """
    return accuracy_of_tokens(reference.split(), candidate.split())


def exact_match(reference: str, candidate: str) -> float:
    """Return 1 if the texts are equal after folding whitespace, else 0.

    >>> exact_match("a  b", "a b "), exact_match("a b", "ab")
    (1.0, 0.0)
    """
    return float(reference.split() == candidate.split())


def length_ratio(reference: str, candidate: str) -> float:
    """Return the smaller of the two whitespace token counts over the larger.

    Two texts without tokens divide 0 by 0 in the published code; equal lengths, so it is 1.

    >>> length_ratio("a b c d", "a b c")
    0.75
    """
    return ratio(len(reference.split()), len(candidate.split()))


def token_distribution(reference: str, candidate: str) -> float:
    """Return 1 / (1 + Wasserstein distance of the token counts over the union of tokens).

    Both vectors have one entry for each token of the union, so the distance is the mean gap of the
    sorted counts: which token has which count is ignored (the published quirk). For two texts
    without tokens scipy raises an error; here the distance is 0.

    >>> token_distribution("a b c", "x y z")
    1.0
    """
    return distribution_of_counts(Counter(reference.split()), Counter(candidate.split()))


def rouge_tokens(text: str) -> list[bytes]:
    """Split a text as rouge_score does: runs of a-z and 0-9 after lower-casing."""
    return text.lower().encode("ascii", "replace").translate(_ROUGE_BYTES).split()


def bleu_of_tokens(reference: Sequence[str], candidate: Sequence[str]) -> float:
    """Return BLEU of two token lists; the sums are exact, so the order of terms does not matter."""
    length = len(candidate)
    matches = _matches(Counter(reference), Counter(candidate))
    if not matches:
        return 0.0
    terms = [0.25 * math.log(matches / length)]
    for n in (2, 3, 4):
        if matches:
            matches = _matches(_grams(reference, n), _grams(candidate, n))
        terms.append(0.25 * math.log(matches / (length - n + 1)) if matches else NO_MATCH)
    brevity = 1.0 if length > len(reference) else math.exp(1 - len(reference) / length)
    return brevity * math.exp(math.fsum(terms))


def rouge_of_tokens(reference: Sequence[bytes], candidate: Sequence[bytes]) -> float:
    """Return ROUGE-L F of two token lists."""
    # rapidfuzz compares tokens by their 64-bit hash: a collision is less likely than a memory
    # error, and numbering the tokens first would cost five times the rest.
    common = LCSseq.similarity(reference, candidate)
    if not common:
        return 0.0
    precision, recall = common / len(candidate), common / len(reference)
    return 2 * precision * recall / (precision + recall)


def accuracy_of_tokens(reference: Sequence[str], candidate: Sequence[str]) -> float:
    """Return the share of equal tokens by position."""
    longer = max(len(reference), len(candidate))
    return sum(map(eq, reference, candidate)) / longer if longer else 1.0


def distribution_of_counts(reference: Mapping[str, int], candidate: Mapping[str, int]) -> float:
    """Return the token distribution similarity of two counts."""
    if not reference and not candidate:
        return 1.0
    ranks = zip_longest(
        sorted(reference.values(), reverse=True),
        sorted(candidate.values(), reverse=True),
        fillvalue=0,
    )
    gap = sum(abs(a - b) for a, b in ranks)
    return 1 / (1 + gap / len(reference.keys() | candidate.keys()))


def ratio(a: int, b: int) -> float:
    """Return the smaller over the larger, 1 for two zeros."""
    return min(a, b) / max(a, b) if a or b else 1.0


def _grams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[i:] for i in range(n)), strict=False))


def _matches(reference: Counter[_Gram], candidate: Counter[_Gram]) -> int:
    common = reference.keys() & candidate.keys()
    return sum(min(reference[gram], candidate[gram]) for gram in common)
