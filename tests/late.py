"""Libraries that few tests use.

Every worker imports all test files and runs the tests of a few: what is slow to import, a test
imports when it runs.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest


class LateModule:
    """A module that is imported when it is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # pytest looks for such names at all that a file has
            raise AttributeError(name)
        return getattr(import_module(self._name), name)


def late(name: str) -> Any:
    """The module of that name."""
    return LateModule(name)


def need(name: str, reason: str) -> None:
    """Skip the tests of a file where a library is not installed."""
    if find_spec(name) is None:
        pytest.skip(reason, allow_module_level=True)
