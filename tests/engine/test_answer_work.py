"""Answers that come one after the other are handed to others: none is lost, none waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

import acidtest
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Sample
from acidtest.engine.answer_work import _RayWork
from acidtest.engine.judged import FAILED, Judged
from acidtest.engine.ray_executor import Item
from acidtest.engine.remote import Reply

SAMPLE = Sample("a", "a", {}, None, {})


class Cluster:
    """Judges what there is, like an executor: while one answer is judged, others may come."""

    workers = 3

    def __init__(self) -> None:
        self.judges, self.goes_on = threading.Event(), threading.Event()
        self.rounds = 0

    def judge(self, items: Iterator[Item]) -> Iterator[tuple[Any, Reply]]:
        """The length of each text is what it earns."""
        self.rounds += 1
        for key, (_, text, share), _ in items:
            self.judges.set()
            if text == "waits":
                assert self.goes_on.wait(30)
            if text == "no node":
                raise InfrastructureError("no node can work")
            if text == "dies":
                yield key, ("failed", "3 workers died while they worked on it")
            else:
                yield key, ("ok", Judged(float(len(text)), {"share": float(share)}))


@pytest.fixture
def cluster() -> Cluster:
    return Cluster()


@pytest.fixture
def work(cluster: Cluster) -> Iterator[_RayWork]:
    made = _RayWork(cluster)  # type: ignore[arg-type]
    yield made
    cluster.goes_on.set()
    made.close()


def test_what_comes_while_others_are_judged_goes_with_them(
    cluster: Cluster, work: _RayWork
) -> None:
    first = work.submit(SAMPLE, "waits", False)
    assert cluster.judges.wait(30)
    later = [work.submit(SAMPLE, "x" * n, True) for n in range(5)]
    cluster.goes_on.set()
    assert [each.result(30) for each in later] == [Judged(n, {"share": 1.0}) for n in range(5)]
    assert first.result(30) == Judged(5.0, {"share": 0.0})
    assert cluster.rounds == 1
    assert work.submit(SAMPLE, "again", False).result(30).value == 5.0
    assert work.workers == 3


def test_a_cluster_that_is_gone_costs_the_rewards_and_nothing_else(
    cluster: Cluster, work: _RayWork, caplog: pytest.LogCaptureFixture
) -> None:
    assert work.submit(SAMPLE, "dies", False).result(30) is FAILED
    assert "3 workers died" in caplog.text
    first = work.submit(SAMPLE, "waits", False)
    lost = [work.submit(SAMPLE, text, False) for text in ("no node", "xx")]
    cluster.goes_on.set()
    assert first.result(30).value == 5.0
    assert [each.result(30) for each in lost] == [FAILED, FAILED]
    assert "no node can work" in caplog.text
    assert work.submit(SAMPLE, "xxx", False).result(30).value == 3.0  # it is back


def test_closing_waits_for_what_came_and_takes_no_more(cluster: Cluster, work: _RayWork) -> None:
    results = [work.submit(SAMPLE, text, False) for text in ("waits", "xx", "xxx")]
    closing = threading.Thread(target=work.close)
    closing.start()
    assert cluster.judges.wait(30)
    cluster.goes_on.set()
    closing.join(30)
    assert [each.done() and each.result().value for each in results] == [5.0, 2.0, 3.0]
    with pytest.raises(RuntimeError):
        work.submit(SAMPLE, "x", False)


def test_an_address_needs_the_executor() -> None:
    with pytest.raises(InputError, match="add executor ray"):
        acidtest.reward("sast-triage", address="10.0.0.1:6379")
