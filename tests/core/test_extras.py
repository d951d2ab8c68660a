"""A missing package of an extra is named with the command that brings it."""

from __future__ import annotations

import importlib.util

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.core.extras import MissingPackage, check_packages, extra_with, needed_by


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


def test_all_missing_packages_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    check_packages("the suite x", "click")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingPackage) as raised:
        check_packages("the suite x", "inspect_ai", "xllamacpp")
    assert raised.value.extras == ("local", "models")
    assert str(raised.value) == (
        "the suite x needs inspect_ai, xllamacpp: pip install 'acidtest[local,models]'"
    )


def test_of_many_missing_packages_a_few_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    languages = ["c_sharp", "go", "java", "kotlin", "php", "ruby", "rust"]
    with pytest.raises(MissingPackage) as raised:
        check_packages("the scanner", *(f"tree_sitter_{language}" for language in languages))
    assert str(raised.value) == (
        "the scanner needs tree_sitter_c_sharp, tree_sitter_go, tree_sitter_java and 4 more: "
        "pip install 'acidtest[crypto]'"
    )


def test_the_message_says_what_works_without_it() -> None:
    with pytest.raises(MissingPackage, match=r"\[report\]'; svg works$"):  # noqa: SIM117
        with needed_by("png", otherwise="svg works"):
            raise ModuleNotFoundError("No module named 'vl_convert'", name="vl_convert")


def test_of_several_extras_with_a_module_the_smallest_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    requires = [
        "faiss-cpu; extra == 'all'",
        "click; extra == 'all'",
        'faiss-cpu>=1; (python_version > "3") and extra == "few"',
    ]
    monkeypatch.setattr("importlib.metadata.requires", lambda name: requires)
    assert extra_with("faiss") == "few"
