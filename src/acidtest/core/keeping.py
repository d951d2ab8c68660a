"""The keeper of this process: started when it is first needed, and again if somebody killed it."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from acidtest.core import keeper
from acidtest.core.errors import InfrastructureError

_END_S = 3.0
_GONE_S = 1.0


def receive(life: socket.socket) -> dict[str, Any] | None:
    """The next message of the keeper or a minder; None if it is gone."""
    try:
        message = life.recv(1 << 16)
    except OSError:
        return None
    return json.loads(message) if message else None


def check_linux() -> None:
    """Raise `InfrastructureError` where programs cannot be started."""
    if sys.platform != "linux":
        raise InfrastructureError(
            "starting programs needs Linux; on macOS use a Linux container or virtual machine, on "
            "Windows use WSL 2 (see docs/platforms.md)"
        )


class KeeperProcess:
    """The keeper of this process, started when it is first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._orders: socket.socket | None = None
        self._folder: Path | None = None

    def ask(self, order: bytes, fds: Sequence[int]) -> tuple[socket.socket, dict[str, Any]]:
        """Send an order; the socket that belongs to it, and the first reply."""
        check_linux()
        for _ in range(2):  # the keeper may have been killed
            life, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            try:
                with theirs:
                    self._send(order, [theirs.fileno(), *fds])
                reply = receive(life)
            except BaseException:
                life.close()
                raise
            if reply is not None:
                return life, reply
            life.close()
            self._restart()
        raise InfrastructureError(
            "the process that keeps acidtest's programs cannot be started, or was killed twice; "
            "look for limits on processes, memory and open files (`ulimit -a`)"
        )

    def _send(self, order: bytes, fds: Sequence[int]) -> None:
        with self._lock:
            if self._orders is None:
                self._launch()
            assert self._orders is not None
            with contextlib.suppress(BrokenPipeError):  # no reply comes then
                socket.send_fds(self._orders, [order], list(fds))

    def _launch(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        argv = [sys.executable, "-I", "-S", keeper.__file__, str(theirs.fileno())]
        with theirs:
            self._process = subprocess.Popen(
                [*argv, tempfile.gettempdir()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self._orders = ours

    def _restart(self) -> None:
        with self._lock:
            if self._process is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):  # it only could not fork
                    self._process.wait(_GONE_S)
                    self._drop()

    def _drop(self) -> None:
        if self._orders is not None:
            self._orders.close()
        self._orders = self._process = self._folder = None

    def folder(self) -> Path:
        """The folder that the keeper deletes in the end."""
        if self._folder is None or not self._folder.exists():
            life, reply = self.ask(b"folder", [])
            life.close()
            if "folder" not in reply:
                raise InfrastructureError(
                    f"no folder can be made in {tempfile.gettempdir()}: {reply['problem']}; "
                    "name another place in the variable TMPDIR"
                )
            self._folder = Path(reply["folder"])
        return self._folder

    def close(self) -> None:
        """End the keeper, which deletes the folder."""
        with self._lock:
            process = self._process
            self._drop()
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):  # it goes on without us
                process.wait(_END_S)

    def leave_to_parent(self) -> None:
        """After a fork: what is running belongs to the parent."""
        if self._process is not None:
            self._process.returncode = 0  # not ours to wait for
        if self._orders is not None:
            self._orders.close()
        self.__init__()  # type: ignore[misc]
