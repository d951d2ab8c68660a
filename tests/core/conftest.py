"""A suite to look at, and questions about samples of any record."""

from __future__ import annotations

import pytest

from acidtest.core.protocols import Suite
from acidtest.core.records import Question, Sample
from acidtest.core.registry import find_suite


@pytest.fixture
def suite() -> Suite:
    """One of the shipped suites."""
    return find_suite("c-decompile")


def question(**record: str | int | None) -> Question:
    """A question about a sample with this record."""
    sample = Sample("a-O0", "a", {}, None, record)
    return Question(sample, "asm", 1, lambda form: f"text in {form}", lambda: None)
