"""The controls on small contracts: disguises stay perfect, cheats fail."""

from __future__ import annotations

from functools import partial

import pytest

from acidtest.core.protocols import Judge, Questions
from acidtest.core.records import Answer, Question, Score
from acidtest.lang.solidity_rename import renamed
from acidtest.suites.solidity_decompile.suite import SUITE

from .conftest import SAMPLES, source

CONTROLS = {control.name: control for control in SUITE.controls}
IDENTITIES = ["vault@unoptimised", "vault@via-ir", "clock@optimised", "old_counter@unoptimised"]


def scored(name: str, identity: str, judge: Judge, questions: Questions) -> Score:
    sample = SAMPLES[identity]
    question = Question(
        sample, "bytecode", 0, partial(questions.text, sample), partial(questions.program, sample)
    )
    text = CONTROLS[name].answer(question)
    return SUITE.score(sample, Answer(sample.id, text), judge.observe(sample, text))


@pytest.mark.parametrize("identity", IDENTITIES)
@pytest.mark.parametrize("name", ["oracle", "recompiled", "renamed"])
def test_the_same_contract_in_any_disguise_is_perfect(
    name: str, identity: str, judge: Judge, questions: Questions
) -> None:
    score = scored(name, identity, judge, questions)
    assert score.metrics["perfect"] == 1.0, score.evidence


@pytest.mark.parametrize("identity", IDENTITIES)
@pytest.mark.parametrize("name", ["silent", "echo", "shuffled"])
def test_nothing_and_nonsense_score_nothing(
    name: str, identity: str, judge: Judge, questions: Questions
) -> None:
    score = scored(name, identity, judge, questions)
    assert score.metrics["behaves"] == 0.0
    assert score.metrics["perfect"] == 0.0


@pytest.mark.parametrize("identity", IDENTITIES)
@pytest.mark.parametrize("name", ["abi-skeleton", "always-revert", "self-destruct", "embed"])
def test_cheats_compile_and_do_not_behave(
    name: str, identity: str, judge: Judge, questions: Questions
) -> None:
    score = scored(name, identity, judge, questions)
    assert score.metrics["compiles"] == 1.0, score.evidence
    assert score.metrics["abi.prototypes"] == 1.0
    assert score.metrics["perfect"] == 0.0
    assert score.metrics["behaves"] is not None
    assert score.metrics["behaves"] <= 0.5


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_question_s_own_bytecode_is_no_answer(
    identity: str, judge: Judge, questions: Questions
) -> None:
    score = scored("embed", identity, judge, questions)
    assert score.metrics["behaves"] == 0.0
    assert "installs other code than its source says" in score.evidence["why"]


def test_recompiled_uses_another_mode_than_the_question(judge: Judge, questions: Questions) -> None:
    score = scored("recompiled", "vault@optimised", judge, questions)
    assert score.evidence["mode"] == "via-ir"


def test_renaming_leaves_what_callers_see() -> None:
    text = renamed(source("vault"))
    for word in ("Vault", "heldBy", "most", "store", "take", "sum", "TooMuch", "Stored"):
        assert word in text
    for word in ("total", "busy", "guarded", "amount", "held ", "//"):
        assert word not in text.replace('"busy"', "")
