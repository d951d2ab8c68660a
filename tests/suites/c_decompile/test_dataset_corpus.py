"""The shipped corpus: every task asks something, its reference passes and a stub does not."""

from __future__ import annotations

import re

import pytest

from acidtest.core.records import Question, Sample
from acidtest.lang import c_source as source
from acidtest.suites.c_decompile.score import weak_test
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts

SAMPLES = list(SUITE.read([]).samples)
BY_TASK = {s.cluster: s for s in SAMPLES if s.groups["opt"] == "O2"}
STUB = next(c for c in SUITE.controls if c.name == "stub")


def question(sample: Sample) -> Question:
    """A question nobody reads."""
    return Question(sample, "asm", 0, lambda form: "", lambda: None)


def test_there_are_enough_tasks_at_all_levels() -> None:
    assert len(BY_TASK) >= 24
    assert len(SAMPLES) == 4 * len(BY_TASK)
    assert len({s.id for s in SAMPLES}) == len(SAMPLES)


@pytest.mark.parametrize("name", sorted(BY_TASK))
def test_a_task_judges(name: str, verdicts: Verdicts) -> None:
    sample = BY_TASK[name]
    task: Task = sample.truth
    assert sample.groups["topic"] != "unknown"
    assert source.prototype(task.function, "func0") is not None
    assert len(re.findall(r"\bassert\s*\(", task.test)) >= 8
    assert weak_test(task) is None
    assert verdicts.sound_verdict(task, task.function)["plain"]["passes"] is True
    stub = verdicts.sound_verdict(task, STUB.answer(question(sample)))["plain"]
    assert (stub["compiles"], stub["passes"]) == (True, False)
