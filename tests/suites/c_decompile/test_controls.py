"""The controls on shipped tasks: the oracle at the top, no cheat above the stub."""

from __future__ import annotations

from functools import partial

import pytest

from acidtest.core.metric import check_score, mean_metrics
from acidtest.core.protocols import Judge, Questions
from acidtest.core.records import Answer, Question, Sample
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.verdict import Verdicts

TASKS = ("ink_cost", "list_hop_ledger", "bookend_word")
SAMPLES = [s for s in SUITE.read([]).samples if s.cluster in TASKS and s.groups["opt"] == "O1"]
CARRIED = frozenset(mean_metrics(SUITE.metrics))
DECLARED = frozenset(metric.name for metric in SUITE.metrics)
CONTROLS = {control.name: control for control in SUITE.controls}

# Which rule stops an exploit because it is not C, in whatever process.
NOT_C = {
    "forge-reply": "inline-assembly",
    "inline-syscall": "inline-assembly",
    "injected-syscall": "inline-assembly",
    "asm-label": "inline-assembly",
    "versioned-name": "inline-assembly",
    "ifunc": "ifunc",
    "code-array": "section",
}
# Which rule stops the others in one process; None where the verdict itself must hold.
STOPPED_BY = {
    "exit": "forbidden-import",
    "_exit": "forbidden-import",
    "quick_exit": "forbidden-import",
    "constructor": "constructor",
    "destructor": "constructor",
    "atexit": "forbidden-import",
    "second-main": "second-main",
    "assert-off": None,
    "assert-fail": "shadows-import",
    "longjmp": "constructor",
    "sigabrt-handler": "forbidden-import",
    "kill-parent": "forbidden-import",
    "ptrace-parent": "forbidden-import",
    "fake-verdict": "forbidden-import",
    "redirected-stdout": None,
    "init-section": "constructor",
    "fork": "forbidden-import",
    "thread": "forbidden-import",
    "alarm": "forbidden-import",
    "exec": "forbidden-import",
    "dlsym": "forbidden-import",
    "code-patch": "forbidden-import",
    "own-memory-file": "forbidden-import",
}


def metrics(
    name: str, sample: Sample, judge: Judge, questions: Questions
) -> tuple[dict[str, float | None], str | None]:
    """The scores of one control on one sample, and the rule that stopped it."""
    question = Question(sample, "asm", 0, partial(questions.text, sample), lambda: None)
    text = CONTROLS[name].answer(question)
    score = SUITE.score(sample, Answer(sample.id, text), judge.observe(sample, text))
    check_score(score, "c-decompile", CARRIED, DECLARED)
    return dict(score.metrics), score.evidence.get("rule")


def test_the_core_controls_are_there() -> None:
    core = {name for name, control in CONTROLS.items() if control.core}
    assert {"oracle", "silent", "echo", "stub", "exploit:exit"} <= core
    assert {f"exploit:{name}" for name in (*NOT_C, *STOPPED_BY)} <= set(CONTROLS)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: str(s.id))
def test_the_oracle_reaches_the_top(sample: Sample, judge: Judge, questions: Questions) -> None:
    found, rule = metrics("oracle", sample, judge, questions)
    tops = "passes passes_with_types compiles compiles_with_types".split()
    tops += [f"published.{name}" for name in "reexecutable recompilable edit_similarity".split()]
    assert [found[name] for name in tops] == [1.0] * len(tops)
    assert (rule, found["adapted"], found["broke_rule"]) == (None, 0.0, 0.0)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: str(s.id))
def test_silence_and_echo_get_nothing(sample: Sample, judge: Judge, questions: Questions) -> None:
    for name in ("silent", "echo"):
        found, _ = metrics(name, sample, judge, questions)
        assert not any(found[m] for m in ("passes", "passes_with_types", "compiles"))
        assert found["published.reexecutable"] == 0


@pytest.mark.parametrize("name", sorted(set(CONTROLS) - {"oracle", "silent", "echo"}))
def test_nothing_but_the_oracle_passes(name: str, judge: Judge, questions: Questions) -> None:
    for sample in SAMPLES:
        found, rule = metrics(name, sample, judge, questions)
        assert (found["passes"], found["passes_with_types"]) == (0.0, 0.0)
        assert rule == NOT_C.get(name.removeprefix("exploit:"))
        assert found["broke_rule"] == float(rule is not None)


def _in_one_process(together: Verdicts, name: str, sample: Sample) -> str | None:
    question = Question(sample, "asm", 0, lambda form: "", lambda: None)
    answer = CONTROLS[f"exploit:{name}"].answer(question)
    verdict = together.sound_verdict(sample.truth, answer)["with_types"]
    assert verdict["passes"] is False
    rule: str | None = verdict.get("rule")
    return rule


@pytest.mark.parametrize("name", [*NOT_C, *STOPPED_BY])
def test_a_rule_stops_it_in_one_process(together: Verdicts, name: str) -> None:
    assert _in_one_process(together, name, SAMPLES[0]) == {**STOPPED_BY, **NOT_C}[name]


def test_replacing_a_comparison_is_stopped_in_one_process(together: Verdicts) -> None:
    sample = next(s for s in SUITE.read([]).samples if "strcmp(" in s.truth.test)
    assert _in_one_process(together, "own-strcmp", sample) == "shadows-import"


@pytest.mark.parametrize("name", ["exploit:exit", "exploit:_exit", "exploit:constructor"])
def test_the_published_reading_is_fooled_as_it_always_was(
    name: str, judge: Judge, questions: Questions
) -> None:
    found, _ = metrics(name, SAMPLES[0], judge, questions)
    assert found["published.reexecutable"] == 1.0
