"""Scoring an earlier run again when its data or its answers are not what they were."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import acidtest
from acidtest import engine
from acidtest.core.errors import InputError
from acidtest.core.progress import Silent
from acidtest.store import Run, problems, read_scores
from acidtest.suites.c_decompile.dataset import CORPUS

OPTIMISATIONS = 4


class Notes(Silent):
    """Keeps what is said."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def note(self, text: str) -> None:
        """One line."""
        self.lines.append(text)


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """Data of one task, at four optimisations."""
    folder = tmp_path / "tasks"
    folder.mkdir()
    shutil.copy(CORPUS / "ink_cost.c", folder)
    return folder


def rescored(folder: Path) -> tuple[Run, list[str]]:
    """The run after scoring it again, and what was said."""
    notes = Notes()
    engine.rescore(folder, engine.plan_again(folder, notes), notes)
    assert problems(folder) == []
    return Run.open(folder), notes.lines


def test_new_samples_of_the_data_are_left_out_and_named(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    acidtest.evaluate("c-decompile", "oracle", data=[tasks], out=out, controls="none")
    shutil.copy(CORPUS / "drop_between.c", tasks)
    for _ in range(2):  # the second time, the manifest is that of the first
        run, said = rescored(out)
        assert (run.n, len(run.ids), len(run.errors)) == (OPTIMISATIONS, OPTIMISATIONS, 0)
        assert any("the data has changed" in line for line in said)
        assert any("4 samples of the data are not part of this run" in line for line in said)
        assert any("'drop_between-O0'" in line for line in said)


def test_a_limit_does_not_pick_other_samples_from_grown_data(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    acidtest.evaluate("c-decompile", "oracle", data=[tasks], out=out, controls="none", limit=3)
    before = Run.open(out).ids
    shutil.copy(CORPUS / "drop_between.c", tasks)
    assert rescored(out)[0].ids == before


def test_samples_that_left_the_data_are_named(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    shutil.copy(CORPUS / "drop_between.c", tasks)
    acidtest.evaluate("c-decompile", "oracle", data=[tasks], out=out, controls="none")
    (tasks / "ink_cost.c").unlink()
    run, said = rescored(out)
    assert run.n == len(run.ids) == OPTIMISATIONS
    assert any("4 answered samples are no longer in the data" in line for line in said)
    shutil.copy(CORPUS / "ink_cost.c", tasks)
    (tasks / "drop_between.c").unlink()
    shutil.copy(CORPUS / "abacus_glyphs.c", tasks)
    (tasks / "ink_cost.c").unlink()
    with pytest.raises(InputError, match="none of its answers is to a sample of the data"):
        rescored(out)


def test_a_sample_without_an_answer_counts_as_not_scored(tasks: Path, tmp_path: Path) -> None:
    """Else a run would improve by deleting its worst answers."""
    out = tmp_path / "run"
    acidtest.evaluate("c-decompile", "oracle", data=[tasks], out=out, controls="none")
    lines = (out / "answers.jsonl").read_bytes().splitlines(keepends=True)
    (out / "answers.jsonl").write_bytes(b"".join(lines[1:]))
    gone = json.loads(lines[0])["id"]
    run, said = rescored(out)
    assert (run.n, len(run.ids)) == (OPTIMISATIONS, OPTIMISATIONS)
    assert run.errors == {gone: "the run has no answer to this sample"}
    assert any(f"no answer to 1 of 4 samples, such as '{gone}'" in line for line in said)
    acidtest.evaluate("c-decompile", "oracle", data=[tasks], out=out, controls="none")
    assert Run.open(out).errors == {}
    assert len(read_scores(out / "scores.sqlite")) == OPTIMISATIONS


def test_unasked_samples_of_an_interrupted_run_are_missed(tasks: Path, tmp_path: Path) -> None:
    """Which they were is no longer known once the data has changed; how many is."""
    out = tmp_path / "run"
    acidtest.evaluate("c-decompile", "oracle", data=[tasks], out=out, controls="none")
    lines = (out / "answers.jsonl").read_bytes().splitlines(keepends=True)
    (out / "answers.jsonl").write_bytes(b"".join(lines[:3]))
    (out / "scores.sqlite").unlink()
    shutil.copy(CORPUS / "drop_between.c", tasks)
    run, said = rescored(out)
    assert run.n == 3
    assert any(f"1 of the {OPTIMISATIONS} samples of this run have no answer" in s for s in said)
