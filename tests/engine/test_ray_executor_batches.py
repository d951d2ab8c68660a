"""Batches for the nodes of a cluster: their size, and what is handed out again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acidtest.engine.ray_executor import Pace, Queue


def items(count: int, size: int = 1) -> Iterator[Any]:
    return ((n, (n,), size) for n in range(count))


def taken(queue: Queue, threads: int = 2) -> list[Any]:
    return [item[0] for item in queue.batch(threads)]


def test_batches_grow_until_they_take_half_a_second() -> None:
    pace = Pace()
    for _ in range(20):
        pace.learn(0.02 * pace.size, pace.size)
    assert pace.size == 25
    for _ in range(20):
        pace.learn(60.0 * pace.size, pace.size)
    assert pace.size == 1, "slow answers go one by one"


def test_the_last_batches_are_smaller_but_not_tiny() -> None:
    pace = Pace()
    for _ in range(20):
        pace.learn(0.0001 * pace.size, pace.size)
    queue = Queue(items(2000), 2000, pace)
    sizes = []
    while some := queue.batch(2):
        sizes.append(len(some))
    assert sum(sizes) == 2000
    assert sizes == sorted(sizes, reverse=True)
    slow = Pace()
    for _ in range(20):
        slow.learn(0.02 * slow.size, slow.size)
    queue = Queue(items(40), 40, slow)
    assert len(queue.batch(2)) == 10, "no worker has all that is left"


def test_long_texts_make_small_batches() -> None:
    pace = Pace()
    for _ in range(20):
        pace.learn(0.0001 * pace.size, pace.size)
    assert len(Queue(items(1000, 300_000), 1000, pace).batch(1)) == 4


def test_what_was_lost_comes_first_then_alone_then_never_again() -> None:
    pace = Pace()
    for _ in range(3):
        pace.learn(0.02 * pace.size, pace.size)
    queue = Queue(items(100), 100, pace)
    first = queue.batch(1)
    assert [item[0] for item in queue.lost(first)] == []
    again = queue.batch(1)
    assert again == first
    assert list(queue.lost(again)) == []
    assert list(queue.suspects) == first
    assert taken(queue)[0] == len(first)
    assert list(queue.lost([first[0]])) == [first[0]]
