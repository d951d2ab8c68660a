"""JSON that tools write is told apart by what is in it, and what is wrong with it is named."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.errors import AcidtestError, InputError
from acidtest.core.records import Json
from acidtest.core.untrusted import reading
from acidtest.suites.solidity_decompile.project.json_files import (
    artifact,
    parsed,
    sourcify,
    units_of,
)
from acidtest.suites.solidity_decompile.project.unit import Bytecode, SourceUnit

from .conftest import SOURCES, standard


def unit_of(value: Json) -> SourceUnit:
    units = units_of(value, "x.json")
    assert units is not None
    assert isinstance(units[0], SourceUnit)
    return units[0]


def etherscan(source: str, **more: str) -> Json:
    about = {"ContractName": "Meter", "CompilerVersion": "v0.8.21+commit.d9974bed"}
    used = {"OptimizationUsed": "0", "Runs": "77", "EVMVersion": "Default"}
    return {"status": "1", "result": [{"SourceCode": source, **about, **used, **more}]}


def test_standard_json_keeps_its_settings() -> None:
    unit = unit_of(standard())
    assert (unit.mode, unit.runs, unit.compiler) == ("optimised", 999, None)
    assert unit.asked == ["src/Meter.sol", "src/IMeter.sol"]


def test_build_information_names_its_compiler() -> None:
    value = {"_format": "hh3-sol-build-info-1", "solcVersion": "0.8.20", "input": standard()}
    assert unit_of(value).compiler == "0.8.20"


def test_etherscan_in_its_three_forms() -> None:
    doubled = unit_of(etherscan("{" + json.dumps(standard()) + "}"))
    assert (doubled.mode, doubled.compiler, doubled.target) == ("optimised", "0.8.21", "Meter")
    several = unit_of(etherscan(json.dumps({n: {"content": t} for n, t in SOURCES.items()})))
    assert (several.mode, several.runs) == ("unoptimised", 77)
    assert set(several.sources) == set(SOURCES)
    plain = unit_of(etherscan("contract Meter {}", ConstructorArguments="00ff"))
    assert plain.sources == {"Meter.sol": "contract Meter {}"}
    assert plain.arguments == "00ff"
    assert unit_of(etherscan("contract Meter {}", ConstructorArguments="xyz")).arguments is None


def test_standard_json_in_double_braces_is_read_from_a_file() -> None:
    assert unit_of(parsed("{" + json.dumps(standard()) + "}", "x")).runs == 999


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"language": "Vyper", "sources": {}}, "language is 'Vyper'"),
        ({"language": "Solidity", "sources": []}, "'sources' is not an object"),
        ({"language": "Solidity", "sources": {"a": {"urls": ["x"]}}}, "has no 'content'"),
        ({"language": "Solidity", "sources": {}, "settings": 3}, "'settings' is not an object"),
        ({"SourceCode": ""}, "not verified"),
        ({"SourceCode": "{}"}, "neither Solidity nor standard JSON"),
        ({"result": [3]}, "has no 'SourceCode'"),
    ],
)
def test_what_is_wrong_is_named(value: Json, says: str) -> None:
    with pytest.raises(InputError, match=says):
        units_of(value, "x.json")


def test_records_are_left_to_their_reader() -> None:
    assert units_of({"id": "a", "runtime": "00", "abi": []}, "x") is None
    assert units_of([{"id": "a"}], "x") is None


def test_artifacts_of_all_tools_are_bytecode() -> None:
    abi = [{"type": "function", "name": "f"}]
    hardhat = {"abi": abi, "bytecode": "0x00aa", "deployedBytecode": "0xaa"}
    foundry = {"abi": abi, "bytecode": {"object": "0x00aa"}, "deployedBytecode": {"object": "0xaa"}}
    waffle = {
        "abi": abi,
        "evm": {"bytecode": {"object": "00aa"}, "deployedBytecode": {"object": "aa"}},
    }
    for value in (hardhat, foundry, waffle):
        made = artifact(value, "out/A.json")
        assert isinstance(made, Bytecode)
        assert (made.name, made.creation, made.runtime) == ("A", "00aa", "aa")
    assert artifact({"abi": abi, "bytecode": "0x"}, "x") is None
    assert artifact({**hardhat, "bytecode": "0xnothex"}, "x") is None


def test_a_sourcify_folder_without_settings_is_refused() -> None:
    with pytest.raises(InputError, match="no 'compiler'"):
        sourcify({"sources": {}}, {}, "folder")


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "sources language settings input result SourceCode abi bytecode a.sol content "
                "object deployedBytecode linkReferences metadata compiler optimizer".split()
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)


@given(_VALUES)
def test_no_document_breaks_the_reader(value: Json) -> None:
    with contextlib.suppress(AcidtestError), reading("x.json"):
        units_of(value, "x.json")
