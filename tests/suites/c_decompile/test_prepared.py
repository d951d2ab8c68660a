"""What was prepared for a task is used again, by other judges and after damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Observation, Sample
from acidtest.suites.c_decompile.agrees import Agreement
from acidtest.suites.c_decompile.judge import open_judge
from acidtest.suites.c_decompile.prepared import Prepared
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import find_gcc

ANSWER = "int func0(int a) { return 1 + a; }"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, with the native programs of the others."""
    monkeypatch.setattr("acidtest.suites.c_decompile.prepared.cache_dir", lambda: tmp_path)
    return tmp_path / "prepared.sqlite"


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks whose reference is run to find inputs."""
    names: list[str] = []
    real = Agreement._record

    def record(self: Agreement, *rest: Any) -> Any:
        names.append(self._task.name)
        return real(self, *rest)

    monkeypatch.setattr(Agreement, "_record", record)
    return names


@pytest.fixture
def task(make_task: Callable[..., Task]) -> Task:
    """One that nothing is known of yet."""
    return make_task()


def observed(task: Task, seed: int = 0) -> Observation:
    with open_judge(bare=False, seed=seed) as judge:
        return judge.observe(Sample("increment-O0", "increment", {}, task, {}), ANSWER)


def test_another_judge_prepares_nothing_and_says_the_same(
    task: Task, recorded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = observed(task)
    assert recorded == [task.name]

    def compile_none(*_: Any) -> None:
        raise AssertionError("the reference or the test is compiled again")

    monkeypatch.setattr("acidtest.suites.c_decompile.reader.Reader.with_task", compile_none)
    assert observed(task) == first
    assert len(recorded) == 1


def test_other_inputs_are_prepared_by_themselves(task: Task, recorded: list[str]) -> None:
    observed(task)
    observed(task, seed=7)
    assert len(recorded) == 2


def _flip(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE observations SET value = substr(value, 1, 99) || 'x'")


def _fill(path: Path) -> None:
    path.write_bytes(b"no database" * 999)


@pytest.mark.parametrize("damage", [_flip, _fill])
def test_what_is_damaged_is_prepared_again(
    task: Task, cache: Path, recorded: list[str], damage: Callable[[Path], None]
) -> None:
    first = observed(task)
    damage(cache)
    assert observed(task) == first
    assert len(recorded) == 2


def test_a_failure_is_not_kept(task: Task) -> None:
    prepared, calls = Prepared(find_gcc(), "bwrap"), []

    def fail() -> int:
        calls.append(1)
        raise InfrastructureError("no memory left")

    for _ in range(2):
        with pytest.raises(InfrastructureError):
            prepared("kind", task, fail)
    prepared.close()
    assert len(calls) == 2


def test_kind_task_and_compiler_are_told_apart(task: Task) -> None:
    gcc = find_gcc()
    prepared = Prepared(gcc, "bwrap")
    other = Prepared(replace(gcc, flags=("-funsigned-char",)), "bwrap")
    assert prepared("a", task, lambda: 1) == 1
    assert prepared("a", task, lambda: 2) == 1
    assert prepared("b", task, lambda: 3) == 3
    assert prepared("a", replace(task, test=task.test + " "), lambda: 4) == 4
    assert other("a", task, lambda: 5) == 5
    prepared.close()
    other.close()
