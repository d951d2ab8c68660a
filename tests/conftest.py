"""Fixtures that all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from acidtest.sandbox import Sandbox


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The folder of public data sets, named by ACIDTEST_DATA or lying beside the project."""
    named = os.environ.get("ACIDTEST_DATA")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no public data: ACIDTEST_DATA is not set and {folder} does not exist")
    return folder


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """A real sandbox, shared."""
    with Sandbox() as opened:
        yield opened
