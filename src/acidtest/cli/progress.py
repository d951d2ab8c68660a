"""Progress: a live bar on a terminal, an occasional line in a pipe."""

from __future__ import annotations

import sys
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

_QUIET_SECONDS = 10.0


class _Rate(ProgressColumn):
    """Steps per second."""

    def render(self, task: Task) -> Text:
        """Empty until the rate is known."""
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
            yield _Lines(self._prefix + name, total)


class _Lines:
    """Prints the progress every few seconds, with the rate and the time left."""

    def __init__(self, name: str, total: int) -> None:
        self._name, self._total, self._done = name, total, 0
        self._start = self._said = time.monotonic()

    def __call__(self) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._said >= _QUIET_SECONDS:
            self._said = now
            rate = self._done / (now - self._start)
            left = (self._total - self._done) / rate
            print(
                f"{self._name}: {self._done}/{self._total}, {rate:.1f}/s, {left:.0f} s left",
                file=sys.stderr,
                flush=True,
            )
