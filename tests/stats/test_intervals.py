"""The bootstrap's own parts against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.stats import _intervals


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_quantiles_are_numpy_s(values: list[float], low: float, high: float) -> None:
    found = _intervals._percentiles(np.array(values), low, high)
    assert found == pytest.approx(tuple(np.quantile(values, [low, high])), rel=1e-9, abs=1e-9)
