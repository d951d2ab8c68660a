"""A missing package of an extra is named with the command that brings it."""

from __future__ import annotations

import importlib

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.core.extras import extra_with, needed_by


@pytest.mark.parametrize(
    ("module", "extra"),
    [("eth_abi.abi", "solidity"), ("vl_convert", "report"), ("click", None), ("no_such", None)],
)
def test_the_extra_of_a_module(module: str, extra: str | None) -> None:
    assert extra_with(module) == extra


def test_a_missing_package_of_an_extra_is_named() -> None:
    expected = r"^the suite x needs eth_abi: pip install 'acidtest\[solidity\]'$"
    with pytest.raises(InfrastructureError, match=expected), needed_by("the suite x"):
        raise ModuleNotFoundError("No module named 'eth_abi'", name="eth_abi")


def test_a_module_of_no_extra_is_a_fault_of_the_code() -> None:
    with pytest.raises(ModuleNotFoundError), needed_by("the suite x"):
        importlib.import_module("no_such_module")
