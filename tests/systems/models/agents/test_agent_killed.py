"""A run of agents that is killed in the middle of one's work goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema

from tests.late import need
from tests.systems.models.model_server import ModelServer

from .conftest import SECRET
from .players import call, say

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")


class _Office:
    """Answers the first question, and lets the second agent begin and wait."""

    def __init__(self) -> None:
        self.begun: Counter[str] = Counter()
        self.under_way = threading.Event()
        self.release = threading.Event()
        self.waiting = True

    def play(self, body: dict[str, Any]) -> dict[str, Any]:
        messages = body["messages"]
        question = str(messages[1]["content"])
        steps = sum(message["role"] == "assistant" for message in messages)
        self.begun[question] += not steps
        if self.waiting and len(self.begun) == 2:
            if not steps:
                return call("bash", command="echo begun")
            self.under_way.set()
            self.release.wait(120)
        return say('{"filter_result": "NEEDS_REVIEW"}')


def test_no_finished_sample_is_asked_again_after_kill_9(
    server: ModelServer, tmp_path: Path
) -> None:
    office = _Office()
    server.play = office.play
    command = [sys.executable, "-m", "acidtest", "run", "sast-triage", "--agent", "--limit", "3"]
    command += ["--system", "model:openai-api/test/agent", "--base-url", server.url]
    command += ["--max-connections", "1", "--controls", "none", "--out", str(tmp_path / "run")]
    given = {**os.environ, "TEST_API_KEY": SECRET}
    first = subprocess.Popen(command, env=given, stdout=subprocess.DEVNULL, cwd=tmp_path)
    assert office.under_way.wait(300)
    first.send_signal(signal.SIGKILL)
    first.wait()
    answers = tmp_path / "run" / "answers.jsonl"
    assert len(answers.read_text().splitlines()) == 1
    office.waiting = False
    office.release.set()
    done = subprocess.run(command, env=given, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "reused 1 of 3 answers" in done.stderr + done.stdout
    assert len(answers.read_text().splitlines()) == 3
    assert sorted(office.begun.values()) == [1, 1, 2]
    for name, path in (("answer", answers), ("manifest", tmp_path / "run" / "manifest.json")):
        text = (files("acidtest") / "schemas" / f"{name}.schema.json").read_text()
        for line in path.read_text().splitlines() if name == "answer" else [path.read_text()]:
            jsonschema.validate(json.loads(line), json.loads(text))
