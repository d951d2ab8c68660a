"""The controls on small contracts: disguises stay perfect, cheats fail."""

from __future__ import annotations

from functools import partial

import pytest

from acidtest.model import Answer, Program, Question, Score
from acidtest.suites import Observer
from acidtest.suites.solidity_decompile import SUITE
from acidtest.suites.solidity_decompile.rename import renamed

from .conftest import SAMPLES, source

CONTROLS = {control.name: control for control in SUITE.controls}
IDENTITIES = ["vault@unoptimised", "vault@via-ir", "clock@optimised", "old_counter@unoptimised"]


def scored(name: str, identity: str, observer: Observer) -> Score:
    sample = SAMPLES[identity]
    question = Question(
        sample,
        "bytecode",
        0,
        partial(observer.question, sample),
        lambda: Program(observer.binary(sample) or b""),
    )
    text = CONTROLS[name].answer(question)
    return SUITE.score(sample, Answer(sample.id, text), observer.observe(sample, text))


@pytest.mark.parametrize("identity", IDENTITIES)
@pytest.mark.parametrize("name", ["oracle", "recompiled", "renamed"])
def test_the_same_contract_in_any_disguise_is_perfect(
    name: str, identity: str, observer: Observer
) -> None:
    score = scored(name, identity, observer)
    assert score.metrics["perfect"] == 1.0, score.evidence


@pytest.mark.parametrize("identity", IDENTITIES)
@pytest.mark.parametrize("name", ["silent", "echo", "shuffled"])
def test_nothing_and_nonsense_score_nothing(name: str, identity: str, observer: Observer) -> None:
    score = scored(name, identity, observer)
    assert score.metrics["behaves"] == 0.0
    assert score.metrics["perfect"] == 0.0


@pytest.mark.parametrize("identity", IDENTITIES)
@pytest.mark.parametrize("name", ["abi-skeleton", "always-revert", "self-destruct", "embed"])
def test_cheats_compile_and_do_not_behave(name: str, identity: str, observer: Observer) -> None:
    score = scored(name, identity, observer)
    assert score.metrics["compiles"] == 1.0, score.evidence
    assert score.metrics["abi.prototypes"] == 1.0
    assert score.metrics["perfect"] == 0.0
    assert score.metrics["behaves"] is not None
    assert score.metrics["behaves"] <= 0.5


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_question_s_own_bytecode_is_no_answer(identity: str, observer: Observer) -> None:
    score = scored("embed", identity, observer)
    assert score.metrics["behaves"] == 0.0
    assert "installs other code than its source says" in score.evidence["why"]


def test_recompiled_uses_another_mode_than_the_question(observer: Observer) -> None:
    score = scored("recompiled", "vault@optimised", observer)
    assert score.evidence["mode"] == "via-ir"


def test_renaming_leaves_what_callers_see() -> None:
    text = renamed(source("vault"))
    for word in ("Vault", "heldBy", "most", "store", "take", "sum", "TooMuch", "Stored"):
        assert word in text
    for word in ("total", "busy", "guarded", "amount", "held ", "//"):
        assert word not in text.replace('"busy"', "")
