"""evmole as a system: what it answers about real bytecode, and how it fails."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Program
from acidtest.lang.tac import Entry
from acidtest.systems.decompilers.evmole import EvmoleSystem, skeleton
from acidtest.systems.decompilers.sevm import SevmSystem

from ..conftest import question

FIXTURES = json.loads(
    (Path(__file__).parents[2] / "lang" / "tac" / "fixtures.json").read_text("utf-8")
)
NAMED: dict[str, dict[str, Any]] = {f"{f['name']}-{f['mode']}": f for f in FIXTURES}
SUITE = cast(Suite, None)


def runtime(name: str) -> Program:
    return Program(bytes.fromhex(NAMED[name]["runtime"]))


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
    assert said.note == "evmole: found no function"


def test_they_refuse_arguments_and_questions_without_bytecode() -> None:
    with pytest.raises(InputError, match="takes no argument"):
        EvmoleSystem("x", SUITE)
    with pytest.raises(InputError, match="these questions have none"):
        EvmoleSystem("", SUITE).answer(question(None))
    assert EvmoleSystem.suites == SevmSystem.suites == ("solidity-decompile",)
