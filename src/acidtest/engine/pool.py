"""Runs many small tasks in threads, with a bounded number in flight and a clean stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

# Results of quick items are handed over in batches, limited by number and time: waking another
# thread costs more than such an item.
TOGETHER = 16
SOON_S = 0.004


def map_unordered(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Iterator[tuple[Item, Result]]:
    """Yield results as they arrive. The first exception is raised once running tasks are done."""
    if workers <= 1:
        for item in items:
            yield item, function(item)
        return
    crew = _Crew(function, iter(items), workers)
    try:
        yield from crew.results()
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
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def _work(self) -> None:
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
        working = len(self._threads)
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
        """Start nothing new, and wait for what is running."""
        with self._next:
            self._ended = True
        for _ in self._threads:
            self._room.release()
        for thread in self._threads:
            thread.join()
