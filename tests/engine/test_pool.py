"""Work on several threads: all results, bounded, and the first exception comes out."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from acidtest.core import children
from acidtest.core.children import Stopped
from acidtest.engine.pool import SOON_S, TOGETHER, _Crew, check_going, map_unordered


@pytest.mark.parametrize("workers", [0, 1, 2, 7])
def test_every_item_has_its_result_once(workers: int) -> None:
    with map_unordered(lambda n: n * n, range(100), workers) as results:
        assert sorted(results) == [(n, n * n) for n in range(100)]


@pytest.mark.parametrize("workers", [1, 3])
def test_no_items_no_results(workers: int) -> None:
    nothing: list[int] = []
    with map_unordered(lambda n: n, nothing, workers) as results:
        assert list(results) == []


@pytest.mark.parametrize("workers", [1, 3])
def test_an_exception_comes_out_and_ends_the_work(workers: int) -> None:
    done: list[int] = []

    def work(n: int) -> int:
        if n == 5:
            raise RuntimeError("item 5")
        time.sleep(0.001)
        done.append(n)
        return n

    with (
        pytest.raises(RuntimeError, match="item 5"),
        map_unordered(work, range(1000), workers) as results,
    ):
        list(results)
    assert len(done) < 50


@pytest.mark.parametrize(("takes", "most"), [(2 * SOON_S, 1), (0.0, TOGETHER)])
def test_items_are_taken_only_as_they_are_needed(takes: float, most: int) -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for n in range(1000):
            taken += 1
            yield n

    with map_unordered(lambda n: time.sleep(takes), items(), 2) as results:
        for _ in range(3):
            next(results)
        assert taken <= 3 + 2 * 2 * most


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

    with map_unordered(work, range(30), 3) as results:
        list(results)
    assert 2 <= most <= 3


def test_an_interrupt_does_not_wait_for_tasks_and_their_results_do_not_count() -> None:
    kept: list[int] = []
    release, raised = threading.Event(), threading.Event()

    def work(n: int) -> None:
        release.wait()
        try:
            check_going()
        except Stopped:
            raised.set()
            raise
        kept.append(n)

    with (
        pytest.raises(KeyboardInterrupt),
        map_unordered(work, range(9), 2),
    ):
        raise KeyboardInterrupt
    release.set()
    assert raised.wait(60)
    assert kept == []


def test_an_interrupt_ends_programs_that_tasks_wait_for() -> None:
    ended: list[BaseException] = []
    started = threading.Event()

    def work(n: int) -> None:
        started.set()
        try:
            children.run(["sleep", "300"])
        except BaseException as error:
            ended.append(error)
            raise

    def interrupt() -> None:
        with map_unordered(work, range(9), 2):
            started.wait()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert {type(error) for error in ended} == {Stopped}
    assert children.run(["true"]).returncode == 0


def test_fewer_threads_than_asked_for_do_the_work_too(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    for most in (0, 1):
        allowed = iter([True] * most)

        def refuse(thread: threading.Thread, allowed: Iterator[bool] = allowed) -> None:
            if not next(allowed, False):
                raise RuntimeError("can't start new thread")
            start(thread)

        monkeypatch.setattr(threading.Thread, "start", refuse)
        with map_unordered(lambda n: n, range(50), 4) as results:
            assert sorted(results) == [(n, n) for n in range(50)]
