"""Judges answers as they come, for rewards: tools kept open, equal answers judged once."""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Judge, Suite
from acidtest.core.records import Answer, Sample
from acidtest.core.registry import read_dataset
from acidtest.core.reward_protocols import (
    DoubtingSuite,
    ExtractingSuite,
    RewardingSuite,
    RewardJudgedSuite,
    SharingJudge,
    SteppedSuite,
)
from acidtest.core.text import as_cause
from acidtest.engine.plan import select

EXTRACTS, AGREES = "extracts", "agrees"
"""Steps that are no metric: the answer holds code, and it agrees on a share of inputs."""

_KEPT = 1 << 16
_TRIES = 3
_log = logging.getLogger("acidtest")


@dataclass(frozen=True, slots=True)
class Judged:
    """What a reward depends on: what the metric counts for, and the steps on the way to it."""

    value: float | None
    steps: Mapping[str, float]
    rule: str | None = None
    cause: str | None = None


FAILED = Judged(None, {})
"""A tool failed, or the sample is unknown."""


class AnswerJudge:
    """The open judge of one suite, behind a few threads. Thread-safe; tools open when needed."""

    def __init__(self, suite: Suite, options: RunOptions, metric: str) -> None:
        self.suite, self.metric = suite, metric
        self._options = options
        self.samples: Mapping[str, Sample] = {
            sample.id: sample
            for sample in select(
                read_dataset(suite, options).samples, options.groups, options.limit
            )
        }
        self.workers = options.workers or os.cpu_count() or 1
        self._lock, self._opening = threading.Lock(), threading.Lock()
        self._open = ExitStack()
        self._judge: Judge | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._known: OrderedDict[str, Judged] = OrderedDict()
        self._running: dict[str, Future[Judged]] = {}
        self._same: dict[tuple[float, ...], Mapping[str, float]] = {}

    @property
    def seed(self) -> int:
        """Which inputs are drawn; 0 are those of a run."""
        return self._options.seed

    @property
    def waiting(self) -> int:
        """How many answers are judged now or wait for it."""
        return len(self._running)

    def open(self) -> Judge | None:
        """The judge; None if its tools cannot be opened now."""
        with self._opening:
            if self._judge is None:
                try:
                    self._judge = self._open.enter_context(self._opened())
                except InfrastructureError as error:
                    _log.warning("no rewards: %s", error)
            return self._judge

    def _opened(self) -> AbstractContextManager[Judge]:
        suite = self.suite
        if isinstance(suite, RewardJudgedSuite):
            return suite.reward_judge(self._options, self.metric)
        return suite.judge(self._options)

    def judge(
        self, rows: Sequence[tuple[str, str]], share: bool
    ) -> tuple[list[Future[Judged]], int]:
        """A result to come for each sample and text, and how many are judged for it now.

        With `share`, answers that fail are also asked on how many inputs they agree.
        """
        judge = self.open()
        fresh = 0
        results = []
        for name, text in rows:
            sample = self.samples.get(name)
            if sample is None:
                _log.warning("no sample %r in this data: its answer gets no reward", name[:80])
            if judge is None or sample is None:
                results.append(_done(FAILED))
                continue
            try:
                key = sha256_of(name, judge.key(sample, text), str(share))
            except Exception as error:  # a fault of ours must not end somebody's training
                _log.warning("%s: no reward: %r", name, error)
                results.append(_done(FAILED))
                continue
            result, new = self._result(key, judge, sample, text, share)
            results.append(result)
            fresh += new
        return results, fresh

    def _result(
        self, key: str, judge: Judge, sample: Sample, text: str, share: bool
    ) -> tuple[Future[Judged], bool]:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return _done(self._known[key]), False
            if key in self._running:
                return self._running[key], False
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="reward")
            made = self._pool.submit(self._judged, judge, sample, text, share)
            self._running[key] = made
        made.add_done_callback(lambda done: self._keep(key, done))
        return made, True

    def _keep(self, key: str, done: Future[Judged]) -> None:
        with self._lock:
            self._running.pop(key, None)
            if done.cancelled() or done.exception() is not None or done.result() is FAILED:
                return
            self._known[key] = done.result()
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)

    def _judged(self, judge: Judge, sample: Sample, text: str, share: bool) -> Judged:
        for left in reversed(range(_TRIES)):
            try:
                return self._once(judge, sample, text, share)
            except InfrastructureError as error:  # a helper was killed, a disk was full for once
                if not left:
                    _log.warning("%s: no reward: %s", sample.id, error)
            except Exception as error:  # a fault of ours must not end somebody's training
                _log.warning("%s: no reward: %r", sample.id, error)
                break
        return FAILED

    def _once(self, judge: Judge, sample: Sample, text: str, share: bool) -> Judged:
        suite = self.suite
        observation = judge.observe(sample, text)
        if isinstance(suite, DoubtingSuite) and suite.doubtful(observation):
            # a busy machine is no fault of the answer; one that hangs does so again
            observation = judge.observe(sample, text)
        score = suite.score(sample, Answer(sample.id, text), observation)
        value = score.metrics[self.metric]
        if isinstance(suite, RewardingSuite):
            value = suite.earned(score, self.metric)
        names = suite.reward_steps if isinstance(suite, SteppedSuite) else ()
        steps = {name: score.metrics[name] or 0.0 for name in names if name != AGREES}
        if isinstance(suite, ExtractingSuite):
            steps[EXTRACTS] = max([*steps.values(), float(suite.extracts(sample, text, score))])
        if share and value is not None and value < 1 and isinstance(judge, SharingJudge):
            steps[AGREES] = judge.share(sample, text)
        steps_once = self._same.setdefault((*steps.values(),), steps)  # few differ, answers many
        rule, cause = score.evidence.get("rule"), score.cause
        return Judged(value, steps_once, rule and str(rule), cause and as_cause(cause))

    def close(self) -> None:
        """Judge what waits, then end the tools; a later call opens them again."""
        with self._opening:
            with self._lock:
                pool, self._pool = self._pool, None
            if pool is not None:
                pool.shutdown()
            self._judge = None
            self._open.close()


def _done(judged: Judged) -> Future[Judged]:
    done: Future[Judged] = Future()
    done.set_result(judged)
    return done
