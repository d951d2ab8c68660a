"""The published text metrics of a stream of pairs: the fast twin of `text_metrics`.

Each distinct text is split and searched once; tokens become small numbers, and the n-grams of many
pairs are counted together by sorting one array. The values equal those of `text_metrics`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from acidtest.metrics.published import _lexical as lexical
from acidtest.metrics.published import _structural as structural
from acidtest.metrics.published._structural import PatternCounts, Signature
from acidtest.metrics.published._together import text_metrics

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_PAIR_BITS = 6
_CHARACTERS_AT_ONCE = 64_000  # larger arrays leave the cache and sort more slowly
_VOCABULARY = 8192  # the most distinct tokens that a reader remembers
_CHARACTERS_KEPT = 4_000_000
_KEY_BITS = 63


class _Text(NamedTuple):
    """What the metrics need from one text, with tokens numbered by its reader."""

    text: str
    tokens: Integers
    rouge: list[bytes]
    patterns: PatternCounts
    signature: Signature | None


class _Reader:
    """Reads each text once and gives equal tokens equal numbers."""

    def __init__(self) -> None:
        self.tokens: defaultdict[str, int] = defaultdict(count().__next__)
        self.texts: dict[str, _Text] = {}
        self.characters = 0

    def full(self) -> bool:
        return len(self.tokens) > _VOCABULARY or self.characters > _CHARACTERS_KEPT

    def read(self, text: str) -> _Text:
        known = self.texts.get(text)
        if known is not None:
            return known
        self.characters += len(text)
        words = text.split()
        entry = self.texts[text] = _Text(
            text,
            np.fromiter(map(self.tokens.__getitem__, words), np.int64, len(words)),
            lexical.rouge_tokens(text),
            structural.count_patterns(text),
            structural.find_signature(text),
        )
        return entry


def text_metrics_of(pairs: Iterable[tuple[str, str]]) -> Iterator[dict[str, float]]:
    """Yield `text_metrics` of each pair of reference and candidate, in order.

    Memory stays bounded however long the stream is.

    >>> next(text_metrics_of([("a b c d", "a b c d")]))["bleu"]
    1.0
    """
    reader = _Reader()
    for chunk in _chunks(pairs):
        if reader.full():
            reader = _Reader()
        read = [(reader.read(reference), reader.read(candidate)) for reference, candidate in chunk]
        bits = len(reader.tokens).bit_length()
        if 4 * bits + _PAIR_BITS + 1 > _KEY_BITS:
            yield from (text_metrics(*pair) for pair in chunk)
        else:
            yield from _score(read, bits)


def _chunks(pairs: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    chunk: list[tuple[str, str]] = []
    characters = 0
    for pair in pairs:
        chunk.append(pair)
        characters += len(pair[0]) + len(pair[1])
        if characters > _CHARACTERS_AT_ONCE or len(chunk) == 1 << _PAIR_BITS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


def _score(pairs: Sequence[tuple[_Text, _Text]], bits: int) -> Iterator[dict[str, float]]:
    bleus, distributions = _counted(pairs, bits)
    for (a, b), bleu, distribution in zip(
        pairs, bleus.tolist(), distributions.tolist(), strict=True
    ):
        sizes = len(a.tokens), len(b.tokens)
        shorter, longer = min(sizes), max(sizes)
        equal = int(np.count_nonzero(a.tokens[:shorter] == b.tokens[:shorter]))
        yield {
            "bleu": bleu,
            "rouge_l": lexical.rouge_of_tokens(a.rouge, b.rouge),
            "edit_distance": lexical.edit_distance(a.text, b.text),
            "token_accuracy": equal / longer if longer else 1.0,
            "exact_match": float(equal == longer),
            "length_ratio": shorter / longer if longer else 1.0,
            "token_distribution": distribution,
            "control_flow": structural.flow_of_counts(a.patterns, b.patterns),
            "signature": structural.agreement(a.signature, b.signature),
            "security_patterns": structural.security_of_counts(a.patterns, b.patterns),
            "complexity": structural.complexity_of_counts(a.patterns, b.patterns),
        }


def _counted(pairs: Sequence[tuple[_Text, _Text]], bits: int) -> tuple[Floats, Floats]:
    """Return BLEU and token distribution of each pair.

    A key packs pair, n-gram and side (0 reference, 1 candidate), so after sorting, equal n-grams of
    the two sides of a pair are adjacent. Only n-grams made of tokens that both sides have can be
    shared, so the others are not sorted.
    """
    tokens = np.concatenate([text.tokens for pair in pairs for text in pair])
    sizes = np.array([len(text.tokens) for pair in pairs for text in pair])
    owner = np.repeat(np.arange(len(sizes)), sizes)
    single = gram = owner >> 1 << bits | tokens
    distinct, counts, both = _runs(gram << 1 | owner & 1)
    distributions = _distributions(
        distinct >> (bits + 1) << 1 | distinct & 1,
        counts,
        distinct[both] >> (bits + 1),
        len(pairs),
    )
    table = np.zeros(len(pairs) << bits, dtype=np.bool_)
    table[distinct[both] >> 1] = True
    common = possible = table[single]
    logs = np.zeros(len(pairs))
    overlap = logs > 0
    for n in (1, 2, 3, 4):
        if n > 1:
            gram = gram[:-1] << bits | tokens[n - 1 :]
            common = common[:-1] & possible[n - 1 :]
            whole = common & (owner[: len(gram)] == owner[n - 1 :])
            distinct, counts, both = _runs((gram << 1 | owner[: len(gram)] & 1)[whole])
        matches = np.bincount(
            distinct[both] >> (n * bits + 1),
            weights=np.minimum(counts[both], counts[both + 1]),
            minlength=len(pairs),
        )
        overlap |= matches > 0
        precision = np.maximum(matches, 1) / np.maximum(sizes[1::2] - n + 1, 1)
        logs += np.where(matches > 0, 0.25 * np.log(precision), lexical.NO_MATCH)
    brevity = np.exp(np.minimum(0, 1 - sizes[::2] / np.maximum(sizes[1::2], 1)))
    return np.where(overlap, brevity * np.exp(logs), 0.0), distributions


def _runs(keys: Integers) -> tuple[Integers, Integers, Integers]:
    """Return the distinct keys in order, their counts, and which ones match the next key."""
    keys.sort()
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    distinct, counts = keys[starts], np.diff(starts, append=len(keys))
    return distinct, counts, np.flatnonzero(distinct[:-1] ^ distinct[1:] == 1)


def _distributions(owner: Integers, counts: Integers, shared: Integers, pairs: int) -> Floats:
    """Return token distribution similarities from each side's distinct tokens and counts.

    The gap of the sorted counts is summed level by level: how many more tokens occur at least once,
    twice, … on one side than on the other.
    """
    levels = int(counts.max(initial=0)) + 1
    exactly = np.bincount(owner * levels + counts, minlength=2 * pairs * levels)
    at_least = exactly.reshape(pairs, 2, levels)[:, :, ::-1].cumsum(axis=2)[:, :, :-1]
    gap = np.abs(at_least[:, 0] - at_least[:, 1]).sum(axis=1)
    union = np.bincount(owner >> 1, minlength=pairs) - np.bincount(shared, minlength=pairs)
    similarity: Floats = 1 / (1 + gap / np.maximum(union, 1))
    return similarity
