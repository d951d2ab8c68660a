"""The folder in which an agent works: it keeps its files from command to command.

Each command is a job of the sandbox, with namespaces, limits and a scratch folder of its own. The
files travel as a tar archive that is only ever packed and unpacked inside. So nothing that an agent
starts outlives its command, and nothing it writes is opened outside.
"""

from __future__ import annotations

import io
import math
import tarfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from acidtest.core.errors import InfrastructureError
from acidtest.toolchains.sandbox import (
    Ending,
    Job,
    Limits,
    Sandbox,
    SandboxError,
    Step,
    StepResult,
)

MIB = 1 << 20
KEPT_MAX = 48 * MIB
"""What the folder may hold between commands."""
_SCRATCH = 160 * MIB
_ARCHIVE, _FOLDER = "state.tar", "work"
_PACKING = Limits(file_size=KEPT_MAX + MIB, wall_s=60, cpu_s=30)
_WALL_S = 60.0


class BoxError(InfrastructureError):
    """The folder was lost, which is not the agent's doing."""


class TimeUp(Exception):
    """An agent has no time left for another command."""


class AgentBox:
    """One agent's folder. Its commands run one after another, until a time of the clock."""

    def __init__(
        self,
        sandbox: Sandbox,
        files: Mapping[str, bytes] | None = None,
        until: float = math.inf,
    ) -> None:
        self._sandbox, self._until = sandbox, until
        self._first = self._kept = _packed(files or {})
        self._lock = threading.Lock()

    def run(
        self,
        argv: Sequence[str],
        *,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        within: str = ".",
        wall_s: float = _WALL_S,
        output: int = MIB,
    ) -> StepResult:
        """Run a program in the folder, or one below it."""
        wall_s = min(wall_s, self._until - time.monotonic())
        if wall_s <= 0:
            raise TimeUp
        limits = Limits(
            cpu_s=max(1, round(wall_s)),
            wall_s=wall_s,
            memory=2048 * MIB,
            file_size=KEPT_MAX,
            processes=64,
            output=output,
        )
        enter = ["/bin/sh", "-c", 'rm -f "$0"; cd "$1" && cd "$2" && shift 2 && exec "$@"']
        command = [*enter, _ARCHIVE, _FOLDER, within, *argv]
        steps = [
            Step(["/bin/tar", "-xf", _ARCHIVE], limits=_PACKING),
            Step(command, stdin=stdin, limits=limits, env=dict(env or {}), even_after_failure=True),
            Step(
                ["/bin/tar", "-cf", _ARCHIVE, f"{_FOLDER}/."],
                limits=_PACKING,
                even_after_failure=True,
            ),
        ]
        with self._lock:
            try:
                outcome = self._sandbox.run(self._job(steps))
            except SandboxError:  # nothing that a command does may leave its agent uncounted
                if not self._sandbox.run(Job([Step(["/bin/true"])])).steps[0].ok:
                    raise
                return _refused("the sandbox ended while this ran; nothing of it is kept")
            unpacked, done, packed = outcome.steps
            if not unpacked.ok:
                if self._kept is self._first:
                    raise BoxError("an agent's folder could not be unpacked in the sandbox")
                self._kept = self._first
                return _refused("the folder could not be kept; it is as it was at the start")
            kept = outcome.files.get(_ARCHIVE, b"")
            if packed.ok and kept:
                self._kept = kept
                return done
        note = "the folder is gone or larger than 48 MB; nothing of this command is kept"
        return _refused(note, done)

    def _job(self, steps: Sequence[Step]) -> Job:
        most = KEPT_MAX + MIB
        return Job(steps, {_ARCHIVE: self._kept}, [_ARCHIVE], collect_cap=most, scratch=_SCRATCH)


def _refused(note: str, done: StepResult | None = None) -> StepResult:
    """A command that failed, with what it wrote before."""
    said = (done.stdout, done.stderr) if done else (b"", b"")
    return StepResult(
        Ending.EXITED,
        1,
        0.0,
        done.wall_s if done else 0.0,
        0,
        said[0],
        said[1] + f"({note})".encode(),
        b"",
    )


def _packed(files: Mapping[str, bytes]) -> bytes:
    """An archive of the first files, made here; unpacked, like all others, in the sandbox."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        folder = tarfile.TarInfo(_FOLDER)
        folder.type, folder.mode = tarfile.DIRTYPE, 0o755
        archive.addfile(folder)
        for name, data in files.items():
            if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                raise ValueError(f"a file of a workbench is outside of its folder: {name}")
            info = tarfile.TarInfo(f"{_FOLDER}/{name}")
            info.size, info.mode = len(data), 0o755
            archive.addfile(info, io.BytesIO(data))
    if stream.tell() > KEPT_MAX:
        raise BoxError(f"the files of a workbench are larger than {KEPT_MAX // MIB} MiB")
    return stream.getvalue()
