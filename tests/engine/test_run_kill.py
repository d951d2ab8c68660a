"""Killed with SIGKILL at any moment and started again, a run loses nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

SAMPLES = 16
WORKERS = 3
KILLS = 8

# A system that writes down every question it is asked, and takes a moment to answer.
PROGRAM = """
import os, sys, time
import acidtest
from acidtest.core.records import Answer

class Slow:
    name = "slow"
    identity = {"version": 1}

    def answer(self, question):
        with open(sys.argv[2], "a") as log:
            log.write(question.sample.id + "\\n")
        time.sleep(0.03)
        odd = len(question.sample.id) % 2
        text = question.sample.truth.function if odd else "int func0() { return 0; }"
        return Answer(question.sample.id, text, question.attempt)

acidtest.evaluate("c-decompile", Slow(), limit=int(sys.argv[3]), out=sys.argv[1],
                  workers=int(sys.argv[4]), controls="none")
"""


def _command(out: Path, log: Path) -> list[str]:
    return [sys.executable, "-c", PROGRAM, str(out), str(log), str(SAMPLES), str(WORKERS)]


def _start(out: Path, log: Path, cache: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "ACIDTEST_CACHE": str(cache)}
    return subprocess.Popen(_command(out, log), env=environment)


def _wait_for(path: Path, process: subprocess.Popen[Any]) -> None:
    while not path.exists():
        assert process.poll() is None
        time.sleep(0.005)


def _lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    text = path.read_text()
    return text[: text.rfind("\n") + 1].splitlines()


def _answered(out: Path) -> set[str]:
    return {json.loads(line)["id"] for line in _lines(out / "answers.jsonl")}


def test_a_run_killed_many_times_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    assert _start(whole, tmp_path / "whole.log", tmp_path / "cache-1").wait() == 0

    out, cache, dice = tmp_path / "killed", tmp_path / "cache-2", random.Random(20261115)
    asked: list[str] = []
    kills = kills_while_asking = 0
    for session in range(KILLS + 1):
        before, log = _answered(out), tmp_path / f"{session}.log"
        process = _start(out, log, cache)
        if session < KILLS:
            # after a few more answers, or, once all are there, some time into the scoring
            wanted = len(before) + dice.randint(0, 5)
            while len(_answered(out)) < min(wanted, SAMPLES) and process.poll() is None:
                time.sleep(0.005)
            time.sleep(dice.uniform(0, 0.05) if len(before) < SAMPLES else dice.uniform(0, 1.5))
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                kills += 1
                kills_while_asking += len(_answered(out)) < SAMPLES
        process.wait()
        assert not before & set(_lines(log)), "an answer that was on disk was asked for again"
        asked += _lines(log)
    assert process.returncode == 0
    assert kills >= 3
    assert kills_while_asking
    # asked again: at most what was in flight at each kill
    assert len(set(asked)) == SAMPLES
    assert len(asked) <= SAMPLES + kills_while_asking * WORKERS
    assert (out / "summary.json").read_bytes() == (whole / "summary.json").read_bytes()
    assert len(_lines(out / "answers.jsonl")) == SAMPLES


def test_a_second_run_into_the_same_folder_is_refused(tmp_path: Path) -> None:
    out, cache = tmp_path / "run", tmp_path / "cache"
    first = _start(out, tmp_path / "1.log", cache)
    _wait_for(out / "manifest.json", first)
    first.send_signal(signal.SIGSTOP)  # or it may be done before the second begins
    command = _command(out, tmp_path / "2.log")
    second = subprocess.run(command, capture_output=True, text=True, check=False)
    first.send_signal(signal.SIGCONT)
    assert second.returncode != 0
    assert "another acidtest is writing to this folder" in second.stderr
    assert not (tmp_path / "2.log").exists()
    assert first.wait() == 0


def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(tmp_path: Path) -> None:
    environment = {**os.environ, "ACIDTEST_CACHE": str(tmp_path / "cache")}
    command = [str(Path(sys.executable).with_name("acidtest")), "run", "c-decompile", "--system"]
    command += ["oracle", "--limit", "16", "--controls", "none", "--out", str(tmp_path / "run")]
    process = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell ignores the signal for what it starts in the background, and children inherit it
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    _wait_for(tmp_path / "run" / "manifest.json", process)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "run the same command again to continue" in errors
    assert "Traceback" not in errors
    assert (
        subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0
    )
    assert (tmp_path / "run" / "summary.json").exists()
