"""panoramix as a system: what it is asked, what it answers, and how it fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.lang.solidity_functions import read_functions
from acidtest.systems.decompilers.panoramix import FORM, TOOL, PanoramixSystem, plain, runtime_in

from ..conftest import question

FIXTURES = json.loads(
    (Path(__file__).parents[2] / "lang" / "tac" / "fixtures.json").read_text("utf-8")
)
OLD: dict[str, Any] = next(f for f in FIXTURES if f["name"] == "Old" and f["mode"] == "optimised")
SUITE = cast(Suite, None)


@pytest.fixture
def panoramix() -> PanoramixSystem:
    if not TOOL.is_fetched:
        pytest.skip("panoramix is not there: acidtest fetch panoramix")
    return PanoramixSystem("", SUITE)


def asked(code: str) -> str:
    return f"Decompile this.\n\nRuntime bytecode:\n\n0x{code}\n\nCreation bytecode:\n\n0x60\n"


def test_it_reads_the_runtime_bytecode_of_the_question() -> None:
    assert runtime_in(asked("6001")) == "6001"
    with pytest.raises(InputError, match="these questions have none"):
        runtime_in("function selector_a9059cbb:")


def test_colours_are_removed() -> None:
    assert plain("\x1b[95mdef \x1b[0mf(\x1b[38;5;8m?\x1b[0m)") == "def f(?)"


def test_it_writes_python_like_functions(panoramix: PanoramixSystem) -> None:
    said = panoramix.answer(question(None, asked(OLD["runtime"])))
    assert said.note is None
    assert "\x1b" not in (said.text or "")
    claims = {function.claim for function in read_functions(said.text or "").functions}
    assert len(claims - {None}) >= len(OLD["functions"]) / 2


@pytest.mark.parametrize("code", ["fe", "5b600056"])
def test_odd_code_gives_an_answer_or_a_note(panoramix: PanoramixSystem, code: str) -> None:
    said = panoramix.answer(question(None, asked(code)))
    assert said.error is None
    assert said.text or said.note


def test_the_identity_says_what_was_asked(panoramix: PanoramixSystem) -> None:
    assert panoramix.identity["asked"] == FORM == "bytecode-paris"


def test_one_that_was_not_fetched_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    with pytest.raises(InputError, match="run `acidtest fetch panoramix` once"):
        PanoramixSystem("", SUITE)
    (check,) = PanoramixSystem.checks()
    assert (check.installed, check.advice) == (False, "acidtest fetch panoramix")
