"""Progress reporting for long jobs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Progress(Protocol):
    """Reports progress. `stage` opens a bar; the callable it yields advances it by one."""

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[], None]]:
        """A part of the work with `total` steps."""
        ...

    def note(self, text: str) -> None:
        """Show one line to the user."""
        ...


class Silent:
    """Shows nothing."""

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[], None]]:
        """A stage that is not shown."""
        return nullcontext(lambda: None)

    def note(self, text: str) -> None:
        """Dropped."""
