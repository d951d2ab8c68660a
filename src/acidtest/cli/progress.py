"""Progress: a live bar on a terminal, an occasional line in a pipe."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars
from rich.text import Text

from acidtest.core.redact import redact_message
from acidtest.core.text import visible

_FIRST_S, _QUIET_S = 5.0, 10.0


def _waiting(seconds: float) -> str:
    return f"waiting for the first one, {seconds:.0f} s so far"


class _Rate(ProgressColumn):
    """Steps per second."""

    def render(self, task: Task) -> Text:
        """How long the first step takes, until it is done."""
        if not task.completed:
            return Text(_waiting(task.elapsed) if task.elapsed and task.elapsed >= _FIRST_S else "")
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


class Shown:
    """Progress on standard error."""

    def __init__(self, prefix: str = "") -> None:
        self._console = Console(stderr=True)
        self._prefix = f"{prefix}: " if prefix else ""

    def note(self, text: str) -> None:
        """Print one line."""
        shown = Text(visible(redact_message(text)), style="yellow")
        self._console.print(shown, soft_wrap=True)

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[], None]]:
        """Show a bar, or lines if this is not a terminal."""
        if self._console.is_terminal:
            with Bars(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                MofNCompleteColumn(),
                _Rate(),
                TimeRemainingColumn(elapsed_when_finished=True),
                console=self._console,
                transient=True,
            ) as bars:
                task = bars.add_task(self._prefix + name, total=total)
                yield lambda: bars.advance(task)
        else:
            lines = _Lines(self._prefix + name, total)
            with lines:
                yield lines


class _Lines:
    """Prints the progress every few seconds, with the rate and the time left."""

    def __init__(self, name: str, total: int) -> None:
        self._name, self._total, self._done = name, total, 0
        self._start = time.monotonic()
        self._ended = threading.Event()
        self._printer = threading.Thread(target=self._print, daemon=True)

    def __call__(self) -> None:
        self._done += 1

    def __enter__(self) -> None:
        self._printer.start()

    def __exit__(self, *error: object) -> None:
        self._ended.set()

    def _print(self) -> None:
        pause = _FIRST_S
        while not self._ended.wait(pause):
            pause = _QUIET_S
            done, seconds = self._done, time.monotonic() - self._start
            state = _waiting(seconds)
            if done:
                rate = done / seconds
                state = f"{rate:.1f}/s, {(self._total - done) / rate:.0f} s left"
            print(f"{self._name}: {done}/{self._total}, {state}", file=sys.stderr, flush=True)
