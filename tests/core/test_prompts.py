"""Prompts: what a suite ships, what a user brings, and that none gives the answer away."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.core.prompts import Prompt, prompt_names, read_prompt
from acidtest.core.protocols import Suite
from acidtest.core.registry import find_suite, suite_names
from acidtest.suites.c_decompile.suite import SUITE

SHIPPED = ("c-decompile", "solidity-decompile", "crypto-inventory", "sast-triage")


@pytest.fixture(params=[name for name in SHIPPED if name in suite_names()])
def suite(request: pytest.FixtureRequest) -> Suite:
    """Each suite that is here."""
    return find_suite(request.param)


def test_each_suite_has_a_prompt_by_default_and_one_with_examples(suite: Suite) -> None:
    assert {"default", "examples"} <= set(prompt_names(suite))
    default, examples = (read_prompt(suite, name) for name in ("default", "examples"))
    assert len({default.sha256, examples.sha256}) == 2
    assert len(examples.text) > len(default.text)


def test_no_prompt_names_a_sample_of_its_suite(suite: Suite) -> None:
    """Examples out of the corpus would give answers away, file names and ids a hint."""
    samples = suite.read([]).samples
    for name in prompt_names(suite):
        text = read_prompt(suite, name).text
        assert [s.id for s in samples if len(s.id) > 4 and s.id in text] == []
        assert [s.cluster for s in samples if len(s.cluster) > 8 and s.cluster in text] == []


def test_the_published_prompt_is_as_published() -> None:
    asked = read_prompt(SUITE, "published").put("<func0>:\nret\n")
    assert asked == ("# This is the assembly code:\n<func0>:\nret\n# What is the source code?\n")


@given(st.text())
def test_nothing_in_a_question_is_a_placeholder(question: str) -> None:
    put = Prompt("p", "before {question} after").put(question)
    assert put == f"before {question.rstrip()} after"


def test_a_prompt_of_ones_own_is_a_file_with_one_place(tmp_path: Path) -> None:
    own = tmp_path / "own.md"
    own.write_text("Please: {question}")
    assert read_prompt(SUITE, str(own)) == Prompt("own.md", "Please: {question}")
    for text in ("none", "{question} and {question}"):
        own.write_text(text)
        with pytest.raises(InputError, match="exactly once"):
            read_prompt(SUITE, str(own))
    own.write_bytes(b"\xff\xfe{question}")
    with pytest.raises(InputError, match="cannot be read"):
        read_prompt(SUITE, str(own))
    with pytest.raises(InputError, match=r"default, examples, published"):
        read_prompt(SUITE, "nothing")
