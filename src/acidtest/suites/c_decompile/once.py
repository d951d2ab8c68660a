"""Work that is done once for each task, whichever thread asks first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from acidtest.suites.c_decompile.task import Task

Made = TypeVar("Made")


class Once(Generic[Made]):
    """Makes a thing once for each task, even if several threads ask at the same time."""

    def __init__(self, make: Callable[[Task], Made]) -> None:
        self._make = make
        self._guard = Lock()
        self._locks: dict[Task, Lock] = {}
        self._made: dict[Task, Made] = {}

    def __call__(self, task: Task) -> Made:
        try:
            return self._made[task]
        except KeyError:
            pass
        with self._guard:
            lock = self._locks.setdefault(task, Lock())
        with lock:
            if task not in self._made:
                self._made[task] = self._make(task)
            return self._made[task]

    def know(self, task: Task, made: Made) -> None:
        """Record a thing that was made elsewhere, so that it is not made again."""
        self._made.setdefault(task, made)
