"""Fresh tasks by one number: prompts, rewards and services mean the same tasks by it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import acidtest
from acidtest.cli.prompts import export_prompts
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.registry import find_suite
from acidtest.engine import Reward
from acidtest.engine.fresh import with_fresh

C = find_suite("c-decompile")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A seed stands for two tasks here, made anew for each test."""
    monkeypatch.setattr("acidtest.engine.fresh.TASKS", 2)
    monkeypatch.setattr("acidtest.engine.fresh.cache_dir", lambda: tmp_path)


def prompts(folder: Path, *words: str) -> list[str]:
    """The ids of the prompts that are written."""
    out = folder / "prompts.jsonl"
    given = ["c-decompile", "--split", "all", "--out", str(out), *words]
    done = CliRunner().invoke(export_prompts, given)
    assert done.exit_code == 0, done.output
    return [json.loads(line)["id"] for line in out.read_text().splitlines()]


def test_prompts_and_reward_mean_the_same_tasks_by_a_number(tmp_path: Path) -> None:
    asked = prompts(tmp_path, "--fresh", "7")
    assert {name.partition("-")[0] for name in asked} == {"fresh_7_000", "fresh_7_001"}
    with acidtest.reward("c-decompile", fresh=7) as reward:
        assert isinstance(reward, Reward)
        assert list(reward.ids) == asked
        tasks = {s.id: s.truth for s in reward._judge.samples.values()}
        texts = [tasks[name].function for name in asked[:1]]
        assert reward(completions=[*texts, ""], id=[asked[0]] * 2) == [1.0, 0.0]
        assert reward._judge.seed == 7  # answers are compared on inputs of this number too
    with acidtest.reward("c-decompile", fresh=8) as other:
        assert isinstance(other, Reward)
        assert not {*other.ids} & {*asked}


def test_tasks_are_made_once_and_only_whole_ones_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("acidtest.suites.c_decompile.fresh.make_task", broken)
        with pytest.raises(KeyboardInterrupt):
            with_fresh(C, RunOptions(), 3)
    assert list((tmp_path / "fresh").iterdir()) == []
    (folder,) = with_fresh(C, RunOptions(seed=5), 3).data
    assert sorted(path.name for path in folder.iterdir()) == ["fresh_3_000.c", "fresh_3_001.c"]
    monkeypatch.setattr("acidtest.suites.c_decompile.fresh.make_task", broken)
    again = with_fresh(C, RunOptions(seed=5), 3)
    assert again.data == (folder,)
    assert again.seed == 5  # what was said about the inputs holds
    shutil.rmtree(folder)


def test_what_cannot_be_fresh_is_refused() -> None:
    with pytest.raises(InputError, match="sast-triage makes no fresh tasks; these do: c-decompile"):
        acidtest.reward("sast-triage", fresh=1)
    with pytest.raises(InputError, match="give one of them"):
        acidtest.reward("c-decompile", fresh=1, data="fresh-7")
    with pytest.raises(InputError, match="not be negative"):
        acidtest.reward("c-decompile", fresh=-1)
