"""Where answers are judged as they come: in threads of this process, or on nodes of a cluster."""

from __future__ import annotations

import logging
import os
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.protocols import Judge, Suite
from acidtest.core.records import Sample
from acidtest.core.text import described
from acidtest.engine.judged import FAILED, Judged, judged
from acidtest.engine.ray_executor import Item, RayExecutor, ray_executor

_log = logging.getLogger("acidtest")


class AnswerWork(Protocol):
    """Judges one answer after the other; several threads may ask."""

    @property
    def workers(self) -> int:
        """How many answers are judged at a time."""
        ...

    def submit(self, sample: Sample, text: str, share: bool) -> Future[Judged]:
        """A result to come; `FAILED` where a tool failed."""
        ...


@contextmanager
def open_work(suite: Suite, options: RunOptions, metric: str, judge: Judge) -> Iterator[AnswerWork]:
    """Where the options say. At the end, what waits is judged first."""
    if options.executor == "ray":
        with ray_executor(suite, options, judge, _Logged(), None, metric) as executor:
            work = _RayWork(executor)
            try:
                yield work
            finally:
                work.close()
        return
    check_place(options)
    with ThreadPoolExecutor(threads_of(options), thread_name_prefix="reward") as pool:
        yield _ThreadWork(pool, threads_of(options), suite, judge, metric)


def check_place(options: RunOptions) -> None:
    """Raises `InputError` if the cluster is named and not used."""
    if options.executor != "ray" and options.address is not None:
        raise InputError("address: names a Ray cluster; add executor ray")


def threads_of(options: RunOptions) -> int:
    """How many answers are judged at a time on this machine."""
    return options.workers or os.cpu_count() or 1


class _Logged(Silent):
    """What is said of nodes is a warning: nobody looks at a terminal."""

    def note(self, text: str) -> None:
        """Say which node is not used."""
        _log.warning("%s", text)


class _ThreadWork:
    """Threads that share the open judge."""

    def __init__(
        self, pool: ThreadPoolExecutor, workers: int, suite: Suite, judge: Judge, metric: str
    ) -> None:
        self._pool, self.workers = pool, workers
        self._suite, self._judge, self._metric = suite, judge, metric

    def submit(self, sample: Sample, text: str, share: bool) -> Future[Judged]:
        """A result to come."""
        return self._pool.submit(self._one, sample, text, share)

    def _one(self, sample: Sample, text: str, share: bool) -> Judged:
        try:
            return judged(self._suite, self._judge, self._metric, sample, text, share)
        except InfrastructureError as error:
            return _failed(sample.id, str(error))
        except BaseException as error:  # a panic of a library in Rust is no Exception
            return _failed(sample.id, described(error))


class _RayWork:
    """Hands what has come to the cluster, from one thread; what comes meanwhile is handed on."""

    def __init__(self, executor: RayExecutor) -> None:
        self._executor = executor
        self._changed = threading.Condition()
        self._waiting: deque[Item] = deque()
        self._promised: dict[int, tuple[str, Future[Judged]]] = {}
        self._closed = False
        self._count = 0
        self._thread = threading.Thread(target=self._work, name="reward", daemon=True)
        self._thread.start()

    @property
    def workers(self) -> int:
        """As many as the threads of all nodes."""
        return self._executor.workers

    def submit(self, sample: Sample, text: str, share: bool) -> Future[Judged]:
        """A result to come."""
        promised: Future[Judged] = Future()
        with self._changed:
            if self._closed:
                raise RuntimeError("the nodes are being left")
            self._count += 1
            self._promised[self._count] = (sample.id, promised)
            self._waiting.append((self._count, (sample, text, share), len(text)))
            self._changed.notify()
        return promised

    def close(self) -> None:
        """Wait until all is judged."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def __iter__(self) -> Iterator[Item]:
        return self

    def __next__(self) -> Item:
        """The next answer; if none waits now, another may later."""
        try:
            return self._waiting.popleft()
        except IndexError:
            raise StopIteration from None

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if not self._waiting:
                    return
            try:
                for key, (kind, result) in self._executor.judge(self):
                    name, promised = self._promised.pop(key)
                    promised.set_result(result if kind == "ok" else _failed(name, result))
            except Exception as error:  # no node is left, or a fault of ours
                self._give_up(str(error) or repr(error))

    def _give_up(self, why: str) -> None:
        with self._changed:
            self._waiting.clear()
            lost = list(self._promised.values())
            self._promised.clear()
        for name, promised in lost:
            promised.set_result(_failed(name, why))


def _failed(name: str, why: str) -> Judged:
    _log.warning("%s: no reward: %s", name, why)
    return FAILED
