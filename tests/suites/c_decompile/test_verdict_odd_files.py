"""Answers as tools and models give them, one in each file of the folder odd.

`plain/TASK.NAME.txt` passes as it is read, `typed` passes with what it lacks and only so, and
`hostile`, which abuses the same forms, passes in neither way.
"""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from acidtest.suites.c_decompile import dataset
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts

from .odd_answers import TASKS

ODD = Path(__file__).parent / "odd"


def answers(kind: str) -> list[str]:
    return sorted(path.stem for path in (ODD / kind).glob("*.txt"))


@functools.cache
def shipped() -> dict[str, Task]:
    return {sample.truth.name: sample.truth for sample in dataset.read([]).samples}


def verdict_on(verdicts: Verdicts, kind: str, name: str) -> dict[str, bool]:
    task = name.partition(".")[0]
    text = (ODD / kind / f"{name}.txt").read_bytes().decode()
    made = verdicts.sound_verdict(TASKS.get(task) or shipped()[task], text)
    return {which: bool(made[which]["passes"]) for which in ("plain", "with_types")}


@pytest.mark.parametrize("name", answers("plain"))
def test_an_honest_answer_passes(verdicts: Verdicts, name: str) -> None:
    assert verdict_on(verdicts, "plain", name) == {"plain": True, "with_types": True}


@pytest.mark.parametrize("name", answers("typed"))
def test_an_honest_answer_passes_with_what_it_lacks(verdicts: Verdicts, name: str) -> None:
    assert verdict_on(verdicts, "typed", name) == {"plain": False, "with_types": True}


@pytest.mark.parametrize("name", answers("hostile"))
def test_the_same_forms_do_not_help_to_cheat(verdicts: Verdicts, name: str) -> None:
    assert verdict_on(verdicts, "hostile", name) == {"plain": False, "with_types": False}


def test_there_are_answers_of_every_kind() -> None:
    assert [len(answers(kind)) for kind in ("plain", "typed", "hostile")] >= [160, 114, 56]
