"""Questions: bytecode with and without PUSH0, and three-address code in two lengths."""

from __future__ import annotations

import re

from acidtest.core.protocols import Questions
from acidtest.suites.solidity_decompile.rules import opcodes

from .conftest import SAMPLES

_PUSH0 = 0x5F


def runtime(text: str) -> bytes:
    match = re.search(r"Runtime bytecode:\s+0x([0-9a-f]+)", text)
    assert match is not None
    return bytes.fromhex(match[1])[:200]  # before data, which is no code


def test_the_form_for_older_tools_has_no_push0(questions: Questions) -> None:
    sample = SAMPLES["vault@optimised"]
    assert _PUSH0 in opcodes(runtime(questions.text(sample, "bytecode")))
    assert _PUSH0 not in opcodes(runtime(questions.text(sample, "bytecode-paris")))


def test_lean_code_is_shorter(questions: Questions) -> None:
    sample = SAMPLES["vault@optimised"]
    lean, full = (questions.text(sample, form) for form in ("tac-lean", "tac"))
    assert 0 < len(lean) < len(full)
    assert "function dispatcher:" in lean
