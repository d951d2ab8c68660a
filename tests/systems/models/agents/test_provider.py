"""acidtest's sandbox in an evaluation of Inspect's own, with Inspect's bash tool and loop."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.late import need

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")


SCRIPT = """
import json, sys
import acidtest.integrations.inspect.tasks  # as Inspect's entry point does
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.solver import solver
from inspect_ai.tool import bash

results = []

@solver
def looks():
    async def solve(state, generate):
        run = bash(timeout=30)
        for command in ("id -u; cat given.txt; ls /proc /home; echo kept > made", "cat made"):
            results.append(str(await run(command)))
        return state
    return solve

task = Task([Sample("x", files={"given.txt": "given-file"})], solver=looks(), sandbox="acidtest")
(log,) = eval(task, model="mockllm/model", log_dir=sys.argv[1], display="none")
print(json.dumps({"status": log.status, "results": results}))
"""


def test_inspect_runs_tools_in_it_by_its_name(tmp_path: Path) -> None:
    # a process of its own: Inspect leaves streams open, which is an error here
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["status"] == "success", done.stderr
    first, second = said["results"]
    assert "65534" in first
    assert "given-file" in first
    assert "cannot access '/home'" in first
    assert second.strip() == "kept"


def test_files_are_read_written_and_refused_as_inspect_expects() -> None:
    import asyncio

    from acidtest.systems.models.agents.box import AgentBox
    from acidtest.systems.models.agents.provider import BubblewrapEnvironment
    from acidtest.toolchains.sandbox import Sandbox

    async def work(box: BubblewrapEnvironment) -> None:
        data = bytes(range(256)) * 5000
        await box.write_file("deep/er/-data", data)
        assert await box.read_file("deep/er/-data", text=False) == data
        assert await box.read_file("deep/../deep/er/-data", text=False) == data
        with pytest.raises(UnicodeDecodeError):
            await box.read_file("deep/er/-data")
        with pytest.raises(FileNotFoundError):
            await box.read_file("nothing")
        with pytest.raises(IsADirectoryError):
            await box.read_file("deep")
        with pytest.raises(PermissionError):
            await box.write_file("deep", "x")
        with pytest.raises(PermissionError):
            await box.write_file("/usr/bin/env", "x")
        with pytest.raises(TimeoutError):
            await box.exec(["sleep", "9"], timeout=1)
        done = await box.exec(["cat"], input="{x}", env={"A": "{b}"}, cwd="deep")
        assert (done.success, done.stdout) == (True, "{x}")
        said = await box.exec(["sh", "-c", "echo $A; pwd; exit 3"], env={"A": "{b}"}, cwd="deep")
        assert (said.returncode, said.stdout) == (3, "{b}\n/box/work/deep\n")
        assert not (await box.exec(["no-such-program"])).success

    with Sandbox() as sandbox:
        asyncio.run(work(BubblewrapEnvironment(AgentBox(sandbox))))
