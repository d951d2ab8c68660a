"""Intervals cover, grow with the count, and refuse what they cannot use."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import acidtest.stats as stats
from acidtest.stats.intervals import Floats, effective_n
from tests.late import late

reference = late("scipy.stats")


def _f1(sums: Floats) -> Floats:
    return 2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2])


def test_single_samples_get_the_exact_interval_of_a_proportion() -> None:
    for hits in (0, 1, 5, 24):
        values = [1.0] * hits + [0.0] * (24 - hits)
        ends = stats.cluster_interval(values, [str(i) for i in range(24)])
        assert ends == pytest.approx(stats.proportion_interval(hits / 24, 24))


def test_the_order_of_rows_does_not_matter() -> None:
    values = [i * i / 900 for i in range(30)]
    clusters = [str(i % 11) for i in range(30)]
    first = stats.cluster_interval(values, clusters)
    assert first is not None
    assert first == pytest.approx(stats.cluster_interval(values[::-1], clusters[::-1]))


def test_samples_that_agree_within_their_cluster_count_once() -> None:
    whole = stats.cluster_interval([1.0] * 40 + [0.0] * 40, np.arange(80) // 4)
    single = stats.cluster_interval([1.0] * 10 + [0.0] * 10, np.arange(20))
    apart = stats.cluster_interval([1.0] * 40 + [0.0] * 40, np.arange(80))
    assert whole is not None
    assert apart is not None
    assert whole == pytest.approx(single)
    assert apart[1] - apart[0] < 0.6 * (whole[1] - whole[0])


@pytest.mark.parametrize("size", [1, 2, 4, 10])
@pytest.mark.parametrize("clusters", [6, 12, 41])
def test_more_hits_never_lower_a_bound(size: int, clusters: int) -> None:
    n = size * clusters
    values, before = np.zeros(n), (0.0, 0.0)
    for hits in range(n + 1):
        ends = stats.cluster_interval(values, np.arange(n) // size)
        assert ends is not None
        assert ends[0] >= before[0] - 1e-9
        assert ends[1] >= before[1] - 1e-9
        before = ends
        values[: hits + 1] = 1


@settings(deadline=None)
@given(st.data(), st.integers(6, 41), st.integers(1, 10))
def test_no_hit_is_never_less_sure_than_some(data: st.DataObject, clusters: int, size: int) -> None:
    n = clusters * size
    values = np.zeros(n)
    values[data.draw(st.lists(st.integers(0, n - 1), max_size=n))] = 1
    place = np.arange(n) // size
    never, some = stats.cluster_interval(0 * values, place), stats.cluster_interval(values, place)
    assert never is not None
    assert some is not None
    assert never[1] <= some[1]


@settings(deadline=None)
@given(st.data(), st.integers(6, 30), st.integers(1, 6))
def test_never_wider_than_clopper_and_pearson_on_whole_clusters(
    data: st.DataObject, clusters: int, size: int
) -> None:
    n = clusters * size
    values = data.draw(st.lists(st.sampled_from([0.0, 1.0]), min_size=n, max_size=n))
    ends = stats.cluster_interval(values, np.arange(n) // size)
    assert ends is not None
    hits = sum(values) / size
    low = reference.beta.ppf(0.025, hits, clusters - hits + 1) if hits else 0.0
    high = reference.beta.ppf(0.975, hits + 1, clusters - hits) if hits < clusters else 1.0
    assert ends[1] - ends[0] <= high - low + 0.02  # bounds between whole counts are interpolated


@given(st.lists(st.floats(0, 1), min_size=6, max_size=60), st.integers(1, 4))
def test_the_figure_is_inside_and_the_bounds_are_kept(values: list[float], size: int) -> None:
    ends = stats.cluster_interval(values, np.arange(len(values)) // size)
    if len(values) <= 5 * size:
        assert ends is None
    else:
        assert ends is not None
        mean = math.fsum(values) / len(values)
        assert 0 <= ends[0] <= mean + 1e-9
        assert mean - 1e-9 <= ends[1] <= 1


def test_values_without_bounds_get_students_interval() -> None:
    sample = np.random.default_rng(3).normal(50, 8, size=40)
    expected = reference.ttest_1samp(sample, 0).confidence_interval()
    ends = stats.cluster_interval(sample, np.arange(40), bounds=None)
    assert ends == pytest.approx((expected.low, expected.high), abs=1e-6)
    assert stats.cluster_interval(sample, np.arange(40)) == ends


@pytest.mark.parametrize(("size", "count"), [(1, 5), (4, 5), (40, 1)])
def test_few_clusters_get_words_and_no_interval(size: int, count: int) -> None:
    place = np.arange(size * count) // size
    assert stats.cluster_interval([1.0] * len(place), place) is None
    assert stats.pooled_interval(np.ones((len(place), 3)), place, _f1) is None
    assert "an interval needs 6" in stats.few_clusters(count)


@pytest.mark.parametrize(
    ("values", "clusters"), [([], []), ([1.0], ["a", "b"]), ([float("nan")] * 7, list("abcdefg"))]
)
def test_unusable_values_are_refused(values: list[float], clusters: list[str]) -> None:
    with pytest.raises(ValueError, match=r"cluster names|at least one|finite"):
        stats.cluster_interval(values, clusters)


def _files(rng: np.random.Generator, files: int) -> Floats:
    """True and false positives and misses of a scanner, by file."""
    items = rng.integers(0, 6, files)
    hits = rng.binomial(items, rng.beta(6, 2, files))
    extra = rng.poisson(0.4, files)
    return np.stack([hits, extra, items - hits], axis=1).astype(np.float64)


@pytest.mark.parametrize("files", [24, 100])
def test_f1_is_covered(files: int) -> None:
    rng = np.random.default_rng(1)
    truth = float(_f1(_files(rng, 300_000).sum(axis=0, keepdims=True))[0])
    covered = 0
    for _ in range(600):
        ends = stats.pooled_interval(_files(rng, files), np.arange(files), _f1)
        assert ends is not None
        covered += ends[0] <= truth <= ends[1]
    assert 0.92 <= covered / 600 <= 0.995


def test_clusters_that_count_nothing_do_not_narrow_a_pooled_interval() -> None:
    rows = _files(np.random.default_rng(2), 30)
    rows = rows[rows.any(axis=1)]
    empty = np.zeros((50, 3))
    alone = stats.pooled_interval(rows, np.arange(len(rows)), _f1)
    padded = np.concatenate([rows, empty])
    assert stats.pooled_interval(padded, np.arange(len(padded)), _f1) == alone


def test_a_perfect_pooled_figure_is_as_sure_as_its_clusters_are_many() -> None:
    rows = np.tile([1.0, 0.0, 0.0], (24, 1))
    ends = stats.pooled_interval(rows, np.arange(24), _f1)
    assert ends == pytest.approx(stats.proportion_interval(1.0, 24))


def test_a_figure_with_other_bounds_is_scaled() -> None:
    rows = _files(np.random.default_rng(5), 40)
    one = stats.pooled_interval(rows, np.arange(40), _f1)
    other = stats.pooled_interval(rows, np.arange(40), lambda s: 2 * _f1(s) - 1, bounds=(-1, 1))
    assert one is not None
    assert other == pytest.approx((2 * one[0] - 1, 2 * one[1] - 1))


def test_unequal_clusters_count_by_their_size() -> None:
    equal, uneven = np.full(10, 4.0), np.array([31.0] + [1.0] * 9)
    spread = np.linspace(-0.02, 0.02, 10)
    assert effective_n(0.5, spread, equal, 0.0) == 10
    assert effective_n(0.5, spread, uneven, 0.0) == 1
