"""Judges answers as they come, for rewards: tools kept open, equal answers judged once."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Judge, Suite
from acidtest.core.records import Sample
from acidtest.core.registry import read_dataset
from acidtest.core.text import described
from acidtest.engine.answer_work import AnswerWork, check_place, open_work, threads_of
from acidtest.engine.judged import FAILED, Judged, open_reward_judge
from acidtest.engine.losses import losses_of
from acidtest.engine.plan import select

_KEPT = 1 << 16
_log = logging.getLogger("acidtest")


class AnswerJudge:
    """The open judge of one suite, and who judges with it. Thread-safe; tools open when needed."""

    def __init__(self, suite: Suite, options: RunOptions, metric: str) -> None:
        check_place(options)
        self.suite, self.metric = suite, metric
        self._options = options
        self.samples: Mapping[str, Sample] = {
            sample.id: sample
            for sample in select(
                read_dataset(suite, options).samples, options.groups, options.limit
            )
        }
        self.losses = losses_of(suite, metric, list(self.samples.values()))
        self._lock, self._opening = threading.Lock(), threading.Lock()
        self._open = ExitStack()
        self._opened: tuple[Judge, AnswerWork] | None = None
        self._known: OrderedDict[str, Judged] = OrderedDict()
        self._running: dict[str, Future[Judged]] = {}
        self._same: dict[tuple[float, ...], Mapping[str, float]] = {}

    @property
    def seed(self) -> int:
        """Which inputs are drawn; 0 are those of a run."""
        return self._options.seed

    @property
    def workers(self) -> int:
        """How many answers are judged at a time."""
        return self._opened[1].workers if self._opened else threads_of(self._options)

    @property
    def waiting(self) -> int:
        """How many answers are judged now or wait for it."""
        return len(self._running)

    def open(self) -> tuple[Judge, AnswerWork] | None:
        """The judge, and who judges; None if its tools cannot be opened now."""
        with self._opening:
            if self._opened is None:
                options = self._options
                try:
                    with ExitStack() as opened:
                        judge = opened.enter_context(
                            open_reward_judge(self.suite, options, self.metric)
                        )
                        work = open_work(self.suite, options, self.metric, judge)
                        self._opened = judge, opened.enter_context(work)
                        self._open = opened.pop_all()
                except InfrastructureError as error:
                    _log.warning("no rewards: %s", error)
                except Exception as error:  # a fault of ours must not end somebody's training
                    _log.warning("no rewards: %s", described(error))
            return self._opened

    def judge(
        self, rows: Sequence[tuple[str, str]], share: bool
    ) -> tuple[list[Future[Judged]], int]:
        """A result to come for each sample and text, and how many are judged for it now.

        With `share`, answers that fail are also asked on how many inputs they agree.
        """
        opened = self.open()
        fresh = 0
        results = []
        for name, text in rows:
            sample = self.samples.get(name)
            if sample is None:
                _log.warning("no sample %r in this data: its answer gets no reward", name[:80])
            if opened is None or sample is None:
                results.append(_done(FAILED))
                continue
            judge, work = opened
            try:
                key = sha256_of(name, judge.key(sample, text), str(share))
                result, new = self._result(key, work, sample, text, share)
            except Exception as error:  # a fault of ours must not end somebody's training
                _log.warning("%s: no reward: %r", name, error)
                results.append(_done(FAILED))
                continue
            results.append(result)
            fresh += new
        return results, fresh

    def _result(
        self, key: str, work: AnswerWork, sample: Sample, text: str, share: bool
    ) -> tuple[Future[Judged], bool]:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return _done(self._known[key]), False
            if key in self._running:
                return self._running[key], False
            made = work.submit(sample, text, share)
            self._running[key] = made
        made.add_done_callback(lambda done: self._keep(key, done))
        return made, True

    def _keep(self, key: str, done: Future[Judged]) -> None:
        with self._lock:
            self._running.pop(key, None)
            if done.cancelled() or done.exception() is not None or done.result() is FAILED:
                return
            result = done.result()
            steps = self._same.setdefault((*result.steps.values(),), result.steps)
            self._known[key] = replace(result, steps=steps)  # few differ, answers are many
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)

    def close(self) -> None:
        """Judge what waits, then end the tools; a later call opens them again."""
        with self._opening:
            self._opened = None
            self._open.close()


def _done(judged: Judged) -> Future[Judged]:
    done: Future[Judged] = Future()
    done.set_result(judged)
    return done
