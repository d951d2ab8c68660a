"""Which samples a limit takes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.records import Sample
from acidtest.core.registry import suites_with_corpus
from acidtest.core.text import sampled_words
from acidtest.engine.sampling import take


@st.composite
def data(draw: st.DrawFn) -> list[Sample]:
    """Clusters of all sizes, in groups of which some samples lack one."""
    sizes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=25))
    values = st.sampled_from(["a", "b", "c", None])
    samples = []
    for cluster, size in enumerate(sizes):
        for number in range(size):
            groups = {n: v for n in ("x", "y") if (v := draw(values)) is not None}
            samples.append(Sample(f"{cluster}-{number}", str(cluster), groups, None, {}))
    return samples


def ids(samples: Sequence[Sample]) -> set[str]:
    """Their names."""
    return {sample.id for sample in samples}


@given(data(), st.integers(1, 250))
def test_clusters_are_whole_and_the_limit_is_kept(samples: list[Sample], limit: int) -> None:
    chosen, sampled = take(samples, limit)
    assert 1 <= len(chosen) <= limit
    assert chosen == [sample for sample in samples if sample.id in ids(chosen)], "in their order"
    sizes, taken = (Counter(s.cluster for s in part) for part in (samples, chosen))
    cut = [cluster for cluster in taken if taken[cluster] < sizes[cluster]]
    assert not cut or (len(taken) == 1 and len(chosen) == limit), "only a first one that is large"
    if limit >= len(samples):
        assert chosen == samples
        assert sampled is None
    else:
        assert sampled is not None
        assert (sampled.samples, sampled.of_samples) == (len(chosen), len(samples))
        assert (sampled.clusters, sampled.of_clusters) == (len(taken), len(sizes))


@given(data(), st.lists(st.integers(1, 120), min_size=2, max_size=6))
def test_a_smaller_limit_takes_a_part_of_what_a_larger_one_takes(
    samples: list[Sample], limits: list[int]
) -> None:
    limits.sort()
    chosen = [ids(take(samples, limit)[0]) for limit in limits]
    assert all(small <= large for small, large in pairwise(chosen))


@given(data(), st.integers(1, 60), st.randoms(use_true_random=False))
def test_the_order_of_records_does_not_matter(
    samples: list[Sample], limit: int, order: random.Random
) -> None:
    other = list(samples)
    order.shuffle(other)
    assert ids(take(samples, limit)[0]) == ids(take(other, limit)[0])


def test_a_quarter_of_the_data_has_every_level_and_not_one_of_them() -> None:
    """Records ordered by task and level, of which every fourth has the same level."""
    levels = ("O0", "O1", "O2", "O3")
    samples = [Sample(f"{t}-{o}", f"{t}", {"opt": o}, None, {}) for t in range(164) for o in levels]
    chosen, sampled = take(samples, 164)
    assert Counter(s.groups["opt"] for s in chosen) == dict.fromkeys(levels, 41)
    assert sampled is not None
    words = sampled_words(sampled.to_json())
    assert words == "164 of 656 samples (41 of 164 clusters), stratified by opt"


def test_a_part_of_one_cluster_is_spread_over_its_groups() -> None:
    samples = [
        Sample(f"{number}", "one", {"opt": "O0" if number < 30 else "O2"}, None, {})
        for number in range(40)
    ]
    chosen, _ = take(samples, 8)
    assert Counter(s.groups["opt"] for s in chosen) == {"O0": 6, "O2": 2}


def test_one_large_cluster_does_not_keep_the_others_out() -> None:
    alone = [Sample(f"{number}", f"{number}", {}, None, {}) for number in range(500)]
    together = [Sample(f"t{number}", "together", {}, None, {}) for number in range(500)]
    chosen, _ = take([*together, *alone], 100)
    assert len({sample.cluster for sample in chosen}) == 100


@pytest.mark.parametrize("suite", suites_with_corpus(), ids=lambda suite: suite.name)
@pytest.mark.parametrize("limit", [24, 60])
def test_the_shipped_corpora_are_sampled_in_proportion(suite: object, limit: int) -> None:
    """No value of a group is more than a cluster or two from its share."""
    samples = list(suite.read([]).samples)  # type: ignore[attr-defined]
    chosen, sampled = take(samples, limit)
    assert sampled is not None
    assert limit - 4 < len(chosen) <= limit
    for name in sampled.stratified_by:
        whole, part = (Counter(s.groups.get(name, "") for s in some) for some in (samples, chosen))
        for value, count in whole.items():
            share = count * len(chosen) / len(samples)
            assert abs(part[value] - share) < 4.5, (name, value)
