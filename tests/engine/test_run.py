"""What a run says about its answers: where they are from, and how many there are."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import acidtest
from acidtest.core.errors import InputError
from acidtest.core.progress import Silent
from acidtest.core.systems import CallableSystem
from acidtest.engine import plan_again, rescore
from acidtest.store import Run, read_manifest
from acidtest.suites.c_decompile.dataset import CORPUS


def test_another_function_does_not_get_the_old_answers(tmp_path: Path) -> None:
    out = tmp_path / "run"
    first = acidtest.evaluate("sast-triage", lambda text: "FALSE POSITIVE", out=out, limit=4)
    assert first.reused == 0
    with pytest.raises(InputError, match=r"another run \(identity: code_sha256 was .*use another"):
        acidtest.evaluate("sast-triage", lambda text: "TRUE POSITIVE", out=out, limit=4)
    assert (
        acidtest.evaluate(
            "sast-triage",
            CallableSystem(lambda text: "", "mine", {"version": 1}),
            limit=4,
            out=tmp_path / "own",
        ).reused
        == 0
    )


def test_the_same_function_goes_on_and_says_how_much_was_there(tmp_path: Path) -> None:
    def answer(text: str) -> str:
        return "FALSE POSITIVE"

    for again in (False, True):
        result = acidtest.evaluate("sast-triage", answer, out=tmp_path / "run", limit=4)
        asked = result.summary.asked
        assert 0 < asked <= 4
        assert result.reused == (asked if again else 0)
        kept = {"asked": asked, "reused": result.reused}
        assert read_manifest(result.folder)["answers"] == kept


def test_samples_that_came_later_were_not_asked(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(CORPUS / "ink_cost.c", data)
    folder = tmp_path / "run"
    acidtest.evaluate("c-decompile", "stub", data=[data], out=folder, controls="none")
    shutil.copy(CORPUS / "drop_between.c", data)
    plan = plan_again(folder, Silent())
    summary = rescore(folder, plan, Silent())
    assert (summary.n, summary.asked, summary.scored, summary.errors) == (4, 4, 4, 0)
    assert Run.open(folder).n == 4


def test_answers_that_are_missing_are_unscored_and_not_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = acidtest.evaluate("sast-triage", "oracle", out=folder, limit=6, controls="none")
    path = folder / "answers.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-2]))
    all_ = len(lines)
    plan = plan_again(folder, Silent())
    summary = rescore(folder, plan, Silent())
    assert (summary.n, summary.asked, summary.scored, summary.errors) == (all_, all_, all_ - 2, 2)
    assert first.summary.metrics["right"].worst is None
    figure = summary.metrics["right"]
    assert figure.worst is not None
    assert (figure.value, figure.n) == (1.0, all_ - 2)
    assert (figure.worst.value, figure.worst.n) == ((all_ - 2) / all_, all_)
    run = Run.open(folder)
    assert (run.n, run.asked, run.scored_answers, len(run.errors)) == (all_, all_, all_ - 2, 2)


def test_guesses_go_when_everything_is_scored(tmp_path: Path) -> None:
    def fails(text: str) -> str:
        raise RuntimeError("no network")

    out = tmp_path / "run"
    identity = {"one": "system"}
    acidtest.evaluate("sast-triage", CallableSystem(fails, "x", identity), out=out, limit=3)
    assert (out / "unscored.sqlite").exists()
    fine = CallableSystem(lambda text: "TRUE POSITIVE", "x", identity)
    acidtest.evaluate("sast-triage", fine, out=out, limit=3)
    assert not (out / "unscored.sqlite").exists()
    assert "worst" not in json.dumps(json.loads((out / "summary.json").read_text()))
