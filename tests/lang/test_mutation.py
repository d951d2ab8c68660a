"""Mutants of any source, and what their fates say about a test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acidtest.lang.mutation import (
    Fate,
    Mutant,
    Strength,
    Trial,
    read_reviewed,
    sample_mutants,
    total,
)

MUTANTS = [Mutant("operator", i, f"a + {i}", f"a - {i}", f"return a - {i};") for i in range(40)]


def strength(task: str, *fates: Fate) -> Strength:
    return Strength(task, [Trial(MUTANTS[i], fate, i or None) for i, fate in enumerate(fates)])


def test_a_few_are_drawn_by_seed_and_task() -> None:
    drawn = sample_mutants(MUTANTS, "clamp", 5, 1)
    assert drawn == sample_mutants(MUTANTS, "clamp", 5, 1)
    assert drawn != sample_mutants(MUTANTS, "clamp", 5, 2)
    assert drawn != sample_mutants(MUTANTS, "other", 5, 1)
    assert len(drawn) == 5
    assert [m.line for m in drawn] == sorted(m.line for m in drawn)


@pytest.mark.parametrize("limit", [None, 40, 41])
def test_all_are_taken_where_there_are_no_more(limit: int | None) -> None:
    assert sample_mutants(MUTANTS, "clamp", limit, 1) == MUTANTS


def test_shares_are_over_what_compiles_and_is_not_equivalent() -> None:
    fates = (Fate.KILLED, Fate.HUNG, Fate.SURVIVED, Fate.EQUIVALENT, Fate.NOT_COMPILED)
    assert strength("t", *fates).share == pytest.approx(2 / 3)
    assert strength("t", Fate.EQUIVALENT).share is None
    assert strength("t").share is None


def test_tasks_together_count_every_mutant() -> None:
    one, two = strength("one", Fate.KILLED), strength("two", Fate.SURVIVED, Fate.HUNG, Fate.HUNG)
    both = total([one, two])
    assert (both.task, len(both.trials), both.share) == ("all tasks", 4, 3 / 4)
    assert total([]).share is None


def test_calls_are_counted_where_they_are_known() -> None:
    assert strength("t", Fate.KILLED, Fate.KILLED, Fate.KILLED, Fate.KILLED).median_calls == 2
    assert strength("t", Fate.KILLED).median_calls is None


def test_the_record_of_a_task_names_what_got_through() -> None:
    found = strength("t", Fate.KILLED, Fate.SURVIVED, Fate.EQUIVALENT, Fate.NOT_COMPILED).to_json()
    assert (found["mutants"], found["killed"], found["hung"], found["not_compiled"]) == (4, 1, 0, 1)
    assert [m["was"] for m in found["survivors"]] == ["a + 1"]
    assert [m["now"] for m in found["equivalents"]] == ["a - 2"]
    assert found["share"] == 0.5


def test_reviewed_mutants_are_read_by_task_and_change(tmp_path: Path) -> None:
    path = tmp_path / "equivalent.json"
    path.write_text(json.dumps([{"task": "t", "change": MUTANTS[3].change, "reason": "same"}]))
    assert read_reviewed(path) == {("t", "a + 3 => a - 3"): "same"}
