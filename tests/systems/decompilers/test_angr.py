"""angr and a Ghidra installation: answers where they are installed, clear words where not."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Question
from acidtest.core.registry import find_suite, make_system
from acidtest.systems.decompilers.angr import LIMITS, angr

SUITE = find_suite("c-decompile")
SOURCE = "int twice(int n) { return n * 2 + 7; }\nint main(void) { return twice(3); }\n"
Ask = Callable[..., Question]
INSTALLED = importlib.util.find_spec("angr") is not None


@pytest.mark.skipif(not INSTALLED, reason="the extra [angr] is not installed")
@pytest.mark.parametrize("stripped", [False, True])
def test_angr_answers(ask: Ask, stripped: bool) -> None:
    """A small function comes back as C, by name or by address."""
    system = angr()
    try:
        answer = system.answer(ask(SOURCE, "twice", "-O1", stripped=stripped))
        assert answer.note is None
        assert ("twice(" in (answer.text or "")) is not stripped
        assert "7" in (answer.text or "")
    finally:
        system.close()


@pytest.mark.skipif(not INSTALLED, reason="the extra [angr] is not installed")
def test_angr_fails_alone(ask: Ask) -> None:
    """A program that is none costs one sample, and so does a limit."""
    system = angr(replace(LIMITS, cpu_s=8))
    try:
        asked = ask(SOURCE, "twice")
        assert asked.program is not None
        broken = replace(asked.program, data=asked.program.data[:200])
        answer = system.answer(replace(asked, read_program=lambda: broken))
        assert answer.text == ""
        assert answer.note is not None
        assert system.answer(asked).note is None
    finally:
        system.close()


@pytest.mark.skipif(INSTALLED, reason="the extra [angr] is installed")
def test_missing_angr_is_named() -> None:
    """The message says how to install it."""
    with pytest.raises(InfrastructureError, match=r"pip install 'acidtest\[angr\]'"):
        make_system("angr", SUITE)


def test_headless_wants_an_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without the variable, or with a wrong one, the message says what to set."""
    monkeypatch.delenv("GHIDRA_INSTALL_DIR", raising=False)
    with pytest.raises(InputError, match="set GHIDRA_INSTALL_DIR to the folder"):
        make_system("ghidra-headless", SUITE)
    monkeypatch.setenv("GHIDRA_INSTALL_DIR", str(tmp_path))
    with pytest.raises(InputError, match="analyzeHeadless was not found"):
        make_system("ghidra-headless", SUITE)
