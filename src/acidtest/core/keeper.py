"""Ends what acidtest started when acidtest is gone, however it went: run by `core.children`.

A process of its own, with nothing but the standard library: python -I -S keeper.py SOCKET TMP.
For each request it forks a minder, which starts one program, adopts all that descends from it,
and holds a socket whose other end only acidtest has. When the program ends, or that other end is
closed, the minder kills the whole tree. The parent-death signal would not do: it fires when the
thread that started a program ends. When acidtest has gone, the keeper deletes its scratch folder.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import gc
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FDS_MAX = 64
LOCK = ".lock"
PREFIX = "acidtest-scratch-"
_SET_CHILD_SUBREAPER = 36
_PARENT = 1  # the field of /proc/PID/stat after the name and the state
_GIVE_UP_S = 10.0
_HEARD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def processes() -> Iterator[tuple[int, list[str]]]:
    """Every process, with its fields from /proc/PID/stat after the name."""
    for name in os.listdir("/proc"):  # noqa: PTH208 - names alone, several times a second
        if name.isdecimal():
            with contextlib.suppress(OSError):
                text = Path(f"/proc/{name}/stat").read_text("ascii", "replace")
                yield int(name), text.rpartition(")")[2].split()


def descendants(ancestor: int) -> dict[int, list[str]]:
    """What descends from a process, with its fields from /proc/PID/stat."""
    every = dict(processes())
    below: dict[int, list[int]] = {}
    for number, fields in every.items():
        below.setdefault(int(fields[_PARENT]), []).append(number)
    tree: dict[int, list[str]] = {}
    waiting = list(below.get(ancestor, ()))
    while waiting:
        number = waiting.pop()
        if number not in tree:
            tree[number] = every[number]
            waiting += below.get(number, ())
    return tree


def _wake() -> int:
    """A handle that is readable after a child has ended; other signals are heard and ignored."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    # handlers, not SIG_IGN: a program that is started has the default again
    for number in (*_HEARD, signal.SIGCHLD):
        signal.signal(number, lambda *_: None)
    return reading


def _reap(child: int = -1, groups: Path | None = None) -> tuple[bool, int | None]:
    """Collect children that ended: whether any is left, and the status of `child` if it ended.

    The group of an ended minder in `groups` is removed.
    """
    status = None
    while True:
        try:
            ended, code = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False, status
        if not ended:
            return True, status
        if groups is not None:
            with contextlib.suppress(OSError):
                (groups / _group_of(ended)).rmdir()
        if ended == child:
            status = os.waitstatus_to_exitcode(code)


def _end_tree() -> None:
    """Kill all descendants, those that are forked meanwhile as well."""
    give_up = time.monotonic() + _GIVE_UP_S
    while _reap()[0] and time.monotonic() < give_up:
        for number in descendants(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)
        time.sleep(0.002)


def memory_groups(mounts: str, own: str) -> tuple[Path, str] | None:
    """Where cgroups with a limit on memory can be made, and the name of the limit's file.

    `mounts` is the text of /proc/self/mounts, `own` that of /proc/self/cgroup. Version 1 has a
    tree for memory alone; in version 2 a group must hand memory on to those in it.
    """
    trees = {
        "memory" if kind == "cgroup" else "": Path(root)
        for _, root, kind, options, *_ in map(str.split, mounts.splitlines())
        if kind == "cgroup2" or (kind == "cgroup" and "memory" in options.split(","))
    }
    for _, controllers, path in (line.split(":", 2) for line in own.splitlines()):
        root = trees.get("memory" if "memory" in controllers.split(",") else controllers)
        if root is None:
            continue
        at = root / path.lstrip("/")
        for folder in (at, *at.parents):
            if os.access(folder, os.W_OK) and (controllers or _hands_on_memory(folder)):
                return folder, "memory.limit_in_bytes" if controllers else "memory.max"
            if folder == root:
                break
    return None


