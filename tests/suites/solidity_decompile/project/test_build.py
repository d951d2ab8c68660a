"""What is compiled when some contracts of a project cannot be."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from acidtest.core.errors import InputError
from acidtest.toolchains.solc import Solc

from .conftest import ids, laid_out, read

PRAGMA = "pragma solidity ^0.8.20;\n"
GOOD = "contract {} {{ uint256 public x = 3; function f() external {{ x += 1; }} }}\n"
BROKEN = "contract Z { uint8 x = ''; }\n"


def counted(patch: pytest.MonkeyPatch) -> list[str]:
    """The versions that solc is asked for from now on, one for each time."""
    asked: list[str] = []
    whole = Solc.compile_input

    def compile_input(self: Solc, request: object, version: str) -> object:
        asked.append(version)
        return whole(self, request, version)  # type: ignore[arg-type]

    patch.setattr(Solc, "compile_input", compile_input)
    return asked


def test_a_file_with_an_error_leaves_all_its_contracts_out_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = f"// {uuid4()}\n{PRAGMA}"  # what was compiled once is kept
    bad = "".join(GOOD.format(f"Bad{n}") for n in range(40)) + BROKEN
    files = {"foundry.toml": "", "src/Bad.sol": new + bad, "src/A.sol": new + GOOD.format("A")}
    asked = counted(monkeypatch)
    assert ids(read(laid_out(tmp_path, files))) == ["A@unoptimised"]
    assert len(asked) < 6  # not once for each contract


def test_a_contract_without_code_costs_only_itself(tmp_path: Path) -> None:
    many = ", ".join(f"uint256 a{n}" for n in range(20))
    body = "external pure returns (uint256) { return a0 + a19; }"
    deep = f"contract Deep {{ function f({many}) {body} }}\n"
    laid_out(tmp_path, {"foundry.toml": "", "src/A.sol": PRAGMA + GOOD.format("A") + deep})
    assert ids(read(tmp_path)) == ["A@unoptimised"]


def test_a_project_of_nothing_but_errors_says_which(tmp_path: Path) -> None:
    laid_out(tmp_path, {"foundry.toml": "", "src/A.sol": PRAGMA + BROKEN})
    with pytest.raises(InputError, match=r"does not compile.*TypeError"):
        read(tmp_path)
