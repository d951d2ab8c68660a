"""Every function of a project becomes a task that replays it, or is listed with the reason."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.core.records import Question, Sample
from acidtest.suites.c_decompile.agrees import Agreement
from acidtest.suites.c_decompile.controls import CONTROLS
from acidtest.suites.c_decompile.exploits import PLAIN
from acidtest.suites.c_decompile.project.importing import YIELD, ImportOutcome, yield_table
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox
from acidtest.toolchains.target import Target
from tests.suites.c_decompile.project.conftest import run_import

Outcome = tuple[Path, ImportOutcome]
REASONS = {
    "count_calls": "it or a function it calls changes the global calls",
    "forever": "it does not return from generated inputs",
    "seconds": "what it does depends on the world around: it uses time",
}


def task_of(folder: Path, entry: str) -> Task:
    samples = {s.truth.entry: s.truth for s in SUITE.read([folder]).samples}
    task: Task = samples[entry]
    return task.at_any_level()


def passes(verdicts: Verdicts, task: Task, answer: str) -> bool:
    verdict = verdicts.sound_verdict(task, answer)["plain"]
    assert verdict.get("verdict", "strict") == "strict"
    return bool(verdict["passes"])


def test_each_function_is_a_task_or_has_a_reason(imported: Outcome) -> None:
    folder, made = imported
    why = {str(row["function"]): row["why"] for row in made.rows}
    assert {name: reason for name, reason in why.items() if reason} == REASONS
    tasks = {name for name, reason in why.items() if not reason}
    assert tasks == {"ring_put", "mixed", "checksum", "each", "old_style"}
    assert {s.truth.entry for s in SUITE.read([folder]).samples} == tasks


def test_a_task_has_groups_and_says_what_was_measured(imported: Outcome) -> None:
    folder, made = imported
    samples = {s.id: s for s in SUITE.read([folder]).samples}
    sample = samples["ring.ring.each-O2"]
    expected = {"package": "ring", "file": "ring.c", "origin": "project", "opt": "O2"}
    assert expected.items() <= sample.groups.items()
    assert sample.groups["features"] == "loops"
    (row,) = (row for row in made.rows if row["function"] == "ring_put")
    assert row["coverage"] == 1.0
    assert row["killed"] >= 0.8 * row["mutants"] > 0
    assert str(folder.parent) not in sample.truth.test + sample.truth.dependencies


WRONG = {  # what each must notice: a member, the bytes behind a pointer, a call back, a length
    "ring_put": [("r->tail++", "r->tail"), ("= (unsigned char)byte", "= (unsigned char)~byte")],
    "checksum": [("i < len", "i + 1 < len"), ("sum = 7", "sum = 8")],
    "each": [("call(with, *text)", "call(0, *text)"), ("call(with, *text)", "1")],
    "old_style": [("b * 2", "b * 3")],
}


@pytest.mark.parametrize("entry", WRONG)
def test_the_reference_passes_and_wrong_answers_do_not(
    imported: Outcome, verdicts: Verdicts, entry: str
) -> None:
    task = task_of(imported[0], entry)
    assert passes(verdicts, task, task.function)
    for now, then in WRONG[entry]:
        wrong = task.function.replace(now, then)
        assert wrong != task.function
        assert not passes(verdicts, task, wrong), then
    assert not verdicts.stub_passes(task)


def test_agrees_compares_on_inputs_that_the_test_does_not_keep(
    imported: Outcome, verdicts: Verdicts
) -> None:
    """Structs and functions to call back, which `agrees` could not make inputs of."""
    task = task_of(imported[0], "each")
    gcc = find_gcc()
    with Sandbox({"runner": runner()}) as sandbox:
        agreement = Agreement(gcc, sandbox, task, verdicts.with_task, seed=5)
        good = agreement.check(verdicts.with_task(task, task.function).data)
        assert good["value"] is True
        assert good["inputs"] > 50
        wrong = task.function.replace(">= 'a'", ">= 'b'")
        bad = agreement.check(verdicts.with_task(task, wrong).data)
    assert bad["value"] is False
    assert "differs from the reference" in bad["why"]


def test_the_same_command_goes_on_and_two_imports_are_the_same(
    project: Path, imported: Outcome, tmp_path: Path
) -> None:
    """A folder as a killed import leaves it: a torn line, and a task without its line."""
    first, _ = imported
    out = tmp_path / "tasks"
    out.mkdir()
    lines = (first / YIELD).read_text().splitlines(keepends=True)
    rows = [json.loads(line) for line in lines]
    again = next(row for row in rows if row["function"] == "mixed")
    kept = [line for line, row in zip(lines, rows, strict=True) if row is not again]
    (out / YIELD).write_text("".join(kept) + '{"id": "ring.ri')
    for row in rows:
        if not row["why"] and row is not again:
            name = f"{row['id']}.c"
            os.link(first / name, out / name)
    run_import(project, out)
    for path in sorted(first.iterdir()):
        assert (out / path.name).read_bytes() == path.read_bytes(), path.name
    assert len(list(out.iterdir())) == len(list(first.iterdir()))


def test_the_table_counts_by_package_and_reason(imported: Outcome) -> None:
    yields, reasons = yield_table(imported[1].rows)
    assert yields.rows[0][:4] == ["ring", 8, 5, "62%"]
    assert sum(int(str(row[1])) for row in reasons.rows) == len(REASONS)
    assert ["ring", 1, "it or a function it calls changes the global …"] in reasons.rows


def test_a_folder_that_holds_something_else_is_left_alone(project: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.c").write_text("int x;\n")
    with pytest.raises(InputError, match="not tasks of an import"):
        run_import(project, tmp_path)
    assert (tmp_path / "mine.c").is_file()


def test_a_project_without_functions_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "x.h").write_text("int x;\n")
    with pytest.raises(InputError, match="empty: holds no C function"):
        run_import(tmp_path / "empty", tmp_path / "out")


@pytest.mark.parametrize(
    "line", ["[]", '{"key": 3}', '{"id": "../x", "key": "k", "why": ""}', "\0"]
)
def test_lines_that_no_import_wrote_are_ignored(project: Path, tmp_path: Path, line: str) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "a.c").write_text(
        "int f(int x) { extern long time(long *); return time(0) + x; }"
    )
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / YIELD).write_text(f"{line}\n")
    made = run_import(tmp_path / "one", tmp_path / "out")
    assert [row["function"] for row in made.rows] == ["f"]


def test_the_command_says_what_to_do_next(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        cli, ["corpus", "import", "c-decompile", "nothing-here", "--out", str(tmp_path / "o")]
    )
    assert done.exit_code != 0
    assert "NAME==VERSION" in str(done.exception or done.output)


def test_targets_on_which_nothing_was_recorded_are_left_out(imported: Outcome) -> None:
    data = SUITE.read([imported[0]])
    made = SUITE.for_targets(data, ["aarch64", "clang-O2"])
    assert {s.truth.built_for.compiler for s in made.samples} == {"clang"}
    assert {s.truth.built_for.platform for s in made.samples} == {Target().platform}
    assert any("recorded on x86-64, not on aarch64" in why for why in made.left_out)


def test_no_way_to_cheat_passes(imported: Outcome, verdicts: Verdicts) -> None:
    task = task_of(imported[0], "ring_put")
    sample = Sample("s", task.name, {}, task, {})
    passing = [
        control.name
        for control in CONTROLS
        if control.name in {f"exploit:{exploit.name}" for exploit in PLAIN}
        and passes(verdicts, task, control.answer(Question(sample, "asm", 0, str, lambda: None)))
    ]
    assert passing == []


def test_a_test_of_another_kind_is_not_taken_for_a_replay(imported: Outcome) -> None:
    from acidtest.suites.c_decompile.agrees import replay_calls

    task = task_of(imported[0], "each")
    assert replay_calls(task.test) is not None
    assert replay_calls("int main(void) { return 0; }") is None
    assert replay_calls(f"int x;\n{task.test}") is None
    assert replay_calls(replace(task, test="").test) is None
