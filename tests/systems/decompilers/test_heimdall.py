"""heimdall-py as a system: an ABI, scored as far as it goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Program
from acidtest.systems.decompilers.heimdall import TOOL, HeimdallSystem

from ..conftest import question

FIXTURES = json.loads(
    (Path(__file__).parents[2] / "lang" / "tac" / "fixtures.json").read_text("utf-8")
)
OLD: dict[str, Any] = next(f for f in FIXTURES if f["name"] == "Old" and f["mode"] == "optimised")
SUITE = cast(Suite, None)


@pytest.fixture
def heimdall() -> HeimdallSystem:
    if not TOOL.is_fetched:
        pytest.skip("heimdall is not there: acidtest fetch heimdall")
    return HeimdallSystem("", SUITE)


def test_it_gives_the_abi_with_selectors(heimdall: HeimdallSystem) -> None:
    said = heimdall.answer(question(Program(bytes.fromhex(OLD["runtime"]))))
    assert said.note is None
    entries = json.loads(said.text or "")["abi"]
    selectors = [entry for entry in entries if entry["type"] == "function"]
    assert len(selectors) == len(OLD["functions"])
    assert all(entry["selector"].startswith("0x") for entry in selectors)


def test_odd_code_gives_an_answer_or_a_note(heimdall: HeimdallSystem) -> None:
    said = heimdall.answer(question(Program(b"\xfe")))
    assert said.error is None
    assert said.text or said.note


def test_questions_without_bytecode_are_refused(heimdall: HeimdallSystem) -> None:
    with pytest.raises(InputError, match="these questions have none"):
        heimdall.answer(question(None))


def test_one_that_was_not_fetched_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    with pytest.raises(InputError, match="run `acidtest fetch heimdall` once"):
        HeimdallSystem("", SUITE)
