"""Fixtures that all tests share."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from acidtest.toolchains.sandbox import Sandbox

# How long an example takes says more about the machine than about the code.
settings.register_profile("acidtest", deadline=None)
settings.load_profile("acidtest")


def pytest_collection_finish() -> None:
    """Thousands of tests and their data stay: the garbage collector need not visit them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The folder of public data sets, named by ACIDTEST_DATA (see docs/data.md)."""
    named = os.environ.get("ACIDTEST_DATA")
    if not named:
        pytest.skip("no public data: set ACIDTEST_DATA to a folder as docs/data.md describes it")
    if not Path(named).is_dir():
        pytest.skip(f"no public data: ACIDTEST_DATA names {named}, which is not a folder")
    return Path(named)


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a package is built from: a build may leave files behind."""
    root, copy = Path(__file__).parents[1], tmp_path_factory.mktemp("checkout")
    for name in ("LICENSE", "README.md", "action.yml", "pyproject.toml", "requirements.lock"):
        shutil.copy(root / name, copy)
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(root / "src", copy / "src", ignore=ignored)
    return copy


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """A real sandbox, shared."""
    with Sandbox() as opened:
        yield opened
