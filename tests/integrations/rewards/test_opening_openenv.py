"""The server of docs/openenv.md, as a reader would run it: its step gives the verdict's reward."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.registry import find_suite
from tests.integrations.judging.asking import control

pytestmark = pytest.mark.filterwarnings("ignore")

core = pytest.importorskip("openenv.core", reason="make reward-test sets it up")

PAGE = Path(__file__).parents[3] / "docs" / "openenv.md"
SUITE = find_suite("c-decompile")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page's commands and its server, on a port of our own."""
    folder = tmp_path_factory.mktemp("openenv")
    (command,) = re.findall(r"^    acidtest (export-prompts .+)$", PAGE.read_text(), re.MULTILINE)
    out = str(folder / "prompts.jsonl")
    words = [out if word == "prompts.jsonl" else word for word in command.split()]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    (code,) = re.findall(r"```python\n(# server\.py\n.+?)```", PAGE.read_text(), re.DOTALL)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert "port=8000" in code
    (folder / "server.py").write_text(code.replace("port=8000", f"port={port}"))
    with subprocess.Popen([sys.executable, "server.py"], cwd=folder, env=os.environ) as process:
        try:
            while True:
                assert process.poll() is None
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def stepped(address: str, name: str, seed: int) -> Any:
    """What a step with a control's answer gives."""
    with core.GenericEnvClient(base_url=address).sync() as env:
        asked = env.reset(seed=seed)
        assert asked.reward is None
        assert not asked.done
        (sample,) = [s for s in SUITE.read([]).samples if s.id == asked.observation["id"]]
        assert sample.truth.function not in asked.observation["prompt"]
        result = env.step({"text": control(SUITE, name, sample)})
        assert env.state()["step_count"] == 1
        return result


def test_a_step_is_rewarded_by_the_verdict(address: str) -> None:
    right, stub, cheat = (
        stepped(address, name, 7) for name in ("oracle", "stub", "exploit:inline-syscall")
    )
    assert (right.reward, right.done, right.observation["rules"]) == (1.0, True, {})
    assert stub.reward <= 0.1
    assert cheat.reward <= 0.1
    assert sum(cheat.observation["rules"].values()) == 1


def test_a_seed_chooses_the_question(address: str) -> None:
    ids = {seed: stepped(address, "silent", seed).observation["id"] for seed in (1, 1, 2, 3, 4)}
    assert len(set(ids.values())) > 1
    assert stepped(address, "silent", 2).observation["id"] == ids[2]
