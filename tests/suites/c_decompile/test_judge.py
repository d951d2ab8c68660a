"""The judge: both readings in one observation, and the key that it is kept under."""

from __future__ import annotations

from acidtest.core.protocols import Judge
from acidtest.core.records import Sample
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import ANSWER_MAX

from .judging import MakeTask


def sample_of(task: Task) -> Sample:
    """A sample around a task."""
    return Sample("increment-O0", "increment", {"opt": task.opt}, task, {})


def test_an_answer_beyond_all_measure_is_not_even_compiled(
    judge: Judge, make_task: MakeTask
) -> None:
    answer = "int func0(int a) { return a + 1; }" + " " * ANSWER_MAX
    found = judge.observe(sample_of(make_task()), answer)
    assert found["plain"]["passes"] is found["published"]["reexecutable"] is False
    assert str(ANSWER_MAX) in found["plain"]["why"]


def test_the_key_follows_all_that_decides_and_nothing_else(
    judge: Judge, make_task: MakeTask
) -> None:
    base = judge.key(sample_of(make_task()), "x")
    for change in ("language", "entry", "dependencies", "function", "test"):
        assert judge.key(sample_of(make_task(**{change: "other"})), "x") != base
    assert judge.key(sample_of(make_task()), "y") != base
    for change in ("name", "opt", "asm", "pseudo"):
        assert judge.key(sample_of(make_task(**{change: "other"})), "x") == base


def test_observing_twice_gives_the_same(judge: Judge, make_task: MakeTask) -> None:
    for answer in ("int func0(int a) { return a + 1; }", "int func0(int a) { return 2; }", "x"):
        first = judge.observe(sample_of(make_task()), answer)
        assert judge.observe(sample_of(make_task()), answer) == first
