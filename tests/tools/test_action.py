"""action.yml: its steps, run with bash as GitHub's runner runs them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from acidtest.suites.crypto_inventory.suite import SUITE

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: acidtest[models]")
ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())


@dataclass(frozen=True)
class Job:
    """What the steps of a job leave behind."""

    statuses: list[int]
    text: str
    summary: str
    outputs: Mapping[str, str]


def run_job(folder: Path, steps: list[dict[str, Any]], action: Path = ROOT, **inputs: str) -> Job:
    """Run steps until one fails; `inputs` are the user's, with underscores for dashes."""
    values = {name: str(given.get("default", "")) for name, given in ACTION["inputs"].items()}
    values.update({name.replace("_", "-"): value for name, value in inputs.items()})
    files = {name: folder / name for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
    for path in files.values():
        path.touch()
    statuses, text = [], ""
    for number, step in enumerate(steps):
        script = folder / f"step{number}.sh"
        script.write_text(step["run"])
        env = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda input: values[input[1]], value)
            for name, value in step.get("env", {}).items()
        }
        given = {"RUNNER_TEMP": folder, "GITHUB_ACTION_PATH": action, **files}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
            env={**os.environ, **{name: str(path) for name, path in given.items()}, **env},
            cwd=folder,
            capture_output=True,
            text=True,
        )
        statuses.append(done.returncode)
        text += done.stdout + done.stderr
        if done.returncode != 0:
            break
    outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
    return Job(statuses, text, files["GITHUB_STEP_SUMMARY"].read_text(), outputs)


@pytest.fixture
def scoring(tmp_path: Path) -> list[dict[str, Any]]:
    """The steps after the installation, which this checkout replaces."""
    program = tmp_path / "acidtest" / "bin" / "acidtest"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m acidtest "$@"\n')
    program.chmod(0o755)
    return [step for step in ACTION["runs"]["steps"] if step["name"] != "Install"]


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """A file in a folder with a space in its name."""
    ids = [sample.id for sample in SUITE.read([]).samples]
    path = tmp_path / "my answers" / "mine.jsonl"
    path.parent.mkdir()
    lines = (f'{{"id": "{name}", "answer": "{{\\"findings\\": []}}"}}\n' for name in ids)
    path.write_text("".join(lines))
    return path


def test_the_summary_is_shown_and_the_run_named(
    tmp_path: Path, scoring: list[dict[str, Any]], answers: Path
) -> None:
    more = "--limit 4 --controls none"
    job = run_job(
        tmp_path, scoring, suite=SUITE.name, answers=str(answers), fail_under="f1=0", arguments=more
    )
    assert job.statuses == [0], job.text
    assert job.summary.startswith("## acidtest\n")
    assert "`--fail-under f1=0`" in job.summary
    assert (Path(job.outputs["run"]) / "summary.json").exists()


def test_a_bound_that_is_not_met_fails_the_job_and_is_shown(
    tmp_path: Path, scoring: list[dict[str, Any]], answers: Path
) -> None:
    bounds = "clean_flagged=0\nf1=0.9\n"
    job = run_job(
        tmp_path,
        scoring,
        suite=SUITE.name,
        answers=str(answers),
        fail_under=bounds,
        arguments="--limit 4 --controls none",
    )
    assert job.statuses == [1]
    assert ":x: " in job.summary
    assert "`--fail-under f1=0.9`" in job.summary


def test_a_mistake_in_the_inputs_fails_the_job(
    tmp_path: Path, scoring: list[dict[str, Any]]
) -> None:
    job = run_job(tmp_path, scoring, suite=SUITE.name, answers="no such file; touch harmed")
    assert job.statuses == [2]
    assert "no such file" in job.text
    assert not (tmp_path / "harmed").exists()
    assert job.summary == ""


def test_inputs_reach_the_scripts_as_variables_only() -> None:
    """An input pasted into a script could be a command."""
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]


@pytest.mark.install
def test_the_whole_action(tmp_path: Path, checkout: Path, answers: Path) -> None:
    job = run_job(
        tmp_path,
        ACTION["runs"]["steps"],
        checkout,
        suite=SUITE.name,
        answers=str(answers),
        extras="crypto",
        arguments="--limit 4",
    )
    assert job.statuses == [0, 0], job.text
    assert job.summary.startswith("## acidtest\n")
