"""acidtest's sandbox for Inspect AI: `sandbox="acidtest"` runs tools in bubblewrap, without Docker.

What Inspect's text editor needs is not offered: it starts helper programs of its own that must live
on between commands. The tool `edit` of acidtest does the same with plain files.
"""

from __future__ import annotations

import asyncio
import threading
from pathlib import PurePosixPath
from typing import Any, Literal, overload

from inspect_ai.util import ExecResult, OutputLimitExceededError, SandboxEnvironment, sandboxenv

from acidtest.systems.models.agents.box import AgentBox
from acidtest.systems.models.agents.reach import agents_sandbox
from acidtest.toolchains.sandbox import Ending, Sandbox, StepResult

NAME = "acidtest"
_WRITE = 'mkdir -p -- "$(dirname -- "$0")" && [ ! -d "$0" ] && cat > "$0"'
_READ = '[ ! -d "$0" ] || exit 3; [ -e "$0" ] || exit 4; exec cat -- "$0"'
_READ_MAX = 48 << 20
_shared: list[Sandbox] = []
_lock = threading.Lock()


@sandboxenv(name=NAME)
class BubblewrapEnvironment(SandboxEnvironment):
    """One sample's folder in acidtest's sandbox."""

    def __init__(self, box: AgentBox) -> None:
        super().__init__()
        self._box = box

    async def _run(self, argv: list[str], **how: Any) -> StepResult:
        return await asyncio.to_thread(self._box.run, [_plain(word) for word in argv], **how)

    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> ExecResult[str]:
        """Run a program as nobody, whatever `user` says; it is not tried again."""
        stdin = input.encode("utf-8", "replace") if isinstance(input, str) else input or b""
        settings = {k: v.replace("{", "{{").replace("}", "}}") for k, v in (env or {}).items()}
        how: dict[str, Any] = {"wall_s": float(timeout)} if timeout else {}
        done = await self._run(cmd, stdin=stdin, env=settings, within=_plain(cwd or "."), **how)
        if done.ending is Ending.TOO_LONG:
            raise TimeoutError
        output, errors = (each.decode("utf-8", "replace") for each in (done.stdout, done.stderr))
        if done.ending is Ending.TOO_MUCH_OUTPUT:
            errors += "(stopped: it printed more than 1 MB)"
        status = done.value if done.ending is Ending.EXITED else 128 + done.value
        return ExecResult(done.ok, status, output, errors)

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Write a file, and make its folder."""
        data = contents.encode("utf-8", "replace") if isinstance(contents, str) else contents
        done = await self._run(["/bin/sh", "-c", _WRITE, _path(file)], stdin=data)
        if not done.ok:
            raise PermissionError(f"{file}: {done.stderr.decode('utf-8', 'replace').strip()}")

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...

    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...

    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """Read a file."""
        done = await self._run(["/bin/sh", "-c", _READ, _path(file)], output=_READ_MAX)
        if done.ending is Ending.TOO_MUCH_OUTPUT:
            raise OutputLimitExceededError("48 MiB", None)
        if done.ending is Ending.EXITED and done.value == 3:
            raise IsADirectoryError(file)
        if done.ending is Ending.EXITED and done.value == 4:
            raise FileNotFoundError(file)
        if not done.ok:
            raise PermissionError(f"{file}: {done.stderr.decode('utf-8', 'replace').strip()}")
        return done.stdout.decode("utf-8") if text else done.stdout

    @classmethod
    async def sample_init(
        cls, task_name: str, config: Any, metadata: dict[str, str]
    ) -> dict[str, SandboxEnvironment]:
        """A new folder; the launchers are shared by all samples."""
        with _lock:
            if not _shared:
                _shared.append(agents_sandbox(()))
        return {"default": cls(AgentBox(_shared[0]))}

    @classmethod
    async def sample_cleanup(
        cls,
        task_name: str,
        config: Any,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        """Nothing outlives a command."""

    @classmethod
    async def task_cleanup(cls, task_name: str, config: Any, cleanup: bool) -> None:
        """End the launchers."""
        with _lock:
            while _shared:
                _shared.pop().close()


def _plain(word: str) -> str:
    """A word that can be handed to a program: a model may write any character."""
    return word.encode("utf-8", "replace").decode().replace("\0", "\\0")


def _path(file: str) -> str:
    """A name that no program takes for an option."""
    return str(PurePosixPath("." if not file.startswith("/") else "/") / file)
