"""How a command ends: interrupted, with its reader gone, or with its output closed.

SIGINT, SIGTERM and SIGHUP all end a command the same way, with status 128 + number. The first
signal ends all programs that acidtest started and unwinds; what takes longer than GRACE_S is left
as it is, which loses nothing: a run can be killed at any moment. A second signal ends at once.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import select
import signal
import sys
import threading
from types import FrameType
from typing import Any, NoReturn

# Everything else is imported late: signals are heard before it is loaded.

GRACE_S = 4.0
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_received: list[int] = []
_expected: list[int] = []
_ours: list[bool] = []


class ReaderGone(BaseException):
    """Whoever read standard output has closed it, as `head` does.

    Not an OSError: libraries catch those and exit with status 1.
    """


class _Output(io.FileIO):
    """Standard output whose failure is told apart from those of other files, and told once."""

    failed = False

    def write(self, data: Any) -> int:
        """Write, or say why not."""
        if self.failed:
            return len(data)
        try:
            return super().write(data)
        except BrokenPipeError:
            raise ReaderGone from None
        except OSError as error:
            from acidtest.core.errors import InfrastructureError

            self.failed = True
            raise InfrastructureError(
                f"cannot write to standard output: {error.strerror}"
            ) from error


def take_over() -> None:
    """Take charge of signals and standard output, unless main() is called by another program."""
    if sys.stdout in (None, sys.__stdout__):
        _ours.append(True)
        _open_streams()
        _quiet_once_signalled()
        _watch_signals()


def _quiet_once_signalled() -> None:
    """Print no traceback of what a signal broke off.

    Python raises the interrupt wherever it is, which may be a `__del__` or an import that another
    thread waits for; `_watch` ends the command in any case.
    """
    unraisable, in_thread = sys.unraisablehook, threading.excepthook
    sys.unraisablehook = lambda what: None if signalled() else unraisable(what)
    threading.excepthook = lambda what: None if signalled() else in_thread(what)


def _open_streams() -> None:
    """Replace closed standard streams, so that no other file gets their numbers."""
    for number, mode in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:  # a use of it fails, as it would if it were closed
            os.open(os.devnull, mode)
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    encoding = sys.stdout.encoding if sys.stdout is not None else "utf-8"
    if sys.stdout is not None:
        sys.stdout.flush()
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_Output(1, "wb", closefd=False)),
        encoding=encoding,
        errors="backslashreplace",  # a file's name need not be UTF-8
        line_buffering=os.isatty(1),
    )


def _watch_signals() -> None:
    """Make signals end this command; those that the caller ignores, as nohup does, stay so."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in _ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _interrupt)
    # a thread, for the main one may be waiting where no Python code runs
    thread = threading.Thread(target=_watch, args=(reading,), name="signals", daemon=True)
    with contextlib.suppress(RuntimeError):  # a limit on memory or processes
        thread.start()


def signalled() -> bool:
    """Whether a signal came: whatever went wrong since is its doing."""
    return bool(_received)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _received.append(number)
    if number in _expected:
        _leave(number)
    if len(_received) == 1:
        raise KeyboardInterrupt


def _watch(reading: int) -> None:
    first = _next(reading, None)
    if children := _programs():
        children.stop()
    _next(reading, GRACE_S)
    _leave(first)


def _programs() -> Any:
    """The module that starts programs; None as long as it is not loaded and so has started none.

    It is not imported here: the signal may have broken off an import that this one would need.
    """
    module = sys.modules.get("acidtest.core.children")
    return module if hasattr(module, "close") else None


def _next(reading: int, wait_s: float | None) -> int:
    """The next signal that ends a command, or 0 after a while."""
    while select.select([reading], [], [], wait_s)[0]:
        number = os.read(reading, 1)[0]
        if number in _ENDING:
            return number
    return 0


def interrupted() -> NoReturn:
    """End an interrupted command: all is unwound, and threads that still wait are left."""
    if children := _programs():
        children.stop()
        children.close()
    _leave(_received[0] if _received else signal.SIGINT)


def expect_interrupt() -> None:
    """Ctrl-C is the usual end of this command, as of a server: at once, silent, with status 0."""
    _expected.append(signal.SIGINT)


def _leave(number: int) -> NoReturn:
    if number in _expected:
        os._exit(0)
    how = "interrupted" if number == signal.SIGINT else f"ended by {signal.Signals(number).name}"
    with contextlib.suppress(OSError):  # the terminal may be gone
        os.write(2, f"{how}; run the same command again to continue\n".encode())
    os._exit(128 + number)


def reader_gone() -> NoReturn:
    """End as other tools do whose output nobody reads any more: quietly."""
    if children := _programs():
        children.close()
    os._exit(128 + signal.SIGPIPE)


def finish(status: int) -> NoReturn:
    """End with this status, once all output is written."""
    from acidtest.core import children
    from acidtest.core.errors import InfrastructureError

    try:
        sys.stdout.flush()
    except InfrastructureError as error:
        say(f"acidtest: {error}")
        children.close()
        os._exit(error.exit_status)
    if not _ours:
        sys.exit(status)
    # What Python does at its end, and no more: C++ libraries may still start threads when their
    # own end comes, and then abort a command that has done its work.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


def say(line: str) -> None:
    """Print on standard error, if that is there."""
    with contextlib.suppress(OSError):
        print(line, file=sys.stderr, flush=True)
