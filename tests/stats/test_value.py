"""A value has a number or a reason; the worked examples of every module hold."""

import doctest

import pytest
from hypothesis import strategies as st

import acidtest.stats as stats
from acidtest.stats import effects as _effects
from acidtest.stats import intervals as _intervals
from acidtest.stats import paired as _paired
from acidtest.stats import value

rates = st.floats(0, 1)


@pytest.mark.parametrize("module", [_effects, _intervals, _paired, value], ids=lambda m: m.__name__)
def test_worked_examples_hold(module: object) -> None:
    outcome = doctest.testmod(module)  # type: ignore[arg-type]
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_a_value_has_a_number_or_a_reason() -> None:
    with pytest.raises(ValueError, match="either"):
        stats.Value(None)
    with pytest.raises(ValueError, match="either"):
        stats.Value(1.0, "because")
