"""How long work tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Progress(Protocol):
    """Shown while work goes on. `stage` opens a bar; the callable moves it on by one."""

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[], None]]:
        """A part of the work with `total` steps."""
        ...

    def note(self, text: str) -> None:
        """One line that the user should see."""
        ...


class Silent:
    """Shows nothing."""

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[], None]]:
        """A stage that nobody sees."""
        return nullcontext(lambda: None)

    def note(self, text: str) -> None:
        """Dropped."""
