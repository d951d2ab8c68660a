"""Runs many small tasks in threads, with a bounded number in flight and a clean stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Generic, TypeVar

from acidtest.core import children
from acidtest.core.children import Stopped

Item = TypeVar("Item")
Result = TypeVar("Result")

# Results of quick items are handed over in batches, limited by number and time: waking another
# thread costs more than such an item.
TOGETHER = 16
SOON_S = 0.004
# After an interrupt, threads that still wait for something, such as a provider, are left behind.
PATIENCE_S = 2.0

_here = threading.local()


def check_going() -> None:
    """Raise `Stopped` in a task whose work was interrupted: its result must not be kept."""
    children.check_not_stopped()
    if getattr(_here, "crew", None) is not None and _here.crew.interrupted:
        raise Stopped


@contextmanager
def map_unordered(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Iterator[Iterator[tuple[Item, Result]]]:
    """Results as they arrive. The first exception is raised once running tasks are done.

    An interrupt, which is not an `Exception`, ends all programs and does not wait for the tasks.
    """
    source = iter(items)
    crew = _Crew(function, source, workers) if workers > 1 else None
    if crew is None or not crew.threads:
        yield ((item, function(item)) for item in source)
        return
    try:
        yield crew.results()
    except Exception:
        raise
    except BaseException:
        crew.interrupted = True
        raise
    finally:
        crew.end()


class _Crew(Generic[Item, Result]):
    """Threads that take the next item when free; futures would cost more than the work itself."""

    def __init__(
        self, function: Callable[[Item], Result], source: Iterator[Item], workers: int
    ) -> None:
        self._function, self._source = function, source
        self._done: SimpleQueue[list[tuple[Item, Result]] | BaseException | None] = SimpleQueue()
        self._room = threading.Semaphore(2 * workers)  # includes results that are not yet consumed
        self._next = threading.Lock()
        self._ended = False
        self.interrupted = False
        self.threads: list[threading.Thread] = []
        for _ in range(workers):
            thread = threading.Thread(target=self._work, daemon=True)
            try:
                thread.start()
            except RuntimeError:  # a limit on memory or processes: fewer do it too
                break
            self.threads.append(thread)

    def _work(self) -> None:
        _here.crew = self
        try:
            while True:
                self._room.acquire()
                some: list[tuple[Item, Result]] = []
                try:
                    self._do_some(some)
                finally:
                    self._done.put(some)
                if not some:
                    break
        except BaseException as error:  # raised where the results are read
            self._done.put(error)
        finally:
            self._done.put(None)

    def _do_some(self, some: list[tuple[Item, Result]]) -> None:
        """Fill `some`; it stays empty if there is nothing left to do."""
        until = time.monotonic() + SOON_S
        while len(some) < TOGETHER and (not some or time.monotonic() < until):
            with self._next:
                if self._ended:
                    return
                try:
                    item = next(self._source)
                except StopIteration:
                    return
            some.append((item, self._function(item)))

    def results(self) -> Iterator[tuple[Item, Result]]:
        """Yield results until every thread has ended."""
        working = len(self.threads)
        while working:
            batch = self._done.get()
            if batch is None:
                working -= 1
            elif isinstance(batch, BaseException):
                raise batch
            else:
                self._room.release()
                yield from batch

    def end(self) -> None:
        """Start nothing new, and wait for what is running, or a moment if interrupted."""
        self._ended = True
        for _ in self.threads:
            self._room.release()
        if not self.interrupted:
            for thread in self.threads:
                thread.join()
            return
        until = time.monotonic() + PATIENCE_S
        with children.stopping():
            for thread in self.threads:
                thread.join(max(0.0, until - time.monotonic()))
