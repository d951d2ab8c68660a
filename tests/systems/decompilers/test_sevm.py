"""sevm as a system: what it answers about real bytecode, and how it fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Program
from acidtest.systems.decompilers.sevm import PACKAGE, SevmSystem

from ..conftest import question

FIXTURES = json.loads(
    (Path(__file__).parents[2] / "lang" / "tac" / "fixtures.json").read_text("utf-8")
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
