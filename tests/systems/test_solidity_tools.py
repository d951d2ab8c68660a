"""evmole and sevm as systems: what they answer about real bytecode, and how they fail."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

from acidtest.errors import InputError
from acidtest.model import Program
from acidtest.suites import Suite
from acidtest.systems.evmole import EvmoleSystem, skeleton
from acidtest.systems.sevm import PACKAGE, SevmSystem
from acidtest.toolchain.tac import Entry

from .conftest import question

FIXTURES = json.loads(
    (Path(__file__).parents[1] / "toolchain" / "tac" / "fixtures.json").read_text("utf-8")
)
NAMED: dict[str, dict[str, Any]] = {f"{f['name']}-{f['mode']}": f for f in FIXTURES}
SUITE = cast(Suite, None)


def runtime(name: str) -> Program:
    return Program(bytes.fromhex(NAMED[name]["runtime"]))


@pytest.fixture
def sevm() -> SevmSystem:
    if not PACKAGE.is_fetched:
        pytest.skip("sevm is not there: acidtest fetch sevm")
    return SevmSystem("", SUITE)


def test_evmole_writes_a_function_for_every_selector() -> None:
    text = EvmoleSystem("", SUITE).answer(question(runtime("Ledger-via-ir"))).text or ""
    selectors = re.findall(r"/// @custom:selector 0x([0-9a-f]{8})\n    function f_\1\(", text)
    assert len(selectors) == len(NAMED["Ledger-via-ir"]["functions"])
    assert "function f_66605ba4(string calldata a0) external {" in text


def test_tuples_become_structs() -> None:
    text = skeleton(
        [
            Entry("aabbccdd", 0, "(bool,(uint8,address)[2])[],uint256", "payable"),
            Entry("11223344", 9, "(uint8,address)", "nonpayable"),
        ]
    )
    assert "struct S0 {\n        uint8 m0;\n        address m1;\n    }" in text
    assert "struct S1 {\n        bool m0;\n        S0[2] m1;\n    }" in text
    assert "function f_aabbccdd(S1[] calldata a0, uint256 a1) external payable {" in text
    assert "function f_11223344(S0 calldata a0) external {" in text


@pytest.mark.parametrize("code", [b"", b"\x5b" * 100, bytes(range(256))])
def test_evmole_without_functions_is_an_empty_answer_with_a_note(code: bytes) -> None:
    said = EvmoleSystem("", SUITE).answer(question(Program(code)))
    assert (said.text, said.error) == ("", None)
    assert said.note == "evmole: no function was found"


def test_sevm_writes_text_that_looks_like_solidity(sevm: SevmSystem) -> None:
    said = sevm.answer(question(runtime("Old-optimised")))
    assert said.note is None
    assert "contract Contract {" in (said.text or "")


@pytest.mark.parametrize("code", [b"", b"\xfe", b"\x5b\x60\x00\x56", bytes(range(256)) * 9])
def test_sevm_on_odd_code_answers_or_notes(sevm: SevmSystem, code: bytes) -> None:
    said = sevm.answer(question(Program(code)))
    assert said.error is None
    assert said.text or said.note


def test_sevm_that_was_not_fetched_says_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    with pytest.raises(InputError, match="run `acidtest fetch sevm` once"):
        SevmSystem("", SUITE)


def test_they_refuse_arguments_and_questions_without_bytecode() -> None:
    with pytest.raises(InputError, match="takes no argument"):
        EvmoleSystem("x", SUITE)
    with pytest.raises(InputError, match="these questions have none"):
        EvmoleSystem("", SUITE).answer(question(None))
    assert EvmoleSystem.suites == SevmSystem.suites == ("solidity-decompile",)
