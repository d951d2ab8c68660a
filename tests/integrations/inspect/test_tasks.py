"""The suites inside Inspect AI give the same scores as acidtest on the same answers."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from acidtest.engine import select
from acidtest.store import read_scores
from acidtest.store.scores import METRIC
from acidtest.suites.c_decompile.suite import SUITE
from tests.cli.conftest import in_process
from tests.late import late, need
from tests.systems.models.model_server import ModelServer

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")

inspect_log = late("inspect_ai.log")
BIN = Path(sys.executable).parent
SAMPLES = [sample.id for sample in select(SUITE.read([]).samples, {}, 3)]
GOOD = "Sure:\n```c\nint func0(int a, int b) { return a + b; }\n```\n"


def _acidtest(*argv: str | Path, cwd: Path, status: int = 0) -> None:
    with contextlib.chdir(cwd):
        done = in_process(*argv)
    assert done.status == status, done.err


def _run(*argv: str | Path, cwd: Path, status: int = 0, **env: str) -> str:
    done = subprocess.run(
        [str(a) for a in argv],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@dataclass(frozen=True)
class Evaluated:
    """A folder with a log of Inspect in it."""

    folder: Path
    log: Path


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> Evaluated:
    """Three samples, each asked twice, through `inspect eval`."""
    folder = tmp_path_factory.mktemp("inspect")
    server = ModelServer()
    server.answer = GOOD
    _run(
        *(BIN / "inspect", "eval", "acidtest/c_decompile", "--model", "openai-api/test/m"),
        *(
            "-T",
            "limit=3",
            "--epochs",
            "2",
            "--display",
            "none",
            "--log-dir",
            "logs",
        ),
        cwd=folder,
        TEST_API_KEY="none",
        TEST_BASE_URL=server.url,
    )
    assert len(server.bodies) == 6
    assert all("<func0>:" in body["messages"][0]["content"] for body in server.bodies)
    server.close()
    (log,) = (folder / "logs").glob("*.eval")
    return Evaluated(folder, log)


def _values(log: Path) -> dict[tuple[str, int], dict[str, Any]]:
    values: dict[tuple[str, int], dict[str, Any]] = {}
    for sample in inspect_log.read_eval_log(str(log)).samples or []:
        value = (sample.scores or {})["c_decompile"].value
        assert isinstance(value, dict)
        values[str(sample.id), sample.epoch - 1] = value
    return values


def test_a_log_becomes_a_run_with_the_same_scores(evaluated: Evaluated) -> None:
    _acidtest("import", evaluated.log, "--out", "run", cwd=evaluated.folder)
    rows = read_scores(evaluated.folder / "run" / "scores.sqlite")
    theirs = _values(evaluated.log)
    assert len(rows) == len(theirs) == 6
    for row in rows:
        seen = theirs[row["id"], row["attempt"]]
        ours = {name: row[METRIC + name] for name in seen}
        assert {n: v for n, v in ours.items() if v is not None} == {
            n: v for n, v in seen.items() if v is not None and v == v
        }
    assert any(row[METRIC + "compiles"] for row in rows)
    summary = json.loads((evaluated.folder / "run" / "summary.json").read_text())
    assert summary["effort"]["models"] == ["served-model-7b"]
    assert summary["effort"]["tokens_out"] == 6 * 20


def test_the_same_answers_as_a_file_score_the_same(evaluated: Evaluated) -> None:
    theirs = _values(evaluated.log)
    rows = [{"id": key, "answer": GOOD} for key, attempt in theirs if attempt == 0]
    answers = evaluated.folder / "answers.jsonl"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = ("--limit", "3", "--out", "again", "--controls", "none", "--json")
    command = ("score", "c-decompile", "--answers", answers)
    _acidtest(*command, *options, cwd=evaluated.folder)
    again = {row["id"]: row for row in read_scores(evaluated.folder / "again" / "scores.sqlite")}
    for (key, _), seen in theirs.items():
        for name, value in seen.items():
            if value is not None and value == value:
                assert again[key][METRIC + name] == value


def test_inspect_scores_a_log_again_and_a_run_of_it_too(evaluated: Evaluated) -> None:
    before = _values(evaluated.log)
    again = evaluated.folder / "again.eval"
    _run(
        *(BIN / "inspect", "score", evaluated.log, "--scorer", "acidtest/c_decompile"),
        *("--action", "overwrite", "--output-file", again, "--display", "none"),
        cwd=evaluated.folder,
        TEST_API_KEY="none",
        TEST_BASE_URL="http://127.0.0.1:9/v1",
    )
    assert str(_values(again)) == str(before)
    _acidtest("import", again, "--out", "twice", cwd=evaluated.folder)
    summary = (evaluated.folder / "twice" / "summary.json").read_bytes()
    _acidtest("score", "twice", cwd=evaluated.folder)
    assert (evaluated.folder / "twice" / "summary.json").read_bytes() == summary


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.eval").write_bytes(b"PK nonsense")
    _acidtest("import", tmp_path / "x.eval", cwd=tmp_path, status=2)
    _acidtest("import", tmp_path / "y.eval", cwd=tmp_path, status=2)
