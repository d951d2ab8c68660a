"""Many small tasks over threads, a bounded number in flight, stopping cleanly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_unordered(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Iterator[tuple[Item, Result]]:
    """Results as they come. The first exception ends it, after what is in flight has ended."""
    source = iter(items)
    if workers <= 1:
        for item in source:
            yield item, function(item)
        return
    with ThreadPoolExecutor(workers) as pool:
        pending: dict[Future[Result], Item] = {}
        try:
            while True:
                for item in islice(source, 2 * workers - len(pending)):
                    pending[pool.submit(function, item)] = item
                if not pending:
                    return
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield pending.pop(future), future.result()
        finally:
            for future in pending:
                future.cancel()
