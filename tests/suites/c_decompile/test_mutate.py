"""Mutants show how much a test notices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.core.progress import Silent
from acidtest.engine import strength
from acidtest.lang.c_mutants import mutants
from acidtest.lang.mutation import Fate, Strength, read_reviewed
from acidtest.suites.c_decompile import dataset, mutate
from acidtest.suites.c_decompile.task import Task

CLAMP = """int func0(int a, int top)
{
    int low = 0;
    if (a < low)
        return 0;
    while (a > top)
        a -= 7;
    return a;
}
"""
STRONG = """#include <assert.h>
int main(void)
{
    assert(func0(-1, 9) == 0 && func0(0, 9) == 0 && func0(1, 9) == 1 && func0(9, 9) == 9);
    assert(func0(10, 9) == 3 && func0(8, 9) == 8 && func0(30, 9) == 9 && func0(-5, -9) == 0);
    assert(func0(16, 9) == 9 && func0(17, 9) == 3 && func0(1, 1) == 1 && func0(0, -3) == -7);
    return 0;
}
"""
WEAK = "#include <assert.h>\nint main(void)\n{\n    assert(func0(3, 9) == 3);\n    return 0;\n}\n"


def task(function: str = CLAMP, test: str = STRONG) -> Task:
    return Task("clamp", "", "c", "func0", "", function, test)


def measure(*tasks: Task) -> list[Strength]:
    return strength.measure(mutate.mutation(), tasks, Silent())


def test_a_strong_test_kills_what_a_weak_one_lets_through() -> None:
    (strong,) = measure(task())
    (weak,) = measure(task(test=WEAK))
    assert strong.share is not None
    assert weak.share is not None
    assert strong.share > 0.95 > mutate.EACH > weak.share
    assert strong.count(Fate.HUNG) >= 1  # a += 7
    assert "if (a <= low)" in {m.now for m in weak.having(Fate.SURVIVED)}


def test_the_same_object_is_no_survivor() -> None:
    """`a < 0` and `a <= 0` both give 0 for 0: gcc sees it and so no test can."""
    function = "int func0(int a)\n{\n    if (a < 0)\n        a = 0;\n    return a & 0xff;\n}\n"
    test = (
        "#include <assert.h>\nint main(void) { assert(func0(-3) == 0 && func0(0) == 0"
        " && func0(1) == 1 && func0(256) == 0 && func0(255) == 255); return 0; }\n"
    )
    (found,) = measure(task(function, test))
    assert "if (a <= 0)" in {m.now for m in found.having(Fate.EQUIVALENT)}
    assert found.share is not None
    assert found.count(Fate.SURVIVED) / len(found.trials) < 0.3


def test_data_that_differs_is_not_the_same_object() -> None:
    """Only a table changes: the code is equal byte for byte, the program is not."""
    function = "static const int t[3] = {5, 6, 7};\nint func0(int i)\n{\n    return t[i % 3u];\n}\n"
    test = "#include <assert.h>\nint main(void) { assert(func0(0) == 5); return 0; }\n"
    (found,) = measure(task(function, test))
    assert {m.was for m in found.having(Fate.SURVIVED)} >= {function.splitlines()[0]}


def test_a_reviewed_mutant_is_set_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    change = "if (a < low) => if (a <= low)"
    rows = tmp_path / "equivalent.json"
    rows.write_text(json.dumps([{"task": "clamp", "change": change, "reason": "0 either way"}]))
    monkeypatch.setattr(mutate, "reviewed", lambda: read_reviewed(rows))
    (found,) = measure(task(test=WEAK))
    assert change in {m.change for m in found.having(Fate.EQUIVALENT)}


def test_every_reviewed_entry_names_one_mutant_of_the_corpus() -> None:
    tasks = {t.name: t for t in mutate.tasks_of(dataset.read([]), [])}
    for (name, change), reason in mutate.reviewed().items():
        named = [m for m in mutants(tasks[name].function) if m.change == change]
        assert len(named) == 1, (name, change)
        assert len(reason) > 10


def test_a_reference_that_fails_is_said_and_not_counted() -> None:
    with pytest.raises(InputError, match="its own reference does not pass"):
        measure(task(test=STRONG.replace("== 3", "== 4")))


def test_the_command_is_deterministic_and_says_what_survived() -> None:
    arguments = ["corpus", "mutate", "c-decompile", "--task", "water_tariff", "--json"]
    arguments += ["--limit-per-task", "12", "--seed", "3"]
    first, second = (CliRunner().invoke(cli, arguments, standalone_mode=False) for _ in range(2))
    assert first.exception is None
    assert first.stdout == second.stdout
    report = json.loads(first.stdout)
    assert report["total"]["mutants"] == 12
    assert report["tasks"][0]["task"] == "water_tariff"
    assert report["required"] == {"overall": 0.9, "each": 0.75}


def test_a_weak_task_fails_the_command(tmp_path: Path) -> None:
    (tmp_path / "weak.c").write_text(
        f"// topic: integers\n// ---- function ----\n{CLAMP}// ---- test ----\n{WEAK}"
    )
    arguments = ["corpus", "mutate", "c-decompile", "--data", str(tmp_path)]
    done = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert done.return_value == 1
    assert "survived: weak, line 4, boundary: if (a < low) => if (a <= low)" in (done.stdout)
    assert "weak: " in done.stderr


def test_an_unknown_task_is_named() -> None:
    with pytest.raises(InputError, match="no task 'nothing'"):
        mutate.tasks_of(dataset.read([]), ["nothing"])
