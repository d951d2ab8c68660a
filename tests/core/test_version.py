"""The version is the installed package's; it stands in no file of the tree."""

from __future__ import annotations

import importlib
from importlib import metadata

import pytest

from acidtest.core import version


def test_it_is_that_of_the_installed_package() -> None:
    assert version.__version__ == metadata.version("acidtest")


def test_a_tree_that_was_never_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    with monkeypatch.context() as patch:
        patch.setattr(metadata, "version", missing)
        assert importlib.reload(version).__version__ == "0+unknown"
    importlib.reload(version)
