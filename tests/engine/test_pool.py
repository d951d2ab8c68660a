"""Work on several threads: all results, bounded, and the first exception comes out."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from acidtest.engine.pool import SOON_S, TOGETHER, _Crew, map_unordered


@pytest.mark.parametrize("workers", [0, 1, 2, 7])
def test_every_item_has_its_result_once(workers: int) -> None:
    found = list(map_unordered(lambda n: n * n, range(100), workers))
    assert sorted(found) == [(n, n * n) for n in range(100)]


@pytest.mark.parametrize("workers", [1, 3])
def test_no_items_no_results(workers: int) -> None:
    assert list(map_unordered(lambda n: n, [], workers)) == []


@pytest.mark.parametrize("workers", [1, 3])
def test_an_exception_comes_out_and_ends_the_work(workers: int) -> None:
    done: list[int] = []

    def work(n: int) -> int:
        if n == 5:
            raise RuntimeError("item 5")
        time.sleep(0.001)
        done.append(n)
        return n

    with pytest.raises(RuntimeError, match="item 5"):
        list(map_unordered(work, range(1000), workers))
    assert len(done) < 50


@pytest.mark.parametrize(("takes", "most"), [(2 * SOON_S, 1), (0.0, TOGETHER)])
def test_items_are_taken_only_as_they_are_needed(takes: float, most: int) -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for n in range(1000):
            taken += 1
            yield n

    results = map_unordered(lambda n: time.sleep(takes), items(), 2)
    for _ in range(3):
        next(results)
    assert taken <= 3 + 2 * 2 * most
    results.close()  # type: ignore[attr-defined]


def test_what_was_done_before_an_exception_comes_out_first() -> None:
    def work(n: int) -> int:
        if n == 5:
            raise RuntimeError("item 5")
        return n

    results = _Crew(work, iter(range(6)), 1).results()
    assert [next(results) for _ in range(5)] == [(n, n) for n in range(5)]
    with pytest.raises(RuntimeError, match="item 5"):
        next(results)


def test_workers_work_at_the_same_time_and_no_more_of_them() -> None:
    running, most = 0, 0
    lock = threading.Lock()

    def work(n: int) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.005)
        with lock:
            running -= 1

    list(map_unordered(work, range(30), 3))
    assert 2 <= most <= 3
