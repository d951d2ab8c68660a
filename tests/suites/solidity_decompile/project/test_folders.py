"""Projects as Foundry, Hardhat and Sourcify lay them out are read without flattening by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.records import Answer
from acidtest.suites.solidity_decompile.suite import SUITE

from .conftest import I_METER, METER, REMAPPING, SOURCES, TALLY, ids, laid_out, read, standard

TOML = f"""[profile.default]
optimizer = true
optimizer_runs = 999
remappings = ["{REMAPPING}"]
"""


def test_every_layout_of_one_project_gives_the_same_question(tmp_path: Path) -> None:
    foundry = laid_out(tmp_path / "foundry", {**SOURCES, "foundry.toml": TOML})
    laid_out(foundry, {"test/Meter.t.sol": METER, "out/build-info/a.json": "{}"})
    info = json.dumps({"input": standard(), "solcVersion": "0.8.37", "output": {}})
    out = laid_out(tmp_path / "out", {"build-info/a.json": info, "build-info/a.output.json": "{}"})
    verified = laid_out(tmp_path / "v", {f"sources/{n}": t for n, t in SOURCES.items()})
    settings = {**standard()["settings"], "compilationTarget": {"src/Meter.sol": "Meter"}}
    about = {"compiler": {"version": "0.8.37+commit.1"}, "language": "Solidity"}
    metadata = {**about, "settings": settings, "sources": {name: {} for name in SOURCES}}
    laid_out(verified, {"metadata.json": json.dumps(metadata)})
    one = laid_out(tmp_path, {"input.json": json.dumps(standard())}) / "input.json"
    data = [read(path) for path in (foundry, foundry / "src" / "Meter.sol", out, verified, one)]
    assert {tuple(ids(each)) for each in data} == {("Meter@optimised",)}
    truths = [next(iter(each.samples)).truth for each in data]
    assert len({truth.source for truth in truths}) == 1
    # the end is the compiler's metadata, which also hashes the remappings that Foundry adds
    assert len({truth.runtime[:-106] for truth in truths}) == 1
    assert data[0].left_out == {"interface (IMeter)": 1}


def test_the_merged_source_of_a_project_with_a_library_is_a_perfect_answer(tmp_path: Path) -> None:
    foundry = laid_out(tmp_path, {**SOURCES, "foundry.toml": TOML})
    sample = next(iter(read(foundry).samples))
    text = sample.truth.source
    assert text.startswith("pragma solidity 0.8.37;")
    assert "import" not in text
    assert len(sample.truth.libraries) == 1
    with SUITE.judge(RunOptions()) as judge:
        score = SUITE.score(sample, Answer(sample.id, text), judge.observe(sample, text))
        assert score.metrics["perfect"] == 1.0
        wrong = text.replace("n + 1", "n + 2")
        score = SUITE.score(sample, Answer(sample.id, wrong), judge.observe(sample, wrong))
        assert score.metrics["perfect"] == 0.0


def test_sources_with_imports_need_no_tool_around_them(tmp_path: Path) -> None:
    files = {"Meter.sol": METER.replace("counting/", "./"), "Tally.sol": TALLY}
    data = read(laid_out(tmp_path, {**files, "IMeter.sol": I_METER}))
    assert ids(data) == ["Meter@optimised"]
    assert data.left_out == {
        "interface (IMeter)": 1,
        "library (Tally)": 1,
        "abstract contract (Counted)": 1,
    }


def test_what_is_not_there_is_counted_and_named(tmp_path: Path) -> None:
    lost = 'import "./Gone.sol"; contract Lost is Gone {}'
    shut = "contract Shut { constructor() { revert('never'); } }"
    files = {
        "a/Lost.sol": lost,
        "a/Shut.sol": shut,
        "a/Good.sol": "contract Good { uint public x; }",
    }
    data = read(laid_out(tmp_path, files))
    assert ids(data) == ["Good@optimised"]
    reasons = " ".join(data.left_out)
    assert "imports a/Gone.sol, which is not in the project (Lost)" in reasons
    assert "its constructor reverts" in reasons
    assert "never" in reasons


def test_a_project_without_contracts_says_why(tmp_path: Path) -> None:
    laid_out(tmp_path, {"remappings.txt": "", "I.sol": I_METER})
    with pytest.raises(InputError, match=r"contains no contracts.*\n  1: interface \(IMeter\)"):
        read(tmp_path)


@pytest.mark.parametrize("text", ["[profile", "profile = 3", "[profile]\ndefault = 3"])
def test_bad_toml_is_named_and_odd_toml_is_ignored(text: str, tmp_path: Path) -> None:
    laid_out(tmp_path, {"foundry.toml": text, "src/A.sol": I_METER})
    with pytest.raises(InputError, match=r"is not TOML|contains no contracts"):
        read(tmp_path)


def test_artifacts_without_sources_are_bytecode_only_and_the_oracle_leaves_them_out(
    tmp_path: Path,
) -> None:
    abi = [
        {"type": "function", "name": "f", "inputs": [], "outputs": [], "stateMutability": "view"}
    ]
    code = {"abi": abi, "bytecode": "0x6001600c60003960016000f300", "deployedBytecode": "0x00"}
    names = {"_format": "hh-sol-artifact-1", "contractName": "Stop", "sourceName": "a/Stop.sol"}
    empty = {**code, "bytecode": "0x", "deployedBytecode": "0x", "contractName": "IStop"}
    laid_out(tmp_path, {"artifacts/a/Stop.json": json.dumps({**names, **code})})
    laid_out(tmp_path, {"artifacts/a/IStop.json": json.dumps({**names, **empty})})
    data = read(tmp_path)
    assert ids(data) == ["Stop@optimised"]
    sample = next(iter(data.samples))
    assert sample.groups["source"] == "no"
    assert "bytecode only" in sample.truth.note
    oracle = next(control for control in SUITE.controls if control.name == "oracle")
    assert oracle.cannot is not None
    assert oracle.cannot(sample) == "there is no source, only bytecode"
