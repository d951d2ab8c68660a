"""Keeps launchers alive inside bubblewrap and gives them jobs."""

from __future__ import annotations

import os
import re
import shutil
import struct
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Self, TypeVar, cast

from acidtest.core import children
from acidtest.core.children import PIPE, Child, Handed
from acidtest.core.errors import InfrastructureError
from acidtest.toolchains.native import build_native
from acidtest.toolchains.sandbox import job as _job
from acidtest.toolchains.sandbox.job import Chain, Job, Outcome
from acidtest.toolchains.sandbox.system import system_binds
from acidtest.toolchains.sandbox.wire import Mode

_NOBODY = 65534
JOB_MEMORY = 4 << 30
"""Bytes that a launcher and all its jobs use at most, where a cgroup can be made for them."""
_MOSTLY = 1 << 16  # the size of a pipe; few messages are larger
Made = TypeVar("Made")


class SandboxError(InfrastructureError):
    """The sandbox itself failed; this says nothing about the code that ran in it."""


class SandboxUnavailable(SandboxError):
    """The sandbox does not work on this machine."""


def bwrap_version() -> str | None:
    """Version of the bubblewrap on PATH, if any."""
    path = shutil.which("bwrap")
    if path is None:
        return None
    done = children.run([path, "--version"])
    match = re.search(r"\d+(\.\d+)+", done.stdout)
    return match.group() if match else None


def _at_least(version: str | None, *minimum: int) -> bool:
    return tuple(int(part) for part in (version or "0").split(".")) >= minimum


def _covers(hidden: Sequence[Path]) -> list[str]:
    """Arguments that cover what lies in a mounted folder, and nothing for what does not."""
    arguments = []
    for path in hidden:
        if path.exists() and Path("/usr") in path.parents:
            covered = ["--tmpfs", str(path), "--remount-ro", str(path)]
            arguments += covered if path.is_dir() else ["--ro-bind", "/dev/null", str(path)]
    return arguments


