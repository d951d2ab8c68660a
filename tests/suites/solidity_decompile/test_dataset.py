"""Reading contracts: what is wrong is named by file, record and field."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.protocols import Judge, Questions
from acidtest.core.records import Answer, Json
from acidtest.suites.solidity_decompile.suite import SUITE
from acidtest.toolchains.solc import Solc

from .conftest import CONTRACTS, source


def written(folder: Path, *records: Json) -> Path:
    path = folder / "data.jsonl"
    path.write_text("\n".join(json.dumps(record) for record in records))
    return path


def test_each_contract_is_asked_about_in_each_mode() -> None:
    ids = {sample.id for sample in SUITE.read([CONTRACTS]).samples}
    assert {"vault@unoptimised", "vault@optimised", "vault@via-ir"} <= ids
    assert "old_counter@via-ir" not in ids  # 0.4 knows no intermediate representation
    groups = next(s.groups for s in SUITE.read([CONTRACTS]).samples if s.id == "vault@via-ir")
    assert groups == {"mode": "via-ir", "difficulty": "easy", "topic": "vault", "compiler": "0.8"}


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ({"runtime": "00"}, "field 'id' is missing"),
        ({"id": "a"}, "neither 'source' nor 'runtime'"),
        ({"id": "a", "runtime": "00"}, "neither 'source' nor 'abi'"),
        ({"id": "a", "runtime": "0xzz", "abi": []}, "field 'runtime' is not hex"),
        ({"id": "a", "runtime": "0x123", "abi": []}, "3 hex digits, an odd number"),
        ({"id": "a", "runtime": "0x", "abi": []}, "0 bytes: not a contract"),
        ({"id": "a", "runtime": 5, "abi": []}, "field 'runtime' is a int"),
        ({"id": "a", "runtime": "00", "abi": {}}, "'abi' is not a list"),
        ({"id": "a", "runtime": "00", "abi": "{"}, "'abi' is not JSON"),
        ({"id": "a", "source": "contract A {}"}, "needs 'mode'"),
        ({"id": "a", "source": "x", "mode": "fast"}, "not one of unoptimised"),
        ({"id": "a", "source": "pragma solidity 0.9.1;", "mode": "optimised"}, "no solc of that"),
        ({"id": "a", "runtime": "00", "abi": [], "compiler": "new"}, "not a version such as"),
        ({"id": "a", "runtime": "00", "abi": [], "value": -1}, "not a number of wei"),
        ({"id": "a", "runtime": "00", "abi": [], "constructor": "x"}, "is not a list"),
        ([], "expected an object, got list"),
    ],
)
def test_a_bad_record_is_named(record: Json, says: str, tmp_path: Path) -> None:
    good = {"id": "b", "runtime": "00", "abi": []}
    with pytest.raises(InputError, match="record 1") as caught:
        SUITE.read([written(tmp_path, good, record)])
    assert says in str(caught.value)


def test_a_file_that_is_not_json_and_one_that_is_not_there_are_named(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    path.write_text("{")
    with pytest.raises(InputError, match="is not JSON"):
        SUITE.read([path])
    with pytest.raises(InputError, match="no such file or folder"):
        SUITE.read([tmp_path / "none.sol"])


def test_the_same_contract_twice_is_refused() -> None:
    with pytest.raises(InputError, match="duplicate id"):
        SUITE.read([CONTRACTS, CONTRACTS / "vault.sol"])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_no_file_breaks_the_reader(tmp_path: Path, data: bytes) -> None:
    for name in ("data.jsonl", "data.sol"):
        path = tmp_path / name
        path.write_bytes(data)
        with contextlib.suppress(InputError):
            SUITE.read([path])


def test_bytecode_alone_with_its_abi_is_enough(
    tmp_path: Path, judge: Judge, questions: Questions, solc: Solc
) -> None:
    made = solc.compile(source("vault"), "0.8.37", "optimised").artifacts[0]
    arguments = (1000).to_bytes(32, "big").hex()
    record = {
        "id": "chain",
        "runtime": "0x" + made.runtime,
        "creation": made.creation + arguments,
        "abi": list(made.abi),
        "compiler": "v0.8.20+commit.a1b79de6",
        "constructor": [1000],
    }
    (sample,) = SUITE.read([written(tmp_path, record)]).samples
    text = source("vault")
    score = SUITE.score(sample, Answer(sample.id, text), judge.observe(sample, text))
    assert score.metrics["perfect"] == 1.0
    assert made.runtime in questions.text(sample, "bytecode")


@pytest.mark.parametrize("creation", ["6080", "fe", "60006000fd", "00"])
def test_creation_code_that_makes_no_contract_is_an_error_and_no_score(
    creation: str, tmp_path: Path, judge: Judge
) -> None:
    abi = [{"type": "function", "name": "f", "inputs": [], "outputs": []}]
    record = {"id": "a", "runtime": "00", "creation": creation, "abi": abi}
    (sample,) = SUITE.read([written(tmp_path, record)]).samples
    if creation in ("6080", "00"):  # an empty account: every call to it succeeds with nothing
        observed = judge.observe(sample, source("clock"))
        assert observed["replay"]["functions"]["f()"] != "behaves"
        return
    with pytest.raises(InfrastructureError, match="original itself cannot be deployed"):
        judge.observe(sample, source("clock"))


def test_constructor_arguments_that_do_not_fit_are_named(tmp_path: Path, judge: Judge) -> None:
    path = tmp_path / "vault.sol"
    path.write_text(source("vault").replace("[1000]", "[1, 2]"))
    sample = next(iter(SUITE.read([path]).samples))
    with pytest.raises(InputError, match="takes 1 arguments, not 2"):
        judge.observe(sample, source("vault"))


def test_a_record_may_bring_companions_and_a_deployer(tmp_path: Path) -> None:
    good = {"id": "a", "runtime": "00", "abi": [], "companions": ["00", "0x01"]}
    reply = {"parameters()": [["uint256"], [3]]}
    path = written(tmp_path, {**good, "constructor": ["@1"], "deployer": reply})
    contract = next(iter(SUITE.read([path]).samples)).truth
    assert contract.companions == ["00", "01"]
    assert contract.arguments[0].startswith("0x")
    assert contract.deployer
    wrong: list[Json] = [{"companions": "00"}, {"companions": ["zz"]}, {"constructor": ["@7"]}]
    wrong += [{"deployer": ["x"]}, {"deployer": {"x": []}}]
    for bad in wrong:
        with pytest.raises(InputError, match="record 0"):
            SUITE.read([written(tmp_path, {**good, **bad})])
