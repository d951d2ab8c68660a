"""Fixtures that all tests share."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from acidtest.toolchains.sandbox import Sandbox

# How long an example takes says more about the machine than about the code.
settings.register_profile("acidtest", deadline=None)
settings.load_profile("acidtest")


def pytest_collection_finish() -> None:
    """Thousands of tests and their data stay: the garbage collector need not visit them again.

    Nor as often: by default it comes after every 700 new objects.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


TOGETHER = (
    ("tests/report/",),  # a browser, and runs to report on
    ("tests/stats/", "tests/metrics/", "tests/documents/test_differential"),  # scipy, NLTK
    ("tests/systems/models/", "tests/systems/filters/", "tests/cli/test_models"),  # Inspect AI
    ("tests/test_schemas", "tests/crypto/", "tests/suites/crypto_inventory/"),  # jsonschema
)
"""Files that need the same slow start share a worker."""
ALONE = (
    "tests/docs/test_commands.py",
    "tests/suites/solidity_decompile/test_dataset_corpus.py",
)
"""Files whose tests need nothing from each other and take seconds each: any worker takes one."""
LONG = (
    "tests/suites/c_decompile/test_suite_published_data",
    *ALONE,
    "tests/report/",
    "tests/suites/test_suites",
    "tests/engine/test_run_kill",
    "tests/suites/c_decompile/test_controls",
    "tests/integrations/inspect/test_tasks",
    "tests/cli/test_app_newcomers",
    "tests/suites/sast_triage/test_dataset_corpus",
    "tests/suites/c_decompile/test_fresh",
    "tests/native/",
    "tests/core/test_digest",
    "tests/documents/",
    "tests/lang/",
)
"""What takes long begins first, so that no worker is left with it at the end."""


class TogetherScheduling(LoadFileScheduling):  # type: ignore[misc]
    """The tests of a file share a worker, as do the files of `TOGETHER`; not those of `ALONE`."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(ALONE):
            return nodeid
        near = [group[0] for group in TOGETHER if nodeid.startswith(group)]
        return near[0] if near else nodeid.partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> TogetherScheduling | None:
    """For `--dist loadfile`: in the order of the collection, not by the number of tests."""
    if config.getoption("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False
    return TogetherScheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first."""

    def place(item: pytest.Item) -> int:
        return next((i for i, path in enumerate(LONG) if item.nodeid.startswith(path)), len(LONG))

    items.sort(key=place)


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
