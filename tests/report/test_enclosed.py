"""What a report file holds of its samples."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from acidtest.report.enclosed import TELLING, with_texts


@pytest.mark.parametrize(
    ("runs", "attempts", "samples"),
    [(1, 1, TELLING), (1, 100, TELLING), (10, 10, TELLING), (1, 1000, 30), (1, 10**6, 1)],
)
def test_many_attempts_make_it_fewer_samples_with_texts(
    runs: int, attempts: int, samples: int
) -> None:
    section: Any = SimpleNamespace(runs=[SimpleNamespace(n=7, asked=7 * attempts)] * runs)
    assert with_texts(section) == samples
