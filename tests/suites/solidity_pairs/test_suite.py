"""The suite as users meet it: pairs come to it whichever Solidity suite is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.registry import find_suite, suite_for
from acidtest.suites.solidity_pairs.suite import SUITE

from .conftest import ROWS, write

CONTRACTS = Path(__file__).parents[1] / "solidity_decompile" / "contracts"


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    return write(tmp_path / "pairs.jsonl", ROWS)


def test_files_of_pairs_belong_to_it(pairs: Path) -> None:
    contracts = find_suite("solidity-decompile")
    assert suite_for(contracts, [pairs]).name == SUITE.name
    assert suite_for(contracts, [pairs.parent]).name == SUITE.name
    assert suite_for(SUITE, [pairs]) is SUITE
    assert suite_for(contracts, [CONTRACTS]) is contracts
    assert suite_for(contracts, []) is contracts
    assert suite_for(contracts, [pairs, CONTRACTS]) is contracts


def test_pairs_and_contracts_are_not_scored_together(pairs: Path) -> None:
    contracts = find_suite("solidity-decompile")
    told = r"pairs\.jsonl: holds function pairs, which are not scored together with contracts"
    for paths in ([pairs, CONTRACTS], [CONTRACTS, pairs]):
        with pytest.raises(InputError, match=told):
            suite_for(contracts, paths).read(paths)


def test_pairs_and_contracts_in_one_folder_are_not_scored_together(pairs: Path) -> None:
    contracts = find_suite("solidity-decompile")
    shutil.copy(CONTRACTS / "vault.sol", pairs.parent)
    with pytest.raises(InputError, match=r"pairs\.jsonl: holds function pairs"):
        suite_for(contracts, [pairs.parent]).read([pairs.parent])


def test_a_run_of_the_other_suite_is_routed(pairs: Path, tmp_path: Path) -> None:
    arguments = ["run", "solidity-decompile", "--data", str(pairs), "--system", "oracle"]
    arguments += ["--controls", "none", "--out", str(tmp_path / "run"), "--json"]
    done = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert done.exception is None, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["suite"], summary["n"]) == ("solidity-pairs", 3)
    assert summary["metrics"]["exact_match"]["value"] == 1.0


def test_nothing_is_run_so_nothing_needs_a_sandbox(pairs: Path) -> None:
    (sample, *_) = SUITE.read([pairs]).samples
    with SUITE.judge(RunOptions()) as judge:
        assert set(judge.toolchain) == {"tree-sitter-solidity", "embedding"}
        assert judge.key(sample, "a") == judge.key(sample, "a") != judge.key(sample, "b")
