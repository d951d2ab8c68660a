"""Retrieval: were the right items found, and ranked early? Rankings are best first."""

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from math import log2

from acidtest.stats.value import Value

_NOTHING_RELEVANT = "nothing is relevant to this query"


def recall_at_k(relevant: Set[Hashable], ranked: Sequence[Hashable], k: int) -> Value:
    """Return the share of the relevant items that are among the first `k`.

    >>> recall_at_k({"a", "b"}, ["x", "a", "b"], 2).value
    0.5
    """
    _check(ranked, k)
    return Value.ratio(_hits(relevant, ranked[:k]), len(relevant), _NOTHING_RELEVANT)


def capped_recall_at_k(relevant: Set[Hashable], ranked: Sequence[Hashable], k: int) -> Value:
    """Return the share of the relevant items among the first `k`, of those that can be there.

    A perfect ranking gets 1, also if more than `k` items are relevant.

    >>> capped_recall_at_k({"a", "b"}, ["a", "b"], 1).value
    1.0
    """
    _check(ranked, k)
    possible = min(k, len(relevant))
    return Value.ratio(_hits(relevant, ranked[:k]), possible, _NOTHING_RELEVANT)


def precision_at_k(relevant: Set[Hashable], ranked: Sequence[Hashable], k: int) -> Value:
    """Return the share of relevant items among the first `k`; empty places count as misses.

    >>> precision_at_k({"a", "b"}, ["a"], 4).value
    0.25
    """
    _check(ranked, k)
    if not relevant:
        return Value(None, _NOTHING_RELEVANT)
    return Value(_hits(relevant, ranked[:k]) / k)


def reciprocal_rank(relevant: Set[Hashable], ranked: Sequence[Hashable]) -> Value:
    """Return 1 ÷ the rank of the first relevant item, 0 if the ranking has none.

    >>> reciprocal_rank({"a", "b"}, ["x", "a", "b"]).value
    0.5
    """
    _check(ranked)
    if not relevant:
        return Value(None, _NOTHING_RELEVANT)
    return Value(next((1 / place for place, x in enumerate(ranked, 1) if x in relevant), 0.0))


def mean_reciprocal_rank(
    queries: Iterable[tuple[Set[Hashable], Sequence[Hashable]]],
) -> Value:
    """Return the mean reciprocal rank over the queries that have a relevant item.

    >>> mean_reciprocal_rank([({"a"}, ["a"]), ({"a"}, ["x", "a"]), (set(), [])]).value
    0.75
    """
    ranks = [reciprocal_rank(relevant, ranked).value for relevant, ranked in queries]
    defined = [rank for rank in ranks if rank is not None]
    return Value.ratio(sum(defined), len(defined), "nothing is relevant to any query")


def ndcg(
    gains: Mapping[Hashable, float], ranked: Sequence[Hashable], k: int | None = None
) -> Value:
    """Return the normalised discounted cumulative gain, with gains used as given.

    >>> ndcg({"a": 3, "b": 1}, ["a", "b"]).value, ndcg({"a": 3}, ["x"]).value
    (1.0, 0.0)
    """
    _check(ranked, k)
    if any(gain < 0 for gain in gains.values()):
        raise ValueError("gains must not be negative")
    best = _discounted(sorted(gains.values(), reverse=True)[:k])
    got = _discounted([gains.get(item, 0.0) for item in ranked][:k])
    return Value.ratio(got, best, _NOTHING_RELEVANT)


def no_match_specificity(
    queries: Iterable[tuple[Set[Hashable], Sequence[Hashable]]],
) -> Value:
    """Return how often nothing was returned for the queries that have no relevant item.

    >>> no_match_specificity([(set(), []), (set(), ["x"]), ({"a"}, [])]).value
    0.5
    """
    empty = [not ranked for relevant, ranked in queries if not relevant]
    return Value.ratio(sum(empty), len(empty), "something is relevant to every query")


def _hits(relevant: Set[Hashable], top: Sequence[Hashable]) -> int:
    return sum(item in relevant for item in top)


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, start=1))


def _check(ranked: Sequence[Hashable], k: int | None = None) -> None:
    if k is not None and k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    if len(set(ranked)) != len(ranked):
        raise ValueError("a ranking must not contain an item twice")
