"""The one place where acidtest starts programs and makes scratch folders.

Both end with this process, also when it is killed: the keeper, a process of its own, sees to it.
All that a program starts ends with the program. An interrupt calls `stop`: running programs are
ended and no new one is started.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Generic, Self, TypeVar

from acidtest.core.keeping import KeeperProcess, check_linux, receive

PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL
Text = TypeVar("Text", str, bytes)
_END_S = 3.0
_REPLY_S = 60.0


class Stopped(BaseException):
    """Raised in a thread whose program was ended because the user interrupted acidtest.

    Not an `Exception`: what an ended program did is never an answer or a verdict.
    """


@dataclass(frozen=True, slots=True)
class Done(Generic[Text]):
    """A program that has ended: its status (negative: the signal) and its output."""

    argv: Sequence[str]
    returncode: int
    stdout: Text
    stderr: Text


class Child:
    """A running program. `kill` and `close` end all that descends from it."""

    def __init__(
        self,
        life: socket.socket,
        pid: int,
        minder: int,
        bounded: bool,
        streams: Sequence[IO[bytes] | None],
    ) -> None:
        self._life = life
        self.pid = pid
        self.minder = minder
        """The process that the program and all its descendants descend from."""
        self.bounded = bounded
        """Whether a cgroup bounds the memory of all its processes together."""
        self.stdin, self.stdout, self.stderr = streams
        self.returncode: int | None = None
        self._lock = threading.Lock()

    def fileno(self) -> int:
        """A handle that is readable once the program has ended."""
        return self._life.fileno()

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status, or minus the signal; raises `subprocess.TimeoutExpired`."""
        if self.returncode is None:
            if timeout is not None and not select.select([self._life], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            with self._lock:
                if self.returncode is None:
                    reply = receive(self._life) or {}
                    self.returncode = int(reply.get("status", -signal.SIGKILL))
        return self.returncode

    def kill(self) -> None:
        """End the program and all that descends from it; `wait` returns when that is done."""
        with contextlib.suppress(OSError):
            self._life.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """End it, wait for that, and close the pipes."""
        self.kill()
        if self._life.fileno() >= 0:
            self.wait()
        self.forget()

    def forget(self) -> None:
        """Close all handles. If the program is running, that ends it."""
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self._life.close()

    def disown(self) -> None:
        """Let go of it without ending it; for a fork, whose parent has it still."""
        self._life.close()

    def __del__(self) -> None:
        self.forget()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class Handed:
    """A word of a command line: the number that an open file has in the program."""

    fd: int


def start(
    argv: Sequence[str | Handed],
    *,
    stdin: int | IO[bytes] = DEVNULL,
    stdout: int | IO[bytes] = DEVNULL,
    stderr: int | IO[bytes] = DEVNULL,
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
    user: int | None = None,
    memory: int | None = None,
    buffered: bool = True,
) -> Child:
    """Start a program in a session of its own; raises OSError if it cannot be started.

    A stream is PIPE, DEVNULL or an open file. With `user`, that user and group run it.
    `memory` bounds what all its processes use together, where a cgroup can be made for them.
    """
    check_not_stopped()
    with contextlib.ExitStack() as given:
        handed = [word.fd for word in argv if isinstance(word, Handed)]
        folder = str(cwd or _here())
        request = {
            "argv": [handed.index(w.fd) if isinstance(w, Handed) else w for w in argv],
            "env": dict(os.environ if env is None else env),
            "cwd": folder,
            "user": user,
            "memory": memory,
        }
        body = given.enter_context(_memory_file(json.dumps(request).encode()))
        ends: list[int] = []
        ours: list[int | None] = []
        for stream, writes in ((stdin, True), (stdout, False), (stderr, False)):
            if stream == PIPE:
                reading, writing = os.pipe()
                ends.append(reading if writes else writing)
                ours.append(writing if writes else reading)
                given.callback(os.close, ends[-1])
            else:
                if stream == DEVNULL:
                    stream = given.enter_context(open(os.devnull, "r+b", 0))  # noqa: PTH123
                ends.append(stream if isinstance(stream, int) else stream.fileno())
                ours.append(None)
        try:
            life, reply = _keeper.ask(b"start", [body.fileno(), *ends, *handed])
        except BaseException:
            for fd in ours:
                if fd is not None:
                    os.close(fd)
            raise
    streams = [
        None if fd is None else open(fd, mode, -1 if buffered else 0)  # noqa: PTH123, SIM115
        for fd, mode in zip(ours, ("wb", "rb", "rb"), strict=True)
    ]
    child = Child(
        life, reply.get("pid", 0), reply.get("minder", 0), bool(reply.get("bounded")), streams
    )
    if "pid" not in reply:
        child.forget()
        problem = _noexec(Path(folder, str(argv[0]))) or reply["problem"]
        raise OSError(reply["errno"], problem, str(argv[0]))
    _remember(child)
    return child


def _noexec(program: Path) -> str | None:
    """What to do about a program in a place where none may be run."""
    try:
        refused = os.statvfs(program).f_flag & os.ST_NOEXEC
    except OSError:
        return None
    if not refused:
        return None
    return (
        "no program may be run there (mounted noexec); set TMPDIR and ACIDTEST_CACHE to folders "
        "where programs may be run"
    )


def run(
    argv: Sequence[str],
    *,
    stdin: str = "",
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> Done[str]:
    """Run a program to its end; raises `subprocess.TimeoutExpired` after ending it."""
    done = run_bytes(argv, stdin=stdin.encode(), cwd=cwd, env=env, timeout=timeout)
    texts = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
    return Done(argv, done.returncode, *texts)


def run_bytes(
    argv: Sequence[str],
    *,
    stdin: bytes = b"",
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> Done[bytes]:
    """The same, with bytes."""
    with _memory_file(stdin) as given, _memory_file() as out, _memory_file() as err:
        with start(argv, stdin=given, stdout=out, stderr=err, cwd=cwd, env=env) as child:
            status = child.wait(timeout)
            check_not_stopped()
        out.seek(0)
        err.seek(0)
        return Done(argv, status, out.read(), err.read())


def _memory_file(data: bytes = b"") -> IO[bytes]:
    check_linux()
    file = open(os.memfd_create("acidtest"), "w+b")  # noqa: PTH123, SIM115
    file.write(data)
    file.seek(0)
    return file


def _here() -> str:
    try:
        return os.getcwd()  # noqa: PTH109
    except FileNotFoundError:  # it was deleted
        return "/"


_keeper = KeeperProcess()
_running: weakref.WeakSet[Child] = weakref.WeakSet()
_lock = threading.Lock()
_stops = 0


def _remember(child: Child) -> None:
    """For `stop`; the child is ended at once if that was called meanwhile."""
    with _lock:
        _running.add(child)
    if _stops:
        child.close()
        raise Stopped


def scratch_folder(prefix: str = "") -> tempfile.TemporaryDirectory[str]:
    """A temporary folder; it is deleted in every case, at the latest by the keeper."""
    return tempfile.TemporaryDirectory(
        prefix=prefix, dir=_keeper.folder(), ignore_cleanup_errors=True
    )


def stop() -> None:
    """End all programs and start no more: threads that wait for one get `Stopped`."""
    global _stops
    _stops += 1
    _kill_all()


def _kill_all() -> None:
    with _lock:
        running = list(_running)
    for child in running:
        child.kill()


@contextlib.contextmanager
def stopping() -> Iterator[None]:
    """The same for a while: the process goes on after this run."""
    global _stops
    stop()
    try:
        yield
    finally:
        _stops -= 1


def check_not_stopped() -> None:
    """Raise `Stopped` if programs are being ended: what they did then is no result."""
    if _stops:
        raise Stopped


def close() -> None:
    """End all programs and the keeper, and delete the scratch folder; at most a few seconds."""
    _kill_all()
    _keeper.close()


def _leave_to_parent() -> None:
    """After a fork: what is running belongs to the parent."""
    global _lock
    _lock = threading.Lock()
    for child in list(_running):
        child.disown()
    _running.clear()
    _keeper.leave_to_parent()


atexit.register(close)
os.register_at_fork(after_in_child=_leave_to_parent)
