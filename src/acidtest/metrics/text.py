"""Sound text metrics: similarity of code tokens, ignoring spacing, comments and line endings.

All are in [0, 1], and a text scores 1 against itself. Each has a `renamed_` form that first renames
the candidate's identifiers to the reference's as consistently as possible, because names do not
survive compilation.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from rapidfuzz.distance import Indel, LCSseq, Levenshtein

from acidtest.lang.tree import Language, tokens, words

Words = Sequence[str]


def bleu(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return smoothed BLEU of the code tokens, up to 4-grams or the shorter text's length.

    Orders above 1 get one extra match and one extra possibility (add-one smoothing), so a missing
    4-gram does not bring the score to zero. Texts of fewer than four tokens use the orders they
    have.

    >>> bleu("return a+b;", "return a + b ;")
    1.0
    """
    return _bleu(words(reference, language), words(candidate, language))


def word_bleu(reference: str, candidate: str) -> float:
    """Return smoothed BLEU of prose, word by word.

    >>> word_bleu("Checked in line 7", "Checked in line 7"), word_bleu("Checked", "")
    (1.0, 0.0)
    """
    return _bleu(reference.split(), candidate.split())


def rouge_l(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return the F-measure of the longest common subsequence of code tokens, operators included.

    >>> rouge_l("a >= b", "a < b")
    0.6666666666666666
    """
    return _rouge_l(words(reference, language), words(candidate, language))


def edit_similarity(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return 1 − Levenshtein distance ÷ longer length, of the tokens joined by single spaces.

    >>> edit_similarity("x = 1;", "x=1; // set")
    1.0
    """
    return _edit_similarity(words(reference, language), words(candidate, language))


def token_accuracy(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return the share of the longer text's tokens that can be aligned in order.

    >>> token_accuracy("a + b", "x a + b")
    0.75
    """
    return _token_accuracy(words(reference, language), words(candidate, language))


def exact_match(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return 1 if the tokens are the same, else 0.

    >>> exact_match("f( a )", "f(a)")
    1.0
    """
    return _exact_match(words(reference, language), words(candidate, language))


def length_ratio(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return the smaller of the two token counts over the larger.

    >>> length_ratio("f(a);", "f(a, b, c);")
    0.5555555555555556
    """
    a, b = len(tokens(reference, language)), len(tokens(candidate, language))
    return min(a, b) / max(a, b) if a or b else 1.0


def token_distribution(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return the overlap of the two token frequencies: 1 − their total variation distance.

    >>> token_distribution("a b c", "x y z")
    0.0
    """
    return _token_distribution(words(reference, language), words(candidate, language))


def renamed_bleu(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return `bleu` after consistent renaming.

    >>> renamed_bleu("total = price * count;", "a = b * c;")
    1.0
    """
    return _bleu(*renamed(reference, candidate, language))


def renamed_rouge_l(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return `rouge_l` after consistent renaming.

    >>> renamed_rouge_l("total = price * count;", "a = b * c;")
    1.0
    """
    return _rouge_l(*renamed(reference, candidate, language))


def renamed_edit_similarity(
    reference: str, candidate: str, language: Language = "solidity"
) -> float:
    """Return `edit_similarity` after consistent renaming.

    >>> renamed_edit_similarity("total = price * count;", "a = b * c;")
    1.0
    """
    return _edit_similarity(*renamed(reference, candidate, language))


def renamed_token_accuracy(
    reference: str, candidate: str, language: Language = "solidity"
) -> float:
    """Return `token_accuracy` after consistent renaming.

    >>> renamed_token_accuracy("total = price * count;", "a = b * b;")
    0.8333333333333334
    """
    return _token_accuracy(*renamed(reference, candidate, language))


def renamed_exact_match(reference: str, candidate: str, language: Language = "solidity") -> float:
    """Return `exact_match` after consistent renaming.

    >>> renamed_exact_match("total = price * count;", "a = b * c;")
    1.0
    """
    return _exact_match(*renamed(reference, candidate, language))


def renamed_token_distribution(
    reference: str, candidate: str, language: Language = "solidity"
) -> float:
    """Return `token_distribution` after consistent renaming.

    >>> renamed_token_distribution("total = price * count;", "a = b * c;")
    1.0
    """
    return _token_distribution(*renamed(reference, candidate, language))


@lru_cache(maxsize=64)
def renamed(reference: str, candidate: str, language: Language) -> tuple[Words, Words]:
    """Return both texts' tokens, with the candidate's names renamed to the reference's.

    The texts are aligned as if all names were equal. Each aligned pair of names is a vote, and the
    pairs with most votes become the renaming, one to one. A name without a partner stays different
    from every name in the reference. (Numbering names by first appearance would be simpler, but one
    inserted name shifts all that follow.)

    >>> renamed("f(total)", "g(x)", "solidity")[1]
    ('f', '(', 'total', ')')
    """
    ours, theirs = tokens(reference, language), tokens(candidate, language)
    blank = "\0"
    shapes = ([blank if t.is_name else t.text for t in side] for side in (ours, theirs))
    votes: Counter[tuple[str, str]] = Counter()
    for block in Indel.opcodes(*shapes):
        if block.tag == "equal":
            pairs = zip(
                ours[block.src_start : block.src_end],
                theirs[block.dest_start : block.dest_end],
                strict=True,
            )
            votes.update((b.text, a.text) for a, b in pairs if a.is_name)
    renaming: dict[str, str] = {}
    taken: set[str] = set()
    for (theirs_name, our_name), _ in votes.most_common():  # ties: first come, first served
        if theirs_name not in renaming and our_name not in taken:
            renaming[theirs_name] = our_name
            taken.add(our_name)
    return (
        tuple(token.text for token in ours),
        tuple(renaming.get(t.text, blank + t.text) if t.is_name else t.text for t in theirs),
    )


def _nothing_to_compare(metric: Callable[[Words, Words], float]) -> Callable[[Words, Words], float]:
    """Handle empty texts: two without tokens agree and score 1; if only one is empty, 0."""

    def settled(reference: Words, candidate: Words) -> float:
        if not reference or not candidate:
            return float(not reference and not candidate)
        return metric(reference, candidate)

    return settled


@_nothing_to_compare
def _bleu(reference: Words, candidate: Words) -> float:
    logs = []
    orders = min(4, len(reference), len(candidate))
    for n in range(1, orders + 1):
        ours, theirs = (
            Counter(zip(*(side[i:] for i in range(n)), strict=False))
            for side in (reference, candidate)
        )
        extra = int(n > 1)
        matches = (ours & theirs).total() + extra
        if not matches:
            return 0.0
        logs.append(math.log(matches / (len(candidate) - n + 1 + extra)))
    brevity = min(0.0, 1 - len(reference) / len(candidate))
    return math.exp(brevity + math.fsum(logs) / orders)


@_nothing_to_compare
def _rouge_l(reference: Words, candidate: Words) -> float:
    return 2 * LCSseq.similarity(reference, candidate) / (len(reference) + len(candidate))


@_nothing_to_compare
def _edit_similarity(reference: Words, candidate: Words) -> float:
    return Levenshtein.normalized_similarity(" ".join(reference), " ".join(candidate))


@_nothing_to_compare
def _token_accuracy(reference: Words, candidate: Words) -> float:
    return LCSseq.similarity(reference, candidate) / max(len(reference), len(candidate))


@_nothing_to_compare
def _token_distribution(reference: Words, candidate: Words) -> float:
    ours, theirs = Counter(reference), Counter(candidate)
    # Over a common denominator the overlap is a whole number: equal texts give exactly 1.
    overlap = sum(min(ours[word] * len(candidate), theirs[word] * len(reference)) for word in ours)
    return overlap / (len(reference) * len(candidate))


def _exact_match(reference: Words, candidate: Words) -> float:
    return float(list(reference) == list(candidate))