def _bwrap_command(
    data_fds: Mapping[str, int], binds: Sequence[str], hidden: Sequence[Path] = ()
) -> list[str | Handed]:
    # The launcher is the first process of its namespace: nothing in there can signal it.
    command: list[str | Handed] = [shutil.which("bwrap") or "bwrap"]
    command += ["--unshare-user", "--unshare-pid", "--as-pid-1"]
    command += ["--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    command += ["--uid", str(_NOBODY), "--gid", str(_NOBODY), "--hostname", "acidtest"]
    # What the launcher needs to keep jobs apart; each step loses both before it runs.
    command += ["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"]
    command += ["--clearenv", "--new-session", *system_binds()]
    if Path("/usr/local").is_dir():
        command += ["--tmpfs", "/usr/local", "--remount-ro", "/usr/local"]
    for name in binds:
        command += ["--ro-bind", name, name]
    command += _covers(hidden)
    command += ["--dev-bind", "/dev/null", "/dev/null", "--dir", "/acid"]
    for name, fd in data_fds.items():
        command += ["--perms", "0555", "--ro-bind-data", Handed(fd), f"/acid/{name}"]
    # In nested mode each job covers /box with a scratch of its own; this one serves single mode.
    if _at_least(bwrap_version(), 0, 7):
        command += ["--size", str(Job.scratch)]
    return [*command, "--tmpfs", "/box", "--remount-ro", "/", "--chdir", "/", "/acid/launcher"]


class _Box:
    """One launcher process. Serves jobs one after another until it is closed."""

    def __init__(
        self,
        tools: Mapping[str, Path],
        binds: Sequence[str],
        bare: bool,
        hidden: Sequence[Path] = (),
    ) -> None:
        self._scratch = "/box"
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        programs = {"launcher": build_native("launcher"), "stop.so": build_native("stop"), **tools}
        # As root, run as nobody: limits on processes do not bind root.
        user = _NOBODY if os.geteuid() == 0 else None
        fds = {name: os.open(path, os.O_RDONLY | os.O_CLOEXEC) for name, path in programs.items()}
        try:
            if bare:
                self._folder = children.scratch_folder("bare-")
                self._scratch = self._folder.name
                self._tools = {name: f"{self._scratch}/.{name}" for name in programs}
                for name, path in programs.items():
                    shutil.copy(path, self._tools[name])
                for placed in (self._scratch, *self._tools.values()):
                    Path(placed).chmod(0o700)
                    if user is not None:
                        os.chown(placed, user, user)
                command: list[str | Handed] = [self._tools["launcher"], "bare"]
            else:
                self._tools = {name: f"/acid/{name}" for name in programs}
                command = _bwrap_command(fds, binds, hidden)
            self._process: Child = children.start(
                command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                env={},
                cwd=self._scratch if bare else "/",
                user=user,
                memory=JOB_MEMORY,
                buffered=False,
            )
        except OSError as error:
            raise SandboxError(f"the sandbox could not be started: {error}") from error
        finally:
            for fd in fds.values():
                os.close(fd)
        hello = self._read(8)
        if len(hello) < 8 or hello[:4] != b"ACID":
            complaint = cast(IO[bytes], self._process.stderr).read().decode("utf-8", "replace")
            complaint = complaint.strip(". \n") or "no answer"
            self.close()
            raise SandboxUnavailable(
                f"bubblewrap does not work on this machine: {complaint}. "
                "In a container, allow user namespaces (see SECURITY.md). "
                "If you trust the answers, use `--no-sandbox`."
            )
        self.bounded = self._process.bounded
        self.mode = Mode(struct.unpack_from("<I", hello, 4)[0]).name.lower()

    def _read(self, size: int) -> bytes:
        stream = cast(IO[bytes], self._process.stdout)
        parts: list[bytes] = []
        while size:
            chunk = stream.read(min(size, 1 << 20))
            if not chunk:
                break
            parts.append(chunk)
            size -= len(chunk)
        return b"".join(parts)

    def _receive(self) -> bytes:
        """One message; nothing follows until the next request. Shorter if the launcher exits."""
        stream = cast(IO[bytes], self._process.stdout)
        message = stream.read(_MOSTLY)
        if len(message) < 4:
            message += self._read(4 - len(message))
        if len(message) < 4:
            return b""
        missing = 4 + struct.unpack_from("<I", message)[0] - len(message)
        return message[4:] if missing <= 0 else message[4:] + self._read(missing)

    def run(self, job: Job) -> Outcome:
        outcome = self._ask(_job.pack(job, self._tools, self._scratch), job.collect)
        if outcome is None:
            raise SandboxError("the sandbox returned no outcome for a job")
        return outcome

    def run_chain(self, chain: Chain) -> Outcome | None:
        names = [zygote.result for zygote in chain.zygotes]
        return self._ask(_job.pack_chain(chain, self._tools), names)

    def _ask(self, request: bytes, names: Sequence[str]) -> Outcome | None:
        stream = cast(IO[bytes], self._process.stdin)
        try:
            view = memoryview(struct.pack("<I", len(request)) + request)
            while view:
                view = view[stream.write(view) :]
        except OSError as error:
            raise SandboxError(f"the sandbox exited: {error}") from error
        try:
            outcome = _job.unpack(self._receive(), names)
        except (struct.error, ValueError) as error:
            raise SandboxError("the sandbox exited in the middle of a job") from error
        if isinstance(outcome, str):
            raise SandboxError(f"the sandbox could not run a job: {outcome}")
        return outcome

    def close(self) -> None:
        self._process.close()
        if self._folder:
            self._folder.cleanup()


class Sandbox:
    """Runs jobs from any number of threads, each job isolated from all others.

    `tools` are acidtest's own programs, named `@name` in a step. `binds` are further folders
    mounted read-only (a compiler outside /usr), and what is `hidden` is empty in there.
    `bare=True` works without bubblewrap: limits and the system-call filter still apply, but files
    and network are reachable.
    """

    def __init__(
        self,
        tools: Mapping[str, Path] | None = None,
        binds: Sequence[str] = (),
        bare: bool = False,
        hidden: Sequence[Path] = (),
    ) -> None:
        if not bare and bwrap_version() is None:
            raise SandboxUnavailable(
                "bubblewrap (bwrap) was not found, and answers are never run outside a sandbox. "
                "Install it with: apt-get install bubblewrap. "
                "If you trust the answers, use `--no-sandbox`."
            )
        self._tools = dict(tools or {})
        self._binds = tuple(binds)
        self._bare = bare
        self._hidden = tuple(hidden)
        self._idle: list[_Box] = []
        self._lock = threading.Lock()
        first = self._open()
        self.mode = first.mode
        self.bounded = first.bounded
        """Whether a cgroup bounds the memory of a whole job; otherwise of each process alone."""
        self._idle.append(first)

    def _open(self) -> _Box:
        return _Box(self._tools, self._binds, self._bare, self._hidden)

    def run(self, job: Job) -> Outcome:
        """Run `job`; if the box fails, replace it and try the job once more."""
        return self._in_a_box(lambda box: box.run(job))

    def run_chain(self, chain: Chain) -> Outcome | None:
        """Run `chain`; None if zygotes are unavailable: do the same work as a job instead."""
        if self.mode != "nested":
            return None
        return self._in_a_box(lambda box: box.run_chain(chain))

    def _in_a_box(self, ask: Callable[[_Box], Made]) -> Made:
        try:
            return self._once(ask)
        except SandboxError:
            return self._once(ask, fresh=True)

    def _once(self, ask: Callable[[_Box], Made], fresh: bool = False) -> Made:
        with self._lock:
            box = self._idle.pop() if self._idle and not fresh else None
        if box is None:
            box = self._open()
        try:
            made = ask(box)
        except BaseException:
            box.close()
            raise
        if box.mode == "nested":
            with self._lock:
                self._idle.append(box)
        else:
            box.close()
        return made

    def close(self) -> None:
        """End all launchers."""
        with self._lock:
            boxes, self._idle = self._idle, []
        for box in boxes:
            box.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
