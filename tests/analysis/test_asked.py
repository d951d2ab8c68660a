"""Runs that were asked different questions are noticed, whatever it is that differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from acidtest.analysis.asked import aspects_apart, check_questions, questions_apart
from acidtest.core.errors import InputError
from acidtest.core.records import Sample, Score
from acidtest.store import Run
from acidtest.store.score_writer import as_table

PROMPT = {"prompt": "default", "prompt_sha256": "a" * 64}


def run(form: str = "asm", identity: dict[str, Any] | None = None, **asked: Any) -> Run:
    """A run that was asked so."""
    manifest = {
        "asked": {"system": "x", "seed": 0, "attempts": 1, "samples_sha256": form, **asked},
        "system": {"name": "x", "identity": identity or {}},
    }
    table = as_table([Score("a", 0)], {"a": Sample("a", "a", {}, None, {})}, [])
    return Run(Path("run"), manifest, {"system": "x", "question_form": form}, table)


@pytest.mark.parametrize(
    ("other", "apart"),
    [
        (run(stripped=True), "stripped: no and yes"),
        (run(repair=True), "repair: no and yes"),
        (run(attempts=3), "attempts: 1 and 3"),
        (run(target="arm64"), "target: no and arm64"),
        (run("pseudo"), "question form: asm and pseudo"),
    ],
)
def test_whatever_changes_the_question_is_named(other: Run, apart: str) -> None:
    assert questions_apart(run(), other) == [apart]
    with pytest.raises(InputError, match=rf"different questions \({apart}\).*compare --anyway"):
        check_questions([run(), other])


def test_another_prompt_is_another_question() -> None:
    one, other = run(identity=PROMPT), run(identity={**PROMPT, "prompt_sha256": "b" * 64})
    assert questions_apart(one, other) == [
        "prompt: default (aaaaaaaaaaaa) and default (bbbbbbbbbbbb)"
    ]


def test_a_tool_without_a_prompt_is_compared_with_a_model() -> None:
    check_questions([run(identity=PROMPT), run(identity={"version": "1"})])
    assert aspects_apart([run(identity=PROMPT), run(), run(identity=PROMPT)]) == {}


def test_neither_the_system_nor_the_seed_is_a_question() -> None:
    check_questions([run(identity={"version": "1"}), run(identity={"version": "2"}, seed=7)])