def _hands_on_memory(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return "memory" in (folder / "cgroup.subtree_control").read_text().split()
    return False


def _own_groups() -> tuple[Path, str] | None:
    try:
        texts = [Path(f"/proc/self/{name}").read_text() for name in ("mounts", "cgroup")]
    except OSError:
        return None
    return memory_groups(*texts)


def _enter_group(name: str, memory: int) -> bool:
    """Put this process, and so all that it starts, into a group of its own."""
    place = _own_groups()
    if place is None:
        return False
    group = place[0] / name
    try:
        group.mkdir()
        (group / place[1]).write_text(str(memory))
        (group / "cgroup.procs").write_text("0")
    except OSError:  # no group is left: it has no process, and is removed by the keeper
        return False
    return True


def _start(request: dict[str, Any], fds: list[int]) -> int:
    """Start the program of a request; the first three handles are its standard streams."""
    extra = fds[3:]
    argv = [str(extra[word]) if isinstance(word, int) else _text(word) for word in request["argv"]]
    env = {_text(name): _text(value) for name, value in request["env"].items()}
    user = request["user"]
    identity = {} if user is None else {"user": user, "group": user, "extra_groups": []}
    process = subprocess.Popen(
        argv,
        stdin=fds[0],
        stdout=fds[1],
        stderr=fds[2],
        pass_fds=extra,
        env=env,
        cwd=_text(request["cwd"]),
        start_new_session=True,
        **identity,
    )
    process.returncode = 0  # its end is collected by _reap alone
    return process.pid


def _text(word: str) -> bytes:
    return word.encode("utf-8", "surrogateescape")


def _mind(request: dict[str, Any], life: socket.socket, fds: list[int]) -> None:
    """Start one program, report its number, then its status; end its tree in every case."""
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    wake = _wake()
    memory = request["memory"]
    bounded = memory is not None and _enter_group(_group_of(os.getpid()), memory)
    try:
        child = _start(request, fds)
    except (OSError, subprocess.SubprocessError) as error:
        number = getattr(error, "errno", None)
        text = getattr(error, "strerror", None) or str(error)
        _say(life, {"errno": number or 0, "problem": text})
        return
    for fd in fds:
        os.close(fd)
    _say(life, {"pid": child, "minder": os.getpid(), "bounded": bounded})
    waiting = select.poll()
    waiting.register(life, select.POLLIN)
    waiting.register(wake, select.POLLIN)
    status = None
    while status is None:
        ready = {fd for fd, _ in waiting.poll()}
        if wake in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(wake, 512)
            status = _reap(child)[1]
        if status is None and life.fileno() in ready:
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
            status = -signal.SIGKILL  # nothing is ever sent: the other end is closed
    _end_tree()
    _say(life, {"status": status})


def _group_of(minder: int) -> str:
    return f"acidtest-{minder}"


def _say(to: socket.socket, message: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):
        to.send(json.dumps(message).encode())


def _remove_stale(parent: Path) -> None:
    """Delete the scratch folders of keepers that were killed themselves."""
    for folder in parent.glob(PREFIX + "*"):
        with contextlib.suppress(OSError), (folder / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)


def _make_scratch(parent: Path) -> tuple[Path, int]:
    _remove_stale(parent)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
    folder.chmod(0o711)  # a folder in it may belong to the user of a sandbox
    lock = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    return folder, lock


class _Keeper:
    """Serves one acidtest process until it closes the socket."""

    def __init__(self, orders: socket.socket, parent: Path) -> None:
        self._orders = orders
        self._parent = parent
        self._folder: Path | None = None
        place = _own_groups()
        self._groups = place[0] if place else None

    def serve(self) -> None:
        wake = _wake()
        waiting = select.poll()
        waiting.register(self._orders, select.POLLIN)
        waiting.register(wake, select.POLLIN)
        while True:
            ready = {fd for fd, _ in waiting.poll()}
            if wake in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(wake, 512)
                _reap(groups=self._groups)
            if self._orders.fileno() in ready and not self._order():
                break
        give_up = time.monotonic() + _GIVE_UP_S
        while (
            _reap(groups=self._groups)[0] and time.monotonic() < give_up
        ):  # minders that still kill
            select.select([wake], [], [], 0.05)
            with contextlib.suppress(BlockingIOError):
                os.read(wake, 512)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _order(self) -> bool:
        message, fds, _, _ = socket.recv_fds(self._orders, 16, FDS_MAX)
        if not message:
            return False
        life = socket.socket(fileno=fds[0])
        if message == b"folder":
            self._give_folder(life)
        elif self._fork() == 0:
            try:
                self._orders.close()
                with open(fds[1], "rb") as file:  # noqa: PTH123 - a handle, not a path
                    request = json.loads(file.read())
                _mind(request, life, fds[2:])
            finally:
                os._exit(0)
        life.close()
        for fd in fds[1:]:
            os.close(fd)
        return True

    def _fork(self) -> int:
        """Where no process can be made, acidtest sees its end of the socket closed."""
        try:
            return os.fork()
        except OSError:
            return -1

    def _give_folder(self, life: socket.socket) -> None:
        try:
            if self._folder is None:
                self._folder, self._lock = _make_scratch(self._parent)
            _say(life, {"folder": str(self._folder)})
        except OSError as error:
            _say(life, {"errno": error.errno or 0, "problem": error.strerror or str(error)})


def main() -> None:
    """Serve on the socket whose number is given."""
    gc.disable()  # forks share what is not written to
    orders = socket.socket(fileno=int(sys.argv[1]))
    orders.set_inheritable(False)
    _Keeper(orders, Path(sys.argv[2])).serve()


if __name__ == "__main__":
    main()
