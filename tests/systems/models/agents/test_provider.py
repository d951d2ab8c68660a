"""acidtest's sandbox in an evaluation of Inspect's own, with Inspect's bash tool and loop."""

from __future__ import annotations

from typing import Any

import pytest

from tests.late import need

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")


def test_inspect_runs_its_bash_tool_in_it_by_its_name() -> None:
    import asyncio

    from inspect_ai.tool import bash
    from inspect_ai.util._sandbox import context
    from inspect_ai.util._sandbox.registry import registry_find_sandboxenv

    import acidtest.integrations.inspect.tasks  # noqa: F401  as Inspect's entry point does

    kind = registry_find_sandboxenv("acidtest")

    async def look() -> list[str]:
        # as for each sample of a task with sandbox="acidtest"; an evaluation takes seconds
        files = {"given.txt": b"given-file"}
        how: Any = (kind, "task", None, files, None, {})
        opened = await context.init_sandbox_environments_sample(*how)
        run = bash(timeout=30)
        commands = ("id -u; cat given.txt; ls /proc /home; echo kept > made", "cat made")
        said = [str(await run(command)) for command in commands]
        await context.cleanup_sandbox_environments_sample("acidtest", "task", None, opened, False)
        await kind.task_cleanup("task", None, True)
        return said

    first, second = asyncio.run(look())
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
