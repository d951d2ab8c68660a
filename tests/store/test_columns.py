"""Sums by sample: the same whatever is kept of yes and no, in small numbers or wide ones."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from acidtest.store.columns import Sums

ROWS = st.lists(
    st.tuples(st.sampled_from([0.0, 1.0, 1.0, float("nan"), 0.25, -3.0]), st.integers(0, 5)),
    max_size=60,
)


@given(ROWS, st.integers(1, 60))
def test_sums_are_those_of_the_rows_however_they_come(
    given: list[tuple[float, int]], at_once: int
) -> None:
    rows = np.array([row for row, _ in given], dtype=np.float64)
    place = np.array([place for _, place in given], dtype=np.intp)
    sums = Sums(6)
    for start in range(0, len(rows), at_once):
        sums.add(rows[start : start + at_once], place[start : start + at_once])
    for sample in range(6):
        mine = rows[(place == sample) & ~np.isnan(rows)]
        assert sums.n[sample] == len(mine)
        assert sums.ones[sample] == (mine == 1).sum()
        assert sums.totals[sample] == mine.sum()
        mean = sums.means(np.array([sample]))[0]
        assert mean == mine.sum() / len(mine) if len(mine) else np.isnan(mean)


def test_a_sample_may_have_any_number_of_attempts() -> None:
    sums = Sums(2)
    for _ in range(70):
        sums.add(np.ones(1000), np.zeros(1000, dtype=np.intp))
    assert (sums.n.tolist(), sums.ones.tolist()) == ([70_000, 0], [70_000, 0])
    assert sums.means()[0] == 1.0


def test_a_yes_or_no_takes_two_bytes_a_sample() -> None:
    sums = Sums(1000)
    sums.add(np.ones(1000), np.arange(1000))
    assert sums.n.nbytes + sums.ones.nbytes == 2000
    assert sums.with_rows(np.array([0.5]), np.array([3])).means()[3] == 0.75
    assert sums.means()[3] == 1.0
