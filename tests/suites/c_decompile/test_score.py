"""The metrics of one answer, from an observation written down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from acidtest.core.records import Answer, Sample
from acidtest.suites.c_decompile.score import METRICS, weak_test
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.target import parse_target

FUNCTION = "int func0(int a) { return a + 1; }\n"


def task(test: str = "int main(void) { assert(func0(1)); }") -> Task:
    """A task with this test."""
    return Task("t", "O0", "c", "func0", "", FUNCTION, test)


def observed(**changes: Any) -> dict[str, Any]:
    """An observation of a passing answer, changed."""
    agrees = {"value": True, "why": "equal on all inputs"}
    yes = {"compiles": True, "passes": True, "why": "it did", "agrees": agrees}
    paper = {"recompilable": True, "reexecutable": True, "why": "exit status 0"}
    return {
        "plain": yes,
        "with_types": yes,
        "with_program": yes,
        "adapted": {},
        "reading": 0,
        "published": paper,
        "stub_passes": False,
        "one_process": None,
        **changes,
    }


def score(text: str | None, observation: dict[str, Any], judged: Task | None = None) -> Any:
    """The score of an answer."""
    sample = Sample("t-O0", "t", {"opt": "O0"}, judged or task(), {})
    return SUITE.score(sample, Answer("t-O0", text, 2), observation)


def test_a_perfect_answer() -> None:
    found = score(FUNCTION, observed())
    assert (found.id, found.attempt, found.error) == ("t-O0", 2, None)
    ones = {name for name, value in found.metrics.items() if value == 1}
    zeros = {name for name, value in found.metrics.items() if value == 0}
    assert zeros == {"broke_rule", "adapted", "weak_test"}
    apart = ("one_process.", "emulated.")
    own = {metric.name for metric in METRICS if not metric.name.startswith(apart)}
    assert ones | zeros == own - {"quality.local_types"}  # it has no local variables


def test_a_cause_tells_missing_types_from_what_is_wrong_with_them() -> None:
    no = {"compiles": False, "passes": False, "why": "unknown type name 'uint'"}
    wrong = {"compiles": True, "passes": False, "why": "the test fails"}
    helped = score(FUNCTION, observed(plain=no))
    assert (helped.metrics["passes"], helped.metrics[SUITE.pass_metric]) == (0, 1)
    assert helped.cause == "needs types: unknown type name 'uint'"
    assert score(FUNCTION, observed(plain=no, with_types=wrong)).cause == (
        "needs types, and then: the test fails"
    )
    assert score(FUNCTION, observed(plain=wrong, with_types=wrong)).cause == "the test fails"
    assert score(FUNCTION, observed(plain=no, with_types=no)).cause == (
        "does not compile: unknown type name 'uint'"
    )
    assert score(FUNCTION, observed()).cause is None


@pytest.mark.parametrize("compiles", [True, False])
def test_an_emulated_verdict_has_figures_of_its_own(compiles: bool) -> None:
    agrees = {"value": None, "why": "not compared"}
    verdict = {"compiles": compiles, "passes": compiles, "why": "w", "agrees": agrees}
    how = {"why": "pointers have 32 bits on armhf", "gcc": "12.2.0"}
    there = replace(task(), target=parse_target("armhf-gcc-O0"))
    changed = observed(plain=verdict, with_types=verdict, emulated=how, published=None)
    judged = score("x", changed, there)
    for name in ("passes", "passes_with_types"):
        assert judged.metrics[name] is None
        assert "pointers have 32 bits on armhf" in judged.reasons[name]
        assert judged.metrics[f"emulated.{name}"] == float(compiles)
        assert judged.metrics[f"one_process.{name}"] is None
    assert judged.metrics["passes_with_program"] is None
    assert "pointers have 32 bits on armhf" in judged.reasons["passes_with_program"]
    assert judged.metrics["published.reexecutable"] is None
    assert judged.evidence["emulated"] == how
    assert judged.evidence["target"] == "armhf-gcc-O0"


@pytest.mark.parametrize("compiles", [True, False])
def test_one_process_and_two_are_never_in_one_figure(compiles: bool) -> None:
    """What decides is the task: an answer cannot leave the figure by failing early."""
    verdict = {"compiles": compiles, "passes": False, "why": "w"}
    judged = score("x", observed(plain=verdict, with_types=verdict, one_process="it is C++"))
    for name in ("passes", "passes_with_types"):
        assert judged.metrics[name] is None
        assert judged.metrics[f"one_process.{name}"] == 0
        assert f"see one_process.{name}" in judged.reasons[name]
    assert judged.metrics["passes_with_program"] is None
    assert "it is C++" in judged.reasons["passes_with_program"]


def test_a_metric_follows_its_own_reading() -> None:
    no = {"compiles": False, "passes": False, "why": "undefined8"}
    found = score("x", observed(plain=no))
    assert (found.metrics["passes"], found.metrics["compiles"]) == (0, 0)
    assert (found.metrics["passes_with_types"], found.metrics["compiles_with_types"]) == (1, 1)
    assert found.evidence["plain"] == "undefined8"


def test_agreement_is_asked_only_of_answers_that_pass() -> None:
    no = {"compiles": True, "passes": False, "why": "assertion failed at line 1 of the test"}
    found = score("x", observed(plain=no, with_types=no, with_program=no))
    assert found.metrics["agrees"] is None
    assert "does not pass" in found.reasons["agrees"]
    differs = {"value": False, "why": "differs", "arguments": "func0(3)"}
    yes = {"compiles": True, "passes": True, "why": "it did", "agrees": differs}
    found = score("x", observed(plain=yes, with_types=yes))
    assert found.metrics["agrees"] == 0
    assert found.evidence["agrees"] == {"why": "differs", "arguments": "func0(3)"}
    with_program = score("x", observed(plain=no, with_types=no, with_program=yes))
    assert with_program.metrics["agrees"] == 0


def test_a_broken_rule_is_evidence() -> None:
    no = {"compiles": True, "passes": False, "rule": "tls", "why": "it holds …"}
    found = score("x", observed(plain=no, with_types=no, adapted={"static": True}))
    assert (found.metrics["broke_rule"], found.evidence["rule"]) == (1, "tls")
    assert (found.metrics["adapted"], found.evidence["adapted"]) == (1, {"static": True})


def test_silence_has_similarity_zero() -> None:
    for text in ("", None):
        found = score(text, observed())
        assert found.metrics["published.edit_similarity"] == 0
        assert found.metrics["published.bleu"] == 0


def test_similar_text_that_means_something_else_stays_similar() -> None:
    found = score(FUNCTION.replace("+", "-"), observed())
    assert found.metrics["published.edit_similarity"] > 0.9


@pytest.mark.parametrize(
    "text",
    ["\ud800", "\0" * 100, "é" * 5000, "x" * 200_000],
    ids="surrogate nul accents long".split(),
)
def test_odd_text_is_scored(text: str) -> None:
    found = score(text, observed())
    assert 0 <= found.metrics["published.edit_similarity"] < 0.5


def test_a_test_that_a_stub_passes_is_flagged() -> None:
    found = score("x", observed(stub_passes=True))
    assert found.metrics["weak_test"] == 1
    assert found.evidence["weak_test"] == "a body that does nothing passes the test"


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ("int main(void) { assert(1 == 1); }", "the test never calls the function"),
        (
            "int main(void) { func00(1); my_func0(2); assert(1); }",
            "the test never calls the function",
        ),
        ("int main(void) { func0(1); return 0; }", "the test asserts nothing"),
        ("int main(void) { assert (func0 (1)); }", None),
        ("int main(void) { if (func0(1)) abort(); }", None),
    ],
)
def test_tests_that_judge_nothing_are_flagged(test: str, why: str | None) -> None:
    assert weak_test(task(test)) == why
    found = score("x", observed(), task(test))
    assert found.metrics["weak_test"] == float(why is not None)
    assert found.evidence.get("weak_test") == why


def test_what_the_program_gave_counts_for_its_own_metric_only() -> None:
    no = {"compiles": False, "passes": False, "why": "'len' undeclared"}
    given = {"compiles": True, "passes": True, "why": "ok", "verdict": "strict", "given": ["len_1"]}
    judged = score("x", observed(plain=no, with_types=no, with_program=given))
    names = ("passes", "passes_with_types", "passes_with_program")
    assert [judged.metrics[name] for name in names] == [0, 0, 1]
    assert judged.evidence["given"] == ["len_1"]
    assert judged.metrics["agrees"] is None
